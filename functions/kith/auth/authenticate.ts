import type { Credential } from "../db/handle.ts";
import { problems } from "../http/problems.ts";
import type { AccessTokenSettings, AccessTokenVerifier } from "./access-token.ts";
import { hashApiKey, looksLikeApiKey } from "./api-key.ts";

/** RFC 6750, with its scheme in any case. */
const bearerPattern = /^bearer +([\w\-.~+/]+=*) *$/i;

/**
 * Makes what finds out who is asking. It only reads tokens: whether the key or the account is still there the database
 * says, in the statement of every request.
 */
export function createAuthenticator(
  settings: AccessTokenSettings,
): (authorization: string | undefined) => Promise<Credential> {
  // Loaded when the first access token comes: holders of API keys do not wait for what reads tokens.
  let loaded: Promise<AccessTokenVerifier> | undefined;
  const load = async () => (await import("./access-token.ts")).createAccessTokenVerifier(settings);
  return async (authorization) => {
    const token = bearerPattern.exec(authorization ?? "")?.[1];
    if (token === undefined) throw problems.unauthorized("Send a bearer token.");
    if (!looksLikeApiKey(token)) {
      const verify = await (loaded ??= load());
      return { kind: "access_token", sub: await verify(token) };
    }
    const hash = hashApiKey(token);
    if (hash === null) throw problems.unauthorized();
    return { kind: "api_key", hash };
  };
}
