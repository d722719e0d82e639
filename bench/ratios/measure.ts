import { type CredentialKind, credentialKinds, type Operation, operations } from "../contender.ts";
import { removeCreated } from "../expected-answers.ts";
import type { Slice } from "../load/jobs.ts";
import type { Participant } from "./participant.ts";
import { openDatabase, type Sql } from "../../test/support/database.ts";

/** What is asked, by what credential, over how many connections at once. */
export interface Cell {
  operation: Operation;
  credential: CredentialKind;
  connections: number;
}

export const cells: Cell[] = credentialKinds.flatMap((credential) =>
  operations.flatMap((operation) =>
    [1, 16].map((connections) => ({ operation, credential, connections }))
  )
);

/** Of each cell and each participant by round; nothing in a round that a participant sat out. */
export type Measured = Map<Cell, Map<Participant, (Slice | undefined)[]>>;

export interface Pace {
  rounds: number;
  /** Those that are not compared so closely take part in every so manieth round. */
  othersEvery: number;
  /** Milliseconds that somebody is asked at a stretch. */
  slice: number;
  /** Milliseconds that everybody is asked each thing before anything is timed; none for 0. */
  warmUp: number;
}

interface Options {
  adminDatabaseUrl: string;
  participants: Participant[];
  isClose(participant: Participant): boolean;
  pace: Pace;
  progress(line: string): void;
}

/** Looks at everybody's answers, warms everybody up and measures: in each cell of each round one after the other. */
export async function measure(options: Options): Promise<Measured> {
  const sql = openDatabase(options.adminDatabaseUrl, 1, {
    options: "-c session_replication_role=replica",
  });
  try {
    // Vacuumed between rounds instead, so that no measurement has autovacuum beside it.
    await sql`alter table kith.contacts set (autovacuum_enabled = false)`;
    await verify(options, sql);
    await warmUp(options, sql);
    const measured: Measured = new Map(cells.map((cell) => [cell, new Map()]));
    for (let round = 0; round < options.pace.rounds; round++) {
      options.progress(`round ${round + 1} of ${options.pace.rounds}`);
      await measureRound(options, sql, round, measured);
    }
    return measured;
  } finally {
    await sql.end();
  }
}

async function verify({ participants, progress }: Options, sql: Sql): Promise<void> {
  progress(`looking at the answers of ${participants.map(({ name }) => name).join(", ")}`);
  const each = cells.filter(({ connections }) => connections === 1);
  for (const participant of participants) {
    for (const { operation, credential } of each) {
      if (!participant.offers(operation, credential)) continue;
      await about(
        participant,
        { operation, credential },
        participant.verify(operation, credential),
      );
      if (operation !== "create") continue;
      await removeCreated(sql);
      await participant.removeCreatedRows?.();
    }
  }
}

async function warmUp({ participants, pace, progress }: Options, sql: Sql): Promise<void> {
  if (pace.warmUp === 0) return;
  progress("warming up");
  for (const cell of cells.filter(({ connections }) => connections > 1)) {
    for (const participant of participants) await slice(participant, cell, pace.warmUp);
  }
  await cleanTables(participants, sql);
}

async function measureRound(
  { participants, isClose, pace }: Options,
  sql: Sql,
  round: number,
  measured: Measured,
): Promise<void> {
  const isFull = round % pace.othersEvery === 0;
  const present = participants.filter((participant) => isFull || isClose(participant));
  for (const [index, cell] of cells.entries()) {
    for (const participant of inOrder(present, round, index)) {
      const taken = await slice(participant, cell, pace.slice);
      if (taken === null) continue;
      const byParticipant = measured.get(cell)!;
      const rounds = byParticipant.get(participant) ?? [];
      rounds[round] = taken;
      byParticipant.set(participant, rounds);
    }
    if (cell.operation === "create") await removeCreated(sql);
  }
  if (isFull) await cleanTables(participants, sql);
}

async function slice(participant: Participant, cell: Cell, time: number): Promise<Slice | null> {
  const { operation, credential, connections } = cell;
  if (!participant.offers(operation, credential)) return null;
  const work = participant.run(operation, credential, connections, time);
  return await about(participant, cell, work);
}

/** Says in an error what it is about. */
async function about<T>(
  participant: Participant,
  cell: Partial<Cell>,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { operation, credential, connections } = cell;
    const over = connections ? `, ${connections} at once` : "";
    throw new Error(
      `${participant.name}, ${operation}, ${credential}${over}: ${(error as Error).message}`,
    );
  }
}

async function cleanTables(participants: Participant[], sql: Sql): Promise<void> {
  await removeCreated(sql);
  await sql`vacuum kith.contacts`;
  for (const participant of participants) await participant.removeCreatedRows?.();
}

/** Somebody else first each time, and every other time backwards: nobody always comes after the same one. */
function inOrder<T>(list: T[], round: number, index: number): T[] {
  const start = (round + index) % list.length;
  const rotated = [...list.slice(start), ...list.slice(0, start)];
  return round % 2 === 0 ? rotated : rotated.reverse();
}
