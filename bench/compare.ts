import type { Json } from "../test/support/client.ts";
import { type Call, type Make, toRequest } from "./calls.ts";
import { type BenchRequest, Connection, toBytes, toInit } from "./load.ts";
import { type Figure, median, ratios } from "./report.ts";
import type { SeededOwner } from "./seed.ts";
import { type Bench, cleanUp } from "./stack.ts";

/** One side of a comparison: prepares the n-th request, in time that is not counted. */
export type Side = (n: number) => Ready | Promise<Ready>;
type Ready = () => Promise<unknown>;

/** Milliseconds after which the function may have closed an idle connection. */
const idle = 5_000;

/** The function over one kept connection, one request after the other. */
export class Http {
  #connection: Connection | undefined;
  #lastAsked = 0;

  /** @param key that is sent with calls instead of access tokens */
  constructor(readonly stack: Pick<Bench["stack"], "functionUrl">, readonly key?: string) {
    cleanUp(() => this.#connection?.close());
  }

  side = (requestOf: (n: number) => BenchRequest): Side => async (n) => {
    const bytes = toBytes(this.stack.functionUrl, requestOf(n));
    if (performance.now() - this.#lastAsked > idle) {
      this.#connection?.close();
      this.#connection = await Connection.open(this.stack.functionUrl);
    }
    return () => {
      this.#lastAsked = performance.now();
      return this.#connection!.ask(bytes);
    };
  };

  /** Calls of owners, in turn. */
  calls(people: SeededOwner[], make: Make): Side {
    return this.side((n) => {
      const someone = people[n % people.length]!;
      return toRequest(make(someone, n), this.key ?? someone.token);
    });
  }

  /** The answer to a call. */
  read = (someone: SeededOwner, call: Call) =>
    send(this.stack.functionUrl, toRequest(call, someone.token));
}

/** Sends one request; its answer. @throws Error where it is refused */
export async function send(origin: string, request: BenchRequest): Promise<Json> {
  const answer = await fetch(origin + request.path, toInit(request));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${request.path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

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
