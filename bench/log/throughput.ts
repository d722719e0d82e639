import { openDatabase, type Sql } from "../../test/support/database.ts";
import type { Stack } from "../../supabase/local/stack.ts";
import { goalCell } from "../goal.ts";
import { type Load, startLoad, toBytes } from "../load/load.ts";
import type { Goal, SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { median, spread } from "../statistics.ts";
import { type SideFunction, type SideName, sideNames, startSides } from "./sides.ts";
import { vacuumLog } from "./tables.ts";
import { createdCompany } from "../workload.ts";
import { lostNote, noteContent, type Write, type Writer, writes } from "./writes.ts";

/** What is written, by how many accounts, over how many connections at once. */
interface Cell {
  write: Write;
  accounts: "one" | "many";
  connections: number;
  /** Requests a second of each side, by round. */
  rates: Map<SideName, number[]>;
  /** Number of the next request. */
  next: number;
}

const goal = 0.9;

const paces = {
  full: { rounds: 10, slice: 100, warmUps: 1 },
  quick: { rounds: 1, slice: 30, warmUps: 0 },
};

/** Writes over HTTP with the log and without, side by side. */
export async function throughput(
  stack: Stack,
  seeded: Seeded,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const { rounds, slice, warmUps } = quick ? paces.quick : paces.full;
  const sql = openDatabase(stack.adminDatabaseUrl, 1, {
    options: "-c session_replication_role=replica -c synchronous_commit=off",
  });
  const load = await startLoad();
  const started: SideFunction[] = [];
  try {
    await prepare(sql);
    started.push(...await startSides(stack, sql));
    const writers = await writersOf(seeded, stack.url);
    const cells = cellsOf();
    for (let round = -warmUps; round < rounds; round++) {
      for (const [index, cell] of cells.entries()) {
        for (const side of inOrder(started, Math.abs(round) + index)) {
          const rate = await ask(load, sql, cell, side, writers, slice);
          cell.rates.get(side.name)!.push(rate);
        }
      }
      await tidy(sql);
      if (round < 0) await beginAnew(sql, cells);
      else if (round % 5 === 4) progress(`log: round ${round + 1} of ${rounds} of the writes`);
    }
    return resultOf(cells);
  } finally {
    for (const { stop } of started) await stop();
    await load.stop();
    await sql.end();
  }
}

function writersOf({ owners }: Seeded, projectUrl: string): Promise<Writer[]> {
  return Promise.all(owners.map(async (owner, index) => {
    return { owner, index, token: await owner.accessToken(projectUrl) };
  }));
}

/** Requests a second. */
async function ask(
  load: Load,
  sql: Sql,
  cell: Cell,
  side: SideFunction,
  all: Writer[],
  milliseconds: number,
): Promise<number> {
  const { hostname, port } = new URL(side.origin);
  const writers = cell.accounts === "one" ? all.slice(0, 1) : all.slice(1);
  const requests = await requestsOf(cell, sql, writers, milliseconds, side.name);
  const taken = await load.run({
    kind: "http",
    host: hostname,
    port: Number(port),
    connections: cell.connections,
    milliseconds,
    ...toBytes(hostname, requests),
  });
  cell.next += taken.requests;
  return taken.requests * 1000 / taken.milliseconds;
}

/** The first rounds warm up. They also fill the log, whose statistics then are those of a log in use. */
async function beginAnew(sql: Sql, cells: Cell[]): Promise<void> {
  await vacuumLog(sql);
  for (const { rates } of cells) for (const list of rates.values()) list.splice(0);
}

function cellsOf(): Cell[] {
  return writes().flatMap((write) =>
    (["one", "many"] as const).flatMap((accounts) =>
      [1, 8].map((connections): Cell => ({
        write,
        accounts,
        connections,
        rates: new Map(sideNames.map((side) => [side, []])),
        next: 0,
      }))
    )
  );
}

/** More requests than the time will suffice for, unless it is much faster than before. */
function requestsOf(cell: Cell, sql: Sql, writers: Writer[], milliseconds: number, side: SideName) {
  const perSecond = cell.rates.get(side)!.at(-1) ?? 1500;
  const count = Math.ceil(perSecond * milliseconds / 1000 * 1.7) + 32;
  const numbers = Array.from({ length: count }, (_, index) => cell.next + index);
  return cell.write.requests(sql, writers, numbers);
}

/** Another one first each time, and every other time backwards. */
function inOrder<T>(list: T[], turn: number): T[] {
  const start = turn % list.length;
  const rotated = [...list.slice(start), ...list.slice(0, start)];
  return turn % 2 === 0 ? rotated : rotated.reverse();
}

/** Autovacuum of the tables that are written runs between the rounds instead; that of the log stays as it is shipped. */
async function prepare(sql: Sql): Promise<void> {
  for (const table of ["contacts", "notes", "reminders", "contact_networks"]) {
    await sql.query(`alter table kith.${table} set (autovacuum_enabled = false)`);
  }
  await sql`update kith.reminders set completed = false, completed_at = null where completed`;
  await tidy(sql);
}

/** Takes away what was created, so that the tables stay as large as they were. */
async function tidy(sql: Sql): Promise<void> {
  await sql`delete from kith.contact_networks m where m.created_at > now() - interval '1 day'
    and not exists (select from kith.contacts c where c.owner_id = m.owner_id and c.id = m.contact_id)`;
  await sql`delete from kith.contacts where company = ${createdCompany}`;
  await sql`delete from kith.notes where content in (${noteContent}, ${lostNote})`;
  await sql`vacuum kith.contacts, kith.notes, kith.reminders, kith.contact_networks`;
}

function resultOf(cells: Cell[]): Pick<SectionResult, "tables" | "goals"> {
  const goals: Goal[] = [];
  const rows = cells.map((cell) => {
    const own = ["not logged", "neither logged nor locked"] as const;
    const found = own.map((other) => goalOf(cell, other));
    goals.push(...found);
    return [
      cell.write.name,
      cell.accounts,
      String(cell.connections),
      ...found.map(goalCell),
      ...sideNames.map((side) => median(cell.rates.get(side)!).toFixed(0)),
    ];
  });
  return {
    tables: [{
      caption:
        "Throughput of writes over HTTP with the log, divided by that without: median (lowest–highest)",
      columns: [
        "",
        "accounts",
        "at once",
        "of not logged",
        "of neither logged nor locked",
        ...sideNames.map((side) => `a second, ${side}`),
      ],
      rows,
    }],
    goals,
  };
}

function goalOf({ write, accounts, connections, rates }: Cell, other: SideName): Goal {
  const ratios = rates.get("logged")!.map((rate, round) => rate / rates.get(other)![round]!);
  return {
    name: `log: ${write.name}, ${accounts} account${accounts === "one" ? "" : "s"}, ` +
      `${connections} at once, of the throughput when ${other}`,
    measured: median(ratios),
    spread: spread(ratios),
    unit: "×",
    ...(other === "not logged" && { atLeast: goal }),
  };
}
