// Runs the Supabase CLI.
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSupabaseCli } from "./binaries.ts";
import { project } from "./settings.ts";

/** How a run of the Supabase CLI ended. */
export interface CliResult {
  ok: boolean;
  stdout: string;
  /** Everything that it printed. */
  output: string;
}

/** Runs the Supabase CLI to its end. */
export type Cli = (...args: string[]) => Promise<CliResult>;

/**
 * The Supabase CLI for a project folder, without prompts and usage reports.
 * @param environment added to the inherited variables, such as `PGPASSWORD` with the password of the database
 */
export function supabaseCli(
  folder: string,
  environment: Record<string, string> = {},
  inherited: NodeJS.ProcessEnv = process.env,
): Cli {
  const commonOptions = [`--workdir=${folder}`, "--yes", "--agent=no"];
  const env = {
    ...inherited,
    DO_NOT_TRACK: "1",
    SUPABASE_TELEMETRY_DISABLED: "1",
    SUPABASE_NO_UPDATE_NOTIFIER: "1",
    NO_COLOR: "1",
    ...environment,
  };
  return (...args) =>
    new Promise((resolve) => {
      const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
      execFile(findSupabaseCli(), [...args, ...commonOptions], options, (error, stdout, stderr) => {
        const output = `${stdout}${stderr}` || (error?.message ?? "");
        resolve({ ok: error === null, stdout, output });
      });
    });
}

/**
 * The error message of a run that failed, the database's or the CLI's own, in one line; where a migration failed, its name
 * before it.
 */
export function complaintIn({ output }: CliResult): string {
  const lines = output.split("\n").map((line) => line.trim()).filter((line) =>
    line && !/^(Target:|Try rerunning|Confirmed by|DRY RUN)/.test(line)
  );
  const [error] = /ERROR:.*/.exec(output) ?? [];
  const [, migration] = [...output.matchAll(/Applying migration (\S+\.sql)/g)].at(-1) ?? [];
  if (error) return migration ? `${migration}: ${error}` : error;
  return lines.find((line) => /fail|error|not|invalid/i.test(line)) ?? lines.at(-1) ?? "no output";
}

/** Lets the CLI work in a folder of its own with configuration and migrations, so that it leaves no trace in the checkout. */
export async function inProjectCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "kith cli "));
  try {
    for (const part of ["config.toml", "migrations", "templates"]) {
      const path = join("supabase", part);
      await cp(join(project, path), join(folder, path), { recursive: true });
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
