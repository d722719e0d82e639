// How the view that is open stands in the address.
/** The views, named as in the fragment of the URL: `#/contacts/<id>?<query>`. */
const views = [
  "today",
  "contacts",
  "notes",
  "reminders",
  "activity",
  "trash",
  "duplicates",
  "data",
  "keys",
  "profile",
  "consent",
  "sign-in",
  "sign-up",
  "forgot-password",
  "new-password",
] as const;

export type View = typeof views[number];

/** What the fragment of the URL says. */
export interface Route {
  view: View;
  id?: string | undefined;
  /** Filters and the like; only read, because a change of it does not change the address. */
  query: URLSearchParams;
}

/** The parts of a query; those that are undefined or empty are left out. */
export type Query = Record<string, string | undefined>;

/** The URL of a view, for links. */
export function hrefOf(view: View, id?: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const search = new URLSearchParams(given).toString();
  return `#/${view}${id ? `/${id}` : ""}${search && `?${search}`}`;
}

/** Reads a fragment with its `#`. Any that names no view comes from Auth and means the first view. */
export function parseAddress(hash: string): Route {
  const [, view = "", id, search = ""] = /^#\/([a-z-]+)(?:\/([\w-]+))?(?:\?(.*))?$/s.exec(hash) ??
    [];
  return (views as readonly string[]).includes(view)
    ? { view: view as View, id, query: new URLSearchParams(search) }
    : { view: "today", query: new URLSearchParams() };
}

/** Whether both lead to the same. */
export const sameRoute = (one: Route, other: Route) =>
  one.view === other.view && one.id === other.id &&
  one.query.toString() === other.query.toString();
