// The schemas of networks.
import { z } from "zod";
import { lengths } from "../core/limits.ts";
import { color, id, lazily, line, nullableText } from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { pageOf, paging, sortedBy, timestamps } from "../core/lists.ts";

const fields = lazily(() => ({
  name: line(1, lengths.networkName).meta({
    description: "Unique, ignoring case.",
    example: "Climbing",
  }),
  description: nullableText(500),
  color: color(),
}));

export const networkCreate = lazily(() =>
  z.strictObject(fields())
    .partial({ description: true, color: true })
    .meta({ id: "NetworkCreate", example: { name: "Climbing", color: "#3ECF8E" } })
);

export const networkUpdate = lazily(() =>
  z.strictObject(fields()).partial()
    .meta({ id: "NetworkUpdate", example: { description: "Thursdays at the wall" } })
);

export const network = lazily(() =>
  z.object({
    id: id("Identifies the network."),
    ...fields(),
    contactCount: z.int().min(0).describe("Contacts that belong to it."),
    ...timestamps(instant),
  }).meta({
    id: "Network",
    example: {
      id: "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
      name: "Climbing",
      description: "Thursdays at the wall",
      color: "#3ECF8E",
      contactCount: 12,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-14T09:26:53.000Z",
    },
  })
);

export const networkPage = lazily(() => pageOf(network(), "NetworkPage"));

export const networkQuery = lazily(() =>
  z.object({ ...paging(), sort: sortedBy("name", "createdAt") })
);

export const networkContactsUpdate = lazily(() =>
  z.strictObject({
    contactIds: z.array(id("Id of a contact.")).max(1000, "Must have at most 1000 items.")
      .describe("All contacts that belong to the network from now on."),
  }).meta({
    id: "NetworkContactsUpdate",
    example: { contactIds: ["0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"] },
  })
);

export const membershipParams = lazily(() =>
  z.object({
    id: id("Id of the network."),
    contactId: id("Id of the contact."),
  })
);
