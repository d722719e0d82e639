// The command that installs Kith: `npx @kith/server`, and `npm run deploy` in a checkout.
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install } from "./install.ts";
import { managementApi } from "./management-api.ts";
import type { Release } from "./release.ts";
import { describeStatus, readStatus } from "./status.ts";
import { uninstall } from "./uninstall.ts";

const commands = ["install", "status", "upgrade", "uninstall"] as const;

/** What the command prints for `--help`. @param program how it is called */
export const usageOf = (program: string) =>
  `${program} [install | status | upgrade | uninstall] --project-ref <ref> [options]

Installs Kith in a Supabase project, says how far it is there, brings it up to this version, or removes it. Every step can be repeated, and
what was interrupted is taken up again by the same command. See docs/deploy.md.

  --project-ref <ref>   the project's reference, 20 letters in the dashboard's address, or that of a branch
  --project-url <url>   the project's own domain, instead of https://<ref>.supabase.co
  --dry-run             changes nothing: prints which requests and which SQL it would send
  --verbose             with --dry-run: all SQL
  --expose              adds kith to the schemas that PostgREST serves
  --no-smoke-test       leaves out the test at the end
  --mail-to <address>   the test at the end sends a mail there
  --oauth-anyway        goes on where KITH_OAUTH is set and Auth's settings let connected apps take over accounts
  --delete-all-data     uninstall: yes, contacts, notes, reminders and photos of all accounts
  --json                status: as JSON
  --api-url <url>       another Management API than https://api.supabase.com
  --help                this

  SUPABASE_ACCESS_TOKEN is an access token (dashboard: Account, Access Tokens). One with only some permissions needs for this project:
  Database, Edge Functions, Edge Function Secrets: Read-write; API Keys, API Key Secrets, Auth Config, Connection Pooling: Read;
  with --expose, and for uninstall, Data API Config: Read-write. SUPABASE_DB_PASSWORD is not needed: the function knows the database's password
  from the platform. Where it is set, the function is told it.`;

/** What the command is given. */
export interface CommandInput {
  args: string[];
  environment: Record<string, string | undefined>;
  /** How it is called, for what it prints. */
  program: string;
  release: () => Promise<Release>;
  say: (line: string) => void;
  /** Milliseconds before a failed request is repeated. */
  pauseMs?: number;
}

/** Reads the command line, and does what it says. @throws an error in one line */
export async function runCommand(input: CommandInput): Promise<void> {
  const { say } = input;
  const { command, values } = readArguments(input);
  const { "project-ref": ref } = values;
  if (!ref) {
    throw new Error(`The project is missing: ${input.program} ${command} --project-ref <ref>`);
  }
  if (!/^[a-z]{20}$/.test(ref)) {
    throw new Error(`"${ref}" is not a project reference, which has 20 lower-case letters.`);
  }
  const token = await accessToken(input.environment);
  const apiUrl = (values["api-url"] ?? "https://api.supabase.com").replace(/\/+$/, "");
  const management = managementApi({ ref, token, apiUrl }, input.pauseMs);
  const projectUrl = (values["project-url"] ?? `https://${ref}.supabase.co`).replace(/\/+$/, "");
  const release = await input.release();
  const common = {
    management,
    release,
    projectUrl,
    dryRun: values["dry-run"],
    verbose: values.verbose,
  };
  if (command === "status") {
    const status = await readStatus(management, release, projectUrl);
    const lines = values.json
      ? [JSON.stringify(status, null, 2)]
      : describeStatus(status, release.version);
    return lines.forEach((line) => say(line));
  }
  if (command === "uninstall") {
    return await uninstall({ ...common, isConfirmed: values["delete-all-data"] }, say);
  }
  await install({
    ...common,
    onlyUpgrade: command === "upgrade",
    expose: values.expose,
    oauthAnyway: values["oauth-anyway"],
    withoutSmokeTest: values["no-smoke-test"],
    mailTo: values["mail-to"],
    databasePassword: input.environment["SUPABASE_DB_PASSWORD"],
  }, say);
}

function readArguments({ args, program }: CommandInput) {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const { values, positionals: [command = "install", ...others] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "project-ref": text,
      "project-url": text,
      "api-url": text,
      "mail-to": text,
      "dry-run": flag,
      verbose: flag,
      expose: flag,
      "oauth-anyway": flag,
      "no-smoke-test": flag,
      "delete-all-data": flag,
      json: flag,
    },
  });
  const known = commands.find((each) => each === command);
  if (!known || others.length > 0) {
    throw new Error(
      `There is no "${[command, ...others].join(" ")}": ${program} ${commands.join(" | ")}`,
    );
  }
  return { command: known, values };
}

/** The token in the environment, or in the file that `supabase login` writes where there is no keyring. */
async function accessToken(environment: CommandInput["environment"]): Promise<string> {
  const file = join(environment["HOME"] || homedir(), ".supabase", "access-token");
  const token = environment["SUPABASE_ACCESS_TOKEN"] ||
    await readFile(file, "utf8").catch(() => "");
  if (token.trim()) return token.trim();
  throw new Error(
    "Set SUPABASE_ACCESS_TOKEN to an access token (dashboard: Account, Access Tokens).",
  );
}
