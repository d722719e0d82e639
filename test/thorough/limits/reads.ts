import type { Json } from "../../support/client.ts";
import { document } from "../../support/contract.ts";
import { collectionOf } from "../../support/route-examples.ts";
import { type TestRoute, tokenRoutes } from "../../support/route-table.ts";
import type { Asked } from "./compare.ts";
import type { NamedAccount } from "./named-account.ts";

/** Values of the parameters whose schema does not say what they may be. */
const values: Record<string, string[]> = {
  page: ["2", "3", "1000"],
  pageSize: ["1", "3", "200"],
  // of one letter and of more; in both parts, in one of them, in long texts, in the names of what was deleted
  search: "a,an,anna,anna mul,0189,zymurg,inside,outside,unfiled,quux outside,gone,zzzz".split(","),
  dueAfter: ["2020-03-01", "2030-01-01T00:00:00Z"],
  dueBefore: ["2030-02-01", "2020-03-01"],
  days: ["1", "366"],
  from: ["2020-07-02", "2021-01-01"],
  to: ["2020-07-01", "2099-01-01"],
  since: ["{start}"],
  lastContactedBefore: ["2020-07-02", "2099-01-01"],
  company: ["inside", "a"],
  nextContactBefore: ["2020-07-02", "2099-01-01"],
  birthdayMonth: ["2", "5"],
  ids: ["{inside anna},{outside anna},{inside emil}", "{outside emil}", "{unfiled anna},{nothing}"],
  minScore: ["0.8"],
  // All of them: which come first depends on their ids.
  rows: ["1000"],
  after: ["contacts.00000000-0000-0000-0000-000000000000"],
};

/** A read, with names in braces instead of ids. */
export interface Read extends Asked {
  route: string;
}

/**
 * Reads of every route for a key: each thing that the whole account has or had, and every list with every filter.
 * @param whole the account with all parts, whose names there are
 */
export const readsOf = (whole: NamedAccount): Read[] =>
  tokenRoutes.filter(({ method }) => method === "get").flatMap((route) => {
    const [id] = route.ids;
    const names = id ? [...whole.namesOf(id.collection), "nothing"] : [""];
    return names.flatMap((name) =>
      queriesOf(route, whole).map((query): Read => ({
        route: route.name,
        method: "GET",
        path: route.path.replace("{id}", `{${name}}`) + query,
      }))
    );
  });

function queriesOf({ path, isFile }: TestRoute, whole: NamedAccount): string[] {
  const all = (document.paths[path].get.parameters ?? [])
    .filter((each: Json) => each.in === "query" && each.name !== "format")
    .map((each: Json): Filter => ({
      name: each.name,
      values: valuesOf(each, whole).map((value) => `${each.name}=${withNames(value)}`),
    }));
  const single = all.flatMap(({ values }: Filter) => values);
  // An export has the filters of the list, in which they are combined, and the same rows in each format.
  return isFile
    ? ["", ...single].map((query) => `?format=json&${query}`)
    : ["", ...[...single, ...pairs(all)].map((query) => `?${query}`)];
}

interface Filter {
  name: string;
  values: string[];
}

/** Every two parameters together, with the first value of one and each of the other. */
function pairs(all: Filter[]): string[] {
  const paired = all.filter(({ name }) => name !== "page");
  return paired.flatMap((one, index) =>
    paired.slice(index + 1).flatMap((other) =>
      other.values.slice(0, 3).map((value) => `${one.values[0]}&${value}`)
    )
  );
}

/** Escapes a value but for the braces around a name. */
const withNames = (value: string): string =>
  value.startsWith("{") ? value : encodeURIComponent(value);

/** What a parameter takes: ids of everything that the account has or had, and of nothing. */
function valuesOf({ name, schema }: Json, whole: NamedAccount): string[] {
  if (values[name]) return values[name];
  if (schema.enum) return schema.enum;
  if (schema.type === "boolean") return ["true", "false"];
  if (name === "include" || name === "fields") {
    const all = /\w+(\|\w+)*/.exec(schema.pattern)![0].split("|");
    return name === "fields" ? ["id", all.join()] : [...new Set([all.join(), ...all])];
  }
  const names = name === "resourceId"
    ? [...whole.namesOf("contacts", "networks", "notes", "reminders", "note-types"), "owner"]
    : whole.namesOf(collectionOf(name));
  return [...names, "nothing"].map((each) => `{${each}}`);
}
