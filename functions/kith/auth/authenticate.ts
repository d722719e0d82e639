// Reads the credential of an Authorization header: an API key or an access token.
import { randomBytes } from "node:crypto";
import type { Credential } from "../core/database.ts";
import { problems } from "../core/problems.ts";
import { drawSecret } from "../core/secret.ts";
import { sha256 } from "../core/sha256.ts";
import type { AccessTokenSettings, AccessTokenVerifier } from "./access-token.ts";

/** RFC 6750; the scheme may be in any case. */
const bearerPattern = /^bearer +([\w\-.~+/]+=*) *$/i;

/**
 * Creates the function that reads the credential of an `Authorization` header. It verifies tokens only: whether the key
 * or the account still exists is checked by the database, in the statement of every request.
 */
export function createAuthenticator(
  settings: AccessTokenSettings,
): (authorization: string | null) => Promise<Credential> {
  // Imported with the first access token, so that requests with API keys do not wait for `jose`.
  let loaded: Promise<AccessTokenVerifier> | undefined;
  const load = async () => (await import("./access-token.ts")).createAccessTokenVerifier(settings);
  return async (authorization) => {
    if (authorization === null) {
      throw problems.unauthorized(
        "Send `Authorization: Bearer` with an API key or an access token.",
      );
    }
    const token = bearerPattern.exec(authorization)?.[1];
    if (token === undefined) {
      throw problems.unauthorized(
        "The Authorization header is `Bearer`, a blank, and the key or token.",
      );
    }
    if (!looksLikeApiKey(token)) {
      const verify = await (loaded ??= load());
      return await verify(token);
    }
    const hash = hashApiKey(token);
    if (hash === null) {
      throw problems.unauthorized("An API key is kith_ and 40 hexadecimal digits in lower case.");
    }
    return { kind: "api_key", hash };
  };
}

/** Prefix of every API key. Not `sb`: the platform's gateway rewrites tokens that begin with it. */
const apiKeyPrefix = "kith_";

/** Random bytes in a key. */
const secretBytes = 20;

/** Characters of a key that are stored unhashed, so that the owner of a leaked key can be found. */
const shownCharacters = 9;

const apiKeyPattern = new RegExp(`^${apiKeyPrefix}[0-9a-f]{${2 * secretBytes}}$`);

/** Whether a bearer token begins like an API key. */
function looksLikeApiKey(token: string): boolean {
  return token.startsWith(apiKeyPrefix);
}

/** SHA-256 of a key in hexadecimal, as the database stores it; null when the token does not have the form of a key. */
function hashApiKey(token: string): string | null {
  return apiKeyPattern.test(token) ? sha256(token) : null;
}

/**
 * Creates a key: the secret, which is shown once, and what is stored of it.
 * @param begin how the id of its account begins
 */
export function makeApiKey(begin: string): { key: string; hash: string; keyPrefix: string } {
  const make = () => apiKeyPrefix + randomBytes(secretBytes).toString("hex");
  const { secret: key, hash } = drawSecret(make, begin);
  return { key, hash, keyPrefix: key.slice(0, shownCharacters) };
}
