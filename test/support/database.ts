import { escapeIdentifier, Pool, type PoolClient, type PoolConfig, type QueryResult } from "pg";

// deno-lint-ignore no-explicit-any -- rows are compared with what is expected of them
type Row = Record<string, any>;

/** Runs a statement whose interpolated values are sent as parameters; answers with its rows. */
export interface Sql {
  <Rows extends Row[] = Row[]>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>;
  /** Runs a statement that is made as text, or without values several of them; answers as the driver does. */
  query<R extends Row = Row>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
}

/** One connection of a pool, until it is released. */
export interface Connection extends Sql {
  release(): void;
}

/** A pool of connections. */
export interface Database extends Sql {
  connect(): Promise<Connection>;
  end(): Promise<void>;
}

/** Opens up to `max` connections when they are needed. @param options of the driver */
export function openDatabase(url: string, max = 1, options: PoolConfig = {}): Database {
  const pool = new Pool({ ...options, connectionString: url, max });
  // A lost connection fails the next statement; without listeners it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return Object.assign(sqlOver(pool), {
    async connect() {
      const client = await pool.connect();
      return Object.assign(sqlOver(client), { release: () => client.release() });
    },
    end: () => pool.end(),
  });
}

class Identifier {
  constructor(readonly text: string) {}
}

/** A name to interpolate, with the schema before it where it has one. */
export const identifier = (...path: string[]) =>
  new Identifier(path.map(escapeIdentifier).join("."));

/** Names of columns to interpolate, with commas between them. */
export const identifiers = (names: string[]) =>
  new Identifier(names.map(escapeIdentifier).join(", "));

function sqlOver(client: Pool | PoolClient): Sql {
  const query: Sql["query"] = (text, values) => client.query(text, values);
  return Object.assign(async (parts: TemplateStringsArray, ...values: unknown[]) => {
    const parameters: unknown[] = [];
    const text = parts.reduce((before, part, n) => {
      const value = values[n - 1];
      const own = value instanceof Identifier ? value.text : `$${parameters.push(value)}`;
      return before + own + part;
    });
    // deno-lint-ignore no-explicit-any -- the caller names the rows' type
    return (await query(text, parameters)).rows as any;
  }, { query });
}

/** Runs statements in a transaction that is rolled back whatever happens. */
export async function rolledBack<T>(sql: Database, work: (tx: Sql) => Promise<T>): Promise<T> {
  const connection = await sql.connect();
  try {
    await connection`begin`;
    return await work(connection);
  } finally {
    await connection`rollback`.finally(() => connection.release());
  }
}

/** Runs statements in a transaction. */
export async function committed<T>(sql: Database, work: (tx: Sql) => Promise<T>): Promise<T> {
  return await rolledBack(sql, async (tx) => {
    const result = await work(tx);
    await tx`commit`;
    return result;
  });
}
