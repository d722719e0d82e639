import { openDatabase, type Sql } from "../../support/database.ts";
import type { Stack } from "../../../supabase/local/stack.ts";
import { figure, markOf, measuredFigure } from "../goal.ts";
import { startLoad, toBytes } from "../load/load.ts";
import type { Goal, SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { median, spread } from "../statistics.ts";
import { openSwitch, type SideName, sides } from "./sides.ts";
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
  full: { rounds: 9, slice: 200, warmUp: 100 },
  quick: { rounds: 1, slice: 30, warmUp: 20 },
};

/** Writes over HTTP with the log and without, side by side. */
export async function throughput(
  stack: Stack,
  seeded: Seeded,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const pace = quick ? paces.quick : paces.full;
  const sql = openDatabase(stack.adminDatabaseUrl, 1, {
    options: "-c session_replication_role=replica -c synchronous_commit=off",
  });
  const load = await startLoad();
  try {
    const toSide = await openSwitch(sql);
    const all = await Promise.all(
      seeded.owners.map(async (owner, index): Promise<Writer> =>
        ({ owner, index, token: await owner.accessToken(stack.url) })),
    );
    await prepare(sql);
    const { hostname, port } = new URL(stack.functionUrl);
    const ask = async (cell: Cell, milliseconds: number, side: SideName) => {
      const writers = cell.accounts === "one" ? all.slice(0, 1) : all.slice(1);
      const bytes = toBytes(hostname, await requestsOf(cell, sql, writers, milliseconds, side));
      const { connections } = cell;
      const address = { host: hostname, port: Number(port) };
      const taken = await load.run({ kind: "http", ...address, connections, milliseconds, ...bytes });
      cell.next += taken.requests;
      return taken.requests * 1000 / taken.milliseconds;
    };
    const cells = cellsOf();
    for (let round = 0; round < pace.rounds; round++) {
      for (const [index, cell] of cells.entries()) {
        for (const side of inOrder(round + index)) {
          await toSide.to(side);
          // After the change of the tables every connection plans its statements anew.
          await ask(cell, pace.warmUp, side);
          const rate = await ask(cell, pace.slice, side);
          cell.rates.get(side)!.push(rate);
        }
      }
      await toSide.to("logged");
      await tidy(sql);
      progress(`log: round ${round + 1} of ${pace.rounds} of the writes measured`);
    }
    return resultOf(cells);
  } finally {
    await load.stop();
    await sql.end();
  }
}

function cellsOf(): Cell[] {
  return writes().flatMap((write) =>
    (["one", "many"] as const).flatMap((accounts) =>
      [1, 8].map((connections): Cell => ({
        write,
        accounts,
        connections,
        rates: new Map(sides.map((side) => [side, []])),
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

/** Another one first each time. */
function inOrder(turn: number): SideName[] {
  const start = turn % sides.length;
  const rotated = [...sides.slice(start), ...sides.slice(0, start)];
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
      ...found.map((goal) => {
        const [low, high] = goal.spread;
        return `${measuredFigure(goal)} (${figure(low)}–${figure(high)}) ${markOf(goal)}`.trim();
      }),
      ...sides.map((side) => median(cell.rates.get(side)!).toFixed(0)),
    ];
  });
  return {
    tables: [{
      caption: "Throughput of writes over HTTP with the log, divided by that without: median (lowest–highest)",
      columns: [
        "",
        "accounts",
        "at once",
        "of not logged",
        "of neither logged nor locked",
        ...sides.map((side) => `a second, ${side}`),
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
