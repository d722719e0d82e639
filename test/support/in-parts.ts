import { runInParts } from "../../functions/kith/http/parts.ts";
import { refusedByDatabase } from "../../functions/kith/core/problems.ts";
import type { Json } from "./client.ts";
import type { Database } from "./database.ts";
import type { Credential, Handled } from "./handle.ts";

/** Asks a database for an operation. */
export type Ask = (who: Credential, operation: string, args?: Json) => Promise<Handled>;

/** Lets every part of an operation end after so many rows. */
export async function makePartsShort(superuser: Database, rows: number): Promise<void> {
  for (const [name, type, value] of [["time", "interval", "'0'"], ["rows", "integer", rows]]) {
    await superuser.query(`
      create or replace function kith_private.part_${name}() returns ${type}
      language plpgsql stable set search_path = '' as $$ begin return ${value}; end $$`);
  }
}

/**
 * Asks for an operation again and again, as the function does, until it is done. Throws what refuses it.
 * @param between what happens after each part that leaves something
 */
export async function inParts(
  ask: Ask,
  who: Credential,
  operation: string,
  args: Json = {},
  between: (part: number) => Promise<unknown> = async () => {},
): Promise<Handled & { parts: number }> {
  let parts = 0;
  const { status, body, activityId } = await runInParts(async (sent, named = operation) => {
    if (parts > 0) await between(parts);
    parts += 1;
    const said = await ask(who, named, sent);
    if (said.body?.code === "internal") throw new Error(`${named}: ${said.log}`);
    if (said.status === null) throw refusedByDatabase(said.body, null, said.log);
    return { ...said, status: said.status, body: JSON.stringify(said.body) };
  }, args);
  return {
    status,
    body: JSON.parse(body ?? "null"),
    activityId: activityId ?? null,
    tag: null,
    log: null,
    parts,
  };
}
