/**
 * `npm run deploy -- --project-ref <ref>`: installs this version of Kith in a hosted project, and tests it. Every step can
 * be repeated without harm. `--dry-run` only checks and changes nothing. See docs/deploy.md.
 */
import { argv, env, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Client } from "pg";
import { describeError, printUsageIfAsked } from "../local/core/command.ts";
import { installClock } from "./deploy/clock.ts";
import { type Cli, readProjectKeys, signsWithKeyPair, supabaseCli } from "./deploy/cli.ts";
import {
  type Addresses,
  addressesOf,
  checkPostgresVersion,
  checkSchemaVersion,
  deriveStaleContacts,
  inspectDatabase,
  openDatabase,
  readPoolerAddresses,
  verifyingCertificate,
} from "./deploy/database.ts";
import { deployFunction, ensureBucket, setSecrets } from "./deploy/function.ts";
import { exposeSchema, hasSecret, inspectAuth } from "./deploy/management-api.ts";
import { names } from "./deploy/names.ts";
import { copyProject, type ProjectCopy, pushMigrations } from "./deploy/project-copy.ts";
import { runSmokeTest } from "./deploy/smoke-test.ts";

/** What to deploy to. */
export interface DeployOptions {
  ref: string;
  /** The database's password. */
  password: string;
  dryRun: boolean;
  smokeTest: boolean;
  /** Add the schema `kith` to those that PostgREST serves. */
  expose?: boolean;
  /** Go on where `KITH_OAUTH` is set and connected apps can take over accounts at Auth. */
  oauthAnyway?: boolean;
  /** `https://<ref>.supabase.co`, or the project's own domain. */
  projectUrl: string;
  /** Instead of the pooler's address that the project reports. */
  databaseUrl?: string | undefined;
  /** Milliseconds within which the uploaded function has to answer; 30,000 by default. */
  readyTimeoutMs?: number;
  /** The CLI's own setting. */
  profile?: string | undefined;
  /** Added to the CLI's environment. */
  environment?: Record<string, string>;
}

/** Deploys, and reports each step in a line. @throws an error in one line that says what is wrong */
export async function deploy(options: DeployOptions, say: (line: string) => void): Promise<void> {
  if (!/^[a-z]{20}$/.test(options.ref)) {
    throw new Error(
      `"${options.ref}" is not a project reference, which has 20 lower-case letters.`,
    );
  }
  const copy = await copyProject();
  try {
    await deployFrom(copy, options, say);
  } finally {
    await copy.remove();
  }
}

async function deployFrom(copy: ProjectCopy, options: DeployOptions, say: (line: string) => void) {
  const { ref, password, dryRun, projectUrl, databaseUrl } = options;
  const cli = supabaseCli(copy.folder, options.environment, options.profile);
  const keys = await readProjectKeys(cli, ref);
  say(`project       ${ref}`);
  if (keys.onlyLegacy) {
    say("  note        it has only the legacy keys anon and service_role; they work.");
  }
  if (!(await signsWithKeyPair(projectUrl))) {
    say(
      "  note        it signs access tokens with the legacy secret: each needs a request to Auth.",
    );
    say("              Better: dashboard, Settings, JWT Keys, migrate.");
  }
  const auth = await inspectAuth(options);
  for (const line of auth.lines) say(line);
  if (!auth.isReady && !options.oauthAnyway && await hasSecret(options, "KITH_OAUTH")) {
    throw new Error(
      "KITH_OAUTH is set and Auth is not ready for it. Change the settings above; or npx supabase secrets unset KITH_OAUTH; or deploy with --oauth-anyway.",
    );
  }
  if (!password && !databaseUrl) {
    throw new Error("Set SUPABASE_DB_PASSWORD to the password of the project's database.");
  }
  const addresses = databaseUrl
    ? addressesOf(databaseUrl, password)
    : await readPoolerAddresses(cli, copy.folder, ref, password);
  say(`pooler        ${new URL(addresses.transaction).host}`);

  const database = await openDatabase(addresses.session);
  try {
    await deployWith({ copy, cli, addresses, database, options, say });
  } finally {
    await database.end();
  }
  if (dryRun) {
    say(
      "dry run       nothing was changed; skipped: secrets, function, bucket, exposing, smoke test",
    );
    return;
  }
  if (options.expose) {
    const schemas = await exposeSchema(options);
    say(`exposed       ${schemas.join(", ")}`);
  }
  if (options.smokeTest) {
    const phones = await runSmokeTest(projectUrl, keys, options.readyTimeoutMs ?? 30_000);
    say(`smoke test    passed; its account is deleted; ${phones}`);
  }
  say(`\nKith answers at ${projectUrl}/functions/v1/${names.edgeFunction}/api/v1`);
}

