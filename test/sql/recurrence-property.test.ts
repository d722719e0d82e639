import { env } from "node:process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, cases } from "../support/recurrence/cases.ts";
import { expected, instantOf, instantOfDtstart } from "../support/recurrence/oracle.ts";
import { superuser } from "../support/sql.ts";

/** `KITH_SEED` repeats a run, `KITH_CASES` makes it longer. */
const numRuns = Number(env["KITH_CASES"] ?? 10_000);
const seed = Number(env["KITH_SEED"] ?? Date.now() % 2 ** 31);

const sql = superuser();

/** What the database says of all of them, in one statement. */
async function answers(all: Case[], asked: ReturnType<typeof expected>[]): Promise<string[]> {
  const rows = await sql`
    select to_char(next.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due, next.recurrence,
           to_char(next.recurrence_start, 'YYYY-MM-DD"T"HH24:MI:SS') as start
      from unnest(${asked.map(({ dueAt }) => dueAt)}::timestamptz[], ${
    asked.map(({ recurrence }) => recurrence)
  }::text[], ${all.map(({ start }) => start)}::timestamp[], ${
    asked.map(({ completedAt }) => completedAt)
  }::timestamptz[], ${all.map(({ from }) => from)}::text[], ${
    all.map(({ zone }) => zone)
  }::text[]) with ordinality as t (due_at, recurrence, start, completed_at, counts_from, zone, place)
     cross join lateral kith_private.next_recurring(
       (t.due_at, t.recurrence, t.start), t.completed_at, t.counts_from, t.zone) next
     order by t.place`;
  return rows.map(({ due, recurrence, start }) => due && `${due} ${recurrence} ${start}`);
}

describe("the instants of local times", () => {
  it("are those of rrule-temporal", () => {
    const some = fc.sample(cases, { numRuns: Math.ceil(numRuns / 20), seed })
      .filter(({ zone }) => zone !== "Africa/Casablanca");
    for (const { zone, start } of some) {
      expect([zone, start, instantOf(start, zone)])
        .toEqual([zone, start, instantOfDtstart(start, zone)]);
    }
  });
});

describe("the next one of a recurring reminder", () => {
  it(`is what rrule-temporal says: ${numRuns} cases, seed ${seed}`, async () => {
    const all = fc.sample(cases, { numRuns, seed });
    const asked = all.map(expected);
    const given = await answers(all, asked);
    const wrong = all.flatMap((each, n) => {
      const { next, ...rest } = asked[n]!;
      const right = next && `${next.dueAt} ${next.recurrence} ${next.start}`;
      return right === given[n] ? [] : [{ ...each, ...rest, right, given: given[n] }];
    });
    expect(wrong.slice(0, 5), `${wrong.length} of ${numRuns}, seed ${seed}`).toEqual([]);
    expect(asked.filter(({ next }) => next === null).length).toBeGreaterThan(numRuns / 50);
  });
});

it("two occurrences that a missing day brings together count as one", async () => {
  // Kwajalein had no 21 August 1993, a Saturday: what falls on it falls on the Sunday.
  const [row] = await sql`
    select next.recurrence from kith_private.next_recurring(
      ('1993-08-19T12:00:00Z', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TU,TH,SA,SU;COUNT=9', '1993-08-19T00:00:00'),
      '1993-09-13T05:30:12Z', 'due', 'Pacific/Kwajalein') next`;
  expect(row!["recurrence"]).toContain("COUNT=2");
});
