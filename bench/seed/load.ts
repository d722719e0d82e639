import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { escapeLiteral } from "pg";
import type { Sql } from "../../test/support/database.ts";
import { withServerFile } from "../server-file.ts";
import type { Population } from "./population.ts";
import type { Table } from "./table.ts";

/** From how many rows on it is faster to make the indexes anew than to keep them up row by row. */
const many = 100_000;

/** Copies the rows of a table in. The connection has to have its triggers off. */
export function load(sql: Sql, table: Table, population: Population): Promise<number> {
  return withServerFile(async (path) => {
    const lines = Readable.from(chunks(table.lines(population)), { objectMode: true });
    await pipeline(lines, createWriteStream(path));
    const columns = table.columns.join(", ");
    const { rowCount } = await sql.query(
      `copy ${table.name} (${columns}) from ${escapeLiteral(path)}`,
    );
    return rowCount ?? 0;
  });
}

/**
 * Does the work without the indexes of these tables, primary keys among them, and without the rules that their rows have
 * to pass, where it is much: check-derived.ts sends rows through these.
 */
export async function withoutIndexesAndChecks<T>(
  sql: Sql,
  tables: Table[],
  rows: number,
  work: () => Promise<T>,
): Promise<T> {
  if (rows < many) return await work();
  const names = tables.map((table) => table.name);
  const rules = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and conrelid = any (${names}::text[]::regclass[])`;
  for (const { table, name } of rules) {
    await sql.query(`alter table ${table} drop constraint ${name}`);
  }
  // An index that is not ready is not kept up; REINDEX makes it anew and ready.
  await sql`update pg_index set indisready = false, indisvalid = false
    where indrelid = any (${names}::text[]::regclass[])`;
  try {
    return await work();
  } finally {
    for (const { table, name, definition } of rules) {
      await sql.query(`alter table ${table} add constraint ${name} ${definition} not valid`);
    }
    await sql`update pg_constraint set convalidated = true
      where not convalidated and conrelid = any (${names}::text[]::regclass[])`;
    for (const name of names) await sql.query(`reindex table ${name}`);
  }
}

function* chunks(lines: Iterable<string>): Generator<Buffer> {
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < 131_072) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  if (chunk) yield Buffer.from(chunk);
}
