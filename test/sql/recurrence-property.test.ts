import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { expect, it } from "vitest";
import { caseCount, seed } from "../support/cases.ts";
import { rolledBack } from "../support/database.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

/**
 * What comes after a recurring reminder, compared with rrule-temporal as the reference implementation. It is asked in UTC,
 * which gives local times: RFC 5545 leaves those that do not exist out of a rule, and Kith moves them forward, as RFC 5545
 * does with DTSTART.
 */
const numRuns = caseCount(count({ quick: 150, thorough: 10_000 }));

const sql = superuser();

/** Zones with odd changes, and local days near some of them. */
const days: Record<string, string[]> = {
  "Australia/Lord_Howe": ["1985-03-02", "2008-04-05", "2019-10-05", "2024-04-06"],
  "Asia/Gaza": ["2011-03-31", "2011-07-31", "2011-08-29", "2014-03-27"],
  "Pacific/Apia": ["2011-09-23", "2011-12-28", "2011-12-29", "2012-03-31"],
  "Pacific/Kwajalein": ["1993-08-19", "1993-08-20"],
  "America/St_Johns": ["1988-04-02", "2009-10-31", "2011-11-05"],
  "Asia/Kathmandu": ["1985-12-31", "2024-02-29"],
  "Europe/Dublin": ["1975-03-15", "2024-03-30", "2024-10-26"],
  "Antarctica/Troll": ["2023-03-25", "2023-10-28"],
  "America/New_York": ["1999-12-31", "2007-03-10", "2007-11-03"],
  UTC: ["2000-02-29", "2023-12-31"],
};
const times = "00:00:00 00:30:00 01:30:00 01:45:00 02:00:00 02:15:00 02:30:00 09:00:00 23:59:59"
  .split(" ");

