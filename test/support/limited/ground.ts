import { type LogDatabase, startLogDatabase } from "../activity/log-database.ts";
import { catalogTables, type Command } from "../catalog.ts";
import type { Json } from "../client.ts";
import { identifier, type Sql } from "../database.ts";
import { type Half, makeHalf } from "./fixture.ts";
import { reaches, type Row } from "./tables.ts";

/** What there is to try: the account, somebody else's, the rows of both and what is granted. */
export interface Ground {
  half: Half;
  stranger: Half;
  rows: Row[];
  foreign: Row[];
  granted: Map<string, Command[]>;
}

/** Starts a database of the file's own with two accounts. Whoever asks for it removes it. */
export async function startGround(): Promise<{ database: LogDatabase; ground: Ground }> {
  const database = await startLogDatabase(1);
  const ground = await survey(
    database.superuser,
    await makeHalf(database),
    await makeHalf(database),
  );
  return { database, ground };
}

/** Reads the rows of both accounts, and their places. */
async function survey(sql: Sql, half: Half, stranger: Half): Promise<Ground> {
  const granted = new Map<string, Command[]>([["storage.objects", ["select"]]]);
  for (const { schema, name, granted: commands } of await catalogTables(sql)) {
    if (commands.length > 0) granted.set(`${schema}.${name}`, commands);
  }
  const rows: Row[] = [];
  const foreign: Row[] = [];
  for (const table of Object.keys(reaches)) {
    rows.push(...await rowsOf(sql, table, half));
    foreign.push(...await rowsOf(sql, table, stranger));
  }
  return { half, stranger, rows, foreign, granted };
}

/** A table's name in a statement. */
export const quoted = (table: string): string => identifier(...table.split(".")).text;

/** Names of columns in a statement. */
export const listed = (names: string[]): string =>
  names.map((name) => identifier(name).text).join(", ");

/** What identifies a row, from the columns of its primary key. */
export const labelOf = (key: Json): string => Object.values(key).join(" ");

const mention = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|secret-[a-z-]+/g;

async function keyColumns(sql: Sql, table: string): Promise<string[]> {
  const found = await sql<{ name: string }[]>`
    select a.attname as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = ${table}::regclass and i.indisprimary order by a.attnum`;
  return found.map(({ name }) => name);
}

async function rowsOf(sql: Sql, table: string, half: Half): Promise<Row[]> {
  const isOwn = table === "storage.objects"
    ? "split_part(name, '/', 1) = $1"
    : "owner_id::text = $1";
  const { rows } = await sql.query<{ row: Json }>(
    `select to_jsonb(t) as row from ${quoted(table)} t where ${isOwn}`,
    [half.person.id],
  );
  if (rows.length === 0) throw new Error(`The account has no row in ${table}.`);
  const columns = await keyColumns(sql, table);
  const found = rows.map(({ row }): Row => ({
    table,
    key: Object.fromEntries(columns.map((column) => [column, row[column]])),
    place: reaches[table]!.placeOf(row, half),
    mentions: JSON.stringify(row).match(mention) ?? [],
    ...(table === "kith_private.changes" ? { resource: row.resource } : {}),
  }));
  return table === "kith_private.change_sets" ? await withChanges(sql, found, half) : found;
}

/** Change sets with the changes of them that are shown. */
async function withChanges(sql: Sql, sets: Row[], half: Half): Promise<Row[]> {
  const changes = new Map(
    (await rowsOf(sql, "kith_private.changes", half)).map((row) => [labelOf(row.key), row]),
  );
  const shown = await sql<{ id: string; label: string }[]>`
    select s.id, concat_ws(' ', c.owner_id, c.set_number, c.position) as label
      from kith_private.change_sets s
      join kith_private.changes c on c.owner_id = s.owner_id and c.set_number = s.number
     where s.owner_id = ${half.person.id} and c.is_shown`;
  return sets.map((row) => ({
    ...row,
    changes: shown.filter(({ id }) => id === row.key.id).map(({ label }) => changes.get(label)!),
  }));
}
