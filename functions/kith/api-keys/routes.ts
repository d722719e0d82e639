import { makeApiKey } from "../auth/api-key.ts";
import type { Answer, Call } from "../core/call.ts";
import { defineRoute, type Route } from "../core/route.ts";
import {
  apiKey,
  apiKeyPage,
  apiKeyParams,
  apiKeyQuery,
  createdApiKey,
  newApiKey,
} from "./schema.ts";

const tag = "API keys";
const access = "accessToken";

export const apiKeyRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/api-keys",
    operation: "list_api_keys",
    summary: "List API keys",
    description: "One page of the keys, the oldest first. The keys themselves are not shown again.",
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
    description: "The answer is the only one that carries the key itself.",
    tag,
    access,
    body: newApiKey,
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
    description: "The next request with it is refused.",
    tag,
    access,
    params: apiKeyParams,
    success: { status: 204, description: "Deleted." },
  }),
];

/**
 * The secret is made here and leaves in this one answer; the database is only given its hash. So an answer that is given
 * again has none: the key was shown, or has to be deleted and made anew.
 */
async function create({ arguments: args, run }: Call): Promise<Answer> {
  const { key, hash, keyPrefix } = makeApiKey();
  const answer = await run({ ...args, hash, keyPrefix });
  const shown = { ...JSON.parse(answer.body!), key: answer.replayed ? null : key };
  return { ...answer, body: JSON.stringify(shown) };
}
