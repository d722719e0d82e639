import { longestSearch } from "../../base/limits.ts";
import type { NameOrder } from "../../shell/profile.ts";
import type { Query } from "../../shell/router.ts";

/** The orders that people choose from, by the values of the API's `sort`. */
export const sorts = {
  displayName: "First name, A–Z",
  lastName: "Last name, A–Z",
  nextContactOn: "Next to contact",
  "-createdAt": "Recently added",
  "-lastContactedAt": "Last contacted",
  lastContactedAt: "Longest ago contacted",
} as const;

export type Sort = keyof typeof sorts;

/** Which contacts a list shows, and in which order. */
export interface Filter {
  search: string;
  networkId?: string | undefined;
  isFavorite?: boolean | undefined;
  isArchived?: boolean | undefined;
  sort: Sort;
  /** The order of no choice, which is that of the profile. */
  byDefault: NameOrder;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the filter of an address; what makes no sense there is as if it were absent. */
export function readFilter(query: URLSearchParams, byDefault: NameOrder): Filter {
  const networkId = query.get("networkId") ?? "";
  const sort = query.get("sort") ?? "";
  return {
    search: (query.get("search") ?? "").trim().slice(0, longestSearch),
    networkId: uuid.test(networkId) ? networkId : undefined,
    isFavorite: query.get("isFavorite") === "true" || undefined,
    isArchived: query.get("isArchived") === "true" || undefined,
    sort: Object.hasOwn(sorts, sort) ? sort as Sort : byDefault,
    byDefault,
  };
}

/** The query of an address for a filter. */
export const queryOf = (
  { search, networkId, isFavorite, isArchived, sort, byDefault }: Filter,
): Query => ({
  search,
  networkId,
  isFavorite: isFavorite ? "true" : undefined,
  isArchived: isArchived ? "true" : undefined,
  sort: sort === byDefault ? undefined : sort,
});

/** Whether it may leave contacts out, apart from archived ones. */
export const narrows = ({ search, networkId, isFavorite, isArchived }: Filter) =>
  search !== "" || Boolean(networkId || isFavorite || isArchived);

/** The letters that lead to names; they are those of English. */
export const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Compares as the database sorts names: by the root collation of Unicode, which English has too. */
const { compare } = new Intl.Collator("en");

/**
 * The index of the first of `total` sorted names that does not come before the letter, at most `total - 1`. Asks for
 * names one after the other, each time in the middle of those that are left.
 */
export async function findLetter(
  letter: string,
  total: number,
  nameAt: (index: number) => Promise<string>,
): Promise<number> {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compare(await nameAt(middle), letter) < 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(Math.min(low, total - 1), 0);
}

/** Takes letters with marks for those without: “Ł” for “L”. */
const { compare: compareBase } = new Intl.Collator("en", { sensitivity: "base" });

/** The letter under which a name stands in the list. */
export function letterOf(name: string): string {
  const [first = ""] = name.normalize("NFD");
  const known = letters.find((letter) => compareBase(letter, first) === 0);
  return known ?? (/\p{L}/u.test(first) ? first.toLocaleUpperCase() : "#");
}
