import { longestSearch } from "../../api/search.ts";
import type { Query } from "../../shell/router.ts";

/** The orders that people choose from, by the values of the API's `sort`; the first is that of no choice. */
export const sorts = {
  displayName: "Name, A–Z",
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
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the filter of an address; what makes no sense there is as if it were absent. */
export function readFilter(query: URLSearchParams): Filter {
  const networkId = query.get("networkId") ?? "";
  const sort = query.get("sort") ?? "";
  return {
    search: (query.get("search") ?? "").trim().slice(0, longestSearch),
    networkId: uuid.test(networkId) ? networkId : undefined,
    isFavorite: query.get("isFavorite") === "true" || undefined,
    isArchived: query.get("isArchived") === "true" || undefined,
    sort: Object.hasOwn(sorts, sort) ? sort as Sort : "displayName",
  };
}

/** The query of an address for a filter. */
export const queryOf = ({ search, networkId, isFavorite, isArchived, sort }: Filter): Query => ({
  search,
  networkId,
  isFavorite: isFavorite ? "true" : undefined,
  isArchived: isArchived ? "true" : undefined,
  sort: sort === "displayName" ? undefined : sort,
});

/** Whether it may leave contacts out, apart from archived ones. */
export const narrows = ({ search, networkId, isFavorite, isArchived }: Filter) =>
  search !== "" || Boolean(networkId || isFavorite || isArchived);
