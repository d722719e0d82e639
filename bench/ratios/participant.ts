import pg from "pg";
import { rawStatements, rawValues } from "../contenders/raw.ts";
import type { BenchRequest, Contender, CredentialKind, Operation } from "../contender.ts";
import type { Slice } from "../load/jobs.ts";
import { type Load, toBytes } from "../load/load.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import type { Workload } from "../workload.ts";

/** A server or a query that is measured. */
export interface Participant {
  name: string;
  offers(operation: Operation, credential: CredentialKind): boolean;
  /** @throws Error when the first answer is not what was asked for */
  verify(operation: Operation, credential: CredentialKind): Promise<void>;
  /** Asks for some milliseconds; @throws Error when anything is refused */
  run(
    operation: Operation,
    credential: CredentialKind,
    connections: number,
    milliseconds: number,
  ): Promise<Slice>;
  /** Removes what "create" has made; see {@link Contender.removeCreatedRows}. */
  removeCreatedRows?(): Promise<void>;
}

/** Goes on from slice to slice, and knows how many requests are likely to be needed. */
class Counter {
  readonly #next = new Map<string, number>();
  readonly #perMillisecond = new Map<string, number>();

  /** The numbers of the next requests: more than a slice will take, unless it is much faster than the last one. */
  take(what: string, how: string, milliseconds: number): number[] {
    const expected = (this.#perMillisecond.get(`${what} ${how}`) ?? 2) * milliseconds;
    const first = this.#next.get(what) ?? 1;
    return Array.from({ length: Math.ceil(expected * 1.5) + 32 }, (_, index) => first + index);
  }

  note(what: string, how: string, { requests, milliseconds }: Slice): void {
    this.#next.set(what, (this.#next.get(what) ?? 1) + requests);
    this.#perMillisecond.set(`${what} ${how}`, requests / milliseconds);
  }
}

/** A server that is asked over HTTP. */
export function httpParticipant(load: Load, contender: Contender): Participant {
  const { host, hostname, port } = new URL(contender.origin);
  const counter = new Counter();
  const request = (operation: Operation, credential: CredentialKind, n: number) => {
    const made = contender.request(operation, credential, n);
    if (made === null) throw new Error(`${contender.name} does not offer "${operation}".`);
    return made;
  };
  const offered = new Map<string, boolean>();
  return {
    name: contender.name,
    offers(operation, credential) {
      const what = `${operation} ${credential}`;
      const known = offered.get(what);
      if (known !== undefined) return known;
      const offers = contender.request(operation, credential, 0) !== null;
      offered.set(what, offers);
      return offers;
    },
    ...(contender.removeCreatedRows && {
      removeCreatedRows: () => contender.removeCreatedRows!(),
    }),
    async verify(operation, credential) {
      const { status, body } = await ask(contender.origin, request(operation, credential, 0));
      contender.verify(operation, status, body);
    },
    async run(operation, credential, connections, milliseconds) {
      const what = `${operation} ${credential}`;
      const numbers = counter.take(what, String(connections), milliseconds);
      const requests = numbers.map((n) => request(operation, credential, n));
      const address = { host: hostname, port: Number(port) };
      const bytes = toBytes(host, requests);
      const job = { kind: "http", ...address, connections, milliseconds, ...bytes } as const;
      const slice = await load.run(job);
      counter.note(what, String(connections), slice);
      return slice;
    },
  };
}

async function ask(origin: string, { method, path, headers, body }: BenchRequest) {
  const answer = await fetch(origin + path, { method, headers, ...(body && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return { status: answer.status, body: JSON.parse(text) as unknown };
}

/** Connections that an isolate of Kith's has to the database: nobody else gets more. */
const poolSize = 6;

/** The bare query in a loop, sent by the driver past row-level security. It knows no credentials. */
export function rawParticipant(
  load: Load,
  databaseUrl: string,
  workload: Workload,
  expectedAnswers: ExpectedAnswers,
): Participant {
  const counter = new Counter();
  return {
    name: "raw pg",
    offers: () => true,
    async verify(operation, credential) {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      try {
        const values = rawValues(workload, operation, credential, 0);
        const { rows } = await client.query(rawStatements[operation], values);
        expectedAnswers.verifyKith(
          operation,
          operation === "create" ? 201 : 200,
          JSON.parse(rows[0].body),
        );
      } finally {
        await client.end();
      }
    },
    async run(operation, credential, connections, milliseconds) {
      const what = `${operation} ${credential}`;
      const numbers = counter.take(what, String(connections), milliseconds);
      const slice = await load.run({
        kind: "sql",
        databaseUrl,
        connections: Math.min(connections, poolSize),
        milliseconds,
        text: rawStatements[operation],
        values: numbers.map((n) => rawValues(workload, operation, credential, n)),
      });
      counter.note(what, String(connections), slice);
      return slice;
    },
  };
}
