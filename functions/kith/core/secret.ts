// New secrets, of which the database keeps a hash.
import type { Credential } from "./database.ts";
import { sha256 } from "./sha256.ts";

/**
 * The first two hexadecimal digits of the account's id. A secret from before drawSecret does not say them: then these are the first two
 * of its hash.
 */
export const beginOf = (credential: Credential): string =>
  ("hash" in credential ? credential.hash : credential.sub).slice(0, 2);

/**
 * Draws secrets until the SHA-256 of one begins like the id of its account, which takes 256 of them on average, half a
 * millisecond. Where there are several databases (db/machines.ts), the hash alone says which of them has the account.
 * @param begin two hexadecimal digits
 */
export function drawSecret(make: () => string, begin: string): { secret: string; hash: string } {
  for (;;) {
    const secret = make();
    const hash = sha256(secret);
    if (hash.startsWith(begin)) return { secret, hash };
  }
}
