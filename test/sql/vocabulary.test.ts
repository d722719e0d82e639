import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { matchFields, textNames } from "../../functions/kith/contacts/fields.ts";
import {
  isProblemCode,
  type ProblemCode,
  refusedByDatabase,
} from "../../functions/kith/core/problems.ts";
import { type Route, takesIfMatch } from "../../functions/kith/core/route.ts";
import { scopes } from "../../functions/kith/core/scopes.ts";
import { davOperations } from "../../functions/kith/dav/operations.ts";
import { requiredSchemaVersion } from "../../functions/kith/db/schema-version.ts";
import { routes } from "../../functions/kith/routes.ts";
import { project } from "../../local/core/settings.ts";
import { operationsFile, operationsSql } from "../../tools/operations.ts";
import { signUp } from "../support/accounts.ts";
import { keyOf, type Snapshot } from "../support/activity/snapshot.ts";
import { callOf, type Write } from "../support/activity/writes.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { rolledBack } from "../support/database.ts";
import { asPostgres, sqlState, superuser } from "../support/sql.ts";

/** What the database says of operations, refusals and resources, against the function and its API document. */
const sql = superuser();
const postgres = asPostgres();

interface Operation {
  name: string;
  resource: string;
  verb: string;
  writes: boolean;
  needs_all_networks: boolean;
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
  it("the table is written as the routes say", async () => {
    const written = await readFile(join(project, operationsFile), "utf8");
    expect(written, "run `npm run build`").toBe(operationsSql(routes));
  });

  it("the table has a row for each function of kith_api, and for nothing else", async () => {
    const functions = await sql<{ name: string; reads: boolean }[]>`
      select proname as name, provolatile <> 'v' as reads from pg_proc
       where pronamespace = 'kith_api'::regnamespace and proargtypes[0] = 'jsonb'::regtype order by 1`;
    expect(functions.length).toBeGreaterThan(30);
    expect(operations.map(({ name, writes }) => ({ name, reads: !writes }))).toEqual(functions);
  });

  it("the table has a row for each route, and besides only the steps of a route's request, what answers CardDAV, and what the clock runs", () => {
    const names = [
      ...routeOf.keys(),
      ...steps.map(({ name }) => name),
      ...Object.keys(davOperations),
      "notice_meetings",
      "list_webhook_messages",
    ];
    expect(names.sort()).toEqual([...byName.keys()]);
    expect(steps.length).toBeGreaterThan(0);
    for (const { step_of } of steps) expect([...routeOf.keys()]).toContain(step_of);
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

it("a route and its operation agree on what it does, the credential and the tags", () => {
  const said = [...routeOf].map(([name, route]) => [name, {
    verb: name.split("_")[0],
    needsAccessToken: route.access === "accessToken",
    writes: route.method !== "get",
    tagged: route.tagged,
    tagInAnswer: route.tagged && route.success.schema !== undefined,
    takesIfMatch: takesIfMatch(route),
  }]);
  const needed = [...routeOf.keys()].map((name) => {
    const { verb, needs_access_token, writes, tagged, read_by } = byName.get(name)!;
    return [name, {
      verb,
      needsAccessToken: needs_access_token,
      writes,
      tagged: tagged || read_by !== null,
      tagInAnswer: tagged,
      takesIfMatch: read_by !== null,
    }];
  });
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(needed));
});

it("keys limited to networks may write a resource where what they see of it allows that", async () => {
  const resources = await sql<{ name: string; seen_by: string }[]>`
    select name, seen_by from kith_private.resources() where name <> 'membership'`;
  const written = (resource: string) =>
    operations.filter((each) => each.resource === resource && each.writes);
  /** Of these the policies say themselves what a limited key writes. */
  const own = ["contact", "profile"];
  for (const { name, seen_by } of resources) {
    const changing = written(name === "profile" ? "me" : name);
    expect(changing.length, name).toBeGreaterThan(0);
    for (const { name: operation, needs_all_networks } of changing) {
      expect([operation, needs_all_networks]).toEqual([
        operation,
        seen_by !== "contacts" && !own.includes(name),
      ]);
    }
  }
});

it("the database knows the scopes that there are", async () => {
  const [row] = await sql`select kith_private.all_scopes() as scopes`;
  expect(row).toEqual({ scopes: scopes.toSorted() });
});

it("search reads the fields of contacts that are declared as searched", async () => {
  const [found] = await sql<{ source: string }[]>`
    select prosrc as source from pg_proc where oid = 'kith_private.searched_texts'::regproc`;
  const columns = [...found!.source.matchAll(/\bcontact\.(\w+)/g)].map(([, column]) => column!);
  const declared = textNames(({ isSearched }) => isSearched)
    .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  // Lists of items are no texts.
  const lists = ["emails", "phones", "addresses", "urls", "dates", "custom"];
  expect([...new Set(columns)].sort()).toEqual([...declared, ...lists].sort());
  // What answers say of where a contact was found; the last two are no texts of a contact.
  const named = [...found!.source.matchAll(/'(\w+)', (?:contact\.)?\w+(?=[,\]])/g)].map((
    [, name],
  ) => name!);
  expect(named.filter((name) => !/^(first|last)Name$/.test(name)).sort()).toEqual(
    matchFields.filter((name) => !["network", "note"].includes(name)).sort(),
  );
});

it("what is not in the table of operations cannot be run, though kith_api has such a function", async () => {
  const handle = "select * from kith_private.handle('{}', $1, '{}')";
  const undefinedFunction = "42883";
  await rolledBack(sql, async (tx) => {
    await tx`delete from kith_private.operations where name = 'get_me'`;
    expect(await sqlState(tx.query(handle, ["get_me"]))).toBe(undefinedFunction);
  });
  expect(await sqlState(postgres.query(handle, ["get_me"]))).toBe(null);
  expect(await sqlState(postgres.query(handle, ["answer"]))).toBe(undefinedFunction);
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

const source = (await sql<{ body: string }[]>`
  select p.prosrc as body from pg_proc p
   where p.pronamespace in ('kith'::regnamespace, 'kith_api'::regnamespace, 'kith_private'::regnamespace)`)
  .map(({ body }) => body).join("\n");

const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, text]) => text!);

