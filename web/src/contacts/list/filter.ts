/** What the list of people is limited to, in the address and in words. */
import { t } from "../../base/texts.ts";
import { longestSearch } from "../../base/limits.ts";
import type { NameOrder } from "../../shell/profile.ts";
import type { Query } from "../../shell/router.ts";

/** The orders that people choose from, by the values of the API's `sort`. */
export const sorts = {
  displayName: t("First name, A–Z"),
  lastName: t("Last name, A–Z"),
  nextContactOn: t("Next to contact"),
  "-createdAt": t("Recently added"),
  "-lastContactedAt": t("Last contacted"),
  lastContactedAt: t("Longest ago contacted"),
} as const;

export type Sort = keyof typeof sorts | "best";

/** What may be chosen: where something is searched for, its order comes first. */
export const sortsFor = (search: string): [Sort, string][] =>
  Object.entries({ ...search ? { best: t("Best match") } : {}, ...sorts }) as [Sort, string][];

/** Which contacts a list shows, and in which order. */
export interface Filter {
  search: string;
  networkId?: string | undefined;
  isFavorite?: boolean | undefined;
  isArchived?: boolean | undefined;
  /** Words of a place, and of a company. */
  place?: string | undefined;
  company?: string | undefined;
  /** The order that was chosen; of a search that of no choice is its own. */
  chosen?: Sort | undefined;
  sort: Sort;
  /** The order of no choice, which is that of the profile. */
  byDefault: NameOrder;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the filter of an address; what makes no sense there is as if it were absent. */
export function readFilter(query: URLSearchParams, byDefault: NameOrder): Filter {
  const networkId = query.get("networkId") ?? "";
  const sort = query.get("sort") ?? "";
  const words = (name: string) => (query.get(name) ?? "").trim().slice(0, longestSearch);
  const search = words("search");
  const chosen = Object.hasOwn(sorts, sort) ? sort as Sort : undefined;
  return {
    search,
    place: words("place") || undefined,
    company: words("company") || undefined,
    networkId: uuid.test(networkId) ? networkId : undefined,
    isFavorite: query.get("isFavorite") === "true" || undefined,
    isArchived: query.get("isArchived") === "true" || undefined,
    chosen,
    sort: chosen ?? (search ? "best" : byDefault),
    byDefault,
  };
}

/** The query of an address for a filter. */
export const queryOf = (
  { search, networkId, isFavorite, isArchived, place, company, chosen, byDefault }: Filter,
): Query => ({
  search,
  place,
  company,
  networkId,
  isFavorite: isFavorite ? "true" : undefined,
  isArchived: isArchived ? "true" : undefined,
  sort: chosen === "best" || !search && chosen === byDefault ? undefined : chosen,
});

/** Whether it may leave contacts out, apart from archived ones. */
export const narrows = (
  { search, networkId, isFavorite, isArchived, place, company }: Filter,
) => search !== "" || Boolean(networkId || isFavorite || isArchived || place || company);
