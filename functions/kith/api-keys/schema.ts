import { z } from "zod";
import { instant, instantOrDay } from "../core/dates.ts";
import { grantedScopes, id, scope, text } from "../core/fields.ts";
import { pageOf, timestamps } from "../core/page.ts";
import { paging } from "../core/parameters.ts";

const networkId = "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77";

const forEverything = "Null for everything, also what later versions add.";
const forAllNetworks = "Null for all.";
const narrowed = "only their contacts, and the notes and reminders of these, exist for the key.";

const fields = {
  name: text(1, 100).meta({ description: "What the key is for.", example: "Mail assistant" }),
  expiresAt: instantOrDay(
    "From when on the key is refused, in the future; a date means the start of that day in the profile's time zone. " +
      "Null for never.",
  ).nullable(),
  scopes: z.array(scope)
    .min(1, "Must have at least one item.").max(12, "Must have at most 12 items.").nullable()
    .meta({
      description: `What the key may do. \`:write\` includes \`:read\`. ${forEverything}`,
      example: ["contacts:read", "notes:write"],
    }),
  networkIds: z.array(id("Id of a network."))
    .min(1, "Must have at least one item.").max(100, "Must have at most 100 items.").nullable()
    .meta({
      description: `Networks of the account: ${narrowed} ${forAllNetworks}`,
      example: [networkId],
    }),
};

export const apiKeyCreate = z.strictObject(fields)
  .partial({ expiresAt: true, scopes: true, networkIds: true })
  .meta({
    id: "ApiKeyCreate",
    example: {
      name: "Mail assistant",
      expiresAt: "2099-06-01",
      scopes: ["contacts:read", "notes:write"],
    },
  });

export const apiKeyUpdate = z.strictObject(fields).partial()
  .meta({ id: "ApiKeyUpdate", example: { scopes: ["contacts:read"] } });

/** Seconds that the secret before a rotation may still work: a week. */
const longestOverlap = 604_800;

export const apiKeyRotationCreate = z.strictObject({
  overlapSeconds: z.int().min(0).max(longestOverlap).optional().meta({
    description: "How long the key as it was until now still works. Not at all where it is absent.",
    example: 86_400,
  }),
}).meta({ id: "ApiKeyRotationCreate", example: { overlapSeconds: 86_400 } });

const example = {
  id: "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
  name: "Mail assistant",
  expiresAt: "2099-05-31T12:00:00.000Z",
  scopes: ["contacts:read", "notes:read", "notes:write"],
  networkIds: [networkId],
  keyPrefix: "kith_3f9a",
  createdAt: "2026-03-02T08:15:00.000Z",
  updatedAt: "2026-03-02T08:15:00.000Z",
  lastUsedAt: "2026-03-14T09:26:00.000Z",
  lastOperation: "listContacts",
  previousKeyExpiresAt: null,
};

export const apiKey = z.object({
  id: id("Identifies the key."),
  ...fields,
  expiresAt: instant("From when on the key is refused; null for never.").nullable(),
  scopes: grantedScopes(
    "What the key may do, in alphabetical order; where it has a `:write`, also the `:read`. " +
      forEverything,
  ),
  networkIds: fields.networkIds.meta({
    description:
      `Networks: ${narrowed} One that was deleted stays here, and counts again once that is undone. ${forAllNetworks}`,
  }),
  keyPrefix: z.string().meta({
    description: "The key's first nine characters.",
    example: "kith_3f9a",
  }),
  ...timestamps(instant),
  lastUsedAt: instant("When the key was last used, to about a minute.").nullable(),
  lastOperation: z.string().nullable().meta({
    description: "The operation that it was used for then.",
    example: "listContacts",
  }),
  previousKeyExpiresAt: instant(
    "Until when the key as it was before it was rotated works; null where it does not work any more.",
  ).nullable(),
}).meta({ id: "ApiKey", example });

export const createdApiKey = apiKey.extend({
  key: z.string().nullable().meta({
    description:
      "The key itself. It is not shown again: null where the answer is repeated for an `Idempotency-Key`.",
    example: "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345",
  }),
}).meta({
  id: "CreatedApiKey",
  example: {
    ...example,
    lastUsedAt: null,
    lastOperation: null,
    key: "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345",
  },
});

export const apiKeyPage = pageOf(apiKey, "ApiKeyPage");

export const apiKeyQuery = z.object(paging);

export const apiKeyParams = z.object({ id: id("Id of the key.") });
