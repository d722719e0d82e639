import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { activity } from "../../functions/kith/activity/schema.ts";
import { contact } from "../../functions/kith/contacts/schema.ts";
import { note } from "../../functions/kith/notes/schema.ts";
import { reminder } from "../../functions/kith/reminders/schema.ts";
import { routes } from "../../functions/kith/routes.ts";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { makeWithPhoto } from "../support/photos.ts";
import { pathOf, plainBody, plainKinds } from "../support/plain-resources.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { makeOne } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const rows = 13;
let ada: Account;
/** Owners of what the other lists would be in the way of. */
let [bob, eve, kim]: Account[] = [];

/** Four names over many contacts, two of them equal but for case, and every third never contacted. */
const contactBody = (n: number) => ({
  firstName: ["Same", "same", "Émile", "Zoe"][n % 4],
  lastName: ["Ärzte", null, "Arzt"][n % 3],
  lastContactedAt: n % 3 === 0 ? null : `2025-01-0${1 + n % 2}T00:00:00Z`,
  contactFrequencyDays: n % 5 === 0 ? null : 1 + n % 3,
  birthday: n % 4 === 0 ? null : `1990-0${1 + n % 3}-02`,
});

/** Two contacts of the same address. */
async function makePair(n: number): Promise<void> {
  for (const firstName of [randomUUID(), randomUUID()]) {
    await eve!.make("/contacts", { firstName, emails: [{ value: `${n}@example.com` }] });
  }
}

interface List {
  path: string;
  /** Makes its n-th row. */
  create: (n: number) => Promise<unknown>;
  /** What it may be sorted by, the default first. */
  sorts: string[];
  owner?: () => Account;
}

const ofBodies = (path: string, sorts: string[], body: (n: number) => Json): List => ({
  path,
  create: (n) => ada.make(path, body(n)),
  sorts,
});

/** The values of the parameter `sort`. */
const ordersOf = ({ parameters }: Json): string[] => {
  const { $ref } = parameters.find(({ name }: Json) => name === "sort")?.schema ?? {};
  return $ref ? document.components.schemas[$ref.split("/").pop()].enum : [];
};

const lists: List[] = [
  ofBodies(
    "/contacts",
    [
      "displayName",
      "lastName",
      "createdAt",
      "updatedAt",
      "lastContactedAt",
      "nextContactOn",
      "birthday",
    ],
    contactBody,
  ),
  ...["/networks", "/note-types"].map((path) =>
    ofBodies(path, ["name", "createdAt"], (n) => ({ name: `${n % 2 ? "a" : "B"}${n}` }))
  ),
  ofBodies("/notes", ["-occurredAt", "createdAt"], (n) => ({
    content: `${n}`,
    occurredAt: `2025-01-0${1 + n % 3}`,
  })),
  ofBodies("/reminders", ["dueAt", "createdAt"], (n) => ({
    title: `${n}`,
    dueAt: n % 3 === 0 ? null : `2025-01-0${1 + n % 3}`,
  })),
  {
    path: "/relationships",
    create: () => makeOne(kim!, "relationships"),
    sorts: ["createdAt"],
    owner: () => kim!,
  },
  ofBodies("/api-keys", [], () => ({ name: "k" })),
  { path: "/connections", create: () => makeOne(ada, "connections"), sorts: [] },
  // Everything that the others make would be in the log.
  {
    path: "/activity",
    create: () => bob!.make("/contacts", contactBody(0)),
    sorts: [],
    owner: () => bob!,
  },
  { path: "/trash", create: () => makeOne(ada, "trash"), sorts: [] },
  { path: "/contacts/duplicates", create: makePair, sorts: [], owner: () => eve! },
  ofBodies("/fields", ["position", "name", "createdAt"], (n) => ({
    name: `F ${n % 2 ? "a" : "B"}${n}`,
    position: 900 - n,
  })),
  ...plainKinds.map((kind) => {
    const path = pathOf(kind);
    const orders = ordersOf(document.paths[path].get);
    const upwards = orders.filter((order) => !order.startsWith("-"));
    return ofBodies(path, upwards, (n) => plainBody(kind, [], `P ${n % 2 ? "a" : "B"}${n}`));
  }),
];

