// Installs Kith in a project, or brings it up to this version, by the Management API alone.
import { inspectAuth } from "./auth-settings.ts";
import {
  applyMigration,
  beginSql,
  bucketSql,
  checkFound,
  clockSql,
  deriveStaleContacts,
  type Found,
  inspectDatabase,
  missingMigrations,
} from "./database.ts";
import { type Changes, sayChanges } from "./dry-run.ts";
import {
  exposedChange,
  functionUpload,
  readExposed,
  readSecrets,
  secretsChange,
} from "./function.ts";
import { type ProjectKeys, readProjectKeys, signsWithKeyPair } from "./keys.ts";
import type { Management } from "./management-api.ts";
import { names } from "./names.ts";
import { isVerifiedBy, readPoolerUrl } from "./pooler.ts";
import type { Release } from "./release.ts";
import { runSmokeTest } from "./smoke-test.ts";
import { type State, stateComment } from "./state.ts";

/** What to install, and where. */
export interface InstallOptions {
  management: Management;
  release: Release;
  /** `https://<ref>.supabase.co`, or the project's own domain. */
  projectUrl: string;
  /** Refuse where Kith is not there. */
  onlyUpgrade?: boolean;
  dryRun?: boolean;
  /** With `dryRun`: say all SQL. */
  verbose?: boolean;
  /** Leave out the test at the end. */
  withoutSmokeTest?: boolean;
  /** Add the schema `kith` to those that PostgREST serves. */
  expose?: boolean;
  /** Go on where `KITH_OAUTH` is set and connected apps can take over accounts at Auth. */
  oauthAnyway?: boolean;
  /** The database's password, where the function is to be told it. */
  databasePassword?: string | undefined;
  /** Whom the smoke test sends a mail to. */
  mailTo?: string | undefined;
  /** Milliseconds within which the uploaded function has to answer; 30,000 by default. */
  readyTimeoutMs?: number;
}

/** What is known of a project before anything is changed. */
interface Project {
  keys: ProjectKeys;
  secrets: string[];
  found: Found;
  poolerUrl: string | undefined;
  isVerified: boolean;
}

/**
 * Installs, and reports each step in a line. What was interrupted is taken up again by calling it once more.
 * @throws an error in one line that says what is wrong; the comment of the schema `kith` says it, too
 */
export async function install(options: InstallOptions, say: (line: string) => void): Promise<void> {
  const { management, release, dryRun } = options;
  const project = await look(options, say);
  const { found } = project;
  const previous = found.state?.state === "installed" ? found.state.version : found.state?.previous;
  const stateNow = (state: State["state"], error?: string): State => ({
    state,
    version: release.version,
    ...(previous && previous !== release.version && { previous }),
    ...(error && { error }),
    at: new Date().toISOString(),
  });
  const changes = dryRun ? sayChanges(say, options.verbose ?? false) : management;
  try {
    await change(options, project, { changes, stateNow, say });
  } catch (error) {
    if (!dryRun) {
      const state = stateNow("error", (error as Error).message);
      await management.query("note what went wrong", `${stateComment(state)};`).catch(() => {});
    }
    throw error;
  }
  if (dryRun) return say("dry run       nothing was changed");
  say(`\nKith answers at ${options.projectUrl}/functions/v1/${names.edgeFunction}/api/v1`);
}

/** Reads everything that decides what is to be done, and whether it may be. */
async function look(options: InstallOptions, say: (line: string) => void): Promise<Project> {
  const { management, release, projectUrl } = options;
  const keys = await readProjectKeys(management);
  say(`project       ${projectUrl}`);
  if (keys.onlyLegacy) {
    say("  note        it has only the legacy keys anon and service_role; they work.");
  }
  if (!(await signsWithKeyPair(projectUrl))) {
    say(
      "  note        it signs access tokens with the legacy secret: each needs a request to Auth.",
    );
    say("              Better: dashboard, Settings, JWT Keys, migrate.");
  }
  const auth = await inspectAuth(management);
  for (const line of auth.lines) say(line);
  const secrets = await readSecrets(management);
  if (!auth.isReady && !options.oauthAnyway && secrets.includes("KITH_OAUTH")) {
    throw new Error(
      "KITH_OAUTH is set and Auth is not ready for it. Change the settings above; or remove the secret; or go on with --oauth-anyway.",
    );
  }
  const poolerUrl = await readPoolerUrl(management, options.databasePassword ?? "");
  const isVerified = poolerUrl !== undefined && await isVerifiedBy(release.certificate, poolerUrl);
  say(
    `pooler        ${poolerUrl ? new URL(poolerUrl).host : "none: the function connects directly"}`,
  );
  say(`certificate   ${isVerified ? "verified" : "not verified; see docs/deploy.md, KITH_DB_CA"}`);
  const found = await inspectDatabase(management);
  checkFound(found, release);
  if (options.onlyUpgrade && !found.isInstalled) {
    throw new Error("Kith is not installed in this project; install it.");
  }
  const was = found.state && `${found.state.version}, ${found.state.state}`;
  say(
    `database      ${
      found.isInstalled ? `has Kith (${was ?? "by its migrations"})` : "is without Kith"
    }`,
  );
  return { keys, secrets, found, poolerUrl, isVerified };
}

