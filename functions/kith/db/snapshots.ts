import { problems } from "../core/problems.ts";
import { statementFailure } from "./failure.ts";

/** A connection of the pool. */
interface Client {
  query<Row extends object>(statement: string | object): Promise<{ rows: Row[] }>;
  release(destroy: boolean): void;
}

/** Transactions that may be open at a time, fewer than the pool has connections: other requests go on meanwhile. */
const maxOpen = 2;

/** How long a transaction may be open, and how long another one waits until it may begin. */
const timeoutsMs = { open: 60_000, wait: 4_000 };

/** A transaction that reads as of one instant. */
interface OpenSnapshot {
  query(text: string, values: (string | null)[]): Promise<Record<string, string | null>[]>;
  /** Ends it and gives the connection back; may be called again. */
  end(): Promise<void>;
}

/** Opens transactions that read as of one instant, few at a time. @param take takes a connection from the pool */
export function createSnapshots(
  take: () => Promise<Client>,
): { open(): Promise<OpenSnapshot> } {
  let open = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else open--;
  };
  const enter = async () => {
    if (open >= maxOpen) await turn(waiting);
    else open++;
  };
  return {
    async open() {
      await enter();
      try {
        return await begin(await take(), leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** Resolves when it is this one's turn. */
function turn(waiting: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const proceed = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(proceed), 1);
      reject(problems.unavailable("Too many exports at a time."));
    }, timeoutsMs.wait);
    waiting.push(proceed);
  });
}

async function begin(client: Client, leave: () => void): Promise<OpenSnapshot> {
  let isOpen = true;
  /** @param broken whether the connection has to be closed, because a statement may still be running on it */
  const finish = (broken: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    client.release(broken);
    leave();
  };
  const timer = setTimeout(() => finish(true), timeoutsMs.open);
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
