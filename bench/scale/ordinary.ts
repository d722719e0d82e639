import type { Goal, SectionContext, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import { everyday } from "./calls.ts";
import { compare, effortOf } from "./compare.ts";
import type { ScaleStack } from "./data.ts";
import type { Channel } from "./channels.ts";
import { sideOf } from "./sides.ts";
import { identifier, openDatabase } from "../../test/support/database.ts";

/** One way in to the database of all and to that of one alone. */
export interface ChannelPair {
  name: "in the database" | "over HTTP";
  full: Channel;
  alone: Channel;
}

type Part = Pick<SectionResult, "tables" | "goals">;
/** The promise: at most this many times what the same owner's call takes alone. */
const atMost = 1.3;

/** An ordinary owner among a thousand, beside the same owner in a database of nobody else. */
export async function ordinaryOwner(
  full: ScaleStack,
  alone: ScaleStack,
  ways: ChannelPair[],
  { quick, progress }: SectionContext,
): Promise<Part> {
  const someone = alone.seeded.owners[0]!;
  const others = full.seeded.owners.slice(1, 21);
  const goals: Goal[] = [];
  const tables: Part["tables"] = [];
  await removeMade([full, alone]); // by a run that was interrupted
  await readAll([full, alone], someone.id);
  for (const channels of ways) {
    const rows: string[][] = [];
    const calls = Object.entries(everyday(full.now));
    // What a connection learns once (of tables, types, functions) is nobody's in particular.
    for (const [, make] of calls) {
      for (const channel of [channels.full, channels.alone]) {
        await (await channel.prepare(someone, make(someone, 0)))();
      }
    }
    for (const [name, make] of calls) {
      await check(channels, name, someone, make);
      const [byOne, byAll, byOthers] = [
        sideOf(channels.alone, [someone], make),
        sideOf(channels.full, [someone], make),
        sideOf(channels.full, others, make),
      ];
      // Both databases are asked equally often: what was asked just now, the processor still has at hand.
      const result = await compare([byOne, byAll, byOne, byOthers], effortOf(quick));
      await removeMade([full, alone]);
      const [[, same, , other], [one, all, , rest]] = [
        result.ratios.map(median),
        result.milliseconds,
      ];
      rows.push([name, ...[one, all, rest, same, other].map((value) => value!.toFixed(2))]);
      const words =
        `scale: ${name}, ${channels.name}, one owner of many, of the same owner's alone`;
      goals.push({
        name: words,
        measured: same!,
        spread: spread(result.ratios[1]!),
        unit: "×",
        atMost,
      });
      progress(`scale: ordinary owner, ${channels.name}: ${name} ${same!.toFixed(2)} ×`);
    }
    tables.push({
      caption: `An ordinary owner, ${channels.name}`,
      columns: [
        "",
        "alone, ms",
        "same owner among all, ms",
        "20 others, as caches come, ms",
        "same ÷ alone",
        "others ÷ alone",
      ],
      rows,
    });
  }
  return { goals, tables };
}

/** The same owner is given the same on both sides. */
async function check(
  { full, alone }: ChannelPair,
  name: string,
  someone: Parameters<Channel["read"]>[0],
  make: ReturnType<typeof everyday>[string],
): Promise<void> {
  const call = make(someone, 0);
  if (!call.operation.startsWith("list_")) return;
  const [a, b] = [await full.read(someone, call), await alone.read(someone, call)];
  if (!a.data?.length || a.total !== b.total || a.data.length !== b.data?.length) {
    throw new Error(`${name}: ${a.total} among all and ${b.total} alone are not the same list`);
  }
}

/** Has everything of one owner in memory on both sides. The others are found as they come. */
async function readAll(stacks: ScaleStack[], owner: string): Promise<void> {
  for (const { stack } of stacks) {
    const sql = openDatabase(stack.adminDatabaseUrl);
    for (const table of ["contacts", "contact_networks", "notes", "reminders"]) {
      await sql`select sum(length(t::text)) from ${
        identifier("kith", table)
      } t where owner_id = ${owner}`;
    }
    await sql.end();
  }
}

/** Takes away what was made while measuring, so that nobody's lists grow by it. */
async function removeMade(stacks: ScaleStack[]): Promise<void> {
  for (const { stack, now } of stacks) {
    const sql = openDatabase(stack.adminDatabaseUrl);
    const seeded = new Date(now);
    for (const table of ["contacts", "notes"]) {
      await sql`delete from ${identifier("kith", table)}
        where owner_id in (select owner_id from kith.profiles) and created_at > ${seeded}`;
    }
    await sql.end();
  }
}
