import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Arguments } from "../../functions/kith/core/database.ts";
import { takesIfMatch } from "../../functions/kith/core/route.ts";
import type { FreshDatabase } from "../support/fresh-database.ts";
import type { Json } from "../support/client.ts";
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
  type Filter,
  filtersOf,
  isList,
  type OperationRoute,
  operationRoutes,
  type PlannedRequest,
  queryArguments,
  toRequest,
} from "../support/plans/requests.ts";
import { Study } from "../support/plans/study.ts";

/** The plans of test/sql/plans.test.ts, for all kinds of requests, accounts and credentials. */
let database: FreshDatabase;
let study: Study;
/** A session for each account: in a new one Postgres plans a statement for the values at hand. */
const sessions: PlanSession[] = [];

beforeAll(async () => {
  database = await startSeededDatabase();
  study = await Study.begin(database.superuser);
  for (const _ of [...audiences, "a limited key"]) {
    sessions.push(await startPlanSession(database.superuserUrl));
  }
});
afterAll(async () => {
  for (const session of sessions) await session.end();
  await database?.remove();
});

/** What can be written besides the examples, because other statements come of it. */
const bodies = (account: number): Record<string, Json[]> => ({
  create_contact: [{ company: "Example", lastContactedAt: "2026-01-31", contactFrequencyDays: 7 }],
  update_contact: [{ photoUrl: null, lastContactedAt: "2026-01-31" }, { networkIds: [] }, {
    addEmails: [{ value: "ann@example.com" }],
    removePhones: ["1"],
    addUrls: [],
  }],
  bulk_contacts: [{
    update: [3, 4].map((n) => ({ id: seededId("contacts", account, n), nickname: "Changed" })),
  }],
  create_note: [{ content: "Example", occurredAt: "2026-01-31" }],
  update_note: [{ occurredAt: "2026-01-31", contactId: null }, { noteTypeId: null }],
  update_note_type: [{ countsAsContact: false }],
  create_reminder: [
    { title: "Example", dueAt: "2026-01-31", completed: true },
    { title: "Example", dueAt: "2026-01-31", recurrence: "FREQ=DAILY;COUNT=9999", completed: true },
  ],
  update_reminder: [{ dueAt: "2026-01-31", completed: true }, { contactId: null }, {
    dueAt: "2026-01-31",
    recurrence: "FREQ=MONTHLY",
    completed: true,
  }],
  create_api_key: [{ name: "Example", expiresAt: "2099-01-31" }],
  dismiss_duplicate: [{
    contactIds: [seededId("contacts", account, 3), seededId("contacts", account, 4)],
    dismissed: false,
  }],
  merge_contacts: [{ duplicateId: seededId("contacts", account, 8), dryRun: true }, {
    duplicateId: seededId("contacts", account, 8),
    fields: { photoUrl: "duplicate", emails: "duplicate", nickname: "duplicate" },
  }],
  update_api_key: [{ expiresAt: "2099-01-31" }, { expiresAt: null }],
  rotate_api_key: [{}],
  update_me: [{ timezone: "Europe/Paris" }],
});

/** Where the function goes on in an export. */
const places = (account: number): Record<string, Json[]> => ({
  export_contacts: [{ part: "contacts", after: seededId("contacts", account, 3) }],
  export_account: ["networks", "note_types", "contacts", "notes", "reminders"].map((part) => ({
    part,
    after: seededId(part.replace("_", "-"), account, 3),
  })),
});

/**
 * Queries of a list: every filter, every order, also deep within the list and behind its end; for an account of ordinary
 * size also every filter in every order, and every two filters together.
 */
