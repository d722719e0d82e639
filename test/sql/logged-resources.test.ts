import { expect, it } from "vitest";
import { keyOf, type Snapshot } from "../support/activity/snapshot.ts";
import { callOf, type Write } from "../support/activity/writes.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const tables = await sql<{ resource: string; table: string }[]>`
  select name as resource, split_part(source, '.', 2) as table from kith_private.resources()`;
const logged = tables.map(({ resource }) => resource);

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

it("the feed has no memberships, and the trash neither memberships nor profiles", () => {
  expect(wordsOf("ChangedResource").toSorted()).toEqual(without("membership"));
  expect(filterOf("/trash").toSorted()).toEqual(without("membership", "profile"));
});

it("an export of everything has the profile and a list of each other resource", () => {
  const listOf = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()) + "s";
  const resources = without("membership").map((name) => name === "profile" ? name : listOf(name));
  expect(Object.keys(document.components.schemas.AccountExport.properties).toSorted())
    .toEqual(["kith", "exportedAt", ...resources].toSorted());
});

it("the random writes for copies and undoing create, change and delete each resource", async () => {
  const rows = tables.map(({ table }): [string, string] => {
    const row = { id: table, network_id: "n", contact_id: "c", owner_id: "o" };
    return [keyOf(table, row), JSON.stringify(row)];
  });
  const state: Snapshot = new Map(rows);
  const write: Write = { actor: "key", verb: 0, one: 0, other: 0, many: 1, fields: 1, text: "A" };
  const calls = Array.from({ length: 100 }, (_, verb) => callOf({ ...write, verb }, state));
  const names = new Set(calls.map((call) => call?.operation));
  const operations = await sql<{ name: string }[]>`
    select name from kith_private.operations
    where locks_log and verb in ('create', 'update', 'delete') and name = verb || '_' || resource
      and (resource = 'me' or resource in (select name from kith_private.resources()))`;
  expect(operations.length).toBeGreaterThanOrEqual(16);
  expect(operations.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});
