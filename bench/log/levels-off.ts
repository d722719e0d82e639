import type { Sql } from "../../test/support/database.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import { median } from "../statistics.ts";
import { type Numbered, typicalWrites } from "./calls.ts";
import type { Handle } from "./handle.ts";
import { emptyLog, type LogSize, logSize, vacuumLog } from "./tables.ts";

const days = 60;
const toldEvery = 10;
const inOneTransaction = 50;
const retention = 30;

/**
 * Sixty days of an account that writes a thousand times a day. A day lasts as long as its writes take: log_retention
 * answers how long ago the thirtieth day before began.
 */
export async function levelsOff(
  sql: Sql,
  handle: Handle,
  whose: Numbered,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const writes = quick ? 50 : 1000;
  await emptyLog(sql);
  const [shipped] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('kith_private.log_retention()'::regprocedure) as definition`;
  const began: string[] = [];
  const sizes: LogSize[] = [];
  const times: number[] = [];
  try {
    for (let day = 0; day < days; day++) {
      began.push(await instant(sql));
      await keepSince(sql, began[Math.max(0, day - retention)]!);
      const start = performance.now();
      await writeADay(handle, whose, day, writes);
      times.push((performance.now() - start) / writes);
      // As autovacuum does it, which here would not get round to it between two days.
      if (day % 2 === 1) await vacuumLog(sql);
      if (day % toldEvery === toldEvery - 1) sizes.push(await logSize(sql));
    }
  } finally {
    await sql.query(shipped!.definition);
  }
  progress(`log: ${days} days of ${writes} writes simulated`);
  return told(sizes, times, writes);
}

const instant = async (sql: Sql) => {
  const [row] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`;
  return row!.now;
};

async function keepSince(sql: Sql, since: string): Promise<void> {
  await sql.query(
    `create or replace function kith_private.log_retention() returns interval
     language plpgsql stable security definer set search_path = ''
     as $$ begin return now() - '${since}'::timestamptz; end $$`,
  );
}

async function writeADay(handle: Handle, whose: Numbered, day: number, writes: number) {
  const kinds = ["patch contact (one field)", "create note about a contact", "complete a reminder"];
  for (let first = 0; first < writes; first += inOneTransaction) {
    const calls = Array.from({ length: inOneTransaction }, (_, n) => {
      const turn = day * writes + first + n;
      return typicalWrites[kinds[turn % kinds.length]!]!(whose, Math.floor(turn / kinds.length));
    });
    await handle.askAll({ kind: "access_token", sub: whose.owner.id }, calls);
  }
}

function told(
  sizes: LogSize[],
  times: number[],
  writes: number,
): Pick<SectionResult, "tables" | "goals"> {
  // The first thirty days fill it; those after them should not make it larger.
  const full = sizes.slice(retention / toldEvery);
  const growth = full.slice(1).map(({ bytes }, n) => bytes / full[n]!.bytes);
  return {
    tables: [{
      caption: `The log of an account that writes ${writes} times a day, kept ${retention} days`,
      columns: ["after days", "change sets", "changes", "kB", "ms a write, median of these days"],
      rows: sizes.map(({ sets, changes, bytes }, n) => [
        ...[(n + 1) * toldEvery, sets, changes, Math.round(bytes / 1024)].map(String),
        median(times.slice(n * toldEvery, (n + 1) * toldEvery)).toFixed(2),
      ]),
    }],
    goals: [{
      name: "log: its size after 60 days, of that after 40",
      measured: full.at(-1)!.bytes / full[0]!.bytes,
      spread: [Math.min(...growth), Math.max(...growth)],
      unit: "×",
      atMost: 1.05,
    }],
  };
}