/** A field upwards and downwards. */
function bothDirections(sort: string): string[] {
  const field = sort.replace("-", "");
  return [field, `-${field}`];
}

/**
 * Of imports there are at most three, and rows are of one import: test/http/imports.test.ts tries their pages. Of channels there are ten:
 * test/sql/notices.test.ts lists them and their deliveries. Of webhooks as many: test/sql/webhooks.test.ts. Of calendars there are five, and only the clock makes meetings: test/sql/meetings.test.ts.
 */
const triedElsewhere = [
  ...["/imports", "/imports/{id}/rows", "/channels", "/channels/{id}/deliveries"],
  ...["/calendars", "/meetings", "/webhooks"],
];

it("every list of the API is tried here, and in each order that it offers", () => {
  const offered = Object.entries<Json>(document.paths)
    .filter(([path]) => !triedElsewhere.includes(path))
    .filter(([, { get }]) => get?.parameters?.some(({ name }: Json) => name === "page"))
    .map(([path, { get }]) => [
      path,
      ordersOf(get).toSorted(),
    ]);
  const tried = lists.map(({ path, sorts }) => [path, sorts.flatMap(bothDirections).toSorted()]);
  expect(tried.toSorted()).toEqual(offered.toSorted());
});

beforeAll(async () => {
  [ada, bob, eve, kim] = [await signUp(), await signUp(), await signUp(), await signUp()];
  for (const { create } of lists) {
    for (let n = 0; n < rows; n++) await create(n);
  }
});

describe.each(lists)("the list $path", ({ path, sorts, owner = () => ada }) => {
  async function pages(query: string, pageSize: number): Promise<Json[]> {
    const all: Json[] = [];
    for (let page = 1;; page++) {
      const list = await owner().read(`${path}?${query}&page=${page}&pageSize=${pageSize}`);
      expect(list).toEqual({ data: list.data, page, pageSize, total: rows });
      if (list.data.length === 0) return all;
      all.push(...list.data);
    }
  }

  it("starts with page 1 of 50, and is empty past its end up to the largest page there can be", async () => {
    const list = await owner().read(path);
    expect(list).toMatchObject({ page: 1, pageSize: 50, total: rows });
    expect(list.data).toHaveLength(rows);
    for (const page of [1_000_000, 2_147_483_647]) {
      const empty = { data: [], page, pageSize: 200, total: rows };
      expect((await owner().get(`${path}?page=${page}&pageSize=200`)).body).toEqual(empty);
    }
  });

  if (sorts.length === 0) return;

  it("the list $path is in the order of its first sort unless told otherwise", async () => {
    expect(await pages("", 5)).toEqual(await pages(`sort=${sorts[0]}`, 200));
  });

  it.each(sorts.flatMap(bothDirections))("by %s has each row once over all pages", async (sort) => {
    const whole = await pages(`sort=${sort}`, 200);
    expect(new Set(whole.map((row) => row.id)).size).toBe(rows);
    expect(await pages(`sort=${sort}`, 4)).toEqual(whole);
    const field = sort.replace("-", "");
    // Who has no last name is sorted by the first name.
    const values = whole.map((row) =>
      field === "lastName"
        ? [row.lastName, row.firstName].filter((name) => name !== null).join(" ")
        : row[field]
    );
    const present = values.filter((value) => value !== null);
    expect(values, "nulls come last")
      .toEqual([...present, ...Array(values.length - present.length).fill(null)]);
    if (sort.startsWith("-")) present.reverse();
    // Names sort as people read them: neither case nor accents decide before letters do.
    const folded = present.map((value) =>
      String(value).padStart(typeof value === "number" ? 9 : 0, "0").normalize("NFD").replace(
        /\p{M}/gu,
        "",
      ).toLowerCase()
    );
    expect(folded).toEqual([...folded].sort());
  });
});

