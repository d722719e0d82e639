import { Pool, type PoolClient, type PoolConfig } from "pg";
import { problems } from "../http/problems.ts";
import { statementFailure } from "./failure.ts";
import type { Database, Handled } from "./handle.ts";

/** Milliseconds; together they keep a request well under ten seconds, whatever the database does. */
const timeouts = { connect: 2_500, statement: 5_000 };

/** Connections of one isolate. */
const poolSize = 4;

/**
 * Milliseconds that a connection may lie idle. Isolates are frozen between requests, so that neither timers nor the
 * news of a closed connection reach them: age is therefore looked at again when a connection is taken.
 */
const idle = { trusted: 1_000, closed: 60_000 };

const handleStatement = "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb)";

/**
 * Opens a pool of connections, none of them before it is needed. This is the only module that knows the driver.
 * Statements are unnamed and one at a time on a connection, as transaction poolers need it.
 * @param url `postgres://…`; `sslmode` as in libpq
 * @param certificate PEM of the authority that alone may sign the database's certificate
 */
export function connectPostgres(url: string, certificate?: string): Database {
  const pool = new Pool({
    ...connectionOptions(url, certificate),
    max: poolSize,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.statement,
    idleTimeoutMillis: idle.closed,
    keepAlive: true,
    application_name: "kith",
    // Every value as the text it came in: a body goes to the client as it is.
    types: { getTypeParser: () => (value: unknown) => value },
  });
  const connections = new Connections(pool);
  return {
    async handle(credential, operation, args) {
      const values = [JSON.stringify(credential), operation, args && JSON.stringify(args)];
      const [row] = await connections.query(handleStatement, values);
      if (row === undefined) throw problems.internal("kith_private.handle answered with no row");
      return toHandled(row);
    },
    async forgetRemovals(paths) {
      await connections.query("select kith_private.forget_removals($1::text[])", [paths]);
    },
    async ping() {
      await connections.query("select 1", []);
    },
    close: () => pool.end(),
  };
}

type Row = Record<string, string | null>;

class Connections {
  readonly #pool: Pool;
  readonly #idleSince = new WeakMap<PoolClient, number>();
  readonly #dead = new WeakSet<PoolClient>();

  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on("connect", (client) => {
      client.on("error", () => this.#dead.add(client));
      client.on("end", () => this.#dead.add(client));
    });
    // A connection lost while idle: the pool has dropped it and the next request opens another.
    pool.on("error", () => {});
  }

  /** Sends one statement, once: whether a statement whose answer was lost has run, nobody here can know. */
  async query(text: string, values: (string | string[] | null)[]): Promise<Row[]> {
    const client = await this.#take();
    try {
      const { rows } = await client.query<Row>({ text, values });
      this.#idleSince.set(client, Date.now());
      client.release();
      return rows;
    } catch (error) {
      // Closed rather than kept: it may still be busy with a statement that timed out.
      client.release(true);
      throw statementFailure(error);
    }
  }

  /** A connection that is not known to be closed. */
  async #take(): Promise<PoolClient> {
    while (true) {
      const client = await this.#pool.connect().catch((error: unknown) => {
        throw problems.unavailable(error);
      });
      if (await this.#isFresh(client)) return client;
      client.release(true);
    }
  }

  async #isFresh(client: PoolClient): Promise<boolean> {
    const idleSince = this.#idleSince.get(client);
    if (idleSince === undefined) return true;
    const age = Date.now() - idleSince;
    if (age > idle.closed) return false;
    // A turn of the event loop, so that a close that has already arrived is noticed before anything is sent.
    if (age > idle.trusted) await new Promise((resolve) => setTimeout(resolve, 0));
    return !this.#dead.has(client);
  }
}

/**
 * Reads `sslmode` as libpq does; the driver by itself takes `require` for `verify-full`. With a certificate whatever is
 * encrypted is also verified, the host's name included.
 */
function connectionOptions(url: string, certificate: string | undefined): PoolConfig {
  const parsed = new URL(url);
  const usual = certificate || isHosted(parsed.hostname) ? "require" : "disable";
  const mode = parsed.searchParams.get("sslmode") ?? usual;
  parsed.searchParams.delete("sslmode");
  const connectionString = parsed.href;
  switch (mode) {
    case "disable":
    case "allow":
    case "prefer":
      return { connectionString, ssl: false };
    case "verify-ca":
    case "verify-full":
      return { connectionString, ssl: certificate ? { ca: certificate } : true };
    default:
      // The platform signs its databases' certificates with an authority of its own that no runtime knows.
      return {
        connectionString,
        ssl: certificate ? { ca: certificate } : { rejectUnauthorized: false },
      };
  }
}

function isHosted(host: string): boolean {
  return /\.supabase\.(co|com)$/.test(host);
}

function toHandled(row: Row): Handled {
  const number = (name: string) => (row[name] == null ? null : Number(row[name]));
  const limit = number("rate_limit");
  return {
    status: number("status"),
    body: row["body"] ?? null,
    keyId: row["key_id"] ?? null,
    rateLimit: limit === null
      ? null
      : { limit, remaining: number("rate_remaining") ?? 0, reset: number("rate_reset") ?? 0 },
    retryAfter: number("retry_after"),
    // The paths are ours and hold nothing that an array's text would quote.
    removals: row["removals"]?.slice(1, -1).split(",").filter(Boolean) ?? [],
    tag: row["tag"] ?? null,
    replayed: row["replayed"] === "t",
    log: row["log"] ?? null,
  };
}
