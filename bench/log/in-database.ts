import type { Stack } from "../../supabase/local/stack.ts";
import { goalCell } from "../goal.ts";
import { compare, type Side } from "../scale/compare.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { median, spread } from "../statistics.ts";
import { type Numbered, typicalWrites } from "./calls.ts";
import { type Handle, openHandle } from "./handle.ts";
import { databaseUrlOf, sideNames } from "./sides.ts";

/** Contacts before this one have been deleted when the room of a deletion was measured. */
const firstTurn = 150;

/**
 * The statement of a write alone, call by call in turn: what the machine does besides falls on all sides alike. Without
 * the flush of the write-ahead log, which is the same for all, and takes longer by far where others use the disk.
 */
export async function writesInDatabase(
  stack: Stack,
  { owners }: Seeded,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const handles: Handle[] = [];
  for (const name of sideNames) {
    handles.push(await openHandle(databaseUrlOf(stack, name, ["synchronous_commit=off"])));
  }
  const all = owners.map((owner, index): Numbered => ({ owner, index }));
  const effort = quick ? { rounds: 1, milliseconds: 30 } : { rounds: 13, milliseconds: 120 };
  const rows: string[][] = [];
  const goals: SectionResult["goals"] = [];
  for (const [name, write] of Object.entries(typicalWrites)) {
    for (const accounts of ["one", "many"]) {
      const writers = accounts === "one" ? all.slice(0, 1) : all.slice(1);
      let turn = firstTurn;
      const sides = handles.map((handle): Side => ({
        prepare(n) {
          const whose = writers[n % writers.length]!;
          // Each call is another one, so that what is deleted is there and what is changed becomes something else.
          const call = write(whose, turn++);
          const credential = { kind: "access_token", sub: whose.owner.id } as const;
          return Promise.resolve(async () => void await handle.ask(credential, call));
        },
      }));
      const { milliseconds, ratios } = await compare(sides, effort);
      // Throughput is the inverse of time, so this is how many times the throughput without.
      const found = ratios.slice(1).map((list, n) => ({
        name:
          `log: ${name}, ${accounts} account${accounts === "one" ? "" : "s"}, in the database, ` +
          `of the throughput when ${sideNames[n + 1]}`,
        measured: median(list),
        spread: spread(list),
        unit: "×",
      }));
      goals.push(...found);
      rows.push([
        name,
        accounts,
        ...found.map(goalCell),
        ...milliseconds.map((time) => time.toFixed(2)),
      ]);
    }
  }
  for (const handle of handles) await handle.close();
  progress("log: writes in the database measured");
  return {
    tables: [{
      caption:
        "The same without HTTP and without the flush, call by call over one connection: time without the log, divided by that with it",
      columns: [
        "",
        "accounts",
        "of not logged",
        "of neither logged nor locked",
        ...sideNames.map((side) => `ms, ${side}`),
      ],
      rows,
    }],
    goals,
  };
}
