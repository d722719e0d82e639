import { figure, markOf } from "../goal.ts";
import type { Goal, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import { writes } from "../workload.ts";
import { type Cell, cells, type Measured } from "./measure.ts";
import type { Lane } from "./lane.ts";

/** What was promised of Kith's throughput, as a multiple of theirs. */
const promises: Record<string, { read: number; write: number; of: string }> = {
  "bare Deno server": { read: 0.8, write: 0.75, of: "of the bare Deno server's" },
  "usual way": { read: 2, write: 2, of: "times the usual way's" },
  "REST door": { read: 1, write: 1, of: "times the REST door's" },
  "Parse Server": { read: 3, write: 3, of: "times Parse Server's" },
  "Directus": { read: 3, write: 3, of: "times Directus's" },
};

/** Kith's throughput divided by another's, round by round. */
function goalOf(cell: Cell, kith: number[], lane: Lane, theirs: number[]): Goal {
  const ratios = theirs.map((perSecond, round) => kith[round]! / perSecond);
  const promise = Object.entries(promises).find(([name]) => lane.name.startsWith(name))?.[1];
  const over = cell.connections === 1 ? "1 connection" : `${cell.connections} connections`;
  const isWrite = writes.includes(cell.operation);
  return {
    name: `${cell.operation}, ${cell.credential}, ${over}, ${promise?.of ?? `of ${lane.name}'s`}`,
    measured: median(ratios),
    spread: spread(ratios),
    unit: "×",
    ...(promise && { atLeast: isWrite ? promise.write : promise.read }),
  };
}

/** One table of ratios, and a goal for each of them. */
export function resultOf(
  measured: Measured,
  lanes: Lane[],
): Pick<SectionResult, "tables" | "goals"> {
  const [kith, ...others] = lanes;
  const goals: Goal[] = [];
  const ratioRows: string[][] = [];
  const rateRows: string[][] = [];
  for (const cell of cells) {
    const byLane = measured.get(cell)!;
    const what = [cell.operation, cell.credential, String(cell.connections)];
    const ratios = others.map((lane) => {
      const theirs = byLane.get(lane);
      if (!theirs) return "";
      const goal = goalOf(cell, byLane.get(kith!)!, lane, theirs);
      goals.push(goal);
      const [low, high] = goal.spread;
      return `${figure(goal.measured)} (${figure(low)}–${figure(high)}) ${markOf(goal)}`.trim();
    });
    ratioRows.push([...what, ...ratios]);
    rateRows.push([...what, ...lanes.map((lane) => figure(median(byLane.get(lane) ?? [])))]);
  }
  const columns = ["operation", "credential", "connections"];
  return {
    tables: [
      {
        caption: "Kith's throughput as a multiple of theirs: median of the rounds (lowest–highest)",
        columns: [...columns, ...others.map(({ name }) => name)],
        rows: ratioRows,
      },
      {
        caption: "Requests a second on this machine, median of the rounds",
        columns: [...columns, ...lanes.map(({ name }) => name)],
        rows: rateRows,
      },
    ],
    goals,
  };
}
