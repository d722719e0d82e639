import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { Kith } from "../../../client/src/index.ts";
import { type Account, expectStatus, makeKey, signUp } from "../../support/accounts.ts";
import { as, baseUrl, type Json } from "../../support/client.ts";
import { document } from "../../support/contract.ts";
import { expectProblem } from "../../support/problems.ts";
import { changeSetOf } from "../../support/route-examples.ts";
import { postgrestClient } from "../../support/supabase-clients.ts";
import { checkedFetch } from "../../support/checked-fetch.ts";

// What a resource does that has no code of its own: changed-project.test.ts writes one into a copy of the project, and runs
// this there as a test.

let ada: Account;
let contactId: string;
let cursor: string;
const given = { title: "Chalk bag", givenOn: "2026-03-14" };
const newGift = async (body: Json = given): Promise<Json> => await ada.make("/gifts", body);
const now = async ({ id }: Json): Promise<Json> => (await ada.get(`/gifts/${id}`)).body;
const undo = async (id: string): Promise<Json> =>
  expectStatus(await ada.post(`/activity/${id}/undo`), 200);

beforeAll(async () => {
  ada = await signUp();
  contactId = (await ada.make("/contacts", { firstName: "Zoë" })).id;
  cursor = (await ada.get("/changes")).body.cursor;
});

it("the new resource is created, read, listed, changed and deleted, and the feed has all of it", async () => {
  const gift = await newGift({ ...given, contactId });
  expect(gift).toMatchObject({ ...given, contactId });
  expect(await now(gift)).toEqual(gift);
  expect((await ada.get("/gifts")).body).toMatchObject({ data: [gift], total: 1 });
  const changed = expectStatus(await ada.patch(`/gifts/${gift.id}`, { givenOn: null }), 200);
  expect(changed).toMatchObject({ title: "Chalk bag", givenOn: null, contactId });
  const since = async () => (await ada.get(`/changes?since=${cursor}`)).body.data;
  expect(await since()).toEqual([{ resource: "gift", id: gift.id, value: changed }]);
  expectStatus(await ada.delete(`/gifts/${gift.id}`), 204);
  expect(await since()).toEqual([{ resource: "gift", id: gift.id, deleted: true }]);
});

it("refers to no contact of somebody else", async () => {
  const stranger = await signUp();
  const { id: foreign } = await stranger.make("/contacts", { firstName: "Eve" });
  const [one, other] = [await newGift(), await stranger.make("/gifts", given)];
  for (const id of [foreign, randomUUID()]) {
    const answers = [
      await ada.post("/gifts", { ...given, contactId: id }),
      await ada.patch(`/gifts/${one.id}`, { contactId: id }),
    ];
    for (const answer of answers) {
      expect(expectProblem(answer, 400, "invalid_reference").errors)
        .toMatchObject([{ pointer: "/contactId" }]);
    }
  }
  for (const id of [other.id, randomUUID()]) {
    expectProblem(await ada.get(`/gifts/${id}`), 404, "not_found");
    expectProblem(await ada.patch(`/gifts/${id}`, given), 404, "not_found");
    expectProblem(await ada.delete(`/gifts/${id}`), 404, "not_found");
  }
});

it("the new resource is written through PostgREST as through the API", async () => {
  const tables = postgrestClient(ada.token);
  const wanted = { headers: { prefer: "return=representation" } };
  const made = await tables.post("/gifts", { title: " Rope ", contact_id: contactId }, wanted);
  const [row] = expectStatus(made, 201);
  expect(await now(row)).toMatchObject({ title: "Rope", contactId, givenOn: null });
  expect((await tables.post("/gifts", { title: "" })).status).toBe(400);
  expect((await tables.get(`/gifts?id=eq.${row.id}`)).body).toEqual([row]);
});

