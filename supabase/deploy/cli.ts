import { execFile } from "node:child_process";
import { findSupabaseCli } from "../../local/core/binaries.ts";

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
 * @param environment added to the variables of this process, such as `PGPASSWORD` with the password of the database
 */
export function supabaseCli(
  folder: string,
  environment: Record<string, string> = {},
  profile?: string,
): Cli {
  const commonOptions = [`--workdir=${folder}`, "--yes", "--agent=no"];
  if (profile) commonOptions.push(`--profile=${profile}`);
  const env = {
    ...process.env,
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

/** The error message of a run that failed, the database's or the CLI's own, in one line. */
export function complaintIn({ output }: CliResult): string {
  const lines = output.split("\n").map((line) => line.trim()).filter((line) =>
    line && !/^(Target:|Try rerunning|Confirmed by|DRY RUN)/.test(line)
  );
  return lines.find((line) => line.startsWith("ERROR:")) ??
    lines.find((line) => /fail|error|not|invalid/i.test(line)) ?? lines.at(-1) ?? "no output";
}
