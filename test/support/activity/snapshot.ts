import type { Json } from "../client.ts";
import type { Sql } from "../database.ts";

/** The rows of an owner by table and key, each as Postgres writes it. */
export type Snapshot = Map<string, string>;

/** All rows of an owner in every table of the schema `kith`. */
export async function snapshot(sql: Sql, owner: string): Promise<Snapshot> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_catalog.pg_class c
    where c.relnamespace = 'kith'::regnamespace and c.relkind = 'r' order by 1`;
  const parts = tables.map(({ name }) =>
    `select '${name}' as name, to_jsonb(t)::text as row from kith.${name} t where owner_id = $1`
  );
  const { rows } = await sql.query<{ name: string; row: string }>(
    `${parts.join(" union all ")} order by 1, 2`,
    [owner],
  );
  return new Map(rows.map(({ name, row }) => [keyOf(name, JSON.parse(row)), row]));
}

/** The tables that hold what contact_ids says, and whose rows they are. */
const furtherContacts: Record<string, string> = {
  note_contacts: "note_id",
  reminder_contacts: "reminder_id",
};

/** Names a row: `contacts/<id>`, `contact_networks/<contact>/<network>`. */
export function keyOf(table: string, row: Json): string {
  if (table in furtherContacts) return `${table}/${row[furtherContacts[table]!]}/${row.place}`;
  const id = row.id ?? (row.network_id ? `${row.contact_id}/${row.network_id}` : row.owner_id);
  return `${table}/${id}`;
}

/** The rows of a table in the order in which they were made. */
export function rowsOf(state: Snapshot, table: string): Json[] {
  return [...state].filter(([key]) => key.startsWith(`${table}/`))
    .map(([, row]) => JSON.parse(row))
    .sort((a, b) =>
      a.created_at < b.created_at || a.created_at === b.created_at && a.id < b.id ? -1 : 1
    );
}

/** What differs between two states, or between a copy and what there is, for messages. */
export function differences(one: Snapshot, other: Snapshot): string[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.filter((key) => one.get(key) !== other.get(key))
    .map((key) => `${key}\n  ${one.get(key)}\n  ${other.get(key)}`);
}

/** The rows without `updated_at`: an undo is a change of now. */
export const timeless = (state: Snapshot): Snapshot =>
  new Map([...state].map(([key, row]) => {
    const { updated_at: _, ...rest } = JSON.parse(row);
    return [key, JSON.stringify(rest)];
  }));

/**
 * What undoing did not bring back, and rows that it wrote without saying that they were changed now.
 * @param own the columns of a row that clients write: others, such as the last note of a contact, follow from other rows
 */
export function notRestored(
  before: Snapshot,
  undone: Snapshot,
  now: Snapshot,
  own: (row: Json) => string[],
): string[] {
  const unstamped = [...now].filter(([key, row]) => {
    const is = JSON.parse(row);
    const was = JSON.parse(undone.get(key) ?? "{}");
    const isWritten = own(is).some((name) =>
      JSON.stringify(is[name]) !== JSON.stringify(was[name])
    );
    return isWritten && is.updated_at !== undefined && !(is.updated_at > (was.updated_at ?? ""));
  });
  return [
    ...differences(timeless(before), timeless(now)),
    ...unstamped.map(([key]) => `${key} was written at another time`),
  ];
}
