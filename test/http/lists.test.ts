import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type components,
  type KithClient,
  type ListPath,
  orThrow,
} from "../../client/src/index.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { pathOf, plainBody, plainKinds } from "../support/plain-resources.ts";
import { expectViolations } from "../support/problems.ts";
import { makeOne } from "../support/route-examples.ts";
import { typedClient } from "../support/typed-client.ts";

type Schemas = components["schemas"];

/**
 * Each list, what makes its n-th row, and what it may be sorted by, default first. Queries are written
 * by hand here, the same for every list, where the typed client knows each list's own.
 */
const lists: [
  path: ListPath,
  create: (n: number) => Promise<unknown>,
  sorts: string[],
  owner?: () => Account,
][] = [
  [
    "/contacts",
    (n) => orThrow(kith.POST("/contacts", { body: contactBody(n) })),
    ["displayName", "createdAt", "updatedAt", "lastContactedAt", "nextContactOn", "birthday"],
  ],
  [
    "/networks",
    (n) => orThrow(kith.POST("/networks", { body: { name: `N ${n % 2 ? "a" : "B"}${n}` } })),
    ["name", "createdAt"],
  ],
  [
    "/note-types",
    (n) => orThrow(kith.POST("/note-types", { body: { name: `T ${n % 2 ? "a" : "B"}${n}` } })),
    ["name", "createdAt"],
  ],
  [
    "/notes",
    (n) => orThrow(kith.POST("/notes", { body: noteBody(n) })),
    ["-occurredAt", "createdAt"],
  ],
  [
    "/reminders",
    (n) => orThrow(kith.POST("/reminders", { body: reminderBody(n) })),
    ["dueAt", "createdAt"],
  ],
  ["/api-keys", () => orThrow(kith.POST("/api-keys", { body: { name: "k" } })), []],
  [
    "/connections",
    () => {
      const body = { clientId: randomUUID(), name: "c", redirectHost: "app.example.com" };
      return orThrow(kith.POST("/connections", { body }));
    },
    [],
  ],
  // Everything that the others make would be in the log.
  ["/activity", () => make(bob, "/contacts", contactBody(0)), [], () => bob],
  ["/trash", () => makeOne(ada, "trash"), []],
  ["/contacts/duplicates", makePair, [], () => eve],
  ...plainKinds.map((kind): (typeof lists)[number] => {
    const path = pathOf(kind) as ListPath;
    const orders: string[] = document.paths[path].get.parameters
      .find(({ name }: Json) => name === "sort").schema.enum;
    const create = (n: number) =>
      make(ada, path, plainBody(kind, [], `P ${n % 2 ? "a" : "B"}${n}`));
    return [path, create, orders.filter((order) => !order.startsWith("-"))];
  }),
];

/** Two contacts of the same address. */
async function makePair(n: number): Promise<void> {
  for (const firstName of [randomUUID(), randomUUID()]) {
    await make(eve, "/contacts", { firstName, emails: [{ value: `${n}@example.com` }] });
  }
}

/** Four names over many contacts, two of them equal but for case, and every third never contacted. */
function contactBody(n: number): Schemas["ContactCreate"] {
  const lastContactedAt = n % 3 === 0 ? null : `2025-01-0${1 + n % 2}T00:00:00Z`;
  const contactFrequencyDays = n % 5 === 0 ? null : 1 + n % 3;
  return {
    firstName: ["Same", "same", "Émile", "Zoe"][n % 4] ?? null,
    lastContactedAt,
    contactFrequencyDays,
    birthday: n % 4 === 0 ? null : `1990-0${1 + n % 3}-02`,
  };
}

/** A field upwards and downwards. */
function bothDirections(sort: string): string[] {
  const field = sort.replace("-", "");
  return [field, `-${field}`];
}

function noteBody(n: number): Schemas["NoteCreate"] {
  return { content: `${n}`, occurredAt: `2025-01-0${1 + n % 3}` };
}

function reminderBody(n: number): Schemas["ReminderCreate"] {
  return { title: `${n}`, dueAt: n % 3 === 0 ? null : `2025-01-0${1 + n % 3}` };
}

/** Of imports there are at most three, and rows are of one import: test/http/imports.test.ts tries their pages. */
const triedElsewhere = ["/imports", "/imports/{id}/rows"];

it("every list of the API is tried here, and in each order that it offers", () => {
  const offered = Object.entries<Json>(document.paths)
    .filter(([path]) => !triedElsewhere.includes(path))
    .filter(([, { get }]) => get?.parameters?.some(({ name }: Json) => name === "page"))
    .map(([path, { get }]) => [
      path,
      (get.parameters.find(({ name }: Json) => name === "sort")?.schema.enum ?? []).toSorted(),
    ]);
  const tried = lists.map((
    [path, , sorts],
  ) => [path, sorts.flatMap(bothDirections).toSorted()]);
  expect(tried.toSorted()).toEqual(offered.toSorted());
});