interface Deployment {
  copy: ProjectCopy;
  cli: Cli;
  addresses: Addresses;
  database: Client;
  options: DeployOptions;
  say: (line: string) => void;
}

/** The steps that need the database: migrations, then the function with its secrets and its bucket. */
async function deployWith({ copy, cli, addresses, database, options, say }: Deployment) {
  const { ref, dryRun } = options;
  await checkPostgresVersion(database);
  const { installed } = await inspectDatabase(database);
  const pushed = await pushMigrations(copy, addresses.session, database, dryRun);
  const migrations = pushed.length > 0 ? pushed.join(", ") : "nothing to push";
  say(`database      ${installed ? "has Kith" : "is without Kith"}; ${migrations}`);
  const certificate = await verifyingCertificate(addresses.transaction);
  say(`certificate   ${certificate ? "verified" : "not verified; see docs/deploy.md, KITH_DB_CA"}`);
  if (dryRun) return;
  await checkSchemaVersion(database);
  const derived = await deriveStaleContacts(database);
  if (derived > 0) say(`derived       search texts of ${derived} account${derived > 1 ? "s" : ""}`);
  const tickSha256 = await installClock(database, options.projectUrl);
  say(
    tickSha256
      ? "clock         ticks each minute where something is due"
      : "clock         not installed: pg_cron, pg_net or the Vault is not enabled; see docs/operating.md",
  );
  const secrets = {
    KITH_DB_URL: addresses.transaction,
    ...(certificate && { KITH_DB_CA: certificate }),
    ...(tickSha256 && { KITH_TICK_SHA256: tickSha256 }),
  };
  await setSecrets(cli, copy.folder, ref, secrets);
  say(`secrets       ${Object.keys(secrets).join(", ")}`);
  say(`function      ${await deployFunction(cli, ref)} files uploaded`);
  await ensureBucket(database);
  say(`bucket        ${names.bucket}`);
}

/** Reads the command line. @throws one line */
function readOptions(): DeployOptions {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      "project-ref": { type: "string" },
      "project-url": { type: "string" },
      "db-url": { type: "string" },
      "dry-run": { type: "boolean", default: false },
      expose: { type: "boolean", default: false },
      "oauth-anyway": { type: "boolean", default: false },
      "no-smoke-test": { type: "boolean", default: false },
      profile: { type: "string" },
    },
  });
  const ref = values["project-ref"];
  if (!ref) {
    throw new Error(
      "The project is missing: npm run deploy -- --project-ref <ref> [--dry-run] [--expose]",
    );
  }
  return {
    ref,
    password: env["SUPABASE_DB_PASSWORD"] ?? "",
    dryRun: values["dry-run"],
    expose: values.expose,
    oauthAnyway: values["oauth-anyway"],
    smokeTest: !values["no-smoke-test"],
    projectUrl: (values["project-url"] ?? `https://${ref}.supabase.co`).replace(/\/+$/, ""),
    databaseUrl: values["db-url"],
    profile: values.profile,
  };
}

const usage = `npm run deploy -- --project-ref <ref> [options]

Installs this version of Kith in a hosted project, and tests it. Every step can be repeated. See docs/deploy.md.

  --dry-run             only checks; changes nothing
  --expose              adds kith to the schemas that PostgREST serves
  --oauth-anyway        goes on where KITH_OAUTH is set and Auth's settings let connected apps take over accounts
  --no-smoke-test       leaves out the test at the end
  --project-url <url>   the project's own domain, instead of https://<ref>.supabase.co
  --db-url <url>        the database's address, instead of the pooler's that the project reports
  --profile <profile>   the Supabase CLI's own setting
  --help                this

  SUPABASE_DB_PASSWORD  the password of the project's database`;

if (argv[1] === fileURLToPath(import.meta.url)) {
  printUsageIfAsked(usage);
  try {
    await deploy(readOptions(), console.log);
  } catch (error) {
    console.error(describeError(error));
    exit(1);
  }
}
