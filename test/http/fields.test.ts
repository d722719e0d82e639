import { beforeAll, describe, expect, it } from "vitest";
import { activity } from "../../functions/kith/activity/schema.ts";
import { contact } from "../../functions/kith/contacts/schema.ts";
import { note } from "../../functions/kith/notes/schema.ts";
import { reminder } from "../../functions/kith/reminders/schema.ts";
import { routes } from "../../functions/kith/routes.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { makeWithPhoto } from "../support/photos.ts";
import { expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const lists: [path: string, members: string[]][] = [
  ["/contacts", Object.keys(contact().shape)],
  ["/notes", Object.keys(note().shape)],
  ["/reminders", Object.keys(reminder().shape)],
  ["/activity", Object.keys(activity().shape)],
];

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
  const zoe = await make(ada, "/contacts", {
    firstName: 'Zoë "Z", \\ {}',
    emails: [{ value: "zoe@example.com", label: "a,b" }],
    description: '"photoUrl":"x"',
  });
  await make(ada, "/contacts", { firstName: "Ann" });
  for (const content of ["One", "Two\n,{}"]) {
    await make(ada, "/notes", { content, contactId: zoe.id });
    await make(ada, "/reminders", { title: content, contactId: zoe.id, dueAt: "2026-01-31" });
  }
});

const itemsOf = async (path: string): Promise<Json[]> =>
  expectStatus(await ada.get(path), 200).data;

/** The item with these members only, in the order that it has them. */
const only = (item: Json, members: string[]) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => members.includes(name)));

describe.each(lists)("the parameter fields of %s", (path, members) => {
  it("picks any member, and the id with it", async () => {
    const whole = await itemsOf(path);
    expect(whole.length).toBeGreaterThan(1);
    for (const member of members) {
      const picked = whole.map((item) => only(item, ["id", member]));
      expect(await itemsOf(`${path}?fields=${member}`)).toEqual(picked);
    }
  });

  it("keeps the order of members, page, sort and total, in whatever order it names them", async () => {
    const names = [members.at(-1)!, members[0]!, members.at(-1)!, members[1]!];
    const query = path === "/activity" ? "pageSize=1&page=2" : "pageSize=1&page=2&sort=-createdAt";
    const whole = expectStatus(await ada.get(`${path}?${query}`), 200);
    const picked = await ada.get(`${path}?${query}&fields=${names.join(",")}`);
    const data = whole.data.map((item: Json) => only(item, ["id", ...names]));
    expect(picked.text).toBe(JSON.stringify({ ...whole, data }));
  });

  it("changes nothing where it names them all", async () => {
    const [whole, all] = [
      await ada.get(path),
      await ada.get(`${path}?fields=${members.join(",")}`),
    ];
    expect(all.body).toEqual(whole.body);
    // The members of a change set are written with spaces where all are asked for.
    if (path !== "/activity") expect(all.text).toBe(whole.text);
  });

  it("is empty where the list is", async () => {
    const { data } = expectStatus(await ada.get(`${path}?page=9&fields=id`), 200);
    expect(data).toEqual([]);
  });

  it.each(["", ",", "id,", "id,,createdAt", " id", "ID", "id createdAt"])(
    "is refused as %j",
    async (fields) =>
      expectViolations(
        await ada.get(`${path}?fields=${encodeURIComponent(fields)}`),
        "query /fields invalid_format",
      ),
  );

  it("refuses what is no member, and names it", async () => {
    for (
      const [unknown, named] of [["favouriteTea", "favouriteTea"], ["x".repeat(60), "x".repeat(50)]]
    ) {
      const answer = await ada.get(`${path}?fields=id,${unknown}`);
      expectViolations(answer, "query /fields invalid_format");
      const [{ message }] = answer.body.errors;
      expect(message).toContain(`There is no ${named}`);
      expect(message).toContain(`Must be some of ${members.join(", ")}, with commas.`);
    }
  });
});

it("every list that takes fields is here", () => {
  const taking = routes.filter(({ request }) => "fields" in (request.query?.().shape ?? {}));
  expect(taking.map(({ path }) => path).sort()).toEqual(lists.map(([path]) => path).sort());
});

describe("a photo", () => {
  it("has its link where photoUrl is asked for, and nothing else", async () => {
    const bob = await signUp();
    const { id } = await makeWithPhoto(bob);
    const path = (fields: string) => `/contacts?fields=${fields}`;
    const { data } = expectStatus(await bob.get(path("photoUrl")), 200);
    expect(data).toEqual([{ id, photoUrl: expect.stringContaining("token=") }]);
    expect((await fetch(data[0].photoUrl)).status).toBe(200);
    const without = expectStatus(await bob.get(path("hasPhoto,id")), 200);
    expect(without.data).toEqual([{ id, hasPhoto: true }]);
  });
});

it("a page that is too long fits where few members are asked for", async () => {
  const eve = await signUp();
  const made = await superuser()`
    insert into kith.notes (owner_id, content)
    select ${eve.id}, repeat('x', 100000) from generate_series(1, 60) returning id`;
  expectViolations(await eve.get("/notes?pageSize=60"), "query /pageSize too_big");
  const { data } = expectStatus(await eve.get("/notes?pageSize=60&fields=occurredAt"), 200);
  expect(data.map(({ id }: Json) => id).sort()).toEqual(made.map((row) => row["id"]).sort());
});
