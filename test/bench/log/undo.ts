import type { Sql } from "../../support/database.ts";
import type { Stack } from "../../../supabase/local/stack.ts";
import type { Call } from "../scale/calls.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import { idOf } from "../seed/random.ts";
import { median, spread } from "../statistics.ts";
import { keyCredential } from "../limiter/callers.ts";
import type { Numbered } from "./calls.ts";
import type { Handle } from "./handle.ts";

/** A clean-up by a key that is taken back at once by the owner: half deletes contacts, half changes them. */
export async function undoing(
  sql: Sql,
  handle: Handle,
  stack: Stack,
  whose: Numbered,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const [rounds, half] = quick ? [1, 50] : [5, 500];
  const times: number[] = [];
  let undone = 0;
  let refusal = "";
  const before = await stateOf(sql, whose);
  const token = await whose.owner.accessToken(stack.url);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (let round = 0; round < rounds; round++) {
    const [since] = await sql<{ now: string }[]>`
      select to_json(clock_timestamp()) #>> '{}' as now`;
    await cleanUpAccount(handle, whose, half, round);
    const body = { actorId: idOf("key", whose.index, 0), since: since!.now };
    const began = performance.now();
    const answer = await fetch(`${stack.functionUrl}/kith/api/v1/activity/undo`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    times.push(performance.now() - began);
    // Too many for the time of a request: as long as that is what is told.
    if (!answer.ok) {
      refusal = `refused: ${text}`;
      break;
    }
    undone = (JSON.parse(text) as { changeCount: number }).changeCount;
    progress(`log: undone in ${times.at(-1)!.toFixed(0)} ms`);
    if (await stateOf(sql, whose) !== before) throw new Error("The undo did not restore the rows.");
  }
  progress(`log: undoing ${half} deletions and ${half} changes measured`);
  return {
    tables: [{
      caption: `Undoing ${
        2 * half
      } writes of a key at once: ${half} contacts deleted, ${half} changed`,
      columns: ["requests", "changes of rows undone", "ms"],
      rows: [[String(2 * half), refusal || String(undone), median(times).toFixed(0)]],
    }],
    goals: [{
      name: `log: undoing ${2 * half} writes at once`,
      measured: median(times),
      spread: spread(times),
      unit: "ms",
      atMost: 1000,
    }],
  };
}

async function cleanUpAccount(handle: Handle, whose: Numbered, half: number, round: number) {
  const key = { ...keyCredential(whose.owner.keys[0]!), counted: true as const };
  const calls: Call[] = [];
  for (let n = 0; n < half; n++) {
    calls.push({ operation: "delete_contact", arguments: { id: whose.owner.contactId(n) } });
    calls.push({
      operation: "update_contact",
      arguments: {
        id: whose.owner.contactId(half + n),
        body: { jobTitle: `Tidied up ${round}`, isFavorite: round % 2 === 0 },
      },
    });
  }
  for (let first = 0; first < calls.length; first += 50) {
    await handle.askAll(key, calls.slice(first, first + 50));
  }
}

/** A hash of all rows of the owner. */
async function stateOf(sql: Sql, { owner }: Numbered): Promise<string> {
  const [row] = await sql<{ hash: string }[]>`
    select md5(string_agg(row, '' order by row)) as hash from (
      select to_jsonb(t)::text as row from kith.contacts t where owner_id = ${owner.id} union all
      select to_jsonb(t)::text from kith.contact_networks t where owner_id = ${owner.id} union all
      select to_jsonb(t)::text from kith.notes t where owner_id = ${owner.id} union all
      select to_jsonb(t)::text from kith.reminders t where owner_id = ${owner.id}) rows`;
  return row!.hash;
}
