import { newPerson, subjectOf } from "./calls.ts";
import type { Json } from "../test/support/client.ts";
import { send } from "./compare.ts";
import { type BenchRequest, type Load, startLoad, toBytes } from "./load.ts";
import { createdCompany, type SeededOwner } from "./seed.ts";
import { type Bench, open, withoutTriggers } from "./stack.ts";

/** The operations that all contenders are measured with. */
export const operations = [
  "list 50",
  "search",
  "needsContact",
  "get",
  "create",
  "patch",
  "notes of a month",
] as const;

export const credentials = ["API key", "access token"] as const;
export type Credential = (typeof credentials)[number];

/** An operation with a credential over some connections at once. */
export interface Cell {
  operation: string;
  credential: Credential;
  connections: number;
}

/** The subject of the n-th request: the same for all contenders. */
export interface Ask extends ReturnType<typeof subjectOf> {
  operation: string;
  owner: SeededOwner;
  /** Which of the owner's. */
  turn: number;
  credential: Credential;
  /** The API key or access token. */
  token: string;
  /** What "create" makes. */
  made: ReturnType<typeof newPerson>;
  /** The value that "patch" writes, which differs from the row's whoever wrote it last. */
  jobTitle: string;
}

interface Answer {
  rows: { id?: string }[];
  total?: number | undefined;
}

/** A running server with the rows of the seed. */
export interface Contender {
  name: string;
  /** Scheme, host and port. */
  origin: string;
  request(ask: Ask): BenchRequest;
  /** The goal for Kith's throughput, as a multiple of this. */
  promise?: { read: number; write: number };
  /** Where it knows only one of them. */
  credential?: Credential;
  /** What an answer has, to be compared with Kith's before anything is timed; a write may tell nothing. */
  read(body: Json): Answer;
  /** Removes created rows, where it has tables of its own. */
  removeCreated?(): Promise<unknown>;
}

/** Method, path and body by operation. */
type Requests = Record<
  typeof operations[number],
  (ask: Ask) => [method: BenchRequest["method"], path: string, body?: object]
>;

/** Requests below a path, each with what all of a contender have. */
export const requestsBelow =
  (base: string, requests: Requests, common: (ask: Ask) => Partial<BenchRequest>) =>
  (ask: Ask): BenchRequest => {
    const [method, path, body] = requests[ask.operation as keyof Requests](ask);
    return { method, path: base + path, body, ...common(ask) };
  };

/** The columns of what "create" makes, as the tables have them. */
export const rowOf = ({ made: { firstName, lastName, ...rest } }: Ask) => ({
  first_name: firstName,
  last_name: lastName,
  ...rest,
});

/** What "patch" writes, as the tables have it. */
export const titleOf = ({ jobTitle }: Ask) => ({ job_title: jobTitle });

export const knows = (contender: Contender, credential: Credential) =>
  (contender.credential ?? credential) === credential;

/** Begins with another item each time, and runs backwards every other time, so that the order favours none. */
export function inOrder<T>(list: T[], turn: number): T[] {
  const start = turn % list.length;
  const rotated = [...list.slice(start), ...list.slice(0, start)];
  return turn % 2 === 0 ? rotated : rotated.reverse();
}

/** Sends contenders requests about these owners; each slice continues after the last. */
export class Asker {
  readonly owners: SeededOwner[];
  readonly #load: Load = startLoad();
  readonly #next = new Map<string, number>();
  readonly #perMillisecond = new Map<string, number>();
  readonly #expected = new Map<string, Answer>();
  #turns = 0;
  readonly #sql: Bench["sql"];

  constructor({ stack, owners }: Pick<Bench, "stack" | "owners">) {
    this.owners = owners;
    this.#sql = open(stack.adminDatabaseUrl, withoutTriggers);
  }

  #ask(n: number, { operation, credential }: Omit<Cell, "connections">): Ask {
    const index = n % this.owners.length;
    const owner = this.owners[index]!;
    // An owner's keys in turn, so that none reaches its rate limit.
    const key = owner.keys[Math.floor(this.#turns++ / this.owners.length) % owner.keys.length]!;
    // Owners begin with different contacts.
    const turn = Math.floor(n / this.owners.length) + index;
    return {
      ...subjectOf(owner, turn),
      operation,
      turn,
      owner,
      credential,
      token: credential === "API key" ? key : owner.token,
      made: newPerson(n),
      jobTitle: `Colleague ${n} ${credential}`,
    };
  }

  /** Asks for some milliseconds; how many requests were answered, and in what time. @throws Error when anything is refused */
  async ask(contender: Contender, cell: Cell, milliseconds: number) {
    const what = `${cell.operation} ${cell.credential}`;
    const how = `${contender.name} ${what} ${cell.connections}`;
    const first = this.#next.get(what) ?? 1;
    // More than a slice will take, unless it is much faster than the last one.
    const length = Math.ceil((this.#perMillisecond.get(how) ?? 2) * milliseconds * 1.5) + 32;
    const { origin } = contender;
    const requests = Array.from(
      { length },
      (_, n) => toBytes(origin, contender.request(this.#ask(first + n, cell))),
    );
    const { connections } = cell;
    const slice = await this.#load({ origin, requests, connections, milliseconds })
      .catch((error: Error) => Promise.reject(new Error(`${how}: ${error.message}`)));
    this.#next.set(what, first + slice.requests);
    this.#perMillisecond.set(how, slice.requests / slice.milliseconds);
    return slice;
  }

  /** Requests a second of everybody who takes part, in turn, in each cell. */
  async rates(contenders: Contender[], cells: Cell[], milliseconds: number, round: number) {
    const rates: Map<Contender, number>[] = [];
    for (const [index, cell] of cells.entries()) {
      const found = new Map<Contender, number>();
      for (const contender of inOrder(contenders, round + index)) {
        if (!knows(contender, cell.credential)) continue;
        const slice = await this.ask(contender, cell, milliseconds);
        found.set(contender, slice.requests * 1000 / slice.milliseconds);
      }
      rates.push(found);
      if (cell.operation === "create") await this.removeCreated();
    }
    return rates;
  }

  /** Looks at an answer of each operation. @throws where it is not what the first contender answered */
  async verify(contender: Contender, operations: readonly string[], credential: Credential) {
    for (const operation of operations) {
      const ask = this.#ask(0, { operation, credential });
      const { rows, total } = contender.read(await send(contender.origin, contender.request(ask)));
      const expected = this.#expected.get(operation) ?? { rows, total };
      this.#expected.set(operation, expected);
      const isOther = operation === "get" && rows[0]?.id !== ask.contactId;
      const found = `${rows.length} rows of ${total ?? expected.total}`;
      const wanted = `${expected.rows.length} rows of ${expected.total}`;
      if (isOther || rows.length === 0 || found !== wanted) {
        throw new Error(`${contender.name}, ${operation}: ${found}, not ${wanted}`);
      }
    }
  }

  /** Removes the contacts that "create" has made, so that lists stay as long as they were. */
  removeCreated = () => this.#sql`delete from kith.contacts where company = ${createdCompany}`;
}
