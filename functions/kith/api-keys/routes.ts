// The routes of API keys.
import { makeApiKey } from "../auth/authenticate.ts";
import type { Answer, Call } from "../core/call.ts";
import { paramsOf } from "../core/fields.ts";
import { defineRoute, resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

const { delete: deleteRoute, ...others } = resourceRoutes({
  name: "API key",
  table: "kith_private.api_keys",
  tag: "API keys",
  schemas,
}, {
  list: { description: "One page of the keys, oldest first, without the keys themselves." },
  create: {
    description:
      "Only this answer contains the key itself. Absent or null `scopes`, `networkIds` and `expiresAt` set no limit.",
    problems: ["api_key_limit_reached", "invalid_reference"],
    success: { status: 201, description: "The new key.", schema: schemas.createdApiKey },
    handler: runWithNewSecret,
  },
  get: { description: "One key, without the key itself." },
  update: {
    summary: "Rename an API key or change its limits",
    description:
      "Absent members stay; null removes a limit. The new limits apply from the next request on. A key that " +
      "has expired works again with a later expiry.",
    problems: ["invalid_reference"],
  },
  delete: { description: "Requests with it are refused from then on." },
});

export const apiKeyRoutes: Route[] = [
  ...Object.values(others),
  defineRoute({
    method: "post",
    path: "/api-keys/{id}/rotate",
    operation: "rotate_api_key",
    summary: "Rotate an API key",
    description:
      "Replaces the key itself; its id, name, expiry, rate limit and history stay. Only this answer contains the new one. " +
      "The one before works for `overlapSeconds`; rotating again ends it at once, so that at most two work at a time.",
    tag: "API keys",
    access: "accessToken",
    tagged: true,
    params: paramsOf("API key"),
    body: schemas.apiKeyRotationCreate,
    bodyOptional: true,
    success: {
      status: 200,
      description: "The key with its new secret.",
      schema: schemas.createdApiKey,
    },
    handler: runWithNewSecret,
  }),
  deleteRoute,
];

/**
 * The key is created here and is only in this answer; the database gets its hash. An answer that is repeated for an
 * `Idempotency-Key` therefore has no key: a client that did not get the first answer deletes the key and creates another,
 * or rotates it again.
 */
async function runWithNewSecret({ arguments: args, begin, run }: Call): Promise<Answer> {
  const { key, hash, keyPrefix } = makeApiKey(begin);
  const answer = await run({ ...args, hash, keyPrefix });
  const shown = { ...JSON.parse(answer.body!), key: answer.replayed ? null : key };
  return { ...answer, body: JSON.stringify(shown) };
}
