// New secrets, of which the database keeps a hash.
import type { Credential } from "./database.ts";
import { sha256 } from "./sha256.ts";

/** How the id of an account begins, as two hexadecimal digits: of a secret that was not drawn so, how its hash begins. */
export const beginOf = (credential: Credential): string =>
  ("hash" in credential ? credential.hash : credential.sub).slice(0, 2);

/**
 * Draws secrets until the SHA-256 of one begins like the id of its account, which 256 do on average, in half a millisecond: so the
 * database of the account is known by the hash alone, where there are several (db/machines.ts).
 * @param begin two hexadecimal digits
 */
export function drawSecret(make: () => string, begin: string): { secret: string; hash: string } {
  for (;;) {
    const secret = make();
    const hash = sha256(secret);
    if (hash.startsWith(begin)) return { secret, hash };
  }
}
