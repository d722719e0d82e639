import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Credential } from "../../functions/kith/core/database.ts";
import {
  accounts,
  credentials,
  type PlanSession,
  seededNetworks,
  startPlanSession,
  startSeededDatabase,
} from "../support/plans/database.ts";
import { everyRequest, furtherRequests } from "../support/plans/every-request.ts";
import {
  bodyArguments,
  isList,
  listRequests,
  type OperationRoute,
  operationRoutes,
  type PlannedRequest,
  toRequest,
} from "../support/plans/requests.ts";
import { Study } from "../support/plans/study.ts";
import { isThorough } from "../support/tier.ts";

/**
 * How Postgres carries out the statements of each operation, those of triggers and foreign keys included, where there
 * are enough rows to choose between plans. What one owner's request costs must not depend on how many owners there are.
 * `npm run test:thorough` makes all kinds of requests for all kinds of accounts and credentials.
 */
const database = await startSeededDatabase();
const study = await Study.begin(database.superuser);
/** A session for each audience: in a new one Postgres plans a statement for the values at hand. */
let sessions: PlanSession[];
let session: PlanSession;

beforeAll(async () => {
  sessions = await Promise.all(audiences.map(() => startPlanSession(database.superuserUrl)));
  session = sessions[0]!;
});
afterAll(() => Promise.all(sessions?.map((each) => each.end()) ?? []));

/** Each list with each of its filters, and the plainest request of each other operation. */
const plainRequests = (account: number) =>
  new Map([
    ...operationRoutes.map((route): [string, PlannedRequest[]] => [
      route.operation,
      isList(route) ? listRequests(route, account) : [plainest(route, account)],
    ]),
    ...Object.entries(furtherRequests(account)),
  ]);
const plainest = (route: OperationRoute, account: number) =>
  toRequest(route, account, bodyArguments(route, account, [])[0]!);
const lists = operationRoutes.filter(isList);
const listRoute = (operation: string) => lists.find((each) => each.operation === operation)!;

interface Audience {
  who: string;
  requests: Map<string, PlannedRequest[]>;
  /** How often the plainest one is made: after five runs Postgres chooses between a plan for the values at hand and one for any. */
  times?: number;
  /** Who makes the plainest one besides, or all of them where that is said. */
  credentials?: Credential[];
  isLimited?: boolean;
}

/** One key was used just now, one the day before, which is then put on record, and one is that before a rotation. */
const usual = (account: number): Credential[] => [
  ...[1, 2, 6].map((key) => credentials.key(account, key)),
  ...[1, 2].map((number) => credentials.connection(account, number)),
];
const { ordinary, large, photoless } = accounts;
const limits = [seededNetworks(large)];
const limited: Audience = {
  who: "a key that is limited to networks",
  requests: isThorough
    ? everyRequest(large, limits)
    : new Map(lists.map((route) => [route.operation, [listRequests(route, large, limits)[0]!]])),
  credentials: [credentials.key(large, 3), ...isThorough ? [credentials.connection(large, 3)] : []],
  isLimited: true,
};
/** One with photos is not deleted before they are. */
const withoutPhotos: Audience = {
  who: "an account without photos",
  requests: new Map([["delete_me", everyRequest(photoless).get("delete_me")!]]),
};
const audiences: Audience[] = isThorough
  ? [
    {
      who: "an ordinary account",
      requests: everyRequest(ordinary),
      times: 6,
      credentials: usual(ordinary),
    },
    { who: "a large account", requests: everyRequest(large), credentials: usual(large) },
    { ...withoutPhotos, credentials: usual(photoless) },
    limited,
  ]
  : [{ who: "an ordinary account", requests: plainRequests(ordinary) }, withoutPhotos, limited];

describe.each(audiences)("for $who", (audience) => {
  const { requests, times = 1, credentials = [], isLimited = false } = audience;

  it.each([...requests.keys()])("%s reads only what is its owner's", async (operation) => {
    const session = sessions[audiences.indexOf(audience)]!;
    const all = requests.get(operation)!;
    const found: string[] = [];
    const run = async (request: PlannedRequest, credential?: Credential) =>
      found.push(...await study.violations(session, request, credential && { credential }));
    for (const credential of credentials) {
      for (const request of isLimited ? all : all.slice(0, 1)) await run(request, credential);
    }
    if (!isLimited) {
      for (let time = 1; time < times; time++) await run(all[0]!);
      for (const request of all) await run(request);
    }
    expect(found).toEqual([]);
  });
});

it.each([
  "select kith_private.photos_to_remove()",
  "select kith_private.photos_to_remove(gen_random_uuid())",
])("what the function asks besides sees one row at a time: %s", async (statement) => {
  expect(study.judge(await session.query(statement), statement)).toEqual([]);
});

it("there are enough rows in every table, so that reading all of it is a bad plan", () => {
  const few = [...study.tables].filter(([, rows]) => rows < 1000).map(([name]) => name);
  expect(few, "Give these tables rows in test/support/plans/seed.sql.").toEqual([]);
});

/** The plans of what an operation does for the account with a twentieth of all rows, as text. */
async function plansFor(request: PlannedRequest) {
  const { plans } = await session.run(request.credential, request.steps);
  return plans.map(({ statement, root }) => ({ statement, plan: JSON.stringify(root) }));
}

it("each order of a list is read from an index alone, but for those that are computed or put nulls elsewhere", async () => {
  const others: string[] = [];
  for (const operation of ["list_contacts", "list_notes", "list_reminders"]) {
    for (const request of listRequests(listRoute(operation), large)) {
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
  const plans = await plansFor(listRequests(listRoute("list_upcoming"), large)[0]!);
  expect(plans.filter(({ plan }) => plan.includes("contacts_birthday_idx"))).not.toEqual([]);
  for (const { plan } of plans) expect(plan).not.toMatch(/"Index Scan"[^{}]*contacts_birthday_idx/);
});

it("every operation that the database has was carried out", async () => {
  const rows = await database.superuser<
    { name: string }[]
  >`select name from kith_private.operations`;
  const missing = rows.map(({ name }) => name).filter((name) => !study.operations.has(name));
  expect(missing, "Give them a route, or a request in test/support/plans/.").toEqual([]);
});

it.runIf(isThorough)("nothing is allowed that nobody makes use of", () => {
  expect(study.unused).toEqual([]);
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
    "a policy that looks at each row",
    "calls a function a row",
    "list_reminders",
    `alter policy "Owners reach their reminders" on kith.reminders using (owner_id::text = auth.uid()::text)`,
  ],
];

describe("a mistake is noticed", () => {
  it.each(mistakes)("%s %s", async (_, rule, operation, statements) => {
    const request = plainRequests(ordinary).get(operation)![0]!;
    const found = await study.violations(session, request, { before: statements });
    expect(found.join("\n")).toContain(rule);
  });
});
