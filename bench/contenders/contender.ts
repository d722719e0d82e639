import type { Json } from "../../test/support/client.ts";
import { newPerson, subjectOf } from "../calls.ts";
import { type BenchRequest, type Load, type Slice, toBytes, toInit } from "../load.ts";
import { accessToken, createdCompany, type SeededOwner } from "../seed.ts";
import type { Bench } from "../stack.ts";

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
export type Operation = (typeof operations)[number];

export const credentials = ["API key", "access token"] as const;
export type Credential = (typeof credentials)[number];

/** An operation with a credential over some connections at once. */
export interface Cell {
  operation: Operation;
  credential: Credential;
  connections: number;
}

/** The subject of the n-th request: the same for all contenders. */
export interface Ask extends ReturnType<typeof subjectOf> {
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

/** The columns of what "create" makes, as the tables have them. */
export const rowOf = ({ made: { firstName, lastName, ...rest } }: Ask) => ({
  first_name: firstName,
  last_name: lastName,
  ...rest,
});

/** What "patch" writes, as the tables have it. */
export const titleOf = ({ jobTitle }: Ask) => ({ job_title: jobTitle });

interface Answer {
  rows: { id?: string }[];
  total?: number | undefined;
}

/** A running server with the rows of the seed. */
export interface Contender {
  name: string;
  /** Scheme, host and port. */
  origin: string;
  requests: Record<Operation, (ask: Ask) => BenchRequest>;
  /** The goal for Kith's throughput, as a multiple of this. */
  promise?: { read: number; write: number };
  /** Where it knows only one of them. */
  credential?: Credential;
  /** What an answer has, to be compared with Kith's before anything is timed; a write may tell nothing. */
  read(body: Json): Answer;
  /** Removes created rows, where it has tables of its own. */
  removeCreated?(): Promise<unknown>;
}

/** Sends all contenders the same requests; each slice continues after the last. */
export class Asker {
  readonly #next = new Map<string, number>();
  readonly #perMillisecond = new Map<string, number>();
  readonly #expected = new Map<Operation, Answer>();
  #turns = 0;

  private constructor(readonly owners: SeededOwner[], readonly tokens: string[]) {}

  static async of({ owners, stack }: Bench): Promise<Asker> {
    const tokens = await Promise.all(owners.map((owner) => accessToken(owner, stack.url)));
    return new Asker(owners, tokens);
  }

  #ask(n: number, { name }: Contender, credential: Credential): Ask {
    const index = n % this.owners.length;
    const owner = this.owners[index]!;
    // An owner's keys in turn, so that none reaches its rate limit.
    const key = owner.keys[Math.floor(this.#turns++ / this.owners.length) % owner.keys.length]!;
    // Owners begin with different contacts.
    const turn = Math.floor(n / this.owners.length) + index;
    return {
      ...subjectOf(owner, turn),
      turn,
      owner,
      credential,
      token: credential === "API key" ? key : this.tokens[index]!,
      made: newPerson(n),
      jobTitle: `Colleague ${n} ${name} ${credential}`,
    };
  }

  /** Asks for some milliseconds. @throws Error when anything is refused */
  async ask(load: Load, contender: Contender, cell: Cell, milliseconds: number): Promise<Slice> {
    const { operation, credential, connections } = cell;
    const what = `${contender.name} ${operation} ${credential}`;
    const how = `${what} ${connections}`;
    const first = this.#next.get(what) ?? 1;
    // More than a slice will take, unless it is much faster than the last one.
    const length = Math.ceil((this.#perMillisecond.get(how) ?? 2) * milliseconds * 1.5) + 32;
    const { origin, requests: { [operation]: request } } = contender;
    const requests = Array.from({ length }, (_, n) => {
      return toBytes(origin, request(this.#ask(first + n, contender, credential)));
    });
    const slice = await load({ origin, requests, connections, milliseconds })
      .catch((error: Error) => Promise.reject(new Error(`${how}: ${error.message}`)));
    this.#next.set(what, first + slice.requests);
    this.#perMillisecond.set(how, slice.requests / slice.milliseconds);
    return slice;
  }

  /** Looks at an answer of each operation. @throws where it is not what the first contender answered */
  async verify(contender: Contender, credential: Credential): Promise<void> {
    for (const operation of operations) {
      const ask = this.#ask(0, contender, credential);
      const request = contender.requests[operation](ask);
      const answer = await fetch(contender.origin + request.path, toInit(request));
      const text = await answer.text();
      const what = `${contender.name}, ${operation}`;
      if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`);
      const { rows, total } = contender.read(JSON.parse(text));
      const expected = this.#expected.get(operation) ?? { rows, total };
      this.#expected.set(operation, expected);
      const isOther = operation === "get" && rows[0]?.id !== ask.contactId;
      const [found, wanted] = [
        `${rows.length} rows of ${total ?? expected.total}`,
        `${expected.rows.length} rows of ${expected.total}`,
      ];
      if (isOther || rows.length === 0 || found !== wanted) {
        throw new Error(`${what}: ${found}, not ${wanted}`);
      }
    }
  }

  /** Removes what "create" has made, so that lists stay as long as they were. */
  async removeCreated(sql: Bench["sql"]): Promise<void> {
    await sql`delete from kith.contacts where company = ${createdCompany}`;
  }
}
