import { z } from "zod";
import { routes as table } from "../../../functions/kith/routes.ts";
import type { Route } from "../../../functions/kith/core/route.ts";
import { partsOf } from "../plans/queries.ts";
import { collectionOf } from "../route-examples.ts";
import type { World } from "./world.ts";

interface Parameter {
  enum?: string[];
  type?: string;
  example?: string;
}

/** Values of the parameters whose schema does not say what they may be. */
const values: Record<string, string[]> = {
  page: ["2", "3", "1000"],
  pageSize: ["1", "3", "200"],
  // of one letter and of more; in both halves, in one of them, in long texts, in the names of what was deleted
  search: [
    "a",
    "an",
    "anna",
    "anna mul",
    "0189",
    "zymurg",
    "left",
    "right",
    "nobody",
    "quux right",
    "gone",
    "zzzz",
  ],
  fields: ["id", "createdAt,id"],
  dueAfter: ["2020-03-01", "2030-01-01T00:00:00Z"],
  dueBefore: ["2030-02-01", "2020-03-01"],
  days: ["1", "366"],
  from: ["2020-07-02", "2021-01-01"],
  to: ["2020-07-01", "2099-01-01"],
  since: ["{start}"],
  nextContactBefore: ["2020-07-02", "2099-01-01"],
  birthdayMonth: ["2", "5"],
  ids: ["{left anna},{right anna},{left emil}", "{right emil}", "{nobody anna},{nothing}"],
  minScore: ["0.8"],
};

/** Which ids to ask for: of both halves, of nobody's, and what no account has. */
const ids: Record<string, string[]> = {
  networks: ["left net 1", "left net 2", "left net 3", "right net 1", "nobody net", "nothing"],
  contacts: [
    "left anna",
    "left emil",
    "left gina",
    "left jana",
    "right anna",
    "right emil",
    "nobody anna",
    "nothing",
  ],
  "note-types": ["call", "memo", "fleeting", "nothing"],
  "api-keys": ["key", "other key", "third key", "owner", "nothing"],
};

/** Of which things the log is asked: of all kinds of resources. */
const resources = [
  ...ids["contacts"]!,
  "left net 1",
  "left note 1",
  "left note 6",
  "left note 13",
  "left note 14",
  "left note 15",
  "left note 18",
  "nobody mixed note 1",
  "nobody gone mixed note 2",
  "left reminder 1",
  "call",
  "right net 1",
  "right note 1",
  "right note 6",
  "right reminder 1",
  "nobody note",
  "nobody gone",
  "owner",
];

/** A request, with names in braces instead of ids. */
export interface Read {
  route: string;
  path: string;
}

/**
 * Reads of every route for a key: each thing that the whole account has or had, and every list with every filter.
 * @param whole the account with both halves, whose names there are
 */
export function readsOf(whole: World): Read[] {
  return table.filter(({ method, access }) => method === "get" && access !== "public")
    .flatMap((route) => readsOfRoute(route, whole));
}

function readsOfRoute(route: Route, whole: World): Read[] {
  const paths = pathsOf(route, whole);
  const queries = route.request.query ? queriesOf(route) : [""];
  return paths.flatMap((path) =>
    queries.map((query) => ({ route: `${route.method} ${route.path}`, path: path + query }))
  );
}

function pathsOf(route: Route, whole: World): string[] {
  if (!route.path.includes("{id}")) return [route.path];
  const collection = route.path.split("/")[1]!;
  const names = [...whole.namesOf(collection), "nothing"];
  return names.map((name) => route.path.replace("{id}", `{${name}}`));
}

function queriesOf(route: Route): string[] {
  const schema = z.toJSONSchema(route.request.query!, { io: "input", unrepresentable: "any" });
  const all = Object.entries((schema.properties ?? {}) as Record<string, Parameter>)
    .filter(([name]) => name !== "format")
    .map(([name, parameter]): Filter => ({
      name,
      values: valuesOf(name, parameter).map((value) => `${name}=${withNames(value)}`),
    }));
  const single = all.flatMap(({ values }) => values);
  // An export has the filters of the list, in which they are combined, and the same rows in each format.
  const isExport = route.success.isFile;
  const queries = ["", ...single, ...(isExport ? [] : pairs(all))];
  return queries.map((query) => isExport ? `?format=json&${query}` : query && `?${query}`);
}

interface Filter {
  name: string;
  values: string[];
}

/** Every two parameters together, with the first value of one and each of the other. */
function pairs(all: Filter[]): string[] {
  const isPaired = ({ name }: Filter) => name !== "page";
  const paired = all.filter(isPaired);
  return paired.flatMap((one, index) =>
    paired.slice(index + 1).flatMap((other) =>
      other.values.slice(0, 3).map((value) => `${one.values[0]}&${value}`)
    )
  );
}

/** Escapes a value but for the braces around a name. */
function withNames(value: string): string {
  return value.startsWith("{") ? value : encodeURIComponent(value);
}

/** @throws Error where it is not known what a parameter takes */
function valuesOf(name: string, parameter: Parameter): string[] {
  if (values[name]) return values[name];
  if (parameter.enum) return parameter.enum;
  if (name === "include") return partsOf(parameter);
  if (parameter.type === "boolean") return ["true", "false"];
  const names = name === "resourceId"
    ? resources
    : /[a-z]Id$/.test(name)
    ? ids[collectionOf(name)]
    : undefined;
  if (!names) throw new Error(`Say in test/support/halves/reads.ts what to ask of ${name}.`);
  return names.map((each) => `{${each}}`);
}

/** The reads in another order: one of each route after the other, so that each is asked early. */
export function inTurns(reads: Read[]): Read[] {
  const turns = new Map<string, number>();
  return reads.map((read) => {
    const turn = turns.get(read.route) ?? 0;
    turns.set(read.route, turn + 1);
    return { read, turn };
  }).sort((one, other) => one.turn - other.turn).map(({ read }) => read);
}
