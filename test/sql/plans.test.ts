import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BareDatabase } from "../support/bare-database.ts";
import type { Json } from "../support/client.ts";
import { workOf } from "../support/database-work.ts";
import { requestsOf } from "../support/plans/requests.ts";
import { accounts, seededId, seededNetworks, startSeededDatabase } from "../support/plans/seed.ts";
import { type PlanSession, startPlanSession } from "../support/plans/session.ts";
import { Study } from "../support/plans/study.ts";

/**
 * How Postgres carries out each statement of each operation, those of triggers and foreign keys included, where there
 * are enough rows to choose between plans. What one owner's request costs must not depend on how many owners there are.
 */
let database: BareDatabase;
let study: Study;
/** A session for each account: in a new one Postgres plans a statement for the values at hand. */
const sessions: PlanSession[] = [];

beforeAll(async () => {
  database = await startSeededDatabase();
  study = await Study.begin(database.superuser);
  for (const _ of [...audience, "a limited key"]) {
    sessions.push(await startPlanSession(database.control.port));
  }
});
afterAll(async () => {
  for (const session of sessions) await session.end();
  await database?.remove();
});

/** After five runs Postgres chooses between a plan for the values at hand and one for any. */
const untilGeneric = 6;

const ordinary = requestsOf(accounts.ordinary);
const audience = [
  { who: "an ordinary account", requests: ordinary, times: untilGeneric },
  { who: "a large account", requests: requestsOf(accounts.large), times: 1 },
  // One with photos is not deleted before they are.
  {
    who: "an account without photos",
    requests: new Map([...requestsOf(accounts.photoless)].filter(([name]) => name === "delete_me")),
    times: 1,
  },
];

it("there are enough rows in every table, so that reading all of it is a bad plan", () => {
  const few = study.tables.filter(({ rows }) => rows < 1000).map(({ name }) => name);
  expect(few, "Give these tables rows in test/support/plans/seed.sql.").toEqual([]);
});

audience.forEach(({ who, requests, times }, index) =>
  describe(`for ${who}`, () => {
    it.each([...requests.keys()])("%s reads only what is its owner's", async (operation) => {
      const found = await study.violations(sessions[index]!, requests.get(operation)!, times);
      expect(found).toEqual([]);
    });
  })
);

describe("for a key that is limited to networks", () => {
  const requests = requestsOf(accounts.large, [seededNetworks(accounts.large)]);
  it.each([...requests.keys()])("%s reads only what is its owner's", async (operation) => {
    const asked = requests.get(operation)!.filter((request) => !request.needsToken);
    expect(await study.violationsWithLimits(sessions.at(-1)!, asked)).toEqual([]);
  });
});

// With few keys Postgres would not use the index by id anyway, so that test/http/isolation-cost.test.ts cannot tell.
it.each<[string, Json]>([
  ["get_api_key", {}],
  ["update_api_key", { body: { name: "Changed" } }],
  ["update_api_key", { body: { name: "Changed" }, ifMatch: ["0".repeat(32)] }],
  ["rotate_api_key", { hash: "0".repeat(64), keyPrefix: "kith_0000" }],
  ["delete_api_key", {}],
  ["delete_api_key", { ifMatch: ["0".repeat(32)] }],
])("%s does not find another owner's key, not even in an index: %j", async (operation, args) => {
  const ids = [randomUUID(), seededId("api-keys", accounts.large, 4), randomUUID()];
  const [missing, foreign, another] = await workOf(
    database.superuser,
    seededId("accounts", accounts.ordinary, 0),
    operation,
    ids.map((id) => ({ ...args, id })),
  );
  expect(missing!.status).toBe(404);
  expect(another).toEqual(missing);
  expect(foreign).toEqual(missing);
});

it.each([
  "select kith_private.forget_removals('{uploads/none.png}')",
  "select kith_private.purge_kept_photos()",
])("what the function asks besides sees one row at a time: %s", async (statement) => {
  expect(await study.violationsOf(sessions[0]!, statement)).toEqual([]);
});

it("every operation that the database has was carried out", async () => {
  const rows = await database.superuser<{ name: string }[]>`
    select proname as name from pg_catalog.pg_proc
     where pronamespace = 'kith_api'::regnamespace and proargtypes[0] = 'jsonb'::regtype`;
  expect(rows.map(({ name }) => name).filter((name) => !study.operations.has(name))).toEqual([]);
});

it("nothing is allowed that nobody makes use of", () => {
  const unused = study.tables.flatMap(({ name, ways }) =>
    ways.filter((way) => way.because && !study.waysUsed.has(way)).map((way) => ({ name, ...way }))
  );
  expect(unused).toEqual([]);
});

const withoutIndexes = (table: string) => `
  do $body$
  declare
    statement text;
  begin
    for statement in
      select case when k.oid is null then format('drop index %s', i.indexrelid::regclass)
          else format('alter table %s drop constraint %I cascade', i.indrelid::regclass, k.conname) end
        from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
       where i.indrelid = '${table}'::regclass
    loop
      execute statement;
    end loop;
  end
  $body$`;

/** What would be wrong with the database, and the rule that then has to be found broken. */
const mistakes: [mistake: string, rule: string, operation: string, statements: string][] = [
  [
    "a table without indexes",
    "reads a table of everybody",
    "list_notes",
    withoutIndexes("kith.notes"),
  ],
  [
    "a foreign key without an index",
    "reads a table of everybody",
    "delete_contact",
    withoutIndexes("kith.contact_networks"),
  ],
  [
    "an index that does not begin with the owner",
    "reaches rows of others",
    "get_contact",
    `${withoutIndexes("kith.contact_networks")};
     create index contact_networks_network_id_idx on kith.contact_networks (contact_id)`,
  ],
  [
    "a policy that asks a row who is asking",
    "calls a function a row",
    "get_contact",
    `alter policy "Owners read their contacts" on kith.contacts using (auth.uid() = owner_id)`,
  ],
  [
    "a policy that looks at each row",
    "calls a function a row",
    "list_reminders",
    `alter policy "Owners read their reminders" on kith.reminders using (owner_id::text = auth.uid()::text)`,
  ],
];

describe("a mistake is noticed", () => {
  it.each(mistakes)("%s %s", async (_, rule, operation, statements) => {
    const [request] = ordinary.get(operation)!;
    const found = await study.violationsAfter(sessions[0]!, statements, request!);
    expect(found.join("\n")).toContain(rule);
  });
});
