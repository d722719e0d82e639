// Starts a stack with a seed for a section of the benchmark, and ends it.
import { exit } from "node:process";
import { fileURLToPath } from "node:url";
import { project } from "../local/core/settings.ts";
import { launchServer, startServer } from "../local/function/deno.ts";
import type { StackOptions } from "../local/stack.ts";
import { type Database, openDatabase } from "../test/support/database.ts";
import { type OwnStack, startOwnStack } from "../test/support/own-stack.ts";
import type { Result } from "./report.ts";
import { type Group, seed, type SeededOwner } from "./seed.ts";

export interface Context {
  /** A small part of the work: shows that everything runs, and decides nothing. */
  quick: boolean;
  /** Prints what is going on. */
  progress(line: string): void;
}

/** One part of the benchmark. What it starts ends with it. */
export type Section = (context: Context) => Promise<Result>;

export interface Bench {
  stack: OwnStack;
  /** As the superuser. */
  sql: Database;
  owners: SeededOwner[];
}

const steps: (() => unknown)[] = [];
let ending: Promise<void> | undefined;

/** Registers a clean-up for the end of the section. */
export const cleanUp = (step: () => unknown) => void steps.push(step);

/** Runs the clean-ups, the last first. */
export function cleanUpAll(): Promise<void> {
  const all = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) {
      await Promise.resolve().then(step).catch(() => {});
    }
  };
  return ending ??= all().finally(() => ending = undefined);
}

/** On Ctrl-C and the like: cleans up before the command ends. */
export function cleanUpOnSignals(): void {
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
    process.on(signal, () => void cleanUpAll().then(() => exit(code)));
  }
}

/** Starts a stack with these owners in it. */
export async function startBench(
  { progress }: Context,
  groups: Group[],
  options: Partial<StackOptions> = {},
): Promise<Bench> {
  progress("starting a stack");
  const starting = startOwnStack(options);
  // Ctrl-C may come while it starts; then it is stopped after that.
  cleanUp(async () => await (await starting).stop());
  const stack = await starting;
  const owners = await seed(stack, groups, progress);
  const sql = open(stack.adminDatabaseUrl);
  // As where a clock runs, which a deployment sets up: where none does, each write sweeps.
  await sql`insert into kith_private.clock default values`;
  return { stack, sql, owners };
}

/** A setting of a session that runs no trigger. */
export const withoutTriggers = "session_replication_role=replica";

/** The address for connections with these settings of their session. */
export function withSettings(databaseUrl: string, ...settings: string[]): string {
  const url = new URL(databaseUrl);
  const options = settings.map((setting) => `-c ${setting}`).join(" ");
  if (options) url.searchParams.set("options", options);
  return url.href.replaceAll("+", "%20");
}

/** Opens a connection. @param settings of its session */
export function open(databaseUrl: string, ...settings: string[]): Database {
  const sql = openDatabase(withSettings(databaseUrl, ...settings));
  cleanUp(() => sql.end());
  return sql;
}

/** Starts a script in Deno, as the stack starts the function; unless told otherwise, waits until it listens. */
export async function startDeno(script: URL, environment: Record<string, string>, waits = true) {
  const path = fileURLToPath(script);
  const options = { name: path, script: path, project, environment };
  const server = await (waits ? startServer : launchServer)(options);
  const stop = () => server.stop("SIGTERM", 3000);
  cleanUp(stop);
  return { ...server, stop };
}
