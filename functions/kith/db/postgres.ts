import { Pool, type PoolClient, type PoolConfig } from "pg";
import type { Arguments, Credential, Database, Handled, Removal } from "../core/database.ts";
import { type Problem, problems } from "../core/problems.ts";
import { Gate, type Visitor, workOf } from "./gate.ts";
import { requiredSchemaVersion } from "./schema-version.ts";

/** Timeouts; together they keep a request under ten seconds when the database does not answer. */
const timeoutsMs = { turn: 2_000, snapshot: 4_000, connect: 2_500, statement: 5_000 };

/**
 * Connections of one isolate. One account has four of them, as many as make it quicker, so that two are left for others;
 * of these one to write, because its writers would wait for each other.
 */
const bounds = {
  total: 6,
  account: { total: 4, write: 1, snapshot: 1 },
  snapshots: 2,
  strangers: 4,
};

/**
 * How long a connection may be idle before it is checked, and before it is closed. Isolates are frozen between
 * requests, when neither timers nor closed sockets reach them, so that its age is checked when a connection is taken.
 */
const idleMs = { check: 1_000, close: 60_000 };

const handleStatement =
  "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb, $4::integer)";

const pingStatement =
  "select kith_private.schema_version() as found, kith_private.due_removals() as removals";

/**
 * Creates a pool of connections, which are opened when they are needed. No other module uses the driver. Statements
 * are unnamed and sent one at a time on a connection, because transaction poolers support nothing else.
 * @param url `postgres://…`; `sslmode` as in libpq
 * @param certificate PEM of the only certificate authority that is trusted for the database
 */
export function connectPostgres(url: string, certificate?: string): Database {
  const pool = new Pool({
    ...connectionOptions(url, certificate),
    max: bounds.total,
    connectionTimeoutMillis: timeoutsMs.connect,
    query_timeout: timeoutsMs.statement,
    idleTimeoutMillis: idleMs.close,
    keepAlive: true,
    application_name: "kith",
    // Values are not parsed: bodies are sent to the client as Postgres wrote them.
    types: { getTypeParser: () => (value: unknown) => value },
  });
  const connections = new Connections(pool);
  const gate = new Gate(bounds);
  const queryAs = async (account: string, text: string, values: string[][]) => {
    const leave = await gate.enter({ account }, "read", timeoutsMs.turn);
    return await connections.query(text, values).finally(leave);
  };
  return {
    async handle(credential, operation, args) {
      const work = args === null ? "read" : workOf(operation);
      const leave = await gate.enter(visitorOf(credential), work, timeoutsMs.turn);
      const query: Query = async (text, values) => {
        const rows = await connections.query(text, values).finally(leave);
        const owner = rows[0]?.["owner_id"];
        if ("hash" in credential && owner) gate.identify(credential.hash, owner);
        return rows;
      };
      return await handle(query, credential, operation, args);
    },
    async openSnapshot(credential) {
      const leave = await gate.enter(visitorOf(credential), "snapshot", timeoutsMs.snapshot);
      const client = await connections.take().catch((error: unknown) => {
        leave();
        throw error;
      });
      const { query, end } = await openSnapshot(client, leave);
      return { handle: (...request) => handle(query, ...request), end };
    },
    async forgetRemovals(paths) {
      await queryAs("removals", "select kith_private.forget_removals($1::text[])", [paths]);
    },
    async ping() {
      const [row] = await queryAs("health", pingStatement, []);
      const found = Number(row?.["found"]);
      if (found >= requiredSchemaVersion) return toRemovals(row?.["removals"]);
      throw problems.unavailable(
        new Error(`The function needs schema version ${requiredSchemaVersion}, not ${found}.`),
      );
    },
    close: () => pool.end(),
  };
}

function visitorOf(credential: Credential): Visitor {
  return "hash" in credential ? credential : { account: credential.sub };
}

type Row = Record<string, string | null>;

type Query = (text: string, values: (string | null)[]) => Promise<Row[]>;

async function handle(
  query: Query,
  credential: Credential,
  operation: string,
  args: Arguments | null,
): Promise<Handled> {
  const [row] = await query(handleStatement, [
    JSON.stringify(credential),
    operation,
    args && JSON.stringify(args),
    String(requiredSchemaVersion),
  ]);
  if (row === undefined) throw problems.internal("kith_private.handle answered with no row");
  return toHandled(row);
}