const codes = [
  ...new Set([
    ...found(/fail\('(\w+)'/g),
    ...found(/\bcode := '(\w+)'/g),
    ...found(/\{"code":"(\w+)"\}/g),
  ]),
] as ProblemCode[];

describe("each code that the database refuses with", () => {
  const refuse = (code: ProblemCode, detail?: string) =>
    refusedByDatabase(detail === undefined ? { code } : { code, detail }, null, null);
  const fixed = ["internal", "unauthorized", "not_found", "invalid_photo_path"];

  it("the code is one of the catalogue, whose status and words the function has", () => {
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !isProblemCode(code))).toEqual([]);
    expect(codes.filter((code) => refuse(code).code !== code)).toEqual([]);
    expect(codes.filter((code) => !/^[A-Z].*\.$/.test(refuse(code).message))).toEqual([]);
  });

  it("reaches the client with the words of the database where it has some", () => {
    const others = codes.filter((code) => !fixed.includes(code));
    expect(others.filter((code) => refuse(code, "More to say.").message !== "More to say."))
      .toEqual([]);
  });

  it.each(["required", "invalid_reference"] as const)(
    "the code is given words where an error %s has none",
    (code) => {
      const error = { in: "body", pointer: "/name", code } as const;
      const { errors } = refusedByDatabase(
        { code: "validation_failed", errors: [error] },
        null,
        null,
      );
      expect(errors).toEqual([{ ...error, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
    },
  );
});

const tables = await sql<{ resource: string; table: string }[]>`
  select name as resource, split_part(source, '.', 2) as table from kith_private.resources()`;
const logged = tables.map(({ resource }) => resource);

const wordsOf = (schema: string): string[] =>
  document.components.schemas[schema].properties.resource["x-extensible-enum"];
const filterOf = (path: string): string[] => {
  const { parameters } = document.paths[path].get;
  const { $ref, ...schema } = parameters.find(({ name }: Json) => name === "resource").schema;
  return ($ref ? document.components.schemas[$ref.split("/").at(-1)] : schema).enum;
};
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
