// The schemas of API keys.
import { z } from "zod";
import {
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

const fields = lazily(() => ({
  name: text(1, 100).meta({ description: "What the key is for.", example: "Mail assistant" }),
  ...limitFields("key"),
}));

export const apiKeyCreate = lazily(() =>
  z.strictObject(fields())
    .partial({ expiresAt: true, scopes: true, networkIds: true })
    .meta({
      id: "ApiKeyCreate",
      example: {
        name: "Mail assistant",
        expiresAt: "2099-06-01",
        scopes: ["contacts:read", "notes:write"],
      },
    })
);

export const apiKeyUpdate = lazily(() =>
  z.strictObject(fields()).partial()
    .meta({ id: "ApiKeyUpdate", example: { scopes: ["contacts:read"] } })
);

/** Seconds that the secret before a rotation may still work: a week. */
const longestOverlap = 604_800;

export const apiKeyRotationCreate = lazily(() =>
  z.strictObject({
    overlapSeconds: z.int().min(0).max(longestOverlap).optional().meta({
      description:
        "How long the key as it was until now still works. Not at all where it is absent.",
      example: 86_400,
    }),
  }).meta({ id: "ApiKeyRotationCreate", example: { overlapSeconds: 86_400 } })
);

const example = {
  id: "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
  name: "Mail assistant",
  expiresAt: "2099-05-31T12:00:00.000Z",
  scopes: ["contacts:read", "notes:read", "notes:write"],
  networkIds: [networkExample],
  keyPrefix: "kith_3f9a",
  createdAt: "2026-03-02T08:15:00.000Z",
  updatedAt: "2026-03-02T08:15:00.000Z",
  lastUsedAt: "2026-03-14T09:26:00.000Z",
  lastOperation: "listContacts",
  lastRefusal: { at: "2026-03-14T09:26:00.000Z", scopes: ["reminders:write"] },
  previousKeyExpiresAt: null,
};

export const apiKey = lazily(() =>
  z.object({
    id: id("Identifies the key."),
    ...fields(),
    ...shownLimitFields("key"),
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
    lastRefusal: lastRefusal(),
    previousKeyExpiresAt: instant(
      "Until when the key as it was before it was rotated works; null where it does not work any more.",
    ).nullable(),
  }).meta({ id: "ApiKey", example })
);

export const createdApiKey = lazily(() =>
  apiKey().extend({
    key: z.string().nullable().meta({
      description:
        "The key itself. It is shown only once: null if the answer is repeated for an `Idempotency-Key`.",
      example: "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345",
    }),
  }).meta({
    id: "CreatedApiKey",
    example: {
      ...example,
      lastUsedAt: null,
      lastOperation: null,
      lastRefusal: null,
      key: "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345",
    },
  })
);

export const apiKeyPage = lazily(() => pageOf(apiKey(), "ApiKeyPage"));

export const apiKeyQuery = lazily(() => z.object(paging()));
