import { afterAll, inject } from "vitest";
import { type Database, openDatabase, rolledBack, type Sql } from "./database.ts";

/** A row-level security persona: somebody signed in, `anonymous`, or the project's own `service`. */
export type Persona = { sub: string } | "anonymous" | "service";

/** A connection as superuser that the file gives back when it is through. */
export function superuser(max = 2): Database {
  return connect(inject("stack").adminDatabaseUrl, max);
}

/** A connection as the role `postgres`, which the function uses and which is no superuser. */
export function asPostgres(max = 2): Database {
  return connect(inject("stack").databaseUrl, max);
}

function connect(url: string, max: number): Database {
  const sql = openDatabase(url, max);
  afterAll(() => sql.end());
  return sql;
}

/** From here on the transaction is this persona, exactly as PostgREST makes one. */
export async function become(tx: Sql, persona: Persona): Promise<void> {
  const role = persona === "anonymous"
    ? "anon"
    : persona === "service"
    ? "service_role"
    : "authenticated";
  const claims = typeof persona === "string" ? { role } : { role, sub: persona.sub };
  await tx`select set_config('role', ${role}, true),
                  set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
}

/** Runs statements as a persona in a transaction that is rolled back. */
export function asPersona<T>(
  sql: Database,
  persona: Persona,
  work: (tx: Sql) => Promise<T>,
): Promise<T> {
  return rolledBack(sql, async (tx) => {
    await become(tx, persona);
    return await work(tx);
  });
}

/** The SQLSTATE with which something fails, or null where it does not. */
export async function sqlState(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
