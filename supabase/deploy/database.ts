// What is done in the database of a project that Kith is installed in, by queries of the Management API.
import { photoLimit } from "../../functions/kith/core/limits.ts";
import type { Management } from "./management-api.ts";
import { names } from "./names.ts";
import type { Migration, Release } from "./release.ts";
import { literal, readState, type State, stateComment } from "./state.ts";

/** What the database says of Kith. */
export interface Found {
  /** Its major version. */
  postgres: number;
  /** What the last installation noted; undefined where none has, such as after `supabase db push`. */
  state: State | undefined;
  /** All migrations that were applied, others' among them, by their versions: their names. */
  applied: Map<string, string>;
  /** Which of Kith's schemas are there. */
  schemas: string[];
  /** Whether something of Kith's was there before: as its history says. */
  hasHistory: boolean;
  /** Whether all of Kith's schemas are there. */
  isInstalled: boolean;
  /** Whether the bucket is there. */
  hasBucket: boolean;
  /** Digest of the first migration; empty where Kith is not there. */
  baseline: string;
  /** Accounts that have contacts. */
  accounts: number;
}

const history = "supabase_migrations.schema_migrations";

/** Whether a migration is one of Kith's, by its name: `kith`, `kith_<what changes>`. */
const isOurs = (name: string) => /^kith(_|$)/.test(name);

/** Looks, and changes nothing. */
export async function inspectDatabase({ query }: Pick<Management, "query">): Promise<Found> {
  // The tables may not be there, so they are named in texts.
  const [row] = await query(
    "what is there",
    `select current_setting('server_version_num')::integer / 10000 as postgres,
       obj_description(to_regnamespace('${names.exposedSchema}'), 'pg_namespace') as comment,
       to_regprocedure('kith_private.baseline_digest()') is not null as installed,
       array(select nspname::text from pg_namespace where nspname in (${
      names.schemas.map(literal).join(", ")
    }) order by 1) as schemas,
       to_regclass('${history}') is not null as history,
       exists (select from storage.buckets where id = '${names.bucket}') as bucket`,
  ) as [{
    postgres: number;
    comment: string | null;
    installed: boolean;
    schemas: string[];
    history: boolean;
    bucket: boolean;
  }];
  const { schemas } = row;
  const rows = row.history
    ? await query("which migrations were applied", `select version, name from ${history}`) as {
      version: string;
      name: string | null;
    }[]
    : [];
  const isInstalled = row.installed && schemas.length === names.schemas.length;
  return {
    postgres: row.postgres,
    state: readState(row.comment),
    applied: new Map(rows.map(({ version, name }) => [version, name ?? ""])),
    schemas,
    hasHistory: rows.some(({ name }) => isOurs(name ?? "")),
    isInstalled,
    hasBucket: row.bucket,
    ...(isInstalled ? await inspectInstalled({ query }) : { baseline: "", accounts: 0 }),
  };
}

async function inspectInstalled(
  { query }: Pick<Management, "query">,
): Promise<Pick<Found, "baseline" | "accounts">> {
  const [row] = await query(
    "which version is installed",
    `select kith_private.baseline_digest() as baseline, (select count(distinct owner_id)::integer from kith.contacts) as accounts`,
  );
  return row as Pick<Found, "baseline" | "accounts">;
}

/** The migrations of a release that were not applied. Where Kith is not whole, its history says nothing of it. */
export const missingMigrations = ({ isInstalled, applied }: Found, { migrations }: Release) =>
  migrations.filter(({ version }) => !(isInstalled && applied.has(version)));

/** The first major version of Postgres that the migrations and the function work with. */
const oldestPostgres = 17;

/** @throws one line where this release cannot be installed in what was found */
export function checkFound(found: Found, release: Release): void {
  if (found.postgres < oldestPostgres) {
    throw new Error(
      `The database is Postgres ${found.postgres} and Kith needs ${oldestPostgres} or newer; nothing was changed. Upgrade it first (Settings, Infrastructure).`,
    );
  }
  if (!found.isInstalled) return checkFree(found);
  if (found.baseline !== release.baseline) {
    const short = (digest: string) => digest.slice(0, 8);
    throw new Error(
      `The database was set up from another baseline (${
        short(found.baseline)
      }) than this version's (${
        short(release.baseline)
      }), and no migration leads from one to the other. See "Another baseline" in docs/deploy.md.`,
    );
  }
  const ours = new Set(release.migrations.map(({ version }) => version));
  const later = [...found.applied].filter(([version, name]) => isOurs(name) && !ours.has(version));
  if (later.length > 0 || (found.state && isLater(found.state.version, release.version))) {
    const what = found.state ? `Kith ${found.state.version}` : "a Kith";
    throw new Error(
      `The project has ${what}, which is newer than this version, ${release.version}${
        later.length > 0 ? `: it has the migration ${later[0]![0]}_${later[0]![1]}` : ""
      }. Nothing was changed. Use the newest version.`,
    );
  }
  if (![...ours].some((version) => found.applied.has(version))) {
    throw new Error(
      `The project has Kith, and ${history} does not say which of its migrations. Add their versions and names there.`,
    );
  }
}

