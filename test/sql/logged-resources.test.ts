import { expect, it } from "vitest";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const logged = (await sql<{ resource: string }[]>`
  select resource from kith_private.logged_tables`).map(({ resource }) => resource);

const wordsOf = (schema: string): string[] =>
  document.components.schemas[schema].properties.resource["x-extensible-enum"];
const filterOf = (path: string): string[] =>
  document.paths[path].get.parameters.find(({ name }: Json) => name === "resource").schema.enum;
const without = (...names: string[]) => logged.filter((name) => !names.includes(name)).sort();

it("the API document names the resources that the database logs, and no others", () => {
  expect(filterOf("/activity").toSorted()).toEqual(without());
  for (const schema of ["ResourceChange", "UndoConflict"]) {
    expect(wordsOf(schema).toSorted()).toEqual(without());
  }
});

it("memberships are no resources of their own for copies and in the trash, and a profile is never there", () => {
  expect(wordsOf("ChangedResource").toSorted()).toEqual(without("membership"));
  expect(filterOf("/trash").toSorted()).toEqual(without("membership", "profile"));
});

it("an export of everything has the profile and a list of each other resource", () => {
  const listOf = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()) + "s";
  const resources = without("membership").map((name) => name === "profile" ? name : listOf(name));
  expect(Object.keys(document.components.schemas.AccountExport.properties).toSorted())
    .toEqual(["kith", "exportedAt", ...resources].toSorted());
});
