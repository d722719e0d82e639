// The database as the function uses it: one statement an operation, within the limits of connections.
import type { Arguments, Credential, Database, Handled, Work } from "../core/database.ts";
import { type Problem, problems } from "../core/problems.ts";
import { timeouts } from "../core/timeouts.ts";
import { workOf } from "../core/work.ts";
import { type Connection, Pool, type Row } from "./connections.ts";
import { ConnectionLimiter, type Requester } from "./connection-limiter.ts";
import { requiredSchemaVersion } from "./schema-version.ts";

/** How long is waited for a turn; with the timeouts of connections, a request takes under ten seconds. */
const turnMs = { statement: 2_000, snapshot: 4_000 };

/**
 * Connections of one isolate. One account has four of them, as many as make it quicker, so that two are left for others;
 * of these one to write, because its writers would wait for each other, and one for what reads long, so that a processor is
 * left. Short reads of everybody always find two that nothing slow has.
 */
const bounds = {
  total: 6,
  account: { total: 4, longRead: 1, write: 1, snapshot: 1 },
  snapshots: 2,
  slow: 4,
  unknown: 2,
};

const handleStatement =
  `select status, body, owner_id, key_id, rate_limit, rate_remaining, rate_reset, retry_after, tag, replayed, activity_id,
     log from kith_private.handle($1::jsonb, $2::text, $3::jsonb, $4::integer)`;

const pingStatement = "select kith_private.schema_version()";

const photosStatement = "select unnest(kith_private.photos_to_remove($1::uuid, $2::boolean))";

const tickStatement = "select kith_private.tick()";

const markStatement = "select kith_private.mark_outbox($1::jsonb)";

const markCalendarStatement =
  "select kith_private.mark_calendar($1::uuid, $2::uuid, $3::text, $4::jsonb)";

const markWebhookStatement = "select kith_private.mark_webhook($1::uuid, $2::uuid, $3::jsonb)";

const pushKeyStatement = "select kith_private.push_key()";

const unnamedStatement = "select kith_private.unnamed_photos($1::text[])";

const stopStatement = "select kith_private.stop_channel($1::text)";

/** One database, with what only those ask of it who know that there are several. */
export interface PostgresDatabase extends Database {
  /**
   * Asks whose secret it is that a credential has; a refusal where there is no such account. Nothing is counted.
   * @throws Problem unavailable, or internal
   */
  ownerOf(credential: Credential & { hash: string }, operation: string): Promise<string | Handled>;
  /**
   * Returns those of these files that no row of this database names.
   * @throws Problem unavailable, or internal
   */
  unnamedPhotos(paths: string[]): Promise<string[]>;
}

/**
 * Creates a pool of connections, which are opened when they are needed.
 * @param url `postgres://…`; `sslmode` as in libpq
 * @param certificate PEM of the only certificate authority that is trusted for the database
 * @param opensAtOnce whether a connection is opened before the first request needs one
 */
