import { makeApiKey } from "../auth/authenticate.ts";
import type { Answer, Call } from "../core/call.ts";
import { defineRoute, type Route } from "../core/route.ts";
import {
  apiKey,
  apiKeyCreate,
  apiKeyPage,
  apiKeyParams,
  apiKeyQuery,
  apiKeyRotationCreate,
  apiKeyUpdate,
  createdApiKey,
} from "./schema.ts";

const tag = "API keys";
const access = "accessToken";

export const apiKeyRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/api-keys",
    operation: "list_api_keys",
    summary: "List API keys",
    description: "One page of the keys, oldest first, without the keys themselves.",
    tag,
    access,
    query: apiKeyQuery,
    success: { status: 200, description: "One page of API keys.", schema: apiKeyPage },
  }),
  defineRoute({
    method: "post",
    path: "/api-keys",
    operation: "create_api_key",
    summary: "Create an API key",
    description:
      "Only this answer contains the key itself. Absent or null `scopes`, `networkIds` and `expiresAt` set no limit.",
    tag,
    access,
    tagged: true,
    body: apiKeyCreate,
    resource: apiKey,
    problems: ["api_key_limit_reached", "invalid_reference"],
    success: { status: 201, description: "The new key.", schema: createdApiKey },
    handler: runWithNewSecret,
  }),
  defineRoute({
    method: "get",
    path: "/api-keys/{id}",
    operation: "get_api_key",
    summary: "Get an API key",
    description: "One key, without the key itself.",
    tag,
    access,
    tagged: true,
    params: apiKeyParams,
    success: { status: 200, description: "The API key.", schema: apiKey },
  }),
  defineRoute({
    method: "patch",
    path: "/api-keys/{id}",
    operation: "update_api_key",
    summary: "Rename an API key or change its limits",
    description:
      "Absent members stay; null removes a limit. From the next request on the key may do what it is allowed then. A key that " +
      "has expired works again with a later expiry.",
    tag,
    access,
    tagged: true,
    params: apiKeyParams,
    body: apiKeyUpdate,
    resource: apiKey,
    problems: ["invalid_reference"],
    success: { status: 200, description: "The API key as it is now.", schema: apiKey },
  }),
  defineRoute({
    method: "post",
    path: "/api-keys/{id}/rotate",
    operation: "rotate_api_key",
    summary: "Rotate an API key",
    description:
      "Replaces the key itself; its id, name, expiry, rate limit and history stay. Only this answer contains the new one. " +
      "The one before works for `overlapSeconds`; rotating again ends it at once, so that at most two work at a time.",
    tag,
    access,
    tagged: true,
    params: apiKeyParams,
    body: apiKeyRotationCreate,
    bodyOptional: true,
    success: { status: 200, description: "The key with its new secret.", schema: createdApiKey },
    handler: runWithNewSecret,
  }),
  defineRoute({
    method: "delete",
    path: "/api-keys/{id}",
    operation: "delete_api_key",
    summary: "Delete an API key",
    description: "Requests with it are refused from then on.",
    tag,
    access,
    tagged: true,
    params: apiKeyParams,
    success: { status: 204, description: "Deleted." },
  }),
];

/**
 * The key is created here and is only in this answer; the database gets its hash. An answer that is repeated for an
 * `Idempotency-Key` therefore has no key: a client that did not get the first answer deletes the key and creates another,
 * or rotates it again.
 */
async function runWithNewSecret({ arguments: args, run }: Call): Promise<Answer> {
  const { key, hash, keyPrefix } = makeApiKey();
  const answer = await run({ ...args, hash, keyPrefix });
  const shown = { ...JSON.parse(answer.body!), key: answer.replayed ? null : key };
  return { ...answer, body: JSON.stringify(shown) };
}
