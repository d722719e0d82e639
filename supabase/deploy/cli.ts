// Runs the Supabase CLI.
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
 * @param environment added to the inherited variables, such as `PGPASSWORD` with the password of the database
 */
export function supabaseCli(
  folder: string,
  environment: Record<string, string> = {},
  profile?: string,
  inherited: NodeJS.ProcessEnv = process.env,
): Cli {
  const commonOptions = [`--workdir=${folder}`, "--yes", "--agent=no"];
  if (profile) commonOptions.push(`--profile=${profile}`);
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

/** The API keys of a project that the smoke test needs. */
export interface ProjectKeys {
  publishable: string;
  /** Lets the smoke test create a confirmed account; empty where the CLI does not reveal it. */
  secret: string;
  /** Whether the project has only the older kind of keys, the JWTs `anon` and `service_role`. */
  onlyLegacy: boolean;
}

interface ListedKey {
  name: string;
  type?: string;
  api_key?: string | null;
}

/** Reads the project's API keys. @throws an error in one line when the user is not logged in or has no such project */
export async function readProjectKeys(cli: Cli, ref: string): Promise<ProjectKeys> {
  const result = await cli("projects", "api-keys", "--reveal", `--remote=${ref}`, "--output=json");
  if (!result.ok) throw new Error(loginComplaint(result, ref));
  const keys = JSON.parse(result.stdout) as ListedKey[];
  const find = (type: string, legacyName: string) => {
    const ofType = keys.filter((key) => key.type === type && key.api_key);
    const chosen = ofType.find((key) => key.name === "default") ?? ofType[0];
    return (chosen ?? keys.find((key) => key.name === legacyName))?.api_key ?? "";
  };
  return {
    publishable: find("publishable", "anon"),
    secret: find("secret", "service_role"),
    onlyLegacy: !keys.some((key) => key.type === "publishable"),
  };
}

function loginComplaint(result: CliResult, ref: string): string {
  if (/access token/i.test(result.output)) {
    return "You are not logged in. Run `npx supabase login`, or set SUPABASE_ACCESS_TOKEN.";
  }
  if (/\b(401|Unauthorized)\b/i.test(result.output)) {
    return "Supabase does not accept your access token. Run `npx supabase login` again.";
  }
  if (/\b(404|403)\b|not found|forbidden/i.test(result.output)) {
    return `There is no project ${ref} that you may administer. Its reference is in the dashboard's address.`;
  }
  return `The project's keys cannot be read: ${complaintIn(result)}`;
}

/** Whether Auth signs with a key pair, so that the function verifies access tokens by itself. */
export async function signsWithKeyPair(projectUrl: string): Promise<boolean> {
  const answer = await fetch(`${projectUrl}/auth/v1/.well-known/jwks.json`);
  const { keys } = await answer.json() as { keys?: unknown[] };
  return (keys?.length ?? 0) > 0;
}
