import { makeApiKey } from "../auth/api-key.ts";
import type { Answer, Call } from "../core/call.ts";
import { defineRoute, type Route } from "../core/route.ts";
import {
  apiKey,
  apiKeyCreate,
  apiKeyPage,
  apiKeyParams,
  apiKeyQuery,
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
    description: "Only this answer contains the key itself.",
    tag,
    access,
    body: apiKeyCreate,
    resource: apiKey,
    problems: ["api_key_limit_reached"],
    success: { status: 201, description: "The new key.", schema: createdApiKey },
    handler: create,
  }),
  defineRoute({
    method: "delete",
    path: "/api-keys/{id}",
    operation: "delete_api_key",
    summary: "Delete an API key",
    description: "Requests with it are refused from then on.",
    tag,
    access,
    params: apiKeyParams,
    success: { status: 204, description: "Deleted." },
  }),
];

/**
 * The key is created here and is only in this answer; the database gets its hash. An answer that is repeated for an
 * `Idempotency-Key` therefore has no key: a client that did not get the first answer deletes the key and creates another.
 */
async function create({ arguments: args, run }: Call): Promise<Answer> {
  const { key, hash, keyPrefix } = makeApiKey();
  const answer = await run({ ...args, hash, keyPrefix });
  const shown = { ...JSON.parse(answer.body!), key: answer.replayed ? null : key };
  return { ...answer, body: JSON.stringify(shown) };
}
