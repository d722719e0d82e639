import { Client } from "pg";
import type { Json } from "../test/support/client.ts";
import { type Call, type Make, toRequest } from "./calls.ts";
import { Connection, toBytes, toInit } from "./load.ts";
import { type Figure, median, ratios } from "./report.ts";
import { accessToken, type SeededOwner, sha256 } from "./seed.ts";
import { type Bench, cleanUp } from "./stack.ts";

/** A way to a database; one call after the other, on one connection. */
export interface Channel {
  /** Makes a call ready to be timed. What it gives sends it and waits for the whole answer. */
  prepare(someone: SeededOwner, call: Call): Promise<() => Promise<unknown>>;
  /** The answer to a call. */
  read(someone: SeededOwner, call: Call): Promise<Json>;
}

/** Who asks, as kith_private.handle takes it; with `counted` a key has no limit. */
export type Credential =
  | { kind: "api_key"; hash: string; counted?: true }
  | { kind: "access_token"; sub: string; sessionId?: string };
export const keyCredential = (key: string) => ({ kind: "api_key", hash: sha256(key) }) as const;
export const tokenCredential = ({ id }: SeededOwner) =>
  ({ kind: "access_token", sub: id }) as const;

/** The address for connections with these settings of their session. */
export function withSettings(databaseUrl: string, ...settings: string[]): string {
  const url = new URL(databaseUrl);
  const options = settings.map((setting) => `-c ${setting}`).join(" ");
  if (options) url.searchParams.set("options", options);
  return url.href.replaceAll("+", "%20");
}

const statement = "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb)";

/** The statement alone, sent as the function sends it. */
export class DatabaseChannel implements Channel {
  private constructor(readonly client: Client) {}

  static async open(databaseUrl: string): Promise<DatabaseChannel> {
    const types = { getTypeParser: () => (value: unknown) => value };
    const client = new Client({ connectionString: databaseUrl, types });
    client.on("error", () => {});
    await client.connect();
    cleanUp(() => client.end());
    return new DatabaseChannel(client);
  }

  /** The body of the answer. @throws Error where it is refused */
  async ask(credential: Credential, { operation, arguments: values }: Call): Promise<string> {
    const { rows: [row] } = await this.client.query({
      text: statement,
      values: [JSON.stringify(credential), operation, JSON.stringify(values)],
    });
    if (row.status === null) throw new Error(`${operation}: ${row.body} ${row.log ?? ""}`);
    return row.body;
  }

  /** Many requests in one transaction: less is waited for, and the log holds the same. */
  async askAll(credential: Credential, calls: Call[]): Promise<void> {
    for (let first = 0; first < calls.length; first += 50) {
      const { rows } = await this.client.query(
        `select h.body, h.log from jsonb_array_elements($2::jsonb) with ordinality c (call, n),
           kith_private.handle($1, c.call ->> 'operation', c.call -> 'arguments') h where h.status is null`,
        [JSON.stringify(credential), JSON.stringify(calls.slice(first, first + 50))],
      );
      if (rows.length > 0) throw new Error(`refused: ${JSON.stringify(rows[0])}`);
    }
  }

  prepare = (someone: SeededOwner, call: Call) =>
    Promise.resolve(() => this.ask(tokenCredential(someone), call));

  read = async (someone: SeededOwner, call: Call) =>
    JSON.parse(await this.ask(tokenCredential(someone), call));
}

/** Milliseconds after which the function may have closed an idle connection. */
const idle = 5_000;

/** The function over HTTP. @param key that is sent instead of access tokens */
export function openHttpChannel({ stack }: Pick<Bench, "stack">, key?: string): Channel {
  const origin = stack.functionUrl;
  let connection: Connection | undefined;
  let lastAsked = 0;
  cleanUp(() => connection?.close());
  const tokens = new Map<string, Promise<string>>();
  const requestOf = async (someone: SeededOwner, call: Call) => {
    if (!tokens.has(someone.id)) tokens.set(someone.id, accessToken(someone, stack.url));
    return toRequest(call, key ?? await tokens.get(someone.id)!);
  };
  return {
    async prepare(someone, call) {
      const bytes = toBytes(origin, await requestOf(someone, call));
      if (performance.now() - lastAsked > idle) {
        connection?.close();
        connection = await Connection.open(origin);
      }
      return () => {
        lastAsked = performance.now();
        return connection!.ask(bytes);
      };
    },
    async read(someone, call) {
      const request = await requestOf(someone, call);
      const answer = await fetch(origin + request.path, toInit(request));
      if (!answer.ok) throw new Error(`${request.path}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
  };
}

/** One side of a comparison: prepares the n-th call, in time that is not counted. */
export type Side = (n: number) => Promise<() => Promise<unknown>>;

/** The calls of owners through a channel, in turn. */
export const sideOf = (channel: Channel, people: SeededOwner[], make: Make): Side => (n) => {
  const someone = people[n % people.length]!;
  return channel.prepare(someone, make(someone, n));
};

/** Rounds, and milliseconds of each for all sides together: short, so that a disturbance is shared or outvoted. */
export const effortOf = (quick: boolean) =>
  quick ? { rounds: 1, milliseconds: 30 } : { rounds: 9, milliseconds: 60 };

/** Plans are kept from the sixth call on. */
const warmUps = 8;
/** Calls of a round. */
const [least, most] = [2, 20];

/**
 * Call by call in turn, each round beginning with another side.
 * @returns of each side its medians by round in milliseconds, and these as multiples of the first side's
 */
export async function compare(sides: Side[], effort: ReturnType<typeof effortOf>) {
  let n = 0;
  const once = async (side: Side) => {
    const call = await side(n);
    const began = performance.now();
    await call();
    return performance.now() - began;
  };
  let slowest = 0;
  for (; n < warmUps; n++) {
    let sum = 0;
    for (const side of sides) sum += await once(side);
    // The first ones read from the disk.
    slowest = n < warmUps / 2 ? sum : Math.max(slowest, sum);
    if (sum > 2000 && n >= 1) break;
  }
  const calls = Math.min(most, Math.max(least, Math.floor(effort.milliseconds / slowest)));
  const medians: number[][] = sides.map(() => []);
  for (let round = 0; round < effort.rounds; round++) {
    const times: number[][] = sides.map(() => []);
    for (let turn = 0; turn < calls; turn++, n++) {
      for (let place = 0; place < sides.length; place++) {
        const side = (place + round + turn) % sides.length;
        times[side]!.push(await once(sides[side]!));
      }
    }
    times.forEach((list, side) => medians[side]!.push(median(list)));
  }
  return medians.map((times) => ({ times, ratios: ratios(times, medians[0]!) }));
}

/** Compares and tells: the median of the first side in milliseconds, and the ratios of the others. */
export async function rowOf(
  sides: Side[],
  effort: ReturnType<typeof effortOf>,
  promise: Omit<Figure, "values"> = {},
): Promise<(number | Figure)[]> {
  const [first, ...others] = await compare(sides, effort);
  return [median(first!.times), ...others.map(({ ratios }) => ({ values: ratios, ...promise }))];
}
