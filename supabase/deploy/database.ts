// Finds and opens the database of a project that is deployed to.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { requiredSchemaVersion } from "../../functions/kith/db/schema-version.ts";
import { openConnection } from "../../local/core/connection.ts";
import { baselineDigest } from "../../local/core/schema.ts";
import { type Cli, complaintIn } from "./cli.ts";
import { names } from "./names.ts";

/** Where a database is; the CLI gets the password in its environment, not on the command line. */
export interface Target {
  /** `postgresql://…`, with the password. */
  url: string;
  /** TLS as the CLI is to speak it: `disable` on loopback only. */
  sslmode: "disable" | "require";
}

/**
 * Opens the one connection that a deployment uses beside the CLI's.
 * @throws one line when the database refuses it or cannot be reached
 */
export async function openDatabase({ url, sslmode }: Target): Promise<Client> {
  const ssl = sslmode === "disable" ? false : { rejectUnauthorized: false };
  try {
    // It is idle while the CLI works, and routers forget idle connections.
    return await openConnection(url, { ssl, connectionTimeoutMillis: 15_000, keepAlive: true });
  } catch (error) {
    throw new Error(refusal(error, new URL(url).host));
  }
}

function refusal(error: unknown, host: string): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "28P01" || /password authentication|SASL|Tenant or user/i.test(message ?? "")) {
    return "The database refuses the password. Set SUPABASE_DB_PASSWORD to the project's (Settings, Database, where it can be reset).";
  }
  return `The database at ${host} cannot be reached: ${message || code || "no reason given"}`;
}

/** The two addresses of the project's pooler. */
export interface Addresses {
  /** Session mode, port 5432: for migrations. */
  session: Target;
  /** Transaction mode, port 6543: for the function. */
  transaction: string;
}

/**
 * Links the folder to the project; then the CLI writes the pooler's address to a file.
 * @throws an error in one line when there is none
 */
export async function readPoolerAddresses(
  cli: Cli,
  folder: string,
  ref: string,
  password: string,
): Promise<Addresses> {
  const result = await cli("link", `--project-ref=${ref}`);
  if (!result.ok) throw new Error(`supabase link failed: ${complaintIn(result)}`);
  const address = await readFile(join(folder, "supabase/.temp/pooler-url"), "utf8").catch(() => "");
  if (!URL.canParse(address.trim())) {
    throw new Error(
      "The project reports no address of its pooler. Copy the transaction pooler's address from the dashboard (Connect) and pass it as --db-url.",
    );
  }
  return addressesOf(address.trim(), password);
}

/** Both addresses from either one. @param address `postgresql://user@host:port/database` */
export function addressesOf(address: string, password: string): Addresses {
  const url = new URL(address);
  if (password) url.password = encodeURIComponent(password);
  const sslmode = url.searchParams.get("sslmode") === "disable" ? "disable" : "require";
  url.search = sslmode === "disable" ? "?sslmode=disable" : "";
  const at = (port: string) => {
    const other = new URL(url);
    // Any other port is that of a Postgres without a pooler, which has only one port.
    if (["5432", "6543", ""].includes(url.port) && url.hostname.includes("pooler")) {
      other.port = port;
    }
    return other.href;
  };
  return { session: { url: at("5432"), sslmode }, transaction: at("6543") };
}

/** The authority that Supabase signs its databases' certificates with, as the dashboard offers it for download. */
const root = new URL("supabase-root-2021.crt", import.meta.url);

/**
 * Tries whether the database proves with Supabase's certificate that it is the one that was meant.
 * @returns the certificate in PEM, for KITH_DB_CA; undefined where it does not, or speaks no TLS
 */
export async function verifyingCertificate(url: string): Promise<string | undefined> {
  const { hostname, searchParams } = new URL(url);
  if (searchParams.get("sslmode") === "disable") return undefined;
  const ca = await readFile(root, "utf8");
  const ssl = { ca, rejectUnauthorized: true, servername: hostname };
  try {
    const client = await openConnection(url, { ssl, connectionTimeoutMillis: 10_000 });
    await client.end();
    return ca;
  } catch {
    return undefined;
  }
}

/** The first major version of Postgres that the migrations and the function work with. */
const oldestPostgres = 17;

/** @throws one line when the database is older than Kith needs */
export async function checkPostgresVersion(database: Client): Promise<void> {
  const { rows: [row] } = await database.query<{ server_version_num: string }>(
    "show server_version_num",
  );
  const major = Math.floor(Number(row!.server_version_num) / 10_000);
  if (major >= oldestPostgres) return;
  throw new Error(
    `The database is Postgres ${major} and Kith needs ${oldestPostgres} or newer; nothing was changed. Upgrade it first (Settings, Infrastructure).`,
  );
}

/**
 * Asks the database whether Kith is there, or could go there.
 * @throws one line when names that Kith needs are taken, and when the Kith that is there was set up from another
 * baseline, which no migration leads away from
 */
export async function inspectDatabase(database: Client): Promise<{ installed: boolean }> {
  const { rows: [ours] } = await database.query(
    "select to_regprocedure('kith_private.baseline_digest()') as installed",
  );
  if (ours?.installed) {
    await compareBaseline(database);
    return { installed: true };
  }
  const { rows: taken } = await database.query<{ name: string }>(
    `select 'schema ' || nspname as name from pg_namespace where nspname = any ($1)
     union all
     select 'bucket ' || id from storage.buckets where id = $2`,
    [names.schemas, names.bucket],
  );
  if (taken.length > 0) {
    const list = taken.map((row) => row.name).join(", ");
    throw new Error(`The project has something else under names that Kith needs: ${list}.`);
  }
  return { installed: false };
}

async function compareBaseline(database: Client): Promise<void> {
  const { rows: [found] } = await database.query<{ digest: string }>(
    "select kith_private.baseline_digest() as digest",
  );
  const ours = await baselineDigest();
  if (found!.digest === ours) return;
  const short = (digest: string) => digest.slice(0, 8);
  throw new Error(
    `The database was set up from another baseline (${short(found!.digest)}) than this version's (${
      short(ours)
    }), and no migration leads from one to the other. See "Another baseline" in docs/deploy.md.`,
  );
}

/**
 * Makes sure, after the migrations, that the function about to be uploaded finds the schema it needs.
 * @throws one line when the schema is older
 */
export async function checkSchemaVersion(database: Client): Promise<void> {
  const { rows: [row] } = await database.query<{ version: number }>(
    "select kith_private.schema_version() as version",
  );
  if (row!.version >= requiredSchemaVersion) return;
  throw new Error(
    `The database has schema version ${
      row!.version
    } and the function needs ${requiredSchemaVersion}; it was not uploaded. Are all files of supabase/migrations there?`,
  );
}

/**
 * Derives what a migration has left to be derived again, in short transactions. Accounts that write meanwhile do it themselves.
 * @returns the number of accounts
 */
export async function deriveStaleContacts(database: Client): Promise<number> {
  const { rows: accounts } = await database.query<{ id: string }>(
    "select distinct owner_id as id from kith_private.stale_contacts",
  );
  for (const { id } of accounts) {
    for (let isDone = false; !isDone;) {
      const { rows: [part] } = await database.query<{ done: boolean }>(
        "select kith_private.derive_stale_contacts($1, clock_timestamp() + kith_private.part_time()) as done",
        [id],
      ).catch((error: { code?: string }) => {
        if (error.code === "55P03") return { rows: [{ done: true }] };
        throw error;
      });
      isDone = part!.done;
    }
  }
  return accounts.length;
}
