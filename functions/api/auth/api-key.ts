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
export async function hashApiKey(token: string): Promise<string | null> {
  return apiKeyPattern.test(token) ? await sha256(token) : null;
}

/** Makes a key: the secret, which is shown once, and what is kept of it. */
export async function makeApiKey(): Promise<{ key: string; hash: string; keyPrefix: string }> {
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes));
  const key = apiKeyPrefix + toHex(secret);
  return { key, hash: await sha256(key), keyPrefix: key.slice(0, shownCharacters) };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
