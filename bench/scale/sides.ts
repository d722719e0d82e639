import type { SeededOwner } from "../seed.ts";
import type { Make } from "./calls.ts";
import type { Side } from "./compare.ts";
import type { Channel } from "./channels.ts";

/** Somebody's calls through a channel, or those of several in turn. */
export function sideOf(channel: Channel, people: SeededOwner[], make: Make): Side {
  return {
    prepare: (n) => {
      const someone = people[n % people.length]!;
      return channel.prepare(someone, make(someone, n));
    },
  };
}

/** Which page: the first, that in the middle or the last full one of what there is. */
export type Depth = "first" | "middle" | "last";
const pageSize = 50;
/** Filters of a kind differ a little in what they find; so many are looked at, and asked for in turn. */
const kinds = 3;

/**
 * The same list at any depth, for each owner at a page of their own. How many pages there are is asked now, once.
 * @throws Error when a list is empty, or does not hold what its total says
 */
export async function deepPages(
  channel: Channel,
  people: SeededOwner[],
  make: Make,
): Promise<(depth: Depth) => Make> {
  const lasts = new Map<string, number>();
  for (const someone of people) {
    for (let n = 0; n < kinds; n++) {
      const call = make(someone, n);
      const { total, data } = await channel.read(someone, call);
      if (!total || data?.length !== Math.min(total, pageSize)) {
        throw new Error(`${JSON.stringify(call)}: ${data?.length} rows on a page, ${total} in all`);
      }
      lasts.set(`${someone.id} ${n}`, Math.max(1, Math.floor(total / pageSize)));
    }
  }
  return (depth) => (someone, n) => {
    const { operation, arguments: { query } } = make(someone, n % kinds);
    const last = lasts.get(`${someone.id} ${n % kinds}`)!;
    const page = { first: 1, middle: Math.ceil(last / 2), last }[depth];
    return { operation, arguments: { query: { ...query, page } } };
  };
}