const start = fc.tuple(
  fc.constantFrom(...Object.entries(days)).chain(([zone, some]) =>
    fc.tuple(fc.constant(zone), fc.constantFrom(...some))
  ),
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 0, -1, 1, -7, -28, -30, -31) },
    fc.integer({ min: -4000, max: 300 }),
  ),
  fc.constantFrom(...times),
  fc.nat(9),
).map(([[zone, near], shift, time, onLastDay]) => {
  const day = new Date(`${near}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + shift);
  // The last days of months are more often where a rule begins than elsewhere.
  if (onLastDay < 3) day.setUTCDate(31);
  return { zone, start: `${day.toISOString().slice(0, 10)}T${time}` };
});

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Days of months or years: `BYMONTH`, `BYDAY` and `BYSETPOS`. */
const daysOfPeriods = (inYear: boolean) =>
  fc.boolean().chain((hasMonths) => {
    const ofYear = inYear && !hasMonths;
    // Of 53, which not all years have, rrule-temporal makes days of the next year.
    const number = fc.constantFrom(1, 2, 3, 4, 5, -1, -2, -5, ...(ofYear ? [20, 52, -40] : []));
    const list = (values: fc.Arbitrary<unknown>, maxLength: number) =>
      fc.uniqueArray(values, { minLength: 1, maxLength }).map(String);
    return fc.record({
      months: inYear && hasMonths ? list(fc.integer({ min: 1, max: 12 }), 3) : fc.constant(null),
      days: fc.oneof(
        list(fc.constantFrom(...weekdays), 7),
        list(fc.tuple(number, fc.constantFrom(...weekdays)).map((both) => both.join("")), 4),
      ),
      positions: fc.option(
        list(fc.constantFrom(1, 2, 3, 5, -1, -2, -4, ofYear ? 60 : 20), 2),
        { freq: 2 },
      ),
    });
  }).map(({ months, days, positions }) =>
    (months ? `;BYMONTH=${months}` : "") + `;BYDAY=${days}` +
    (positions ? `;BYSETPOS=${positions}` : "")
  );

/** A rule, and about how many days it has between two occurrences. */
const rule = fc.tuple(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5, max: 999 }) },
  ),
  // Within the years for which both have the same rules of the time zones.
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(["DAILY", "", 1, 999] as const) },
    { weight: 3, arbitrary: fc.constant(["MONTHLY", "", 30.4, 40] as const) },
    { weight: 2, arbitrary: fc.constant(["YEARLY", "", 365.2, 4] as const) },
    { weight: 1, arbitrary: fc.constant(["WEEKLY", "", 7, 999] as const) },
    {
      weight: 3,
      arbitrary: fc.subarray(weekdays, { minLength: 1 })
        .map((some) => ["WEEKLY", `;BYDAY=${some.join(",")}`, 7, 999] as const),
    },
    {
      weight: 4,
      arbitrary: daysOfPeriods(false).map((days) => ["MONTHLY", days, 30.4, 13] as const),
    },
    {
      weight: 2,
      arbitrary: daysOfPeriods(true).map((days) => ["YEARLY", days, 365.2, 4] as const),
    },
  ),
).map(([every, [frequency, rest, period, most]]) => {
  const interval = every > most ? 1 + every % most : every;
  const parts = `FREQ=${frequency}${interval > 1 ? `;INTERVAL=${interval}` : ""}${rest}`;
  return { rule: parts, period: period * interval };
});

/** A rule, where it starts, how it ends, which of its occurrences is completed, and when. */
const cases = fc.tuple(
  start,
  rule,
  fc.record({
    count: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
    /** The last day as days after the start; it is given as an instant or as a day. */
    until: fc.option(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.boolean()), { freq: 3 }),
    occurrence: fc.oneof(fc.constant(0), fc.nat(4)),
    from: fc.constantFrom("due", "due", "completion"),
    /** How long after it is due it is completed, in periods of the rule. */
    late: fc.oneof(
      { weight: 3, arbitrary: fc.double({ min: 0, max: 1.5, noNaN: true }) },
      { weight: 1, arbitrary: fc.double({ min: -2, max: 8, noNaN: true }) },
      // At the very instant of a later occurrence.
      { weight: 1, arbitrary: fc.constantFrom(1, 2) },
    ),
  }),
).map(([begin, rule, rest]) => ({ ...begin, ...rule, ...rest }));
type Case = typeof cases extends fc.Arbitrary<infer Each> ? Each : never;

const stamp = (local: string) => local.replace(/[-:]/g, "");
const utc = (ms: number) => new Date(ms).toISOString();

/** A UTC time as `Temporal` has it: rrule-temporal brings that, Node does not have it yet. */
function temporal(time: string) {
  const rruleString = `DTSTART:${stamp(time)}Z\nRRULE:FREQ=DAILY;COUNT=1`;
  return new RRuleTemporal({ rruleString }).all()[0]!;
}

/** The day that the calendars of a zone show at an instant. */
const dayAt = (ms: number, zone: string) =>
  String(temporal(utc(ms).slice(0, 19)).withTimeZone(zone).toPlainDate());

/** The instant of a local time, in milliseconds: the first where there are two. */
const instantOf = (local: string, zone: string): number =>
  temporal(local).toPlainDateTime().toZonedDateTime(zone).epochMilliseconds;

/** The local times of a rule, the start being the first even where it does not match, and alone where the rule never occurs. */
function localsOf(rule: string, start: string, most: number): string[] {
  const skip = /MONTHLY|YEARLY/.test(rule) && !rule.includes("BYDAY")
    ? ";RSCALE=GREGORIAN;SKIP=BACKWARD"
    : "";
  const rruleString = `DTSTART:${stamp(start)}Z\nRRULE:${rule}${skip}`;
  try {
    return new RRuleTemporal({ rruleString, includeDtstart: true, maxIterations: 1000 })
      .all((_, n) => n < most).map((each) => String(each).slice(0, 19));
  } catch (error) {
    if (!String(error).includes("Maximum iterations")) throw error;
    return [start];
  }
}

/** The instants after the first of a rule, up to one after an instant; two on a missing day are one. */
function occurrences(rule: string, start: string, zone: string, after: number): [string, number][] {
  for (let most = 6;; most *= 2) {
    const found: [string, number][] = [];
    const locals = localsOf(rule, start, most);
    for (const local of locals) {
      const instant = instantOf(local, zone);
      if (found.length === 0 || instant > found.at(-1)![1]) found.push([local, instant]);
      if (instant > after) return found;
    }
    if (locals.length === 1) return found;
  }
}

/** A reminder as it is completed, and what has to come after it: when it is due, its rule, and its start. */
function expected({ zone, start, rule, period, count, until, occurrence, late, from }: Case) {
  const due = instantOf(localsOf(rule, start, occurrence + 1).at(-1)!, zone);
  const completed = due + Math.round(late * period * 86_400) * 1000;
  const last = until && utc(Date.parse(`${start}Z`) + until[0] * 86_400_000).slice(0, 19);
  const end = count !== null
    ? `;COUNT=${count}`
    : last
    ? `;UNTIL=${until[1] ? `${stamp(last)}Z` : stamp(last).slice(0, 8)}`
    : "";
  const given = { dueAt: utc(due), completedAt: utc(completed), recurrence: rule + end };
  const first = from === "due" ? start : `${dayAt(completed, zone)}T${start.slice(11)}`;
  const since = from === "due" ? due : instantOf(first, zone);
  const after = from === "due" ? Math.max(due, completed) : since;
  const found = occurrences(rule, first, zone, after);
  const [local, instant] = found.at(-1)!;
  if (instant <= after) return { ...given, next: null };
  const passed = found.filter(([, each]) => each > since).length;
  const isOver = count !== null ? passed >= count : last &&
    (until[1] ? utc(instant).slice(0, 19) > last : local.slice(0, 10) > last.slice(0, 10));
  if (isOver) return { ...given, next: null };
  const recurrence = count === null ? given.recurrence : `${rule};COUNT=${count - passed}`;
  const next = `${utc(instant)} ${recurrence} ${from === "due" ? start : local}`;
  return { ...given, next };
}

/** What the database says of all of them, in one statement. */
async function answers(all: (Case & ReturnType<typeof expected>)[]): Promise<(string | null)[]> {
  const columns = ["dueAt", "recurrence", "start", "completedAt", "from", "zone"] as const;
  const { rows } = await sql.query<{ next: string | null }>(
    `select to_char(next.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || next.recurrence
         || ' ' || to_char(next.recurrence_start, 'YYYY-MM-DD"T"HH24:MI:SS') as next
       from unnest($1::timestamptz[], $2::text[], $3::timestamp[], $4::timestamptz[], $5::text[], $6::text[])
         with ordinality as t (due_at, recurrence, start, completed_at, counts_from, zone, place)
      cross join lateral kith_private.next_recurring(
        (t.due_at, t.recurrence, t.start), t.completed_at, t.counts_from, t.zone) next
      order by t.place`,
    columns.map((name) => all.map((each) => each[name])),
  );
  return rows.map(({ next }) => next);
}

it(`the next one of a recurring reminder is what rrule-temporal says: ${numRuns} cases, seed ${seed}`, async () => {
  const all = fc.sample(cases, { numRuns }).map((each) => ({ ...each, ...expected(each) }));
  const given = await answers(all);
  expect(given).toHaveLength(numRuns);
  const wrong = all.map((each, n) => ({ ...each, given: given[n] }))
    .filter(({ next, given }) => next !== given);
  expect(wrong.slice(0, 5), `${wrong.length} of ${numRuns}, seed ${seed}`).toEqual([]);
  expect(all.filter(({ next }) => next === null).length).toBeGreaterThan(numRuns / 50);
});

it("two occurrences that fall on one day because another day is missing count as one", async () => {
  // Kwajalein had no 21 August 1993, a Saturday: what falls on it falls on the Sunday.
  const [row] = await sql`
    select next.recurrence from kith_private.next_recurring(
      ('1993-08-19T12:00:00Z', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TU,TH,SA,SU;COUNT=9', '1993-08-19T00:00:00'),
      '1993-09-13T05:30:12Z', 'due', 'Pacific/Kwajalein') next`;
  expect(row!["recurrence"]).toContain("COUNT=2");
});

it.each([
  "FREQ=DAILY;COUNT=9999",
  "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=9999",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=9999",
  "FREQ=MONTHLY;BYDAY=1MO;COUNT=9999",
])("counting %s over a missing day does not look at each day or period", async (rule) => {
  for (
    const [zone, start] of [["Pacific/Apia", "2011-12-01"], ["Pacific/Kwajalein", "1993-08-01"]]
  ) {
    const calls = await rolledBack(sql, async (tx) => {
      await tx`set local track_functions = 'all'`;
      // Those of earlier transactions are counted as well until they are reported.
      const counted = async () => {
        const [row] = await tx`
          select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions
           where funcname in ('first_instant', 'days_of_period', 'occurrence')`;
        return row!["calls"] as number;
      };
      const before = await counted();
      for (const years of [27, 800]) {
        await tx.query(
          `select kith_private.next_recurring(($1, $2, $3), $1::timestamptz + $4 * interval '1 year', 'due', $5)`,
          [`${start}T12:00:00Z`, rule, `${start}T00:30:00`, years, zone],
        );
      }
      return await counted() - before;
    });
    expect(calls).toBeGreaterThan(10);
    expect(calls).toBeLessThan(600);
  }
});

const nextOf = async (recurrence: string, start: string, after = `${start}Z`) => {
  const [row] = await sql`
    select next.due_at as at, next.recurrence as rule from kith_private.next_recurring(
      (${`${start}Z`}, ${recurrence}, ${start}), ${after}, 'due', 'UTC') next`;
  return row!["at"] === null ? null : [row!["at"].toISOString().slice(0, 10), row!["rule"]];
};

it.each([
  ["FREQ=YEARLY;BYDAY=53SU", "2018-05-01T09:00:00", "2023-12-31"],
  ["FREQ=YEARLY;BYMONTH=2;BYDAY=5MO", "2072-03-01T09:00:00", "2112-02-29"],
  ["FREQ=MONTHLY;INTERVAL=12;BYDAY=5MO", "2072-02-29T09:00:00", "2112-02-29"],
])("%s occurs after %s next on %s, however rare it is", async (rule, start, day) => {
  expect(await nextOf(rule, start)).toEqual([day, rule]);
});

it.each([
  "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2",
  "FREQ=MONTHLY;INTERVAL=7;BYDAY=5MO,5TU,5WE,5TH;BYSETPOS=-4",
  "FREQ=MONTHLY;INTERVAL=24;BYDAY=5MO;COUNT=5",
  "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYDAY=5MO",
  "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=400",
])("%s never occurs, and ends after a few days of periods were looked at", async (rule) => {
  for (const start of ["2001-02-01T09:00:00", "0001-02-01T09:00:00"]) {
    expect(await nextOf(rule, start)).toBeNull();
    expect(await nextOf(rule, start, "9000-01-01T00:00:00Z")).toBeNull();
  }
});

it("occurrences of 2,000 years are counted", async () => {
  expect(
    await nextOf(
      "FREQ=MONTHLY;BYDAY=5MO;COUNT=9999",
      "0001-01-31T09:00:00",
      "2001-01-01T00:00:00Z",
    ),
  )
    .toEqual(["2001-01-29", "FREQ=MONTHLY;BYDAY=5MO;COUNT=1644"]);
  expect(
    await nextOf("FREQ=MONTHLY;BYDAY=MO;COUNT=9999", "0001-01-31T09:00:00", "2001-01-01T00:00:00Z"),
  )
    .toBeNull();
});
