import { z } from "zod";
import { instant } from "../core/dates.ts";
import { resourceNamed } from "../core/fields.ts";

const lists = {
  networks: z.array(resourceNamed("Network")),
  contacts: z.array(resourceNamed("Contact")).meta({
    description: "`photoUrl` is a signed URL, valid for half an hour to an hour.",
  }),
};

const head = {
  kith: z.literal(1).meta({ description: "Version of the format." }),
  exportedAt: instant("The instant of which all of it is."),
};

const at = { kith: 1, exportedAt: "2026-03-14T09:26:53.000Z" };

export const contactExport = z.object({ ...head, ...lists })
  .meta({ id: "ContactExport", example: { ...at, networks: [], contacts: [] } });

export const accountExport = z.object({
  ...head,
  profile: resourceNamed("Profile"),
  networks: lists.networks,
  noteTypes: z.array(resourceNamed("NoteType")),
  contacts: lists.contacts.meta({ description: "Archived ones too." }),
  notes: z.array(resourceNamed("Note")),
  reminders: z.array(resourceNamed("Reminder")).meta({ description: "Completed ones too." }),
}).meta({
  id: "AccountExport",
  description: "Everything of an account, but for photos, which are links.",
  example: {
    ...at,
    profile: {
      id: "0190a5c2-5e6d-7bb2-87b3-cbfbfbf6287e",
      email: "ada@example.com",
      name: "Ada",
      timezone: "Pacific/Auckland",
      country: "NZ",
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-14T09:26:53.000Z",
      scopes: null,
      networkIds: null,
      expiresAt: null,
    },
    networks: [],
    noteTypes: [],
    contacts: [],
    notes: [],
    reminders: [],
  },
});

/** A file that is no JSON. */
export function file(description: string, example: string) {
  return z.string().meta({ description, example });
}
