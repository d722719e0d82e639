import type { Sql } from "../database.ts";

/** A set of columns by which rows are reached: all of them have to be bound to a value. */
export interface Way {
  columns: string[];
  /** How each is compared, as regular expressions that all have to match; by equality where nothing is said. */
  operators?: string[];
  /** Why rows that are reached so are no more than one owner's; absent where the columns are the owner or hang on him. */
  because?: string;
}

/** A table that holds rows of many owners. */
export interface SharedTable {
  name: string;
  /** How many rows there were when statistics were last taken. */
  rows: number;
  ways: Way[];
}

/** Which ways besides the owner lead to a table, and why that is right. Each has to be in use. */
const furtherWays: Record<string, Way[]> = {
  "kith_private.api_keys": [
    { columns: ["hash"], because: "it is the credential, and tells the owner" },
    { columns: ["previous_hash"], because: "it is the credential before a rotation" },
    { columns: ["id"], because: "the key that was just found by its hash, or its row as it goes" },
  ],
  "kith_private.calendars": [
    { columns: ["hash"], because: "it is the credential, and tells the owner" },
  ],
  "kith_private.photo_uploads": [
    {
      columns: ["created_at"],
      operators: ["<"],
      because: "a few that nobody attached in a day go, whosever they are",
    },
  ],
  "kith_private.photo_removals": [
    { columns: ["path"], because: "a random path, one row" },
    {
      columns: ["due_at"],
      operators: ["<="],
      because: "bytes to remove are due whosever they were",
    },
    { columns: ["move_to"], because: "a random path, one row" },
  ],
  "kith_private.kept_photos": [
    {
      columns: ["kept_at"],
      operators: ["<"],
      because: "a few that were kept long enough go, whosever they are",
    },
  ],
  "kith_private.idempotent_requests": [
    {
      columns: ["created_at"],
      operators: ["<"],
      because: "a few that have expired go, whosever they are",
    },
  ],
  "kith_private.imports": [
    {
      columns: ["created_at"],
      operators: ["<"],
      because: "a few that have expired go, whosever they are",
    },
  ],
  "auth.sessions": [
    { columns: ["id"], because: "the session that the access token names, and only if it is his" },
  ],
  "storage.objects": [
    {
      columns: ["name"],
      operators: ["=|~>=~", "=|~<~"],
      because: "one path, which is random, or those that begin with the owner's id",
    },
  ],
};

/** Tables that no statement may read: Auth's log of events has no index on the account and grows with the project. */
const unread = ["auth.audit_log_entries"];

/** Tables that a statement may read from end to end, and why. */
const readWhole: Record<string, string> = {
  "kith_private.operations": "a few dozen rows, the same for everybody",
  "kith_private.logged_tables": "seven rows, the same for everybody",
  "kith_private.quotas": "a few rows, the same for everybody",
  "storage.buckets": "a handful of rows, which are no user's",
};

/**
 * Every table of ours and of Auth and Storage, but for those in which nothing is anybody's. What makes a row somebody's
 * is read from the catalogue: a column of this name, or a reference to the account or to what is somebody's.
 * @throws Error where a table of ours is nobody's and it is not said why
 */
export async function findSharedTables(sql: Sql): Promise<Map<string, SharedTable>> {
  const rows = await sql<{ name: string; rows: number; owner: boolean; references: string[][] }[]>`
    select n.nspname || '.' || c.relname as name, c.reltuples as rows,
      exists (
        select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped and n.nspname in ('kith', 'kith_private')) as owner,
      (select coalesce(json_agg(
         (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey))), '[]')
         from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> 'storage.buckets'::regclass) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('kith', 'kith_private', 'auth', 'storage') and c.relkind in ('r', 'p')`;
  const shared = rows.filter(({ name }) => !(name in readWhole)).map((table): SharedTable => {
    const ways: Way[] = [
      ...(table.owner ? [{ columns: ["owner_id"] }] : []),
      ...(table.name === "auth.users" ? [{ columns: ["id"] }] : []),
      ...(table.name === "auth.flow_state" ? [{ columns: ["user_id"] }] : []),
      ...table.references.map((columns) => ({ columns })),
      ...(furtherWays[table.name] ?? []),
    ];
    if (ways.length === 0 && !unread.includes(table.name)) {
      throw new Error(`Whose rows are in ${table.name}? See shared-tables.ts.`);
    }
    return { name: table.name, rows: table.rows, ways };
  });
  return new Map(shared.map((table) => [table.name, table]));
}

/** Which table an index belongs to. */
export async function tablesOfIndexes(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ index: string; table: string }[]>`
    select i.indexrelid::regclass::text as index, n.nspname || '.' || c.relname as table
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace`;
  return new Map(rows.map(({ index, table }) => [index.split(".").at(-1)!, table]));
}

/** Functions that read more about the row that they are given, and why that is right. */
export const aboutTheRow: Record<string, string> = {
  "kith_private.change_set_body": "a change set of the page, with its changes",
  "kith_private.net_fields": "the fields of one of the changes that are shown, at most 200",
  "kith_private.were_in_networks":
    "of a note or reminder in the log that changed its contacts: a few of their memberships",
  "kith_private.feed_series": "a reminder of the feed, with what comes after it by its rule",
  "kith_private.shown_value":
    "the value of one field; reading an instant from text depends on settings",
};

/**
 * Functions that are the same for every row of a statement, but not for every statement: who is asking, what day it is.
 * Those of the policies are among them.
 */
export async function findChanging(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('kith', 'kith_private', 'kith_api', 'auth', 'storage') and p.provolatile <> 'i'`;
  // What is left of `auth.uid()` where Postgres has put it in line.
  const changing = rows.map(({ name }) => name).filter((name) => !(name in aboutTheRow));
  return new Set(["current_setting", ...changing]);
}
