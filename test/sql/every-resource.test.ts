import { expect, it } from "vitest";
import { keyOf, type Snapshot } from "../support/activity/snapshot.ts";
import { tables } from "../support/activity/undo-state.ts";
import { callOf, type Write } from "../support/activity/writes.ts";
import { superuser } from "../support/sql.ts";
import { resources } from "../support/twin-writes.ts";

// Tests have lists of the resources. These compare them with the database, so that a new resource is not left out.

const sql = superuser();
const logged = await sql<{ resource: string; table: string }[]>`
  select resource, split_part(source::text, '.', 2) as table from kith_private.logged_tables`;

it("the model of undoing knows every table whose changes are logged", () => {
  expect(Object.entries(tables).toSorted())
    .toEqual(logged.map(({ resource, table }) => [resource, table]).toSorted());
});

it("the random writes for copies and undoing create, change and delete each resource", async () => {
  const rows = logged.map(({ table }): [string, string] => {
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
      and (resource = 'me' or resource in (select resource from kith_private.logged_tables))`;
  expect(operations.length).toBeGreaterThanOrEqual(16);
  expect(operations.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

it("the random rows for both doors are of every table with a resource of its own", () => {
  const own = logged.filter(({ resource }) => resource !== "membership");
  expect(resources.map(({ table }) => table).toSorted())
    .toEqual(own.map(({ table }) => table).toSorted());
});
