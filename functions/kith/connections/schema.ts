// The schemas of connections.
import { z } from "zod";
import {
  formatted,
  id,
  lastRefusal,
  lazily,
  limitFields,
  networkExample,
  shownLimitFields,
  text,
} from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { pageOf, paging, timestamps } from "../core/lists.ts";

/** Printable ASCII without spaces; the database has the same rule. */
const word = () => formatted(/^[!-~]{1,255}$/, "Must be 1 to 255 printable ASCII characters.");

const clientId = "0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15";

const fields = lazily(() => ({
  name: text(1, 100).meta({
    description: "What the owner calls it, at first the name that the client gave itself.",
    example: "Claude",
  }),
  ...limitFields("connection"),
}));

export const connectionCreate = lazily(() =>
  z.strictObject({
    clientId: word().meta({
      description: "The OAuth client, as Supabase Auth names it.",
      example: clientId,
    }),
    redirectHost: word().meta({
      description: "The host that the client returns to.",
      example: "claude.ai",
    }),
    ...fields(),
  }).partial({ expiresAt: true, scopes: true, networkIds: true })
    .meta({
      id: "ConnectionCreate",
      example: {
        clientId,
        name: "Claude",
        redirectHost: "claude.ai",
        scopes: ["contacts:read", "notes:write"],
      },
    })
);

export const connectionUpdate = lazily(() =>
  z.strictObject(fields()).partial()
    .meta({ id: "ConnectionUpdate", example: { scopes: ["contacts:read"] } })
);

export const connection = lazily(() =>
  z.object({
    id: id("Identifies the connection."),
    clientId: z.string().meta({ description: "The OAuth client.", example: clientId }),
    redirectHost: z.string().meta({
      description: "The host that the client returned to when it was approved.",
      example: "claude.ai",
    }),
    ...fields(),
    ...shownLimitFields("connection"),
    ...timestamps(instant),
    lastUsedAt: instant("When the connection was last used, to about a minute.").nullable(),
    lastOperation: z.string().nullable().meta({
      description: "The operation that it was used for then.",
      example: "listContacts",
    }),
    lastRefusal: lastRefusal(),
  }).meta({
    id: "Connection",
    example: {
      id: "0190a5c2-d186-7e5d-b4f7-a25b60708f9d",
      clientId,
      redirectHost: "claude.ai",
      name: "Claude",
      expiresAt: null,
      scopes: ["contacts:read", "notes:read", "notes:write"],
      networkIds: [networkExample],
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
      lastUsedAt: "2026-03-14T09:26:00.000Z",
      lastOperation: "listContacts",
      lastRefusal: null,
    },
  })
);

export const connectionPage = lazily(() => pageOf(connection(), "ConnectionPage"));

export const connectionQuery = lazily(() => z.object(paging()));