class Connections {
  readonly #pool: Pool;
  /** The first one, until it is open or somebody waits for it. */
  #first: Promise<PoolClient> | undefined;
  readonly #idleSince = new WeakMap<PoolClient, number>();
  readonly #dead = new WeakSet<PoolClient>();

  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on("connect", (client) => {
      client.on("error", () => this.#dead.add(client));
      client.on("end", () => this.#dead.add(client));
    });
    // The pool has already removed a connection that was lost while idle; without a listener the process would end.
    pool.on("error", () => {});
    // An isolate is started for a request: its connection is opened while the modules for it are loaded.
    const first = this.#first = pool.connect();
    first.then((client) => this.#first && client.release(), () => {})
      .finally(() => this.#first = undefined);
  }

  /** Sends one statement, without retries: a statement whose answer was lost may have run. */
  async query(text: string, values: (string | string[] | null)[]): Promise<Row[]> {
    const client = await this.take();
    try {
      const { rows } = await client.query<Row>({ text, values });
      this.#idleSince.set(client, Date.now());
      client.release();
      return rows;
    } catch (error) {
      // Closed, because it may still be running a statement that timed out.
      client.release(true);
      throw statementFailure(error);
    }
  }

  /** A connection that is not known to be closed. */
  async take(): Promise<PoolClient> {
    while (true) {
      const opening = this.#first ?? this.#pool.connect();
      this.#first = undefined;
      const client = await opening.catch((error: unknown) => {
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
    if (age > idleMs.close) return false;
    // One turn of the event loop, in which the driver handles a close that has already arrived.
    if (age > idleMs.check) await new Promise((resolve) => setTimeout(resolve, 0));
    return !this.#dead.has(client);
  }
}

/**
 * Reads `sslmode` as libpq does; the driver itself treats `require` as `verify-full`. With a certificate, every encrypted
 * connection is also verified, including the host name.
 */
function connectionOptions(url: string, certificate: string | undefined): PoolConfig {
  const parsed = new URL(url);
  const defaultMode = certificate || isHosted(parsed.hostname) ? "require" : "disable";
  const mode = parsed.searchParams.get("sslmode") ?? defaultMode;
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
      // The platform's certificate authority is its own, which runtimes do not trust by default.
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
    removals: toRemovals(row["removals"]),
    tag: row["tag"] ?? null,
    replayed: row["replayed"] === "t",
    activityId: row["activity_id"] ?? null,
    log: row["log"] ?? null,
  };
}

/** Reads the text of an array of `path` and `path>moveTo`, in which Postgres has nothing to quote. */
function toRemovals(array: string | null | undefined): Removal[] {
  const entries = array?.slice(1, -1).split(",").filter(Boolean) ?? [];
  return entries.map((entry) => {
    const [path = "", moveTo = null] = entry.split(">");
    return { path, moveTo };
  });
}

/** A connection of the pool. */
interface Client {
  query<Row extends object>(statement: string | object): Promise<{ rows: Row[] }>;
  release(destroy: boolean): void;
}

/** How long a transaction may be open. */
const openMs = 60_000;

/** A transaction that reads as of one instant. */
interface OpenSnapshot {
  query(text: string, values: (string | null)[]): Promise<Record<string, string | null>[]>;
  /** Ends it and gives the connection back; may be called again. */
  end(): Promise<void>;
}

/** Opens a transaction that reads as of one instant. @param leave is called once, when the connection was given back */
async function openSnapshot(client: Client, leave: () => void): Promise<OpenSnapshot> {
  let isOpen = true;
  /** @param broken whether the connection has to be closed, because a statement may still be running on it */
  const finish = (broken: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    client.release(broken);
    leave();
  };
  const timer = setTimeout(() => finish(true), openMs);
  const query: OpenSnapshot["query"] = async (text, values) => {
    if (!isOpen) throw problems.unavailable("The transaction was open for too long.");
    try {
      return (await client.query<Record<string, string | null>>({ text, values })).rows;
    } catch (error) {
      finish(true);
      throw statementFailure(error);
    }
  };
  try {
    await client.query("begin isolation level repeatable read read only");
  } catch (error) {
    isOpen = false;
    clearTimeout(timer);
    client.release(true);
    leave();
    throw statementFailure(error);
  }
  return {
    query,
    async end() {
      if (!isOpen) return;
      await query("commit", []).then(() => finish(false), () => {});
    },
  };
}

// SQLSTATEs of transient failures: a broken connection, no resources, a shutdown or start, a lock, a timeout or a
// concurrent transaction. 25P04 is the time limit of `kith_private.handle`. 25006: the platform makes a
// database read-only when its disk is full.
const transientStates = /^(08...|53...|57P..|57014|25P04|25006|40001|40P01|55P03)$/;

/** The problem that a failed statement is answered with: 503 when the failure is transient, 500 when it is a defect. */
export function statementFailure(error: unknown): Problem {
  const state = sqlState(error);
  if (state !== null) {
    return transientStates.test(state) ? problems.unavailable(error) : problems.internal(error);
  }
  // Without an SQLSTATE the connection broke or timed out, unless the error is one of JavaScript.
  const isMistake = error instanceof TypeError || error instanceof RangeError ||
    error instanceof ReferenceError;
  return isMistake ? problems.internal(error) : problems.unavailable(error);
}

/** SQLSTATE of an error that Postgres or a pooler sent; null for anything else, such as `ECONNREFUSED`. */
function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return null;
  return typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}
