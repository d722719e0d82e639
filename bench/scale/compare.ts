import { median } from "../statistics.ts";

/** One of those that are measured side by side. */
export interface Side {
  /** Makes the n-th call ready, in the time that nobody counts. */
  prepare(n: number): Promise<() => Promise<void>>;
}

export interface Comparison {
  /** Median of the medians of the rounds, in milliseconds, of each side. */
  milliseconds: number[];
  /** Of each side and round: its median, in milliseconds. */
  rounds: number[][];
  /** Of each side and round: its median as a multiple of the first side's. */
  ratios: number[][];
}

/** How long is measured: rounds, and milliseconds of each for all sides together. */
export interface Effort {
  rounds: number;
  milliseconds: number;
}

/** Short rounds, so that a disturbance is shared or outvoted. */
export const effortOf = (quick: boolean): Effort =>
  quick ? { rounds: 1, milliseconds: 30 } : { rounds: 9, milliseconds: 60 };

/** Plans are kept from the sixth call on. */
const warmUps = 8;
/** Calls of a round. */
const least = 2;
const most = 20;

/** Call by call in turn, each round beginning with another side. */
export async function compare(sides: Side[], effort: Effort): Promise<Comparison> {
  let n = 0;
  const once = async (side: Side) => {
    const call = await side.prepare(n);
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
  for (let r = 0; r < effort.rounds; r++) {
    const times: number[][] = sides.map(() => []);
    for (let call = 0; call < calls; call++, n++) {
      for (let turn = 0; turn < sides.length; turn++) {
        const side = (turn + r + call) % sides.length;
        times[side]!.push(await once(sides[side]!));
      }
    }
    times.forEach((list, side) => medians[side]!.push(median(list)));
  }
  return {
    milliseconds: medians.map(median),
    rounds: medians,
    ratios: medians.map((list) => list.map((value, r) => value / medians[0]![r]!)),
  };
}