function queriesOf(route: OperationRoute, account: number, limits: string[]): string[] {
  const all = filtersOf(route, account, limits);
  const sorts = all.filter(({ name }) => name === "sort").map(({ text }) => text);
  const filters = all.filter(({ name }) => name !== "sort");
  const single = filters.map(({ text }) => text);
  const pages = [
    "pageSize=1",
    "page=2&pageSize=20",
    "page=6&pageSize=200",
    "page=12&pageSize=200",
    "page=1000000",
  ];
  const isOrdinary = account === accounts.ordinary;
  return [
    "",
    ...single,
    ...sorts.flatMap((sort) => [sort, ...pages.map((page) => `${sort}&${page}`)]),
    ...(isOrdinary ? sorts.flatMap((sort) => single.map((filter) => `${filter}&${sort}`)) : []),
    ...(isOrdinary ? pairs(filters) : []),
  ].map((query) => `?${query}`);
}

function pairs(filters: Filter[]): string[] {
  return filters.flatMap((one, index) =>
    filters.slice(index + 1).filter((other) => other.name !== one.name)
      .map((other) => `${one.text}&${other.text}`)
  );
}

/**
 * By operation, the requests of an account, the plainest first.
 * @param limits of the key that sends them, as a cursor has them
 */
function requestsOf(account: number, limits: string[] = []): Map<string, PlannedRequest[]> {
  const requests = operationRoutes.map((route): [string, PlannedRequest[]] => [
    route.operation,
    [...plainRequests(route, account, limits), ...refusedRequests(route, account)],
  ]);
  return new Map([
    ...requests,
    ["attach_photo", [attachment(account)]],
    ["change_contacts", [changeOfMany(account)]],
  ]);
}

/** What assistants ask for: the same change of some contacts. */
function changeOfMany(account: number): PlannedRequest {
  const people = [3, 4].map((n) => seededId("contacts", account, n));
  return {
    ...attachment(account),
    name: "change_contacts",
    steps: [() => ({
      operation: "change_contacts",
      arguments: { byName: { contactIds: people }, body: { isFavorite: true } },
    })],
  };
}

function plainRequests(
  route: OperationRoute,
  account: number,
  limits: string[],
): PlannedRequest[] {
  const args = isList(route)
    ? queriesOf(route, account, limits).map((text) => queryArguments(route, account, text))
    : bodyArguments(route, account, bodies(account)[route.operation] ?? []);
  const later = (places(account)[route.operation] ?? []).map((place) => ({ query: { place } }));
  return [...args, ...later].flatMap((each) => [
    toRequest(route, account, each),
    ...(route.idempotent ? [repeated(route, account, each)] : []),
    ...(takesIfMatch(route) ? [conditional(route, account, each)] : []),
  ]);
}

/** Without arguments, as for what the function has found wanting, and about what is not there. */
function refusedRequests(route: OperationRoute, account: number): PlannedRequest[] {
  const nothing = Object.fromEntries(
    route.facts.ids.map(({ name }) => [name, seededId("nothing", 0, 0)]),
  );
  const args = isList(route) ? {} : bodyArguments(route, account, [])[0];
  return [
    { ...toRequest(route, account, null), status: 0 },
    ...(route.facts.ids.length === 0
      ? []
      : [{ ...toRequest(route, account, { ...args, ...nothing }), status: 404 }]),
  ];
}

/** Twice with the same key: carried out, and answered again. */
function repeated(route: OperationRoute, account: number, args: Arguments): PlannedRequest {
  const request = toRequest(route, account, { ...args, idempotencyKey: "key" });
  return { ...request, steps: [...request.steps, ...request.steps] };
}

/** With the tag that the resource has. */
function conditional(route: OperationRoute, account: number, args: Arguments): PlannedRequest {
  const get = route.operation.replace(/^[a-z]+/, "get");
  return {
    ...toRequest(route, account, args),
    name: `${route.operation} ${JSON.stringify(args)} if it matches`,
    steps: [
      () => ({ operation: get, arguments: args }),
      ([current]) => ({
        operation: route.operation,
        arguments: { ...args, ifMatch: [current!.tag!] },
      }),
    ],
  };
}

