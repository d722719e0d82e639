// Compares two databases, and writes what makes one the other.
import { extract } from "@supabase/pg-delta/extract";
import { plan } from "@supabase/pg-delta/plan";
import { escapeLiteral, Pool } from "pg";
import { names } from "../supabase/deploy/names.ts";

/** What has to be run in one database, so that its schema becomes that of another. */
export interface Difference {
  /** Empty where nothing has to be run. */
  sql: string;
  /** Those of its statements that delete data. */
  destructive: string[];
}

/**
 * Compares two databases by their catalogs, and by the rows of tables that the schema itself fills.
 * @param current the database to change, as a URL of the role `postgres`
 * @param wanted the database that has what is wanted. Nobody has an account in either of them.
 */
export async function differenceBetween(current: string, wanted: string): Promise<Difference> {
  const [from, to] = [current, wanted].map(openPool) as [Pool, Pool];
  try {
    const [source, desired] = [await extract(from), await extract(to)];
    const { preamble, actions } = plan(source.factBase, desired.factBase);
    // The path stays the session's own: every name in the statements has its schema.
    const settings = preamble.filter(({ name }) => name !== "search_path");
    const rows = await rowStatements(from, to);
    const statements = [
      ...actions.map(({ sql }) => sql),
      ...await statisticsStatements(from, to),
      ...rows.deletions,
      ...rows.insertions,
    ].map((sql) => sql.trimEnd().replace(/;?$/, ";"));
    const sql = statements.length === 0 ? [] : [
      ...settings.map(({ name, value }) => `set ${name} = ${value};`),
      ...statements,
      ...settings.map(({ name }) => `reset ${name};`),
    ];
    const destructive = actions.filter(({ dataLoss }) => dataLoss === "destructive");
    return {
      sql: sql.join("\n\n"),
      destructive: [...destructive.map((action) => action.sql), ...rows.deletions],
    };
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString });
  // The pool ends before its connections have closed; an error of theirs, when the database then stops, is expected.
  pool.on("error", () => {});
  return pool;
}

/** The statistics target of columns, which pg-delta does not compare. */
async function statisticsStatements(from: Pool, to: Pool): Promise<string[]> {
  const current = await statisticsOf(from);
  return [...await statisticsOf(to)]
    .filter(([place, target]) => target !== (current.get(place) ?? ownChoice))
    .map(([place, target]) => `alter ${place} set statistics ${target}`);
}

/** The default. */
const ownChoice = -1;

/** "table … alter column …" → the number of values. */
async function statisticsOf(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ place: string; target: number }>(
    `select format('%s %I.%I alter column %s', case c.relkind when 'i' then 'index' else 'table' end, n.nspname, c.relname,
              case c.relkind when 'i' then a.attnum::text else quote_ident(a.attname) end) as place,
            coalesce(a.attstattarget, ${ownChoice})::integer as target
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       left join pg_index i on i.indexrelid = c.oid
      where n.nspname = any ($1) and not a.attisdropped
        and case c.relkind when 'r' then a.attnum > 0 when 'i' then i.indkey[a.attnum - 1] = 0 end
      order by 1`,
    [names.schemas],
  );
  return new Map(rows.map(({ place, target }) => [place, target]));
}

interface Table {
  name: string;
  /** Columns of the primary key; as all names here, quoted where SQL needs it. */
  key: string[];
  /** Columns that rows are written with. */
  columns: string[];
}

/** A row as JSON, which stays text: numbers of JavaScript would round some of Postgres's. */
interface Row {
  key: string;
  row: string;
}

/**
 * Statements that give the tables which the schema fills the rows that they have in the other database. Where tables refer
 * to each other, their order has to be looked at.
 */
async function rowStatements(from: Pool, to: Pool) {
  const deletions: string[] = [];
  const insertions: string[] = [];
  for (const table of await tablesOf(to)) {
    const wanted = await rowsOf(to, table);
    const current = await rowsOf(from, table).catch(noneOfNewTable);
    const keys = new Set(wanted.map(({ key }) => key));
    const texts = new Set(current.map(({ row }) => row));
    const old = current.filter(({ key }) => !keys.has(key));
    const written = wanted.filter(({ row }) => !texts.has(row));
    if (old.length + written.length > 0 && table.key.length === 0) {
      throw new Error(`${table.name} has rows and no primary key: give it one.`);
    }
    if (old.length > 0) deletions.push(deletion(table, old));
    if (written.length > 0) insertions.push(insertion(table, written));
  }
  return { deletions, insertions };
}

async function tablesOf(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array(select quote_ident(a.attname) from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
            array(select quote_ident(a.attname) from pg_index i cross join unnest(i.indkey) k (number)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
                   where i.indrelid = c.oid and i.indisprimary order by 1) as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any ($1) order by 1`,
    [names.schemas],
  );
  return rows;
}

async function rowsOf(pool: Pool, { name, key }: Table): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `select to_jsonb(t)::text as row, jsonb_build_array(${
      key.join(", ")
    })::text as key from ${name} t order by 1`,
  );
  return rows;
}

function noneOfNewTable(error: { code?: string }): Row[] {
  if (error.code === "42P01") return []; // there is no such table
  throw error;
}

const recordsOf = (table: Table, rows: Row[]) =>
  `jsonb_populate_recordset(null::${table.name}, ${
    escapeLiteral(`[${rows.map(({ row }) => row).join(", ")}]`)
  })`;

function insertion(table: Table, rows: Row[]): string {
  const columns = table.columns.join(", ");
  return `insert into ${table.name} (${columns})
select ${columns} from ${recordsOf(table, rows)}
on conflict (${table.key.join(", ")}) do update set (${columns}) = row(${
    table.columns.map((column) => `excluded.${column}`).join(", ")
  })`;
}

function deletion(table: Table, rows: Row[]): string {
  const same = table.key.map((column) => `t.${column} = old.${column}`).join(" and ");
  return `delete from ${table.name} t using ${recordsOf(table, rows)} old where ${same}`;
}
