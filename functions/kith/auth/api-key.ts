import { randomBytes } from "node:crypto";
import { sha256 } from "./sha256.ts";

/** Prefix of every API key. Not `sb`: the platform's gateway rewrites tokens that begin with it. */
export const apiKeyPrefix = "kith_";

/** Random bytes in a key. */
const secretBytes = 20;

/** Characters of a key that are stored unhashed, so that the owner of a leaked key can be found. */
const shownCharacters = 9;

const apiKeyPattern = new RegExp(`^${apiKeyPrefix}[0-9a-f]{${2 * secretBytes}}$`);

/** Whether a bearer token begins like an API key. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(apiKeyPrefix);
}

/** SHA-256 of a key in hexadecimal, as the database stores it; null when the token does not have the form of a key. */
export function hashApiKey(token: string): string | null {
  return apiKeyPattern.test(token) ? sha256(token) : null;
}

/** Creates a key: the secret, which is shown once, and what is stored of it. */
export function makeApiKey(): { key: string; hash: string; keyPrefix: string } {
  const key = apiKeyPrefix + randomBytes(secretBytes).toString("hex");
  return { key, hash: sha256(key), keyPrefix: key.slice(0, shownCharacters) };
}