export function connectPostgres(
  url: string,
  certificate?: string,
  opensAtOnce = true,
): PostgresDatabase {
  const pool = new Pool(url, certificate, opensAtOnce);
  const limiter = new ConnectionLimiter(bounds);
  const take = () =>
    pool.take().catch((error: unknown) => {
      throw problems.unavailable(error);
    });
  const run: Query = async (text, values) => {
    const connection = await take();
    try {
      const rows = await connection.query(text, values);
      pool.give(connection);
      return rows;
    } catch (error) {
      // It may still be running a statement that timed out.
      connection.close();
      throw statementFailure(error);
    }
  };
  const runAs = async (account: string, text: string, values: Row, use: Work = "read") => {
    const release = await limiter.acquire({ account }, use, turnMs.statement);
    return await run(text, values).finally(release);
  };
  /**
   * Asks for the account of a secret that this isolate does not know, so that the request stands in the queue of its account.
   * Nothing is counted, locked or written, so that it is short. Returns a refusal where there is no account.
   */
  const ownerOf: PostgresDatabase["ownerOf"] = async (credential, operation) => {
    const { hash } = credential;
    const release = await limiter.acquire({ hash }, "read", turnMs.statement);
    try {
      // Another request with the same secret may have asked meanwhile.
      const known = limiter.accountOf(hash);
      if (known !== undefined) return known;
      const found = await handle(run, { ...credential, counted: true }, operation, null);
      if (found.ownerId === null) return found;
      limiter.remember(hash, found.ownerId);
      return found.ownerId;
    } finally {
      release();
    }
  };
  /** Takes what waits, of one kind. */
  const taker = (name: "take_outbox" | "take_calendars" | "take_webhooks") => {
    const statement = `select kith_private.${name}($1::integer)`;
    return async (most: number) => {
      const [[taken] = []] = await runAs("clock", statement, [String(most)], "write");
      return taken ? JSON.parse(taken) : [];
    };
  };
  /** Marks what was done, which nobody can take back: not as the clock, whose other work it does not wait for, and not once. */
  const mark = async (text: string, values: Row) => {
    for (let tries = 1;; tries++) {
      try {
        return await runAs("done", text, values, "write");
      } catch (error) {
        if (tries === 3) throw error;
      }
    }
  };
  return {
    async handle(credential, operation, args, work) {
      if ("hash" in credential && limiter.accountOf(credential.hash) === undefined) {
        const found = await ownerOf(credential, operation);
        if (typeof found !== "string") return found;
      }
      const use = workOf(work, args);
      const release = await limiter.acquire(requesterOf(credential), use, turnMs.statement);
      return await handle(run, credential, operation, args).finally(release);
    },
    async openSnapshot(credential) {
      const release = await limiter.acquire(requesterOf(credential), "snapshot", turnMs.snapshot);
      const connection = await take().catch((error: unknown) => {
        release();
        throw error;
      });
      const { query, end } = await openSnapshot(connection, (isBroken) => {
        if (isBroken) connection.close();
        else pool.give(connection);
        release();
      });
      return { handle: (...request) => handle(query, ...request), end };
    },
    ownerOf: async (credential, operation) =>
      limiter.accountOf(credential.hash) ?? await ownerOf(credential, operation),
    async unnamedPhotos(paths) {
      // Names of Storage have neither quotes nor backslashes.
      const names = `{${paths.map((path) => JSON.stringify(path)).join()}}`;
      return (await runAs("sweep", unnamedStatement, [names])).map(([path]) => String(path));
    },
    async photosToRemove(account, byClock) {
      const rows = await runAs("sweep", photosStatement, [account, String(byClock)]);
      return rows.map(([path]) => String(path));
    },
    async tick() {
      const [[done] = []] = await runAs("clock", tickStatement, [], "write");
      return done ? JSON.parse(done) : null;
    },
    takeDeliveries: taker("take_outbox"),
    async markDeliveries(results) {
      await mark(markStatement, [JSON.stringify(results)]);
    },
    takeCalendars: taker("take_calendars"),
    async markCalendar({ ownerId, id }, failure, validators) {
      const read = validators ? JSON.stringify(validators) : null;
      await mark(markCalendarStatement, [ownerId, id, failure, read]);
    },
    takeWebhooks: taker("take_webhooks"),
    async markWebhook({ ownerId, id }, result) {
      await mark(markWebhookStatement, [ownerId, id, JSON.stringify(result)]);
    },
    async pushKey() {
      const [[key] = []] = await runAs("health", pushKeyStatement, [], "write");
      return String(key);
    },
    async stopChannel(secret) {
      const [[stopped] = []] = await runAs("stop", stopStatement, [secret], "write");
      return stopped === "t" || stopped === "true";
    },
    async ping() {
      const [[found] = []] = await runAs("health", pingStatement, []);
      if (Number(found) >= requiredSchemaVersion) return;
      throw problems.unavailable(
        new Error(`The function needs schema version ${requiredSchemaVersion}, not ${found}.`),
      );
    },
  };
}

function requesterOf(credential: Credential): Requester {
  return "hash" in credential ? credential : { account: credential.sub };
}

type Query = (text: string, values: Row) => Promise<Row[]>;

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

function toHandled(row: Row): Handled {
  const [status, body, ownerId, keyId, limit, remaining, reset, ...rest] = row;
  const [retryAfter, tag, replayed, activityId, log] = rest;
  return {
    status: toNumber(status),
    body: body ?? null,
    ownerId: ownerId ?? null,
    keyId: keyId ?? null,
    rateLimit: limit == null
      ? null
      : { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) },
    retryAfter: toNumber(retryAfter),
    tag: tag ?? null,
    replayed: replayed === "t",
    activityId: activityId ?? null,
    log: log ?? null,
  };
}

function toNumber(text: string | null | undefined): number | null {
  return text == null ? null : Number(text);
}

/** How long a transaction may be open. */
const openMs = 60_000;

/** A transaction that reads as of one instant. */
interface OpenSnapshot {
  query: Query;
  /** Ends it and gives the connection back; may be called again. */
  end(): Promise<void>;
}

/** Opens a transaction that reads as of one instant. @param giveBack is called once, with whether the connection has to be closed */
async function openSnapshot(
  connection: Connection,
  giveBack: (isBroken: boolean) => void,
): Promise<OpenSnapshot> {
  let isOpen = true;
  const finish = (isBroken: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    timeouts.stop(onTimeout);
    giveBack(isBroken);
  };
  const onTimeout = () => finish(true);
  timeouts.start(onTimeout, openMs);
  const query: Query = async (text, values) => {
    if (!isOpen) throw problems.unavailable("The transaction was open for too long.");
    try {
      return await connection.query(text, values);
    } catch (error) {
      finish(true);
      throw statementFailure(error);
    }
  };
  await query("begin isolation level repeatable read read only", []);
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
// database read-only when its disk is full. 42883: a request that has begun before an upgrade may call a function that the
// upgrade has replaced; nothing but an upgrade takes a function away, and the log has its name.
const transientStates = /^(08...|53...|57P..|57014|25P04|25006|40001|40P01|42883|55P03)$/;

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
