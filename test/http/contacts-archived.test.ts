import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectViolations } from "../support/problems.ts";

let ada: Account;
/** Contacts of ada: one archived and due, one due, one neither. */
let archived: Json;
beforeAll(async () => {
  ada = await signUp();
  const due = { contactFrequencyDays: 7, lastContactedAt: "2020-01-01" };
  archived = await make(ada, "/contacts", { ...due, firstName: "Archived", isArchived: true });
  await make(ada, "/contacts", { ...due, firstName: "Due" });
  await make(ada, "/contacts", { firstName: "Other" });
});

async function names(query: string): Promise<string[]> {
  const { data, total } = expectStatus(await ada.get(`/contacts?${query}`), 200);
  expect(total).toBe(data.length);
  return data.map(({ displayName }: Json) => displayName);
}

describe("lists of contacts", () => {
  it.each([
    ["", ["Due", "Other"]],
    ["isArchived=false", ["Due", "Other"]],
    ["isArchived=true", ["Archived"]],
    ["isArchived=any", ["Archived", "Due", "Other"]],
    ["needsContact=true", ["Due"]],
    ["needsContact=true&isArchived=any", ["Archived", "Due"]],
    ["nextContactBefore=2999-01-01&sort=nextContactOn", ["Due"]],
    ["search=archived", []],
    ["search=archived&isArchived=true", ["Archived"]],
  ])("with %s have %j", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each(["yes", "1", "TRUE", "", "all"])("refuse isArchived=%s", async (value) => {
    const answer = await ada.get(`/contacts?isArchived=${value}`);
    expectViolations(answer, "query /isArchived invalid_format");
  });

  it("leave them out for a limited key too", async () => {
    const network = await make(ada, "/networks", { name: "N" });
    for (const isArchived of [true, false]) {
      const nickname = isArchived ? "Old" : "New";
      await make(ada, "/contacts", { nickname, isArchived, networkIds: [network.id] });
    }
    const key = await make(ada, "/api-keys", { name: "K", networkIds: [network.id] });
    const found = async (query: string) =>
      expectStatus(await as(key.key).get(`/contacts${query}`), 200)
        .data.map(({ nickname }: Json) => nickname);
    expect(await found("")).toEqual(["New"]);
    expect(await found("?isArchived=any")).toEqual(["New", "Old"]);
    expect(await found(`?isArchived=true&networkId=${network.id}`)).toEqual(["Old"]);
  });
});

describe("an archived contact", () => {
  it("is read like others, and changed", async () => {
    const path = `/contacts/${archived.id}`;
    expect(expectStatus(await ada.get(path), 200)).toEqual(archived);
    expect(archived).toMatchObject({ isArchived: true, needsContact: true });
    expect(expectStatus(await ada.patch(path, { nickname: "A" }), 200).isArchived).toBe(true);
  });

  it("keeps its notes and reminders in their lists", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "Kept" });
    await make(ada, "/notes", { content: "C", contactId: id });
    await make(ada, "/reminders", { title: "T", contactId: id });
    expectStatus(await ada.patch(`/contacts/${id}`, { isArchived: true }), 200);
    for (const list of ["notes", "reminders"]) {
      expect(expectStatus(await ada.get(`/${list}?contactId=${id}`), 200).total).toBe(1);
    }
  });

  it("returns to lists when it is not archived any more, also by undoing", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "Back", lastName: "And Forth" });
    const archive = await ada.patch(`/contacts/${id}`, { isArchived: true });
    expect(await names("search=and forth")).toEqual([]);
    const change = archive.headers.get("x-activity-id");
    expectStatus(await ada.post(`/activity/${change}/undo`, {}), 200);
    expect(await names("search=and forth")).toEqual(["Back And Forth"]);
    expectStatus(await ada.patch(`/contacts/${id}`, { isArchived: true }), 200);
    expectStatus(await ada.patch(`/contacts/${id}`, { isArchived: false }), 200);
    expect(await names("search=and forth")).toEqual(["Back And Forth"]);
  });
});

it("a contact is archived or not: null is refused, absent is not", async () => {
  const answer = await ada.post("/contacts", { firstName: "A", isArchived: null });
  expectViolations(answer, "body /isArchived invalid_type");
  expect((await make(ada, "/contacts", { firstName: "A" })).isArchived).toBe(false);
});