const rows = 13;
let ada: Account;
let bob: Account;
let eve: Account;
let kith: KithClient;
beforeAll(async () => {
  [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
  kith = typedClient(ada.token);
  for (const [, create] of lists) {
    for (let n = 0; n < rows; n++) await create(n);
  }
});

async function pages(path: string, query: string, pageSize: number): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1;; page++) {
    const answer = await ada.get(`${path}?${query}&page=${page}&pageSize=${pageSize}`);
    const list = expectStatus(answer, 200);
    expect(list).toEqual({ data: list.data, page, pageSize, total: rows });
    if (list.data.length === 0) return all;
    all.push(...list.data);
  }
}

describe.each(lists)("the list %s", (path, _, __, owner = () => ada) => {
  it("starts with page 1 of 50", async () => {
    const list = expectStatus(await owner().get(path), 200);
    expect(list).toMatchObject({ page: 1, pageSize: 50, total: rows });
    expect(list.data).toHaveLength(rows);
  });

  it("is empty past its end, with its total, up to the largest page there can be", async () => {
    for (const page of [1_000_000, 2_147_483_647]) {
      const empty = { data: [], page, pageSize: 200, total: rows };
      expect((await owner().get(`${path}?page=${page}&pageSize=200`)).body).toEqual(empty);
    }
  });

  it("names every violation of a query, and a parameter given twice", async () => {
    const answer = await owner().get(`${path}?page=0&pageSize=201`);
    expectViolations(answer, "query /page too_small", "query /pageSize too_big");
    expectViolations(await owner().get(`${path}?page=1&page=1`), "query /page duplicate");
  });
});

describe("a page", () => {
  it.each([
    ["page=0", "query /page too_small"],
    ["page=-1", "query /page invalid_format"],
    ["page=1.5", "query /page invalid_format"],
    ["page=x", "query /page invalid_format"],
    ["page=", "query /page invalid_format"],
    ["pageSize=0", "query /pageSize too_small"],
    ["pageSize=201", "query /pageSize too_big"],
  ])("is refused as %s", async (query, place) => {
    expectViolations(await ada.get(`/contacts?${query}`), place);
  });
});

const sortedLists = lists.filter(([, , sorts]) => sorts.length > 0);

describe.each(sortedLists)("the order of the list %s", (path, _, sorts) => {
  it("refuses to be sorted by anything else", async () => {
    for (const sort of ["id", "ownerId", "owner_id", "--" + sorts[0], "constructor", ""]) {
      const { status, body } = await ada.get(`${path}?sort=${sort}`);
      expect([sort, status, body.errors?.[0]?.pointer]).toEqual([sort, 400, "/sort"]);
    }
  });

  it.each(sorts.flatMap(bothDirections))(
    "by %s has each row once over all pages",
    async (sort) => {
      const whole = await pages(path, `sort=${sort}`, 200);
      expect(new Set(whole.map((row) => row.id)).size).toBe(rows);
      expect(await pages(path, `sort=${sort}`, 4)).toEqual(whole);
      expectOrdered(whole, sort);
    },
  );

  it(`is in the order of ${sorts[0]} unless told otherwise`, async () => {
    expect(await pages(path, "", 5)).toEqual(await pages(path, `sort=${sorts[0]}`, 200));
  });
});

function expectOrdered(found: Json[], sort: string) {
  const field = sort.replace("-", "");
  const values = found.map((row) => row[field]);
  const present = values.filter((value) => value !== null);
  expect(values, "nulls come last").toEqual([...present, ...values.slice(present.length)]);
  expect(values.slice(present.length).every((value) => value === null)).toBe(true);
  if (sort.startsWith("-")) present.reverse();
  const folded = present.map(fold);
  expect(folded).toEqual([...folded].sort());
}

/** Names sort as people read them: neither case nor accents decide before letters do. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

describe("two pages of a long list", () => {
  it("hold 200 and 50 of 250 contacts", async () => {
    const me = typedClient((await signUp()).token);
    for (const length of [200, 50]) {
      const create = Array.from({ length }, (_, n) => ({ firstName: `${n}` }));
      await orThrow(me.POST("/contacts/bulk", { body: { create } }));
    }
    const get = (query: { pageSize: number; page?: number }) =>
      orThrow(me.GET("/contacts", { params: { query } }));
    const first = await get({ pageSize: 200 });
    const second = await get({ pageSize: 200, page: 2 });
    expect([first.data.length, second.data.length]).toEqual([200, 50]);
    expect([first.total, second.total]).toEqual([250, 250]);
    const ids = [...first.data, ...second.data].map((contact) => contact.id);
    expect(new Set(ids).size).toBe(250);
  });
});
