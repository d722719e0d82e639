import { appendFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { identifier, openDatabase, type Sql } from "./database.ts";

/** Notes a secret that the tests came by, for {@link findSecrets} to look for at their end. */
export function noteSecret(...secrets: string[]): void {
  appendFileSync(inject("stack").secretsFile, secrets.map((secret) => `${secret}\n`).join(""));
}

interface Places {
  secretsFile: string;
  /** As the superuser. */
  databaseUrl: string;
  /** Lines, or the path of a file, by what they are. */
  logs: Record<string, readonly string[] | string>;
}

/** API keys, and tokens of three parts, wherever they stand; passwords of the tests all begin alike. */
const shapes =
  /kith_[0-9a-f]{40}|[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}|password [0-9a-f-]{36}/g;

/**
 * Looks for every secret of the tests in logs, in every column of every table of every schema, in what Postgres keeps
 * of the statements it ran, and in what it shows of those that run.
 * @returns where each was found, cut short
 */
export async function findSecrets({ secretsFile, databaseUrl, logs }: Places): Promise<string[]> {
  const secrets = new Set((await readFile(secretsFile, "utf8")).split("\n").filter(Boolean));
  const found: string[] = [];
  const look = (place: string, text: string) => {
    for (const [match] of text.matchAll(shapes)) {
      if (secrets.has(match)) found.push(`${place}: ${match.slice(0, 12)}…`);
    }
  };
  for (const [place, lines] of Object.entries(logs)) {
    look(place, typeof lines === "string" ? await readFile(lines, "utf8") : lines.join("\n"));
  }
  const sql = openDatabase(databaseUrl);
  try {
    await sql`create extension if not exists pg_stat_statements with schema extensions`;
    const tables = await sql<{ schema: string; name: string }[]>`
      select schemaname as schema, relname as name from pg_catalog.pg_stat_user_tables
      union all values ('extensions', 'pg_stat_statements'), ('pg_catalog', 'pg_stat_activity')`;
    for (const { schema, name } of tables) {
      const rows = await sql<{ row: string }[]>`
        select t::text as row from ${identifier(schema, name)} t
         where t::text ~ 'kith_[0-9a-f]{40}|[A-Za-z0-9_-]{10,}[.][A-Za-z0-9_-]{10,}[.]|password '`;
      for (const { row } of rows) look(`${schema}.${name}`, row);
    }
    await proveThatStatementsAreKept(sql, found);
  } finally {
    await sql.end();
  }
  return [...new Set(found)];
}

/** Finding nothing says something only where the statements of the tests are there to be read. */
async function proveThatStatementsAreKept(
  sql: Sql,
  found: string[],
): Promise<void> {
  const [row] = await sql`
    select sum(calls)::int as calls from extensions.pg_stat_statements where query like '%kith_private.handle(%'`;
  if (!(row?.["calls"] > 0)) {
    found.push("pg_stat_statements holds no request: nothing was looked at");
  }
}
