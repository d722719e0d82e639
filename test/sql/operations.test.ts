import { describe, expect, it } from "vitest";
import { type Route, takesIfMatch } from "../../functions/kith/core/route.ts";
import { routes } from "../../functions/kith/routes.ts";
import { rolledBack } from "../support/database.ts";
import { asPostgres, sqlState, superuser } from "../support/sql.ts";
import { requiredSchemaVersion } from "../../functions/kith/db/schema-version.ts";
import { signUp } from "../support/accounts.ts";

/** `kith_private.operations` against what it speaks of: the functions of kith_api and the routes of the Edge Function. */
const sql = superuser();
const postgres = asPostgres();

interface Operation {
  name: string;
  resource: string;
  verb: string;
  writes: boolean;
  needs_access_token: boolean;
  tagged: boolean;
  read_by: string | null;
  locked_table: string | null;
  locked_column: string;
  step_of: string | null;
  replay_check: string | null;
}

const operations = await sql<Operation[]>`select * from kith_private.operations order by name`;
const byName = new Map(operations.map((operation) => [operation.name, operation]));
const routeOf = new Map(
  routes.flatMap((route) => route.operation ? [[route.operation, route]] : []) as [string, Route][],
);
const steps = operations.filter(({ step_of }) => step_of !== null);

describe("the table of operations", () => {
  it("has a row for each function of kith_api, and for nothing else", async () => {
    const functions = await sql<{ name: string; reads: boolean }[]>`
      select proname as name, provolatile <> 'v' as reads from pg_proc
       where pronamespace = 'kith_api'::regnamespace and proargtypes[0] = 'jsonb'::regtype order by 1`;
    expect(functions.length).toBeGreaterThan(30);
    expect(operations.map(({ name, writes }) => ({ name, reads: !writes }))).toEqual(functions);
  });

  it("has a row for each route, and besides only the steps of a route's request", () => {
    const names = [...routeOf.keys(), ...steps.map(({ name }) => name)];
    expect(names.sort()).toEqual([...byName.keys()]);
    expect(steps.length).toBeGreaterThan(0);
    for (const { step_of } of steps) expect([...routeOf.keys()]).toContain(step_of);
  });

  it("says of the steps of a request what it says of the whole", () => {
    const governing = (
      { resource, verb, writes, needs_access_token, read_by, locked_table, locked_column }:
        Operation,
    ) => ({ resource, verb, writes, needs_access_token, read_by, locked_table, locked_column });
    for (const step of steps) {
      expect([step.name, governing(step)]).toEqual([
        step.name,
        governing(byName.get(step.step_of!)!),
      ]);
    }
  });

  it("names what there is to compare and to lock, and what checks a stored answer", async () => {
    const conditional = operations.filter(({ read_by }) => read_by !== null);
    expect(conditional.length).toBeGreaterThan(10);
    for (const { name, resource, read_by } of conditional) {
      expect([name, byName.get(read_by!)]).toMatchObject([name, {
        resource,
        writes: false,
        tagged: true,
      }]);
    }
    const missing = await sql`
      select name from kith_private.operations o
       where o.locked_table is not null and not exists (
               select from pg_attribute a where a.attrelid = o.locked_table and a.attname = o.locked_column)
          or o.replay_check is not null and to_regprocedure(format('kith_private.%I(uuid,text)', o.replay_check)) is null`;
    expect(missing).toEqual([]);
  });
});

describe("a route and its operation agree", () => {
  const methods: Record<string, string> = {
    list: "get",
    get: "get",
    create: "post",
    update: "patch",
    delete: "delete",
    add: "put",
    remove: "delete",
    set: "put",
    bulk: "post",
    dismiss: "post",
    merge: "post",
    rotate: "post",
    undo: "post",
    export: "get",
    erase: "delete",
    apply: "post",
  };

  it("on the method, the credential and the tags", () => {
    const said = [...routeOf].map(([name, route]) => [name, {
      method: route.method,
      needsAccessToken: route.access === "accessToken",
      writes: route.method !== "get",
      tagged: route.tagged,
      tagInAnswer: route.tagged && route.success.schema !== undefined,
      takesIfMatch: takesIfMatch(route),
    }]);
    const needed = [...routeOf.keys()].map((name) => [name, byName.get(name)!] as const)
      .map(([name, { verb, needs_access_token, writes, tagged, read_by }]) => [name, {
        method: methods[verb],
        needsAccessToken: needs_access_token,
        writes,
        tagged: tagged || read_by !== null,
        tagInAnswer: tagged,
        takesIfMatch: read_by !== null,
      }]);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(needed));
  });
});

describe("what is not in the table", () => {
  const handle = "select * from kith_private.handle('{}', $1, '{}')";
  const undefinedFunction = "42883";

  it("cannot be run, though kith_api has such a function", async () => {
    await rolledBack(sql, async (tx) => {
      await tx`delete from kith_private.operations where name = 'get_me'`;
      expect(await sqlState(tx.query(handle, ["get_me"]))).toBe(undefinedFunction);
    });
    expect(await sqlState(postgres.query(handle, ["get_me"]))).toBe(null);
    expect(await sqlState(postgres.query(handle, ["answer"]))).toBe(undefinedFunction);
  });
});

it("the function needs the schema version that the database has", async () => {
  const [row] = await postgres`select kith_private.schema_version() as version`;
  expect(row).toEqual({ version: requiredSchemaVersion });
});

it("a function that needs a later schema is refused before anything is run, and the log says why", async () => {
  const ada = await signUp();
  const credential = JSON.stringify({ kind: "access_token", sub: ada.id });
  const network = JSON.stringify({ body: { name: "Not made" } });
  const [answer] = await postgres`
    select status, body, log
      from kith_private.handle(${credential}, 'create_network', ${network}, ${
    requiredSchemaVersion + 1
  })`;
  expect(answer).toEqual({
    status: null,
    body: '{"code":"unavailable"}',
    log: `The function needs schema version ${
      requiredSchemaVersion + 1
    } and the database has ${requiredSchemaVersion}: push the migrations (npm run deploy).`,
  });
  expect((await ada.get("/networks")).body.total).toBe(0);
});
