import { createHash } from "node:crypto";
import { z } from "zod";
import type { Route } from "../../../functions/kith/core/route.ts";
import { collectionOf } from "../route-examples.ts";
import { accounts, seededId } from "./seed.ts";

interface Parameter {
  enum?: string[];
  type?: string;
  example?: string;
}

/** Words as people look for them: of one, two, three and more letters, several, digits, and what nobody has. */
const searches = ["a", "an", "ann", "anna mül", "9", "030/12", "zzzz"];

/** Values of the parameters whose schema does not say what they may be. */
const texts: Record<string, string[]> = {
  search: searches,
  fields: ["id", "createdAt,id,updatedAt"],
  dueAfter: ["2026-01-01", "2026-01-01T12:00:00Z"],
  dueBefore: ["2027-01-01"],
  days: ["1", "14", "366"],
  from: ["2026-01-01"],
  to: ["2026-12-31"],
  nextContactBefore: ["2026-12-31"],
  birthdayMonth: ["2"],
  minScore: ["0.9", "0"],
};

/**
 * Queries of a list, in words as a client writes them: every filter, every order, also deep within the list and behind
 * its end; for an account of ordinary size also every filter in every order, and every two filters together.
 * @param limits of the key that asks, as a cursor has them
 */
export function queriesOf(route: Route, account: number, limits: string[]): string[] {
  const { sorts, filters } = parametersOf(route, account, limits);
  const single = filters.map(({ text }) => text);
  const isOrdinary = account === accounts.ordinary;
  return [
    "",
    ...single,
    ...sorts.flatMap((sort) => [sort, ...places.map((place) => `${sort}&${place}`)]),
    ...(isOrdinary ? sorts.flatMap((sort) => single.map((filter) => `${filter}&${sort}`)) : []),
    ...(isOrdinary ? pairs(filters) : []),
  ].map((query) => `?${query}`);
}

/** From one end of a list to the other, and beyond. */
const places = [
  "pageSize=1",
  "page=2&pageSize=20",
  "page=6&pageSize=200",
  "page=12&pageSize=200",
  "page=1000000",
];

interface Filter {
  name: string;
  text: string;
}

function pairs(filters: Filter[]): string[] {
  return filters.flatMap((one, index) =>
    filters.slice(index + 1).filter((other) => other.name !== one.name)
      .map((other) => `${one.text}&${other.text}`)
  );
}

function parametersOf(
  route: Route,
  account: number,
  limits: string[],
): { sorts: string[]; filters: Filter[] } {
  const schema = z.toJSONSchema(route.request.query!, { io: "input", unrepresentable: "any" });
  const all = Object.entries((schema.properties ?? {}) as Record<string, Parameter>)
    .filter(([name]) => name !== "page" && name !== "pageSize")
    .flatMap(([name, parameter]) =>
      valuesOf(name, parameter, account, limits)
        .map((value) => ({ name, text: `${name}=${encodeURIComponent(value)}` }))
    );
  return {
    sorts: all.filter(({ name }) => name === "sort").map(({ text }) => text),
    filters: all.filter(({ name }) => name !== "sort"),
  };
}

/** Each of the words that `include` takes, and all of them; its example has all. */
export function partsOf({ example = "" }: { example?: string }): string[] {
  return [...new Set([example, ...example.split(",")])];
}

/** @throws Error where it is not known what a parameter takes */
function valuesOf(
  name: string,
  parameter: Parameter,
  account: number,
  limits: string[],
): string[] {
  if (parameter.enum) return parameter.enum;
  if (parameter.type === "boolean") return ["true", "false"];
  if (name === "include") return partsOf(parameter);
  if (name === "ids") return [[3, 4].map((each) => seededId("contacts", account, each)).join()];
  if (/[a-z]Id$/.test(name)) return [seededId(collectionOf(name), account, 3)];
  if (name === "since") return [0, 30].map((set) => cursorAfter(set, account, limits));
  const values = texts[name];
  if (!values) throw new Error(`Say in test/support/plans/queries.ts what to ask of ${name}.`);
  return values;
}

/** The cursor after the first change of a change set, or of none, as kith_private.cursor_text makes it. */
function cursorAfter(set: number, account: number, limits: string[]): string {
  const named = set === 0 ? "0-0" : `${seededId("activity", account, set)}-1`;
  const digest = createHash("sha256")
    .update([seededId("accounts", account, 0), named, ...limits].join(" ")).digest("hex");
  return `${named}-${digest.slice(0, 12)}`;
}
