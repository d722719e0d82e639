import type { Credential } from "../core/database.ts";
import { problems } from "../core/problems.ts";
import type { AccessTokenSettings, AccessTokenVerifier } from "./access-token.ts";
import { hashApiKey, looksLikeApiKey } from "./api-key.ts";

/** RFC 6750; the scheme may be in any case. */
const bearerPattern = /^bearer +([\w\-.~+/]+=*) *$/i;

/**
 * Creates the function that reads the credential of an `Authorization` header. It verifies tokens only: whether the key
 * or the account still exists is checked by the database, in the statement of every request.
 */
export function createAuthenticator(
  settings: AccessTokenSettings,
): (authorization: string | undefined) => Promise<Credential> {
  // Imported with the first access token, so that requests with API keys do not wait for `jose`.
  let loaded: Promise<AccessTokenVerifier> | undefined;
  const load = async () => (await import("./access-token.ts")).createAccessTokenVerifier(settings);
  return async (authorization) => {
    const token = bearerPattern.exec(authorization ?? "")?.[1];
    if (token === undefined) throw problems.unauthorized("Send a bearer token.");
    if (!looksLikeApiKey(token)) {
      const verify = await (loaded ??= load());
      return await verify(token);
    }
    const hash = hashApiKey(token);
    if (hash === null) throw problems.unauthorized();
    return { kind: "api_key", hash };
  };
}
