import { randomBytes } from "node:crypto";
import { sha256 } from "./sha256.ts";

/** What every API key begins with. Not `sb`: the platform's gateway rewrites tokens that do. */
export const apiKeyPrefix = "kith_";

/** Bytes of chance in a key. */
const secretBytes = 20;

/** Characters of a key that are kept in the clear, so that a leaked key can be found. */
const shownCharacters = 9;

const apiKeyPattern = new RegExp(`^${apiKeyPrefix}[0-9a-f]{${2 * secretBytes}}$`);

/** Whether a bearer token means to be an API key. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(apiKeyPrefix);
}

/** SHA-256 of a key in hexadecimal, as the database knows it; null when the token is not formed like a key. */
export function hashApiKey(token: string): string | null {
  return apiKeyPattern.test(token) ? sha256(token) : null;
}

/** Makes a key: the secret, which is shown once, and what is kept of it. */
export function makeApiKey(): { key: string; hash: string; keyPrefix: string } {
  const key = apiKeyPrefix + randomBytes(secretBytes).toString("hex");
  return { key, hash: sha256(key), keyPrefix: key.slice(0, shownCharacters) };
}
