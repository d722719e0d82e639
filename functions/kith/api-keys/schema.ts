import { z } from "zod";
import { instant } from "../core/dates.ts";
import { id, text } from "../core/fields.ts";
import { pageOf } from "../core/page.ts";
import { paging } from "../core/parameters.ts";

const name = text(1, 100).meta({ description: "What the key is for.", example: "Mail assistant" });

export const apiKeyCreate = z.strictObject({ name })
  .meta({ id: "ApiKeyCreate", example: { name: "Mail assistant" } });

const example = {
  id: "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
  name: "Mail assistant",
  keyPrefix: "kith_3f9a",
  createdAt: "2026-03-02T08:15:00.000Z",
  lastUsedAt: "2026-03-14T09:26:00.000Z",
};

export const apiKey = z.object({
  id: id("Identifies the key."),
  name,
  keyPrefix: z.string().meta({
    description: "The key's first nine characters.",
    example: "kith_3f9a",
  }),
  createdAt: instant("When the key was created."),
  lastUsedAt: instant("When the key was last used, to about a minute.").nullable(),
}).meta({ id: "ApiKey", example });

export const createdApiKey = apiKey.extend({
  key: z.string().nullable().meta({
    description:
      "The key itself. It is not shown again: null where the answer is repeated for an `Idempotency-Key`.",
    example: "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345",
  }),
}).meta({
  id: "CreatedApiKey",
  example: { ...example, lastUsedAt: null, key: "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345" },
});

export const apiKeyPage = pageOf(apiKey, "ApiKeyPage");

export const apiKeyQuery = z.object(paging);

export const apiKeyParams = z.object({ id: id("Id of the key.") });