const withFields: [path: string, members: string[]][] = [
  ["/contacts", Object.keys(contact().shape)],
  ["/notes", Object.keys(note().shape)],
  ["/reminders", Object.keys(reminder().shape)],
  ["/activity", Object.keys(activity().shape)],
];

describe.each(withFields)("the parameter fields of %s", async (path, members) => {
  const me = await signUp();
  const zoe = await me.make("/contacts", {
    firstName: 'Zoë "Z", \\ {}',
    emails: [{ value: "zoe@example.com", label: "a,b" }],
    description: '"photoUrl":"x"',
  });
  await me.make("/contacts", { firstName: "Ann" });
  for (const content of ["One", "Two\n,{}"]) {
    await me.make("/notes", { content, contactId: zoe.id });
    await me.make("/reminders", {
      title: content.replace("\n", " "),
      contactId: zoe.id,
      dueAt: "2026-01-31",
    });
  }

  /** The item with these members only, in the order that it has them. */
  const only = (item: Json, names: string[]) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

  it("picks any member, and the id with it, and keeps their order, page and total", async () => {
    const whole = await me.read(path);
    expect(whole.data.length).toBeGreaterThan(1);
    for (const member of members) {
      const picked = whole.data.map((item: Json) => only(item, ["id", member]));
      expect(await me.listed(`${path}?fields=${member}`)).toEqual(picked);
    }
    expect((await me.read(`${path}?fields=${members.join(",")}`)).data).toEqual(whole.data);
    const names = [members.at(-1)!, members[0]!, members.at(-1)!, members[1]!];
    const query = "pageSize=1&page=2";
    const second = await me.read(`${path}?${query}`);
    const { text } = await me.get(`${path}?${query}&fields=${names.join(",")}`);
    const data = second.data.map((item: Json) => only(item, ["id", ...names]));
    expect(text).toBe(JSON.stringify({ ...second, data }));
  });

  it("refuses what is no member, and names it", async () => {
    for (const fields of ["", ",", "id,", "id,,createdAt", " id", "ID", "id createdAt"]) {
      const answer = await me.get(`${path}?fields=${encodeURIComponent(fields)}`);
      expectViolations(answer, "query /fields invalid_format");
    }
    for (const [unknown, named] of [["tea", "tea"], ["x".repeat(60), "x".repeat(50)]]) {
      const answer = await me.get(`${path}?fields=id,${unknown}`);
      expectViolations(answer, "query /fields invalid_format");
      const [{ message }] = answer.body.errors;
      expect(message).toContain(`There is no ${named}`);
      expect(message).toContain(`Must be some of ${members.join(", ")}, with commas.`);
    }
  });
});

it("every list that takes fields is tried here", () => {
  const taking = routes.filter(({ request }) => "fields" in (request.query?.().shape ?? {}));
  expect(taking.map(({ path }) => path).sort()).toEqual(withFields.map(([path]) => path).sort());
});

it("a photo has its link where photoUrl is asked for, and nothing else", async () => {
  const me = await signUp();
  const { id } = await makeWithPhoto(me);
  expect(await me.listed("/contacts?fields=photoUrl"))
    .toEqual([{ id, photoUrl: expect.stringContaining("token=") }]);
  expect(await me.listed("/contacts?fields=hasPhoto,id")).toEqual([{ id, hasPhoto: true }]);
});

// A control character takes one byte in a body and six in an answer. 200 notes of 100,000 made an answer of 114 MiB.
it("a page is refused over 5 MiB, and has all its items under that; no page misses one", async () => {
  const me = await signUp();
  const count = 9;
  await sql`
    insert into kith.notes (owner_id, content)
    select ${me.id}, repeat(chr(1), 100000) from generate_series(1, ${count}::integer)`;
  const { body } = await me.get(`/notes?pageSize=${count}`);
  expect(body.errors).toEqual([{
    in: "query",
    pointer: "/pageSize",
    code: "too_big",
    message:
      "The items of this page have more than 5,242,880 bytes. Use a smaller pageSize; 8 always fit.",
  }]);
  const ids = new Set<string>();
  for (const page of [1, 2]) {
    const answer = await me.get(`/notes?pageSize=8&page=${page}`);
    expect(answer.text.length).toBeLessThan(5_242_880);
    expect(expectStatus(answer, 200).total).toBe(count);
    for (const { id } of answer.body.data) ids.add(id);
  }
  expect(ids.size).toBe(count);
  // It fits where few members are asked for.
  expect(await me.listed(`/notes?pageSize=${count}&fields=id`)).toHaveLength(count);
});

