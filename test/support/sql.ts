import postgres from "postgres";
import { afterAll, inject } from "vitest";

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

/** A row-level security persona: somebody signed in, `anonymous`, or the project's own `service`. */
export type Persona = { sub: string } | "anonymous" | "service";

class RolledBack extends Error {}

/** A connection as superuser that the file gives back when it is through. */
export function superuser(max = 2): Sql {
  return connect(inject("stack").adminDatabaseUrl, max);
}

/** A connection as the role `postgres`, which the function uses and which is no superuser. */
export function asPostgres(max = 2): Sql {
  return connect(inject("stack").databaseUrl, max);
}

function connect(url: string, max: number): Sql {
  const sql = postgres(url, { max, onnotice: () => {} });
  afterAll(() => sql.end({ timeout: 5 }));
  return sql;
}

/** Runs statements in a transaction that is rolled back whatever happens. */
export async function rolledBack<T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let result: T | undefined;
  try {
    await sql.begin(async (tx) => {
      result = await work(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return result as T;
}

/** From here on the transaction is this persona, exactly as PostgREST makes one. */
export async function become(tx: Transaction, persona: Persona): Promise<void> {
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
  sql: Sql,
  persona: Persona,
  work: (tx: Transaction) => Promise<T>,
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
