import type { CredentialKind } from "../contender.ts";
import { figure, markOf, measuredFigure } from "../goal.ts";
import type { Slice } from "../load/jobs.ts";
import type { Goal, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import { writes } from "../workload.ts";
import type { Lane } from "./lane.ts";
import { type Cell, cells, type Measured } from "./measure.ts";

/** What was promised of Kith's throughput, as a multiple of theirs. */
const promises: Record<string, { read: number; write: number; of: string }> = {
  "bare Deno server": { read: 0.8, write: 0.75, of: "of the bare Deno server's" },
  "usual way": { read: 2, write: 2, of: "times the usual way's" },
  "REST door": { read: 1, write: 1, of: "times the REST door's" },
  "Parse Server": { read: 3, write: 3, of: "times Parse Server's" },
  "Directus": { read: 3, write: 3, of: "times Directus's" },
};

type Rounds = (Slice | undefined)[];

const rateOf = ({ requests, milliseconds }: Slice) => requests / milliseconds * 1000;
const ratesOf = (rounds: Rounds) => rounds.flatMap((slice) => slice ? rateOf(slice) : []);

/** Kith's throughput divided by another's, round by round. */
function goalOf(cell: Cell, kith: Rounds, lane: Lane, theirs: Rounds): Goal {
  const ratios = theirs.flatMap((slice, round) =>
    slice ? rateOf(kith[round]!) / rateOf(slice) : []
  );
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

/** Tables of ratios, and a goal for each of them. */
export function resultOf(
  measured: Measured,
  lanes: Lane[],
): Pick<SectionResult, "tables" | "goals"> {
  const parts = (["API key", "access token"] as const).map((credential) =>
    ratiosOf(credential, measured, lanes)
  );
  return {
    tables: [...parts.map(({ table }) => table), rateTable(measured, lanes)],
    goals: parts.flatMap(({ goals }) => goals),
  };
}

function ratiosOf(credential: CredentialKind, measured: Measured, [kith, ...others]: Lane[]) {
  const goals: Goal[] = [];
  const own = cells.filter((cell) => cell.credential === credential);
  const present = others.filter((lane) => measured.get(own[0]!)!.has(lane));
  const rows = own.map((cell) => {
    const byLane = measured.get(cell)!;
    const ratios = present.map((lane) => {
      const goal = goalOf(cell, byLane.get(kith!)!, lane, byLane.get(lane)!);
      goals.push(goal);
      const [low, high] = goal.spread;
      return `${measuredFigure(goal)} (${figure(low)}–${figure(high)}) ${markOf(goal)}`.trim();
    });
    return [cell.operation, String(cell.connections), ...ratios];
  });
  const caption =
    `Kith's throughput with an ${credential} as a multiple of theirs: median (lowest–highest)`;
  const columns = ["operation", "at once", ...present.map(({ name }) => name)];
  return { goals, table: { caption, columns, rows } };
}

function rateTable(measured: Measured, lanes: Lane[]): SectionResult["tables"][number] {
  const rows = cells.map((cell) => {
    const rates = lanes.map((lane) => figure(median(ratesOf(measured.get(cell)!.get(lane) ?? []))));
    return [cell.operation, cell.credential, String(cell.connections), ...rates];
  });
  return {
    caption: "Requests a second on this machine, median of the rounds",
    columns: ["operation", "credential", "at once", ...lanes.map(({ name }) => name)],
    rows,
  };
}

/** How much of the machine measuring takes from who is measured. */
export function loadShare(measured: Measured, kith: Lane): string {
  const slices = cells.filter(({ connections }) => connections > 1)
    .flatMap((cell) => measured.get(cell)!.get(kith) ?? [])
    .filter((slice) => slice !== undefined);
  const shares = slices.map(({ cpuMilliseconds, milliseconds }) =>
    100 * cpuMilliseconds / milliseconds
  );
  return `Sending requests to Kith over 16 connections took ${
    figure(median(shares))
  } % of one core.`;
}
