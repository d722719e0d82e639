import { type CredentialKind, credentialKinds } from "../contender.ts";
import { figure, goalCell } from "../goal.ts";
import type { Slice } from "../load/jobs.ts";
import type { Goal, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import { writes } from "../workload.ts";
import type { Participant } from "./participant.ts";
import { type Cell, cells, type Measured } from "./measure.ts";

/** What was promised of Kith's throughput, as a multiple of theirs. */
const promises: Record<string, { read: number; write: number; of: string }> = {
  "bare Deno server": { read: 0.8, write: 0.75, of: "of the bare Deno server's" },
  "usual way": { read: 2, write: 2, of: "times the usual way's" },
  "lite's REST": { read: 1, write: 1, of: "times that of lite's REST" },
  "Parse Server": { read: 3, write: 3, of: "times Parse Server's" },
  "Directus": { read: 3, write: 3, of: "times Directus's" },
};

type Rounds = (Slice | undefined)[];

const rateOf = ({ requests, milliseconds }: Slice) => requests / milliseconds * 1000;
const ratesOf = (rounds: Rounds) => rounds.flatMap((slice) => slice ? rateOf(slice) : []);

/** Kith's throughput divided by another's, round by round. */
function goalOf(cell: Cell, kith: Rounds, participant: Participant, theirs: Rounds): Goal {
  const ratios = theirs.flatMap((slice, round) =>
    slice ? rateOf(kith[round]!) / rateOf(slice) : []
  );
  const promise = Object.entries(promises).find(([name]) => participant.name.startsWith(name))?.[1];
  const over = cell.connections === 1 ? "1 connection" : `${cell.connections} connections`;
  const isWrite = writes.includes(cell.operation);
  return {
    name: `${cell.operation}, ${cell.credential}, ${over}, ${
      promise?.of ?? `of ${participant.name}'s`
    }`,
    measured: median(ratios),
    spread: spread(ratios),
    unit: "×",
    ...(promise && { atLeast: isWrite ? promise.write : promise.read }),
  };
}

/** Tables of ratios, and a goal for each of them. */
export function resultOf(
  measured: Measured,
  participants: Participant[],
): Pick<SectionResult, "tables" | "goals"> {
  const parts = credentialKinds.map((credential) => ratiosOf(credential, measured, participants));
  return {
    tables: [...parts.map(({ table }) => table), rateTable(measured, participants)],
    goals: parts.flatMap(({ goals }) => goals),
  };
}

function ratiosOf(
  credential: CredentialKind,
  measured: Measured,
  [kith, ...others]: Participant[],
) {
  const goals: Goal[] = [];
  const own = cells.filter((cell) => cell.credential === credential);
  const present = others.filter((participant) => measured.get(own[0]!)!.has(participant));
  const rows = own.map((cell) => {
    const byParticipant = measured.get(cell)!;
    const ratios = present.map((participant) => {
      const goal = goalOf(
        cell,
        byParticipant.get(kith!)!,
        participant,
        byParticipant.get(participant)!,
      );
      goals.push(goal);
      return goalCell(goal);
    });
    return [cell.operation, String(cell.connections), ...ratios];
  });
  const caption =
    `Kith's throughput with an ${credential} as a multiple of theirs: median (lowest–highest)`;
  const columns = ["operation", "at once", ...present.map(({ name }) => name)];
  return { goals, table: { caption, columns, rows } };
}

function rateTable(
  measured: Measured,
  participants: Participant[],
): SectionResult["tables"][number] {
  const rows = cells.map((cell) => {
    const rates = participants.map((participant) =>
      figure(median(ratesOf(measured.get(cell)!.get(participant) ?? [])))
    );
    return [cell.operation, cell.credential, String(cell.connections), ...rates];
  });
  return {
    caption: "Requests a second on this machine, median of the rounds",
    columns: ["operation", "credential", "at once", ...participants.map(({ name }) => name)],
    rows,
  };
}

/** How much of the machine measuring takes from who is measured. */
export function loadShare(measured: Measured, kith: Participant): string {
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
