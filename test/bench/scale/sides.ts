import type { SeededOwner } from "../seed.ts";
import type { Make } from "./calls.ts";
import type { Side } from "./compare.ts";
import type { Door } from "./doors.ts";

/** Somebody's calls through a door, or those of several in turn. */
export function sideOf(door: Door, people: SeededOwner[], make: Make): Side {
  return {
    prepare: (n) => {
      const someone = people[n % people.length]!;
      return door.prepare(someone, make(someone, n));
    },
  };
}

/** Which page: the first, that in the middle or the last of what there is. */
export type Depth = "first" | "middle" | "last";
const pageSize = 50;

/**
 * The same list at another depth, for each owner at a page of their own. How many pages there are is asked now, once.
 * @throws Error when a list is not what was asked for, or empty
 */
export async function atDepth(
  door: Door,
  people: SeededOwner[],
  make: Make,
  depth: Depth,
): Promise<Make> {
  // Filters of a kind differ a little in what they find: the n-th call of its kind has the pages of the n-th.
  const kinds = 5;
  const pages = new Map<string, number>();
  for (const someone of people) {
    for (let n = 0; n < kinds; n++) {
      const { total, data } = await door.read(someone, make(someone, n));
      if (total === undefined || !data || data.length !== Math.min(total, pageSize)) {
        throw new Error(`${JSON.stringify(make(someone, n))} answered with ${data?.length} rows`);
      }
      const last = Math.max(1, Math.ceil(total / pageSize));
      const page = { first: 1, middle: Math.ceil(last / 2), last }[depth];
      pages.set(`${someone.id} ${n}`, page);
      if (depth === "first") break;
    }
  }
  if (depth === "first") return make;
  return (someone, n) => {
    const { operation, arguments: { query } } = make(someone, n % kinds);
    const page = pages.get(`${someone.id} ${n % kinds}`)!;
    return { operation, arguments: { query: { ...query, page } } };
  };
}