/** @throws one line where something stands in the place of a first installation */
function checkFree({ schemas, state, hasHistory, hasBucket }: Found): void {
  // An installation that was interrupted at its beginning has made this schema only.
  const isBegun = state !== undefined && schemas.length === 1 && schemas[0] === names.exposedSchema;
  if (hasHistory && schemas.length > 0 && !isBegun) {
    const missing = names.schemas.filter((name) => !schemas.includes(name));
    throw new Error(
      `A part of Kith was removed by hand: ${
        missing.join(", ") || "functions of it"
      }. Uninstall the rest, and install it again.`,
    );
  }
  const taken = [
    ...(isBegun ? [] : schemas.map((name) => `schema ${name}`)),
    ...(hasBucket && !hasHistory ? [`bucket ${names.bucket}`] : []),
  ];
  if (taken.length > 0) {
    throw new Error(
      `The project has something else under names that Kith needs: ${taken.join(", ")}.`,
    );
  }
}

/** Whether a version such as `1.10.0` is later than another one. */
function isLater(one: string, other: string): boolean {
  const parts = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number);
  const [first, second] = [parts(one), parts(other)];
  const index = first.findIndex((part, at) => part !== second[at]);
  return index >= 0 && first[index]! > second[index]!;
}

/**
 * Notes what an installation is about to do. The schema is made where it is not there; and where somebody has dropped all
 * of them, what names them elsewhere goes, too.
 */
export const beginSql = ({ isInstalled, hasHistory }: Found, state: State) =>
  [
    ...(hasHistory && !isInstalled
      ? [
        ...names.policies.map((name) => `drop policy if exists "${name}" on storage.objects`),
        `delete from ${history} where name = 'kith' or name like 'kith\\_%'`,
      ]
      : []),
    `create schema if not exists ${names.exposedSchema}`,
    stateComment(state),
  ].join(";\n");

/** Raised by the query of a migration that another run has applied meanwhile. */
const alreadyApplied = "was applied already";

/** What one migration is sent as: one transaction, which waits for another run of the same and notes what it has applied. */
function migrationSql({ version, name, text }: Migration, state: State | undefined): string {
  return `select pg_advisory_xact_lock(hashtextextended('kith migrations', 0));
create schema if not exists supabase_migrations;
create table if not exists ${history} (version text not null primary key);
alter table ${history} add column if not exists statements text[];
alter table ${history} add column if not exists name text;
do $kith$
begin
  if exists (select from ${history} where version = ${literal(version)}) then
    raise exception 'Migration ${version} ${alreadyApplied}.';
  end if;
  -- The schema that the first step of an installation has made to note itself.
  if to_regnamespace('kith_private') is null and to_regnamespace('kith_api') is null then
    drop schema if exists ${names.exposedSchema};
  end if;
end
$kith$;

${text}

insert into ${history} (version, name) values (${literal(version)}, ${literal(name)});${
    state ? `\n${stateComment(state)};` : ""
  }`;
}

/**
 * Applies one migration, wholly or not at all.
 * @param state what is noted with it
 * @returns whether it was this run
 * @throws an error that names the file
 */
export async function applyMigration(
  { query }: Pick<Management, "query">,
  migration: Migration,
  state?: State,
): Promise<boolean> {
  const apply = () => query(`apply ${migration.file}`, migrationSql(migration, state));
  try {
    // The migration of version 1.1 and a sign-up may wait for each other. Postgres ends one of them, and has changed nothing then.
    await apply().catch((error: Error) => {
      if (/\b40P01\b|deadlock detected/.test(error.message)) return apply();
      throw error;
    });
    return true;
  } catch (error) {
    const { message } = error as Error;
    if (message.includes(alreadyApplied)) return false;
    throw new Error(`${migration.file}: ${message}`);
  }
}

/**
 * Derives what a migration has left to be derived again, in short transactions. Accounts that write meanwhile do it themselves.
 * @returns the number of accounts
 */
export async function deriveStaleContacts({ query }: Pick<Management, "query">): Promise<number> {
  const accounts = await query(
    "what is to be derived again",
    "select distinct owner_id as id from kith_private.stale_contacts",
  );
  for (const { id } of accounts) {
    for (let isDone = false; !isDone;) {
      const [part] = await query(
        "derive again",
        `select kith_private.derive_stale_contacts(${
          literal(String(id))
        }, clock_timestamp() + kith_private.part_time()) as done`,
      ).catch((error: Error) => {
        if (/\b55P03\b|could not obtain lock/.test(error.message)) return [{ done: true }];
        throw error;
      });
      isDone = part!["done"] as boolean;
    }
  }
  return accounts.length;
}

/** Installs the clock where the project has what it needs, and answers the SHA-256 of its secret; null where it has not. */
export const clockSql = (projectUrl: string) =>
  `select kith_private.install_clock(${
    literal(`${projectUrl}/functions/v1/${names.edgeFunction}/api/v1/tick`)
  }) as hash`;

/** Creates or corrects the bucket, which may have been removed or changed since the migration created it. */
export const bucketSql =
  `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('${names.bucket}', '${names.bucket}', false, ${photoLimit}, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;`;
