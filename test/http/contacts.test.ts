import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { expectStatus, signUp, withKey } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { singleItems } from "../support/field-changes.ts";
import { expectInvalidReferences, expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

// test/http/every-field.test.ts changes each member.

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ada = await signUp();

const create = (body: Json) => ada.make("/contacts", body);
const patch = (id: string, body: Json) => ada.change(`/contacts/${id}`, body);
const makeNetwork = async (): Promise<string> =>
  (await ada.make("/networks", { name: `N ${randomUUID()}` })).id;

describe("creating a contact", () => {
  it.each([
    [{ firstName: "A", lastName: "B", nickname: "N", company: "C" }, "A B"],
    [{ lastName: "B", nickname: "N", company: "C" }, "B"],
    [{ nickname: "N", company: "C" }, "N"],
    [{ company: "C" }, "C"],
  ])("gives %j the display name %s", async (given, displayName) => {
    expect(await create(given)).toMatchObject({ displayName });
  });

  it("trims texts, stores blank ones as null, and counts characters, not UTF-16 units", async () => {
    const long = "👩".repeat(255);
    expect(
      await create({
        firstName: "\u00a0 Ann\t\n",
        lastName: " \u3000 ",
        description: "",
        nickname: long,
        emails: [{ value: " a@example.com ", label: "  " }],
      }),
    ).toMatchObject({
      firstName: "Ann",
      lastName: null,
      description: null,
      nickname: long,
      emails: [{ value: "a@example.com", label: null }],
    });
    const answer = await ada.post("/contacts", { nickname: long + "a" });
    expectViolations(answer, "body /nickname too_long");
  });
});

it("what is wrong is said in words, and the member that is meant is named", async () => {
  const messages = async (body: Json) =>
    (await ada.post("/contacts", body)).body.errors.map(({ message }: Json) => message);
  expect(await messages({ nickname: "A", firstname: "A", telephone: "C" })).toEqual([
    "There is no such member. Did you mean firstName?",
    "There is no such member.",
  ]);
  expect(await messages({ nickname: "A", emails: ["a@b.c"] })).toEqual(["Must be an object."]);
  expect(await messages({ nickname: "A", emails: "a@b.c" })).toEqual(["Must be a list."]);
  expect(await messages({ nickname: "A", isFavorite: "yes" })).toEqual(["Must be true or false."]);
});

describe("changing a contact", () => {
  it("keeps what is absent, clears what is null and replaces lists", async () => {
    const before = await create({
      firstName: "Ann",
      lastName: "Lee",
      company: "C",
      phones: [{ value: "1" }, { value: "2" }],
      emails: [{ value: "a@b" }],
    });
    const after = await patch(before.id, { lastName: null, phones: [{ value: "3" }] });
    expect(after).toEqual({
      ...before,
      lastName: null,
      displayName: "Ann",
      phones: [{ value: "3", label: null }],
      updatedAt: expect.stringMatching(instant),
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await patch(before.id, after)).toEqual(after);
    expect(await patch(before.id, {})).toEqual(after);
  });

  it("replaces the networks, and changes nothing if one of them does not exist", async () => {
    const [a, b] = [await makeNetwork(), await makeNetwork()];
    const contact = await create({ firstName: "N", networkIds: [a, a] });
    expect(contact.networkIds).toEqual([a]);
    expect((await patch(contact.id, { networkIds: [b] })).networkIds).toEqual([b]);
    expect((await ada.read(`/networks/${a}`)).contactCount).toBe(0);
    const before = await patch(contact.id, { networkIds: [] });
    expect(before.networkIds).toEqual([]);
    const half = { firstName: "Half", networkIds: [randomUUID()] };
    expectInvalidReferences(await ada.patch(`/contacts/${contact.id}`, half), "/networkIds/0");
    expect(await ada.read(`/contacts/${contact.id}`)).toEqual(before);
    expectInvalidReferences(await ada.post("/contacts", half), "/networkIds/0");
  });

  it("refuses to clear the only name", async () => {
    const contact = await create({ firstName: "Only", jobTitle: "x" });
    const nameless = await ada.patch(`/contacts/${contact.id}`, { firstName: null });
    expectViolations(nameless, "body  required");
    expect((await patch(contact.id, { firstName: null, company: "Firm" })).displayName).toBe(
      "Firm",
    );
  });
});

describe("archived contacts", async () => {
  const eve = await signUp();
  const due = { contactFrequencyDays: 7, lastContactedAt: "2020-01-01" };
  const archived = await eve.make("/contacts", { ...due, firstName: "Archived", isArchived: true });
  await eve.make("/contacts", { ...due, firstName: "Due" });
  await eve.make("/contacts", { firstName: "Other" });

  async function names(query: string): Promise<string[]> {
    const { data, total } = await eve.read(`/contacts?${query}`);
    expect(total).toBe(data.length);
    return data.map(({ displayName }: Json) => displayName);
  }

  it("are left out of lists unless isArchived says otherwise", async () => {
    for (
      const [query, expected] of [
        ["", ["Due", "Other"]],
        ["isArchived=false", ["Due", "Other"]],
        ["isArchived=true", ["Archived"]],
        ["isArchived=any", ["Archived", "Due", "Other"]],
        ["needsContact=true", ["Due"]],
        ["needsContact=true&isArchived=any", ["Archived", "Due"]],
        ["nextContactBefore=2999-01-01&sort=nextContactOn", ["Due"]],
        ["search=archived", []],
        ["search=archived&isArchived=true", ["Archived"]],
      ] as const
    ) expect([query, await names(query)]).toEqual([query, expected]);
  });

  it("are read and changed like others, keep their notes and reminders, and return", async () => {
    const path = `/contacts/${archived.id}`;
    expect(await eve.read(path)).toEqual(archived);
    expect(archived).toMatchObject({ isArchived: true, needsContact: true });
    expect((await eve.change(path, { nickname: "A" })).isArchived).toBe(true);
    await eve.make("/notes", { content: "C", contactId: archived.id });
    expect(await eve.listed(`/notes?contactId=${archived.id}`)).toHaveLength(1);
    await eve.change(path, { isArchived: false });
    expect(await names("search=archived")).toEqual(["Archived"]);
    const again = changeSetOf(await eve.patch(path, { isArchived: true }), 200);
    expect(await names("search=archived")).toEqual([]);
    await eve.undo(again);
    expect(await names("search=archived")).toEqual(["Archived"]);
  });
});

/** Members of `PATCH /contacts/{id}` that add single items to a list or remove them from it. */
const networks: string[] = [];
for (const _ of [1, 2, 3]) networks.push(await makeNetwork());
networks.sort();

const zoe = (body: Json) => create({ firstName: "Zoë", ...body });
const send = (id: string, body: Json) => ada.patch(`/contacts/${id}`, body);
const changed = async (before: Json, body: Json) => patch((await zoe(before)).id, body);
const item = (value: string, label: string | null = null) => ({ value, label });

/** For each list: two items that it has, one more, and the members that change it. */
const lists = [
  ["emails", "a@x.de", "b@x.de", "c@x.de"],
  ["phones", "+49 1", "+49 2", "+49 3"],
  ["urls", "https://a.de", "https://b.de", "https://c.de"],
].map(([list, first, second, third]) => {
  const List = list!.charAt(0).toUpperCase() + list!.slice(1);
  return { list, add: `add${List}`, remove: `remove${List}`, first, second, third } as Record<
    "list" | "add" | "remove" | "first" | "second" | "third",
    string
  >;
});

describe.each(lists)("single items of $list", ({ list, add, remove, first, second, third }) => {
  const before = { [list]: [item(first, "home"), item(second)] };

  it("are removed by their value, and added at the end, trimmed, with their label", async () => {
    const body = { [add]: [{ value: ` ${third} `, label: " work " }], [remove]: [` ${second} `] };
    expect((await changed(before, body))[list]).toEqual([item(first, "home"), item(third, "work")]);
    // So a label is replaced.
    const same = { [add]: [item(first, "old")], [remove]: [first] };
    expect((await changed(before, same))[list]).toEqual([item(second), item(first, "old")]);
  });

  it("change nothing if they are there already or missing; a change of them can be undone", async () => {
    const made = await zoe(before);
    await wait(2); // stamps have milliseconds
    const none = await send(made.id, { [add]: [item(first, "other")], [remove]: [third] });
    expect(expectStatus(none, 200)).toEqual(made);
    expect(none.headers.get("x-activity-id")).toBeNull();
    await ada.undo(changeSetOf(await send(made.id, { [add]: [item(third)] }), 200));
    expect((await ada.read(`/contacts/${made.id}`))[list]).toEqual(made[list]);
  });

  it("are refused beside the whole list, if they are invalid, and for a new contact", async () => {
    const { id } = await zoe(before);
    expectViolations(
      await send(id, { [list]: [], [add]: [item(third)], [remove]: [first] }),
      `body /${add} duplicate`,
      `body /${remove} duplicate`,
    );
    expectViolations(
      await send(id, { [add]: [item(third), item(third), { value: 7 }], [remove]: [null] }),
      `body /${add}/1/value duplicate`,
      `body /${add}/2/value invalid_type`,
      `body /${remove}/0 invalid_type`,
    );
    const created = await ada.post("/contacts", { firstName: "A", [add]: [] });
    expectViolations(created, `body /${add} unknown_member`);
    // Which says nothing: the clients of some languages send all lists.
    const whole = { [add]: [], [remove]: [], [list]: [item(third)] };
    expect((await patch(id, whole))[list]).toEqual([item(third)]);
  });

  it("are refused beyond twenty, and the member that adds is named", async () => {
    const nineteen = Array.from({ length: 19 }, (_, n) => item(first.replace("1", "") + `${n}0`));
    const { id } = await zoe({ [list]: nineteen });
    const two = { [add]: [item(second), item(third)] };
    expectViolations(await send(id, two), `body /${add} too_long`);
    expect((await patch(id, { ...two, [remove]: [nineteen[0]!.value] }))[list]).toHaveLength(20);
  });

  it("are all kept when clients add at the same time", async () => {
    const { id } = await zoe({});
    const added = Array.from({ length: 5 }, (_, n) => item(`${third}${n}`));
    await Promise.all(added.map((each) => patch(id, { [add]: [each] })));
    const now = (await ada.read(`/contacts/${id}`))[list];
    expect(now.map(({ value }: Json) => value).sort()).toEqual(added.map(({ value }) => value));
  });
});

it("upper and lower case make no difference in e-mail addresses, but do in URLs", async () => {
  const before = { emails: [item("Zoe@X.de")], urls: [item("https://A.de")] };
  const body = {
    addEmails: [item("zoe@x.DE")],
    addUrls: [item("https://a.de")],
    removeUrls: ["https://a.DE"],
  };
  const { emails, urls } = await changed(before, body);
  expect([emails, urls]).toEqual([before.emails, [...before.urls, item("https://a.de")]]);
  expect((await changed(before, { removeEmails: ["ZOE@x.de"] })).emails).toEqual([]);
});

it("phone numbers are the same in any spelling, and with 00 for +", async () => {
  const before = { phones: [item("+351 912 345 678"), item("0049 30 1234567", "home")] };
  const again = [item("+351912345678"), item("+49 (0)30 123-4567"), item("0049301234567")];
  expect((await changed(before, { addPhones: again })).phones).toEqual(before.phones);
  const twice = [item("+1 555 0100"), item("001 5550100")];
  expect((await changed({}, { addPhones: twice })).phones).toEqual([twice[0]]);
  const removed = { removePhones: ["00351912345678", "+49 30 12 34 56 7"] };
  expect((await changed(before, removed)).phones).toEqual([]);
  // Without the country of the profile a number within a country is another one.
  expect((await changed(before, { addPhones: [item("030 1234567")] })).phones).toHaveLength(3);
});

describe("networks", () => {
  it("are added and removed once; one that is in both members stays", async () => {
    const [one, two, three] = networks;
    const body = { addNetworkIds: [two, two, three], removeNetworkIds: [one, three] };
    expect((await changed({ networkIds: [one] }, body)).networkIds).toEqual([two, three]);
    const made = await zoe({ networkIds: [one] });
    const none = { addNetworkIds: [one], removeNetworkIds: [two] };
    expect(await patch(made.id, none)).toEqual(made);
  });

  it("are named if they do not exist, and are refused beside the whole list", async () => {
    const { id } = await zoe({});
    const addNetworkIds = [networks[0], randomUUID()];
    const body = { addNetworkIds, removeNetworkIds: [randomUUID(), networks[0]] };
    expectInvalidReferences(await send(id, body), "/addNetworkIds/1", "/removeNetworkIds/0");
    expectViolations(
      await send(id, { networkIds: [], addNetworkIds: networks, removeNetworkIds: networks }),
      "body /addNetworkIds duplicate",
      "body /removeNetworkIds duplicate",
    );
  });

  it("are at most a hundred, also where contacts are merged, and the member that adds is named", async () => {
    const eve = await signUp();
    const made = await Promise.all(
      Array.from({ length: 101 }, (_, n) => eve.make("/networks", { name: `N ${n}` })),
    );
    const ids = made.map(({ id }) => id);
    const { id } = await eve.make("/contacts", { firstName: "A", networkIds: ids.slice(0, 100) });
    const path = `/contacts/${id}`;
    const more = { addNetworkIds: [ids[100]] };
    expectViolations(await eve.patch(path, more), "body /addNetworkIds too_long");
    const { networkIds } = await eve.change(path, { ...more, removeNetworkIds: [ids[0]] });
    expect(networkIds).toEqual(ids.slice(1).sort());
    const other = await eve.make("/contacts", { firstName: "B", networkIds: [ids[0]] });
    const merged = await eve.post(`${path}/merge`, { duplicateId: other.id });
    expectViolations(merged, "body /networkIds too_long");
  });

  it("need the scope to read networks", async () => {
    const path = `/contacts/${(await zoe({ networkIds: [networks[0]] })).id}`;
    await withKey(ada, { scopes: ["contacts:write"] }, async (_, key) => {
      for (const body of [{ addNetworkIds: [networks[1]] }, { removeNetworkIds: [networks[0]] }]) {
        expectProblem(await as(key).patch(path, body), 403, "insufficient_scope");
      }
      await as(key).change(path, {
        addNetworkIds: [networks[0]],
        removeNetworkIds: [networks[1]],
      });
    });
  });
});

it("every member that changes single items has its test here", () => {
  const tried = lists.flatMap(({ add, remove }) => [add, remove]);
  const others = ["addDates", "removeDates", "addNetworkIds", "removeNetworkIds"];
  expect([...tried, ...others]).toEqual(Object.keys(singleItems));
});

describe("GET /contacts/{id} with include", async () => {
  const all = "notes,reminders,networks";
  const eve = await signUp();
  const zebras = (await eve.make("/networks", { name: "Zebras" })).id;
  const apes = (await eve.make("/networks", { name: "apes" })).id;
  const body = { firstName: "Zoe", networkIds: [zebras, apes] };
  const contactId = (await eve.make("/contacts", body)).id;
  const path = `/contacts/${contactId}`;
  for (let n = 1; n <= 12; n++) {
    const occurredAt = `2025-01-${String(n).padStart(2, "0")}`;
    await eve.make("/notes", { content: `n${n}`, contactId, occurredAt });
    await eve.make("/reminders", { title: `r${n}`, contactId, dueAt: occurredAt });
  }
  await eve.make("/reminders", { title: "whenever", contactId });
  const done = { title: "done", completed: true, dueAt: "2020-01-01" };
  await eve.make("/reminders", { ...done, contactId });
  await eve.make("/notes", { content: "other" });
  const including = (include: string) => eve.read(`${path}?include=${include}`);
  const textsOf = (items: Json[]) =>
    items.map(({ content, title, name }) => content ?? title ?? name);

  it("the contact has its newest notes, its open reminders and its networks, as their own routes show them", async () => {
    const plain = await eve.read(path);
    const { notes, reminders, networks: shown, ...rest } = await including(all);
    expect(rest).toEqual(plain);
    const ten = Array.from({ length: 10 }, (_, n) => n);
    expect(textsOf(notes)).toEqual(ten.map((n) => `n${12 - n}`));
    expect(textsOf(reminders)).toEqual(ten.map((n) => `r${1 + n}`));
    expect(textsOf(shown)).toEqual(["apes", "Zebras"]);
    for (const [kind, found] of Object.entries({ notes, reminders, networks: shown })) {
      expect(await eve.read(`/${kind}/${found[0].id}`)).toEqual(found[0]);
      expect(Object.keys(await including(kind))).toEqual([...Object.keys(plain), kind]);
    }
    // It may be sent back as it was read.
    expect(await eve.change(path, await including(all))).toEqual(plain);
  });

  it("the contact has a tag of its own", async () => {
    const get = (query: string, tag = '"0"') =>
      eve.get(path + query, { headers: { "if-none-match": tag } });
    const tagOf = async (query: string) => (await get(query)).headers.get("etag")!;
    const whole = await tagOf(`?include=${all}`);
    expect(whole).not.toBe(await tagOf(""));
    expect((await get(`?include=${all}`, whole)).status).toBe(304);
    const [note] = (await including("notes")).notes;
    await eve.change(`/notes/${note.id}`, { content: "again" });
    expect((await get(`?include=${all}`, whole)).status).toBe(200);
  });

  it("leaves out notes that are too long to be sent together", async () => {
    const long = await eve.make("/contacts", { firstName: "Long" });
    await superuser()`insert into kith.notes (owner_id, contact_id, content)
      select ${eve.id}, ${long.id}, repeat(chr(1), 100000) from generate_series(1, 10)`;
    const answer = await eve.get(`/contacts/${long.id}?include=notes`);
    expect(expectStatus(answer, 200).notes).toHaveLength(6);
    expect(answer.text.length).toBeLessThan(5 * 1024 * 1024);
  });

  it("needs the scope of each thing, and shows a key its own networks only", async () => {
    await withKey(eve, { scopes: ["contacts:read", "notes:read"] }, async (_, key) => {
      expect((await as(key).read(`${path}?include=notes`)).notes).toHaveLength(10);
      const refused = await as(key).get(`${path}?include=${all}`);
      expect(expectProblem(refused, 403, "insufficient_scope").detail)
        .toBe("This API key lacks what it asks to include: networks:read, reminders:read.");
    });
    await withKey(eve, { networkIds: [apes] }, async (_, key) => {
      const found = await as(key).read(`${path}?include=${all}`);
      expect([textsOf(found.networks), found.notes.length]).toEqual([["apes"], 10]);
    });
  });
});

it("a contact is deleted with the notes that are about nobody else, where that is asked for, and all of it comes back", async () => {
  const account = await signUp();
  const make = async (path: string, body: Json) => (await account.make(path, body)).id;
  const [ana, ben] = [
    await make("/contacts", { firstName: "Ana" }),
    await make("/contacts", { firstName: "Ben" }),
  ];
  for (const contactIds of [[ana], [ana], [ana, ben], [ben, ana], [ben]]) {
    await make("/notes", { content: "Tea.", contactIds });
  }
  const total = async () => (await account.read("/notes")).total;
  const path = `/contacts/${ana}?withNotes=true`;
  await withKey(account, { scopes: ["contacts:write"] }, async (_id, key) => {
    expectProblem(await as(key).delete(path), 403, "insufficient_scope");
  });
  const deleted = await account.delete(path);
  expect(await total()).toBe(3);
  expectStatus(await account.post(`/activity/${changeSetOf(deleted, 204)}/undo`, {}), 200);
  expect(await total()).toBe(5);
  expectStatus(await account.delete(`/contacts/${ben}`), 204);
  expect(await total(), "without being asked").toBe(5);
});