interface Changing {
  changes: Changes;
  stateNow: (state: State["state"]) => State;
  say: (line: string) => void;
}

async function change(
  options: InstallOptions,
  project: Project,
  changing: Changing,
): Promise<void> {
  const { management, release, projectUrl, dryRun } = options;
  const { changes, stateNow, say } = changing;
  const { found } = project;
  await changes.query("begin", `${beginSql(found, stateNow("installing"))};`);
  for (const migration of missingMigrations(found, release)) {
    const isAppliedNow = await applyMigration(changes, migration, stateNow("installing"));
    if (!dryRun) {
      say(`migration     ${migration.file}${isAppliedNow ? "" : ": another run has applied it"}`);
    }
  }
  if (!dryRun) {
    await checkSchemaVersion(management, release);
    const derived = await deriveStaleContacts(management);
    if (derived > 0) {
      say(`derived       search texts of ${derived} account${derived > 1 ? "s" : ""}`);
    }
  }
  await setSecrets(options, project, changing);
  await changes.send(functionUpload(release.functionFiles));
  await changes.query("the bucket of photos", bucketSql);
  if (!dryRun) say(`function      ${release.functionFiles.size} files; bucket ${names.bucket}`);
  if (options.expose) await expose(management, changes, say);
  if (!dryRun && !options.withoutSmokeTest) {
    const { phones, mail } = await runSmokeTest(projectUrl, project.keys, {
      readyTimeoutMs: options.readyTimeoutMs ?? 30_000,
      sendsMail: project.secrets.includes("KITH_MAIL_URL"),
      mailTo: options.mailTo,
    });
    say(`smoke test    passed; its account is deleted; ${phones}; ${mail}`);
  }
  await changes.query("end", `${stateComment(stateNow("installed"))};`);
}

/** The clock's secret is made in the database, which tells its hash only. */
async function setSecrets(
  { release, projectUrl, dryRun }: InstallOptions,
  { poolerUrl, isVerified }: Project,
  { changes, say }: Changing,
): Promise<void> {
  const [row] = await changes.query("the clock", `${clockSql(projectUrl)};`);
  const tickSha256 = row?.["hash"] as string | null | undefined;
  const secrets = {
    ...(poolerUrl && { KITH_DB_URL: poolerUrl }),
    ...(isVerified && { KITH_DB_CA: release.certificate }),
    ...(tickSha256 && { KITH_TICK_SHA256: tickSha256 }),
  };
  if (Object.keys(secrets).length > 0) await changes.send(secretsChange(secrets));
  if (dryRun) return;
  say(
    tickSha256
      ? "clock         ticks each minute where something is due"
      : "clock         not installed: pg_cron, pg_net or the Vault is not enabled; see docs/operating.md",
  );
  say(`secrets       ${Object.keys(secrets).join(", ") || "none"}`);
}

/** @throws one line when the schema is older than the function needs; it is not uploaded then */
async function checkSchemaVersion(
  management: Management,
  { schemaVersion }: Release,
): Promise<void> {
  const [row] = await management.query(
    "the schema's version",
    "select kith_private.schema_version() as version",
  );
  if (Number(row!["version"]) >= schemaVersion) return;
  throw new Error(
    `The database has schema version ${
      row!["version"]
    } and the function needs ${schemaVersion}; it was not uploaded. Are all migrations there?`,
  );
}

/** Adds the schema `kith` to those that PostgREST serves, and keeps the others. */
async function expose(
  management: Management,
  changes: Changes,
  say: (line: string) => void,
): Promise<void> {
  const exposed = await readExposed(management);
  const schemas = exposed.includes(names.exposedSchema)
    ? exposed
    : [...exposed, names.exposedSchema];
  if (schemas !== exposed) await changes.send(exposedChange(schemas));
  say(`exposed       ${schemas.join(", ")}`);
}
