import { exit } from "node:process";
import { fileURLToPath } from "node:url";
import { project } from "../local/core/settings.ts";
import { launchServer, startServer } from "../local/function/deno.ts";
import type { StackOptions } from "../local/stack.ts";
import { type Database, openDatabase } from "../test/support/database.ts";
import { type OwnStack, startOwnStack } from "../test/support/own-stack.ts";
import type { Result } from "./report.ts";
import { seed, type Seeded, type SeedSize } from "./seed.ts";

export interface Context {
  /** A small part of the work: shows that everything runs, and decides nothing. */
  quick: boolean;
  /** Prints what is going on. */
  progress(line: string): void;
}

/** One part of the benchmark. What it starts ends with it. */
export type Section = (context: Context) => Promise<Result>;

export interface Bench extends Seeded {
  stack: OwnStack;
  /** As the superuser. */
  sql: Database;
}

const steps = new Set<() => Promise<unknown>>();
let ending: Promise<unknown> | undefined;

/** Registers a clean-up for the end of the section. @returns what runs it, at most once */
export function cleanUp(step: () => unknown): () => Promise<void> {
  const once = async () => {
    if (steps.delete(once)) await step();
  };
  steps.add(once);
  return once;
}

/** Runs the clean-ups that are left, the last first. After Ctrl-C it does not return: the command ends. */
export async function cleanUpAll(): Promise<void> {
  await ending;
  for (const step of [...steps].reverse()) await step().catch(() => {});
}

/** On Ctrl-C and the like: cleans up before the command ends, once. */
export function cleanUpOnSignals(): void {
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
    process.on(signal, () => void (ending ??= cleanUpAll().then(() => exit(code))));
  }
}

/** Starts a stack with this much in it. */
export async function startBench(
  { progress }: Context,
  size: SeedSize,
  options: Partial<StackOptions> = {},
): Promise<Bench> {
  progress("starting a stack");
  const starting = startOwnStack(options);
  // Ctrl-C may come while it starts; then it is stopped after that.
  cleanUp(async () => await (await starting.catch(() => undefined))?.stop());
  const stack = await starting;
  const seeded = await seed(stack, size, progress);
  return { stack, sql: open(stack.adminDatabaseUrl), ...seeded };
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
  return { ...server, stop: cleanUp(() => server.stop("SIGTERM", 3000)) };
}
