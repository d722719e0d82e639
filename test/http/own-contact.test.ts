import { beforeEach, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";

import { as, type Json } from "../support/client.ts";
import { callTool, withClient } from "../support/mcp/client.ts";
import { expectProblem } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

let ada: Account;
let own: Json;
let max: Json;

const birthday = `1992-${new Date(Date.now() + 86_400_000).toISOString().slice(5, 10)}`;

beforeEach(async () => {
  ada = await signUp();
  const due = { contactFrequencyDays: 1, lastContactedAt: "2020-01-01", birthday };
  own = await ada.make("/contacts", { firstName: "Ada", phones: [{ value: "0555 1" }], ...due });
  max = await ada.make("/contacts", { firstName: "Max", phones: [{ value: "0555 1" }], ...due });
  await ada.change("/me", { contactId: own.id });
});

const due = async () =>
  (await ada.read("/upcoming")).days.flatMap(({ items }: Json) =>
    items.map(({ kind, displayName }: Json) => `${kind} of ${displayName}`)
  ).sort();

it("the owner's own contact is never due, has no birthday to come, and is nobody's duplicate", async () => {
  expect(await due()).toEqual(["birthday of Max", "contact of Max"]);
  const names = async (query: string) =>
    (await ada.listed(`/contacts?${query}`)).map(({ firstName }: Json) => firstName);
  expect(await names("needsContact=true")).toEqual(["Max"]);
  expect(await names("needsContact=false")).toEqual(["Ada"]);
  expect(await names("nextContactBefore=2030-01-01")).toEqual(["Max"]);
  expect(await ada.listed("/contacts/duplicates")).toEqual([]);
  const { url } = expectStatus(await ada.post("/me/calendar"), 200);
  const feed = (await ada.get(url.slice(url.indexOf("/calendar/")))).text;
  expect(feed).toContain("Max");
  expect(feed).not.toContain("Ada");
  await ada.change("/me", { contactId: null });
  expect(await due()).toHaveLength(4);
  expect(await ada.listed("/contacts/duplicates")).toHaveLength(1);
});

it("sentences of relationships speak to the owner", async () => {
  const relation = { contactId: max.id, relatedContactId: own.id, kind: "sibling" };
  await ada.make("/relationships", { ...relation, label: "sister" });
  await ada.make("/relationships", { contactId: max.id, relatedName: "Jo", kind: "friend" });
  const sentences = async ({ id }: Json) =>
    (await ada.listed(`/relationships?contactId=${id}`)).map(({ sentence }: Json) => sentence);
  expect(await sentences(max)).toEqual(["You are Max's sister", "Jo is Max's friend"]);
  expect(await sentences(own)).toEqual(["Max is your sibling"]);
});

it('assistants may say "me", unless the profile names nobody', async () => {
  await withClient((await makeKey(ada)).key, async (client) => {
    const call = async (who: string) => {
      const input = { who, of: "Max", kind: "mentor" };
      return (await callTool(client, "relate_people", input)).read;
    };
    expect((await call("me")).relationship.sentence).toBe("You are Max's mentor");
    await ada.change("/me", { contactId: null });
    expect((await call("me")).errors).toMatchObject([{ pointer: "/who" }]);
  });
});

it("a contact that is merged or deleted takes the role along, and undo brings it back", async () => {
  const contactId = async () => (await ada.read("/me")).contactId;
  const undo = async (id: string) => expectStatus(await ada.post(`/activity/${id}/undo`), 200);
  const body = { duplicateId: own.id };
  const merged = await ada.post(`/contacts/${max.id}/merge`, body);
  expect(await contactId()).toBe(max.id);
  await undo(changeSetOf(merged, 200));
  expect(await contactId()).toBe(own.id);
  const deleted = changeSetOf(await ada.delete(`/contacts/${own.id}`), 204);
  expect(await contactId()).toBeNull();
  await undo(deleted);
  expect(await contactId()).toBe(own.id);
});

it("is one of the owner's contacts, and no key is told that does not see all of them", async () => {
  const stranger = await signUp();
  const theirs = await stranger.make("/contacts", { firstName: "S" });
  const refusal = await ada.patch("/me", { contactId: theirs.id });
  expect(expectProblem(refusal, 400, "invalid_reference").errors)
    .toMatchObject([{ pointer: "/contactId" }]);
  const network = await ada.make("/networks", { name: "N" });
  const seen = async (limits: Json) =>
    (await as((await makeKey(ada, "k", limits)).key).read("/me")).contactId;
  expect(await seen({})).toBe(own.id);
  expect(await seen({ scopes: ["profile:read", "contacts:read"] })).toBe(own.id);
  expect(await seen({ scopes: ["profile:read"] })).toBeNull();
  expect(await seen({ networkIds: [network.id] })).toBeNull();
});

it("an export names the contact, and importing it elsewhere makes the same person the owner", async () => {
  const other = await signUp();
  const made = await other.make("/imports", await ada.read("/export"));
  expectStatus(await other.post(`/imports/${made.id}/apply`, { onMatch: "merge" }), 200);
  const { contactId } = await other.read("/me");
  expect(await other.read(`/contacts/${contactId}`)).toMatchObject({ firstName: "Ada" });
});
