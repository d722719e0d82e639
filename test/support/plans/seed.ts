import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type BareDatabase, startBareDatabase } from "../bare-database.ts";

/** A database with Kith and the rows of seed.sql, and nobody else at work in it. */
export async function startSeededDatabase(): Promise<BareDatabase> {
  const database = await startBareDatabase();
  try {
    await database.push();
    const seed = await readFile(new URL("seed.sql", import.meta.url), "utf8");
    // One by one, because VACUUM cannot be in the transaction that several statements sent together are.
    for (const statement of seed.split(/;\n/)) await database.superuser.query(statement);
    // Telling all plans takes longer than a request may.
    await database.superuser`
      alter function kith_private.handle(jsonb, text, jsonb, integer) reset transaction_timeout`;
    return database;
  } catch (error) {
    await database.remove();
    throw error;
  }
}

/** Accounts of seed.sql, by number: an ordinary one, one with a twentieth of all there is, and one without photos. */
export const accounts = { ordinary: 5, large: 0, photoless: 15 };

/** The id of what seed.sql made: the n-th of a collection in an account. */
export function seededId(collection: string, account: number, number: number): string {
  const digest = createHash("md5").update(`${collection} ${account} ${number}`).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The networks that the keys with number 3 are limited to, as the claims have them. */
export const seededNetworks = (account: number) =>
  `[${[4, 5, 6].map((number) => `"${seededId("networks", account, number)}"`).join(", ")}]`;

/** What the function sends of the secret of an account's calendar. */
export function seededCalendarHash(account: number): string {
  return createHash("sha256").update(`calendar ${account}`).digest("hex");
}

/** What the function sends of an account's n-th API key. */
export function seededHash(account: number, number: number): string {
  return createHash("sha256").update(`key ${account} ${number}`).digest("hex");
}
