import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FreshDatabase } from "../support/fresh-database.ts";
import type { Json } from "../support/client.ts";
import { workOf } from "../support/database-work.ts";
import {
  accounts,
  credentials,
  type PlanSession,
  seededId,
  seededNetworks,
  startPlanSession,
  startSeededDatabase,
} from "../support/plans/database.ts";
import {
  bodyArguments,
  isList,
  listRequests,
  operationRoutes,
  type PlannedRequest,
  toRequest,
} from "../support/plans/requests.ts";
import { Study } from "../support/plans/study.ts";

/**
 * How Postgres carries out the statements of each operation, those of triggers and foreign keys included, where there
 * are enough rows to choose between plans. What one owner's request costs must not depend on how many owners there are.
 * test/thorough/plans.test.ts makes all kinds of requests for all kinds of accounts.
 */
let database: FreshDatabase;
let study: Study;
let session: PlanSession;

beforeAll(async () => {
  database = await startSeededDatabase();
  study = await Study.begin(database.superuser);
  session = await startPlanSession(database.superuserUrl);
});
afterAll(async () => {
  await session?.end();
  await database?.remove();
});

/** What Postgres does in the requests that none may do. */
async function violations(requests: PlannedRequest[], credential?: (account: number) => Json) {
  const found: string[] = [];
  for (const request of requests) {
    const options = credential
      ? { credential: credential(request.account), mayBeRefused: true }
      : {};
    found.push(...await study.violations(session, request, options));
  }
  return found;
}

const lists = operationRoutes.filter(isList);
/** The plainest request of each operation that neither lists nor searches. */
const others = operationRoutes.filter((route) => !isList(route)).map((route) => {
  // An account with photos is not deleted before they are.
  const account = route.operation === "delete_me" ? accounts.photoless : accounts.ordinary;
  return toRequest(route, account, bodyArguments(route, account, [])[0]!);
});

it("there are enough rows in every table, so that reading all of it is a bad plan", () => {
  const few = [...study.tables.values()].filter(({ rows }) => rows < 1000).map(({ name }) => name);
  expect(few, "Give these tables rows in test/support/plans/seed.sql.").toEqual([]);
});

describe("what is its owner's, and nothing else, is read by", () => {
  it.each(lists.map((route) => [route.operation, route] as const))("%s", async (_, route) => {
    expect(await violations(listRequests(route, accounts.ordinary))).toEqual([]);
  });

  it.each(lists.map((route) => [route.operation, route] as const))(
    "%s, for a key that is limited to networks",
    async (_, route) => {
      const limits = [seededNetworks(accounts.large)];
      const requests = listRequests(route, accounts.large, limits).slice(0, 1)
        .filter(({ needsToken }) => !needsToken);
      expect(await violations(requests, (account) => credentials.key(account, 3))).toEqual([]);
    },
  );

  it("each operation that neither lists nor searches", async () => {
    expect(await violations(others)).toEqual([]);
  });
});

/** The plans of what an operation does for the account with a twentieth of all rows, as text. */
async function plansFor(request: PlannedRequest) {
  const { plans } = await session.run(credentials.token(request.account), request.steps);
  return plans.map(({ statement, root }) => ({ statement, plan: JSON.stringify(root) }));
}

it("each order of a list is read from an index alone, but for those that are computed or put nulls elsewhere", async () => {
  const others: string[] = [];
  for (const operation of ["list_contacts", "list_notes", "list_reminders"]) {
    const route = lists.find((each) => each.operation === operation)!;
    for (const request of listRequests(route, accounts.large)) {
      const [, sort] = /"sort":"([^"]+)"/.exec(request.name) ?? [];
      if (sort === undefined) continue;
      const [page] = (await plansFor(request))
        .filter(({ statement }) => /^\s*select array\(select id from/.test(statement));
      const isSorted = /"Node Type":"(Incremental )?Sort"/.test(page!.plan);
      if (isSorted || !page!.plan.includes('"Index Only Scan"')) {
        others.push(`${operation} ${sort}`);
      }
    }
  }
  expect(others.sort()).toEqual([
    "list_contacts -birthday",
    "list_contacts -nextContactOn",
    "list_contacts birthday",
    "list_contacts nextContactOn",
    "list_reminders -dueAt",
  ]);
});

it("birthdays that come up are read from an index alone", async () => {
  const route = lists.find(({ operation }) => operation === "list_upcoming")!;
  const plans = await plansFor(listRequests(route, accounts.large)[0]!);
  expect(plans.filter(({ plan }) => plan.includes("contacts_birthday_idx"))).not.toEqual([]);
  for (const { plan } of plans) expect(plan).not.toMatch(/"Index Scan"[^{}]*contacts_birthday_idx/);
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

it("every operation that reads was carried out", async () => {
  const rows = await database.superuser<{ name: string }[]>`
    select name from kith_private.operations where not writes`;
  const missing = rows.map(({ name }) => name).filter((name) => !study.operations.has(name));
  expect(missing, "Give them a route, or a request in test/support/plans/requests.ts.").toEqual([]);
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
    `alter policy "Owners reach their contacts" on kith.contacts using (auth.uid() = owner_id)`,
  ],
  [
    "a policy that looks at each row",
    "calls a function a row",
    "list_reminders",
    `alter policy "Owners reach their reminders" on kith.reminders using (owner_id::text = auth.uid()::text)`,
  ],
];

describe("a mistake is noticed", () => {
  it.each(mistakes)("%s %s", async (_, rule, operation, statements) => {
    const route = operationRoutes.find((each) => each.operation === operation)!;
    const request = isList(route)
      ? listRequests(route, accounts.ordinary)[0]!
      : toRequest(route, accounts.ordinary, bodyArguments(route, accounts.ordinary, [])[0]!);
    const found = await study.violations(session, request, { before: statements });
    expect(found.join("\n")).toContain(rule);
  });
});
