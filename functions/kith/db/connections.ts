// Connections to Postgres that are kept, checked and closed, and a statement on one of them.
import { Client, type ClientConfig, type Connection as Wire, type Submittable } from "pg";
import { timeouts } from "../core/timeouts.ts";

/** The values of a row in the order of the statement's columns, as Postgres wrote them. */
export type Row = (string | null)[];

const timeoutsMs = { connect: 2_500, statement: 5_000 };

/**
 * How long a connection may be idle before it is checked, and before it is closed. Isolates are frozen between
 * requests, when neither timers nor closed sockets reach them, so that its age is checked when a connection is taken.
 */
const idleMs = { check: 1_000, close: 60_000 };

/**
 * A statement, which is sent with fewer messages than the driver's own: its columns are known, so that Postgres need not
 * describe them. It is unnamed, because transaction poolers support nothing else.
 */
class Statement implements Submittable {
  readonly #rows: Row[] = [];

  constructor(
    readonly text: string,
    readonly values: Row,
    readonly handleError: (error: Error) => void,
    readonly onRows: (rows: Row[]) => void,
  ) {}

  submit(wire: Wire): void {
    const { stream } = wire;
    stream.cork();
    wire.parse({ text: this.text, name: "", types: [] }, true);
    wire.bind({ values: this.values }, true);
    wire.execute({}, true);
    wire.sync();
    stream.uncork();
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.onRows(this.#rows);
  }
}

/** A connection, for one statement at a time. */
export class Connection {
  readonly #client: Client;
  #isDead = false;
  #idleSince = 0;

  private constructor(config: ClientConfig) {
    this.#client = new Client(config);
    this.#client.on("error", () => this.#isDead = true);
    this.#client.on("end", () => this.#isDead = true);
  }

  static async open(config: ClientConfig): Promise<Connection> {
    const connection = new Connection(config);
    await connection.#client.connect();
    return connection;
  }

  /** Sends a statement, once: one whose answer was lost may have run. After an error the connection has to be closed. */
  query(text: string, values: Row): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const onTimeout = () => reject(new Error("The statement took too long."));
      timeouts.start(onTimeout, timeoutsMs.statement);
      const onError = (error: Error) => {
        timeouts.stop(onTimeout);
        reject(error);
      };
      const onRows = (rows: Row[]) => {
        timeouts.stop(onTimeout);
        resolve(rows);
      };
      this.#client.query(new Statement(text, values, onError, onRows));
    });
  }

  readonly close = (): void => {
    this.#isDead = true;
    this.#client.end().catch(() => {});
  };

  rest(): void {
    this.#idleSince = Date.now();
    timeouts.start(this.close, idleMs.close);
  }

  /** Whether it can be used again after a rest. */
  async wake(): Promise<boolean> {
    timeouts.stop(this.close);
    const age = Date.now() - this.#idleSince;
    // One turn of the event loop, in which the driver handles a close that has already arrived.
    if (age > idleMs.check) await new Promise((resolve) => setTimeout(resolve, 0));
    if (age > idleMs.close) this.close();
    return !this.#isDead;
  }
}

/**
 * Open connections. How many there are at a time is for those who take them. The driver's own pool sets two timers for a
 * statement, and with the driver's own statements takes twice as long for one.
 */
export class Pool {
  readonly #config: ClientConfig;
  /** The last used one last. */
  readonly #idle: Connection[] = [];
  /** The first one, while it is opened and nobody has taken it. */
  #first: Promise<Connection> | undefined;

  /**
   * @param url `postgres://…`; `sslmode` as in libpq
   * @param certificate PEM of the only certificate authority that is trusted for the database
   * @param opensAtOnce whether a connection is opened now: an isolate is started for a request, whose modules are loaded meanwhile
   */
  constructor(url: string, certificate: string | undefined, opensAtOnce: boolean) {
    this.#config = {
      ...connectionOptions(url, certificate),
      connectionTimeoutMillis: timeoutsMs.connect,
      keepAlive: true,
      application_name: "kith",
    };
    if (!opensAtOnce) return;
    const first = this.#first = Connection.open(this.#config);
    first.then((connection) => {
      if (!this.#first) return;
      this.#first = undefined;
      this.give(connection);
    }, () => this.#first = undefined);
  }

  /** @throws Error when none can be opened */
  async take(): Promise<Connection> {
    const opening = this.#first;
    this.#first = undefined;
    if (opening) return await opening;
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (await idle.wake()) return idle;
    }
    return await Connection.open(this.#config);
  }

  give(connection: Connection): void {
    connection.rest();
    this.#idle.push(connection);
  }
}

/**
 * Reads `sslmode` as libpq does; the driver itself treats `require` as `verify-full`. With a certificate, every encrypted
 * connection is also verified, including the host name.
 */
function connectionOptions(url: string, certificate: string | undefined): ClientConfig {
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