it("the new resource is in the log and the trash, and each change of it is undone", async () => {
  const gift = await newGift();
  const change = changeSetOf(await ada.patch(`/gifts/${gift.id}`, { title: "Rope" }), 200);
  expect((await ada.get(`/activity/${change}`)).body.changes).toMatchObject([
    { resource: "gift", id: gift.id, fields: { title: { before: "Chalk bag", after: "Rope" } } },
  ]);
  await undo(change);
  expect(await now(gift)).toMatchObject(given);
  const deletion = changeSetOf(await ada.delete(`/gifts/${gift.id}`), 204);
  const trashed = (await ada.get("/trash?resource=gift")).body.data
    .filter(({ resourceId }: Json) => resourceId === gift.id);
  expect(trashed).toMatchObject([{ id: deletion, resource: "gift" }]);
  await undo(deletion);
  expect(await now(gift)).toMatchObject(given);
});

it("loses its contact when that is deleted, and has it again when that is undone", async () => {
  const { id } = await ada.make("/contacts", { firstName: "Max" });
  const gift = await newGift({ ...given, contactId: id });
  const deletion = changeSetOf(await ada.delete(`/contacts/${id}`), 204);
  expect(await now(gift)).toMatchObject({ ...given, contactId: null });
  await undo(deletion);
  expect(await now(gift)).toMatchObject({ ...given, contactId: id });
});

it("the new resource is seen and written by a key for some networks where its contact is in these", async () => {
  const network = await ada.make("/networks", { name: "Climbing" });
  const inside = await ada.make("/contacts", { firstName: "Ben", networkIds: [network.id] });
  const seen = await newGift({ ...given, contactId: inside.id });
  const hidden = [await newGift({ ...given, contactId }), await newGift()];
  const { key } = await makeKey(ada, "limited", { networkIds: [network.id] });
  const limited = as(key);
  const list = expectStatus(await limited.get("/gifts"), 200);
  expect(list).toMatchObject({ total: 1, data: [{ id: seen.id }] });
  expectStatus(await limited.patch(`/gifts/${seen.id}`, { title: "Rope" }), 200);
  expectStatus(await limited.post("/gifts", { ...given, contactId: inside.id }), 201);
  for (const { id } of hidden) {
    expectProblem(await limited.get(`/gifts/${id}`), 404, "not_found");
    expectProblem(await limited.patch(`/gifts/${id}`, { title: "Rope" }), 404, "not_found");
    expectProblem(await limited.delete(`/gifts/${id}`), 404, "not_found");
  }
  expectProblem(await limited.post("/gifts", { ...given, contactId }), 400, "invalid_reference");
  expectProblem(await limited.post("/gifts", given), 400, "validation_failed");
});

it("the new resource is exported with everything, and imported with what it refers to", async () => {
  const [bob, eve] = [await signUp(), await signUp()];
  const contact = await bob.make("/contacts", { firstName: "Zoë" });
  await bob.make("/gifts", { ...given, contactId: contact.id });
  await bob.make("/gifts", { title: "For nobody" });
  const file = expectStatus(await bob.get("/export"), 200);
  expect(file.gifts).toHaveLength(2);
  for (const created of [3, 0]) {
    const preview = expectStatus(await eve.post("/imports", file), 201);
    expect(preview.dropped).toEqual([]);
    const path = `/imports/${preview.id}/apply`;
    expect(expectStatus(await eve.post(path, { onMatch: "skip" }), 200)).toMatchObject({
      created,
      failed: 0,
    });
  }
  const [zoe] = (await eve.get("/contacts")).body.data;
  const titles = (await eve.get("/gifts")).body.data
    .map(({ title, givenOn, contactId }: Json) => [title, givenOn, contactId]);
  expect(titles.toSorted()).toEqual([
    ["Chalk bag", "2026-03-14", zoe.id],
    ["For nobody", null, null],
  ]);
});

it("the new resource is in the API document and the client", async () => {
  const { resource } = document.components.schemas["ChangedResource"].properties;
  expect(resource["x-extensible-enum"]).toContain("gift");
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(["/gifts", "/gifts/{id}"]));
  const { token } = ada;
  const kith: Json = new Kith({ baseUrl: baseUrl(), token, fetch: checkedFetch(token) });
  const gift = await kith.gifts.create(given);
  expect(await kith.gifts.get(gift.id)).toEqual(gift);
});
