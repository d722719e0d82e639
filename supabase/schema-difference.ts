import { extract } from "@supabase/pg-delta/extract";
import { plan } from "@supabase/pg-delta/plan";
import { escapeLiteral, Pool } from "pg";
import { names } from "./deploy/names.ts";

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
 * @param wanted the database that has what is wanted; nobody has an account in it
 */
export async function differenceBetween(current: string, wanted: string): Promise<Difference> {
  const [from, to] = [
    new Pool({ connectionString: current }),
    new Pool({ connectionString: wanted }),
  ];
  try {
    const [source, desired] = [await extract(from), await extract(to)];
    const { preamble, actions } = plan(source.factBase, desired.factBase);
    // The path stays the session's own: every name in the statements has its schema.
    const settings = preamble.filter(({ name }) => name !== "search_path");
    const statements = [
      ...actions.map(({ sql }) => sql),
      ...await statisticsStatements(from, to),
      ...await rowStatements(from, to),
    ]
      .map((sql) => sql.trimEnd().replace(/;?$/, ";"));
    const sql = statements.length === 0 ? [] : [
      ...settings.map(({ name, value }) => `set ${name} = ${value};`),
      ...statements,
      ...settings.map(({ name }) => `reset ${name};`),
    ];
    const destructive = actions.filter(({ dataLoss }) => dataLoss === "destructive");
    return { sql: sql.join("\n\n"), destructive: destructive.map((action) => action.sql) };
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

/** Of how many values of a column Postgres keeps statistics, which pg-delta does not compare. */
async function statisticsStatements(from: Pool, to: Pool): Promise<string[]> {
  const current = new Set(await statisticsOf(from));
  return (await statisticsOf(to)).filter((statement) => !current.has(statement));
}

async function statisticsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('alter %s %I.%I alter column %s set statistics %s', case c.relkind when 'i' then 'index' else 'table' end,
              n.nspname, c.relname, case c.relkind when 'i' then a.attnum::text else quote_ident(a.attname) end,
              coalesce(a.attstattarget, -1)) as statement
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       left join pg_index i on i.indexrelid = c.oid
      where n.nspname = any ($1) and not a.attisdropped
        and case c.relkind when 'r' then a.attnum > 0 when 'i' then i.indkey[a.attnum - 1] = 0 end
      order by 1`,
    [names.schemas],
  );
  return rows.map(({ statement }) => statement);
}

interface Table {
  name: string;
  key: string[];
  /** Columns that rows are written with. */
  columns: string[];
}

type Row = Record<string, unknown>;

/** Statements that give the tables which the schema fills the rows that they have in the other database. */
async function rowStatements(from: Pool, to: Pool): Promise<string[]> {
  const statements: string[] = [];
  for (const table of await tablesOf(to)) {
    const wanted = await rowsOf(to, table.name);
    if (wanted.length === 0) continue;
    const current = await rowsOf(from, table.name).catch(() => []); // the table is new
    const keyOf = (row: Row) => JSON.stringify(table.key.map((column) => row[column]));
    const texts = new Set(current.map((row) => JSON.stringify(row)));
    const keys = new Set(wanted.map(keyOf));
    const old = current.filter((row) => !keys.has(keyOf(row)));
    const written = wanted.filter((row) => !texts.has(JSON.stringify(row)));
    if (old.length > 0) statements.push(deletion(table, old));
    if (written.length > 0) statements.push(insertion(table, written));
  }
  return statements;
}

async function tablesOf(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array(select quote_ident(a.attname) from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
            array(select a.attname::text from pg_index i cross join unnest(i.indkey) k (number)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
                   where i.indrelid = c.oid and i.indisprimary order by 1) as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any ($1) order by 1`,
    [names.schemas],
  );
  return rows;
}

async function rowsOf(pool: Pool, table: string): Promise<Row[]> {
  const { rows } = await pool.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
  );
  return rows.map(({ row }) => row);
}

const recordsOf = (table: Table, rows: Row[]) =>
  `jsonb_populate_recordset(null::${table.name}, ${escapeLiteral(JSON.stringify(rows))})`;

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