describe("a query parameter that an operation does not have", () => {
  /** The message for the only violation of a query. */
  async function messageFor(path: string): Promise<string> {
    const { errors } = expectProblem(await ada.get(path), 400, "validation_failed");
    expect(errors).toMatchObject([{ in: "query", code: "unknown_parameter" }]);
    return errors[0].message;
  }

  it("the query parameter is answered with the nearest one, and not with one that means something else", async () => {
    for (
      const [path, nearest] of [
        ["/contacts?needsContacts=true", "needsContact"],
        ["/contacts?needs_contact=true", "needsContact"],
        ["/contacts?favorite=true", "isFavorite"],
        ["/contacts?serach=zoe", "search"],
        ["/contacts?network=1", "networkId"],
        ["/notes?form=2026-01-01", "from"],
        ["/networks?page_size=3", "pageSize"],
      ] as const
    ) {
      const name = path.slice(path.indexOf("?") + 1, path.indexOf("="));
      const expected = `There is no parameter ${name}. Did you mean ${nearest}?`;
      expect(await messageFor(path)).toBe(expected);
    }
    for (
      const path of [
        "/contacts?hasPhoto=true",
        "/contacts?lastContactOn=2026-01-01",
        "/reminders?dueFor=2026-01-01",
      ]
    ) expect(await messageFor(path)).toMatch(/^There is no parameter \w+\. There are page, /);
    expect(await messageFor("/notes?zzz=1")).toBe(
      "There is no parameter zzz. There are page, pageSize, sort, contactId, noteTypeId, from, to, search, fields.",
    );
    expect(await messageFor("/me?id=1"))
      .toBe("There is no parameter id. This operation has none.");
  });

  it("the query parameter is answered without a hint after the tenth, as each takes time", async () => {
    const query = [..."abcdefgijklm"].map((letter) => `searc${letter}=1`).join("&");
    const { errors } = (await ada.get(`/contacts?${query}`)).body;
    const hinted = errors.map(({ message }: { message: string }) => /Did you mean/.test(message));
    expect(hinted).toEqual([...Array(10).fill(true), false, false]);
  });

  it("the query parameter is named, however it is written, once, and together with every other violation", async () => {
    for (
      const [query, pointer] of [
        ["%ff=1", "/%ff"],
        ["a%2Fb~=1", "/a~1b~0"],
        ["%00=1", "/\0"],
        ["=1", "/"],
        ["__proto__=1", "/__proto__"],
        ["constructor", "/constructor"],
        [`${"x".repeat(5000)}=1`, `/${"x".repeat(100)}…`],
      ]
    ) {
      const answer = await ada.get(`/contacts?${query}`);
      expectViolations(answer, `query ${pointer} unknown_parameter`);
    }
    expectViolations(
      await ada.send("post", "/contacts?x=1&x=2&y=3", { firstName: 1 }),
      "query /x unknown_parameter",
      "query /y unknown_parameter",
      "body /firstName invalid_type",
    );
  });

  it("the query parameter is refused, and nothing done, unless it is the platform's or empty", async () => {
    const before = (await ada.read("/networks")).total;
    expectStatus(await ada.send("post", "/networks?dryRun=true", { name: "Climbing" }), 400);
    expect((await ada.read("/networks")).total).toBe(before);
    await ada.read("/contacts?forceFunctionRegion=eu-west-3");
    await ada.read("/me?");
    await ada.read("/contacts?&page=1&");
  });
});
