import { problems } from "../core/problems.ts";
import { statementFailure } from "./failure.ts";

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
export async function openSnapshot(client: Client, leave: () => void): Promise<OpenSnapshot> {
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
