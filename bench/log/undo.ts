import type { Sql } from "../../test/support/database.ts";
import type { Stack } from "../../supabase/local/stack.ts";
import type { Call } from "../scale/calls.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import { idOf } from "../seed/random.ts";
import { median, spread } from "../statistics.ts";
import { keyCredential } from "../limiter/callers.ts";
import type { Numbered } from "./calls.ts";
import type { Handle } from "./handle.ts";

/** Contacts that are deleted, and as many that are changed: about a thousand changes of rows, and a thousand requests. */
const sizes = { full: [140, 500], quick: [50] };

interface Undone {
  requests: number;
  /** Changes of rows that the answer counts, or why it was refused. */
  answer: string;
  times: number[];
}

/** Clean-ups by a key that are taken back at once by the owner: half deletes contacts, half changes them. */
export async function undoing(
  sql: Sql,
  handle: Handle,
  stack: Stack,
  whose: Numbered,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const token = await whose.owner.accessToken(stack.url);
  const undo = (body: unknown) =>
    fetch(`${stack.functionUrl}/kith/api/v1/activity/undo`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const results: Undone[] = [];
  for (const half of quick ? sizes.quick : sizes.full) {
    results.push(await undoOften(sql, handle, whose, half, quick ? 1 : 5, undo));
    progress(`log: undoing ${half} deletions and ${half} changes measured`);
  }
  return {
    tables: [{
      caption:
        "Undoing at once what a key did, half of it deletions of contacts with memberships and links of notes, half changes",
      columns: ["requests of the key", "changes of rows undone", "ms"],
      rows: results.map(({ requests, answer, times }) => [
        String(requests),
        answer,
        median(times).toFixed(0),
      ]),
    }],
    goals: results.map(({ requests, times }) => ({
      name: `log: undoing ${requests} requests at once`,
      measured: median(times),
      spread: spread(times),
      unit: "ms",
      atMost: 1000,
    })),
  };
}

async function undoOften(
  sql: Sql,
  handle: Handle,
  whose: Numbered,
  half: number,
  rounds: number,
  undo: (body: unknown) => Promise<Response>,
): Promise<Undone> {
  const undone: Undone = { requests: 2 * half, answer: "", times: [] };
  const before = await stateOf(sql, whose);
  for (let round = 0; round < rounds; round++) {
    const [since] = await sql<{ now: string }[]>`
      select to_json(clock_timestamp()) #>> '{}' as now`;
    await cleanUpAccount(handle, whose, half, round);
    const began = performance.now();
    const answer = await undo({ actorId: idOf("key", whose.index, 0), since: since!.now });
    const text = await answer.text();
    undone.times.push(performance.now() - began);
    const { changeCount, code } = JSON.parse(text) as { changeCount?: number; code?: string };
    undone.answer = String(changeCount ?? `refused: ${code}`);
    // Too many for the time of a request. The time is how long it takes to be told so.
    if (!answer.ok) return undone;
    if (await stateOf(sql, whose) !== before) throw new Error("The undo did not restore the rows.");
  }
  return undone;
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