/** Both statements of attaching a photo. */
function attachment(account: number): PlannedRequest {
  const id = seededId("contacts", account, 2);
  const upload = `uploads/${seededId("uploads", account, 2)}.png`;
  const args = { id, body: { nickname: "Changed", photoUrl: upload } };
  return {
    name: "attach_photo",
    steps: [
      () => ({ operation: "prepare_photo", arguments: args }),
      ([prepared]) => ({
        operation: "attach_photo",
        arguments: { ...args, photo: JSON.parse(prepared!.body!).path },
      }),
    ],
    status: "succeeds",
    needsToken: false,
    needsSecret: false,
    account,
  };
}

/**
 * Runs the requests with a token; the first of them also with API keys and connections, and as often as is said.
 * @returns in words whatever a plan does that none may
 */
async function violations(
  session: PlanSession,
  [plainest, ...others]: PlannedRequest[],
  times: number,
): Promise<string[]> {
  const { account } = plainest!;
  const found: string[] = [];
  for (let time = 0; time < times; time++) {
    found.push(...await study.violations(session, plainest!));
  }
  const each = [
    // One was used just now, one the day before, which is then put on record, and one is that before a rotation.
    ...[1, 2, 6].map((key) => credentials.key(account, key)),
    ...[1, 2].map((number) => credentials.connection(account, number)),
  ];
  for (const credential of each) {
    found.push(...await study.violations(session, plainest!, { credential }));
  }
  for (const request of others) found.push(...await study.violations(session, request));
  return found;
}

/** After five runs Postgres chooses between a plan for the values at hand and one for any. */
const untilGeneric = 6;

const audiences = [
  { who: "an ordinary account", requests: requestsOf(accounts.ordinary), times: untilGeneric },
  { who: "a large account", requests: requestsOf(accounts.large), times: 1 },
  // One with photos is not deleted before they are.
  {
    who: "an account without photos",
    requests: new Map([...requestsOf(accounts.photoless)].filter(([name]) => name === "delete_me")),
    times: 1,
  },
];

audiences.forEach(({ who, requests, times }, index) =>
  describe(`for ${who}`, () => {
    it.each([...requests.keys()])("%s reads only what is its owner's", async (operation) => {
      expect(await violations(sessions[index]!, requests.get(operation)!, times)).toEqual([]);
    });
  })
);

describe("for a key that is limited to networks", () => {
  const requests = requestsOf(accounts.large, [seededNetworks(accounts.large)]);
  it.each([...requests.keys()])("%s reads only what is its owner's", async (operation) => {
    const found: string[] = [];
    for (const request of requests.get(operation)!.filter(({ needsToken }) => !needsToken)) {
      for (
        const credential of [
          credentials.key(accounts.large, 3),
          credentials.connection(accounts.large, 3),
        ]
      ) {
        const options = { credential, mayBeRefused: true };
        found.push(...await study.violations(sessions.at(-1)!, request, options));
      }
    }
    expect(found).toEqual([]);
  });
});

it.each([
  "select kith_private.forget_removals('{uploads/none.png}')",
  "select kith_private.purge_kept_photos()",
])("what the function asks besides sees one row at a time: %s", async (statement) => {
  expect(study.judge(await sessions[0]!.query(statement), statement)).toEqual([]);
});

it("every operation that the database has was carried out", async () => {
  const rows = await database.superuser<{ name: string }[]>`
    select proname as name from pg_catalog.pg_proc
     where pronamespace = 'kith_api'::regnamespace and proargtypes[0] = 'jsonb'::regtype`;
  expect(rows.map(({ name }) => name).filter((name) => !study.operations.has(name))).toEqual([]);
});

it("nothing is allowed that nobody makes use of", () => {
  const unused = [...study.tables.values()].flatMap(({ name, ways }) =>
    ways.filter((way) => way.because && !study.waysUsed.has(way)).map((way) => ({ name, ...way }))
  );
  expect(unused).toEqual([]);
});
