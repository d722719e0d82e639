import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../../support/client.ts";
import { expectProblem, sameBytesOfKey } from "../../support/problems.ts";
import { changeSetOf } from "../../support/route-examples.ts";

// What a key for some networks writes, what it undoes, and which stored answers it gets again: none of it tells of the rest
// of the account. test/http/limited-keys.test.ts sends the ids of what is hidden to each route.

let owner: Account;
let key: Client;
let keyId: string;
/** A network of the key, another one of it, and one that it does not see. */
let mine: string;
let second: string;
let other: string;

beforeEach(async () => {
  owner = await signUp();
  const network = async (name: string) => (await owner.make("/networks", { name })).id;
  [mine, second, other] = [await network("Mine"), await network("Second"), await network("Other")];
  const made = await makeKey(owner, "limited", { networkIds: [mine, second] });
  [key, keyId] = [as(made.key), made.id];
});

const newContact = async (networkIds: string[], by: Client = owner): Promise<string> =>
  (await by.make("/contacts", { firstName: "Secret", networkIds })).id;
const move = async (id: string, networkIds: string[]) =>
  expectStatus(await owner.patch(`/contacts/${id}`, { networkIds }), 200);
const undo = (set: string, body: Json = {}) => key.post(`/activity/${set}/undo`, body);
const undoAll = (body: Json = {}) =>
  key.post("/activity/undo", { actorId: keyId, since: "2026-01-01", ...body });

describe("a key for some networks", () => {
  it("keeps the memberships that it does not see, whatever it says of the networks of a contact", async () => {
    const id = await newContact([mine, other]);
    const changes: Json[] = [
      { networkIds: [mine], nickname: "J" },
      { addNetworkIds: [mine], removeNetworkIds: [second], addEmails: [{ value: "j@x.de" }] },
    ];
    for (const change of changes) {
      const answer = expectStatus(await key.patch(`/contacts/${id}`, change), 200);
      expect(answer.networkIds).toEqual([mine]);
    }
    const bulk = { update: [{ id, networkIds: [mine], jobTitle: "Bulk" }] };
    expectStatus(await key.post("/contacts/bulk", bulk), 200);
    const { networkIds } = expectStatus(await owner.get(`/contacts/${id}`), 200);
    expect(networkIds.toSorted()).toEqual([mine, other].sort());
  });

  it("neither adds a contact to networks nor removes it from them", async () => {
    const id = await newContact([mine, other]);
    const changes: [Json, number, string][] = [
      [{ networkIds: [] }, 403, "insufficient_scope"],
      [{ networkIds: [second] }, 403, "insufficient_scope"],
      [{ networkIds: [mine, second] }, 403, "insufficient_scope"],
      [{ addNetworkIds: [second] }, 403, "insufficient_scope"],
      [{ removeNetworkIds: [mine] }, 403, "insufficient_scope"],
      [{ networkIds: [mine, other] }, 400, "invalid_reference"],
      [{ networkIds: [other] }, 400, "invalid_reference"],
    ];
    for (const [change, status, code] of changes) {
      expectProblem(await key.patch(`/contacts/${id}`, change), status, code);
    }
  });

  it("makes nothing that it would not see, and lets nothing go where it would not see it", async () => {
    const [inside, outside] = [await newContact([mine]), await newContact([other])];
    const note = (await key.make("/notes", { content: "N", contactId: inside })).id;
    const reminder = (await key.make("/reminders", { title: "R", contactId: inside })).id;
    const about = { contactIds: [inside, outside] };
    const mixed = (await owner.make("/notes", { content: "N", ...about })).id;
    const wrong: [method: string, path: string, body: Json, status: number, code: string][] = [
      ["POST", "/contacts", { firstName: "X" }, 400, "validation_failed"],
      ["POST", "/contacts", { firstName: "X", networkIds: [] }, 400, "validation_failed"],
      ["POST", "/notes", { content: "X" }, 400, "validation_failed"],
      ["POST", "/notes", { content: "X", contactId: null }, 400, "validation_failed"],
      ["POST", "/reminders", { title: "X" }, 400, "validation_failed"],
      [
        "POST",
        "/notes/with-reminder",
        {
          note: { content: "X", contactId: inside },
          reminder: { title: "X", contactId: outside },
        },
        400,
        "invalid_reference",
      ],
      ["PATCH", `/notes/${note}`, { contactId: null }, 400, "validation_failed"],
      ["PATCH", `/notes/${note}`, { contactIds: [] }, 400, "validation_failed"],
      ["PATCH", `/reminders/${reminder}`, { contactId: null }, 400, "validation_failed"],
      ["POST", "/notes", { content: "X", ...about }, 400, "invalid_reference"],
      ["PATCH", `/notes/${note}`, { contactIds: [outside, inside] }, 400, "invalid_reference"],
      ["PATCH", `/reminders/${reminder}`, about, 400, "invalid_reference"],
      ["PATCH", `/notes/${mixed}`, { contactIds: [inside] }, 404, "not_found"],
      ["DELETE", `/notes/${mixed}`, undefined, 404, "not_found"],
    ];
    for (const [method, path, body, status, code] of wrong) {
      expectProblem(await key.send(method, path, body), status, code);
    }
  });

  it("the key is told of contacts that it does not see in a partial change of many as of unknown ones", async () => {
    const inside = await newContact([mine]);
    const ask = async (id: string, network: string) => {
      const answer = await key.post("/contacts/bulk", {
        create: [{ firstName: "X", networkIds: [network] }],
        update: [{ id, nickname: "X" }, { id: inside, nickname: "Y" }],
        delete: [id],
        partial: true,
      });
      const { updatedAt: _, ...rest } = expectStatus(answer, 200);
      return JSON.stringify(rest).replaceAll(id, "(id)").replaceAll(network, "(network)")
        .replace(/"\w+At":"[^"]*"|"activityId":"[^"]*"/g, "");
    };
    const hidden = await newContact([other]);
    expect(await ask(hidden, other)).toBe(await ask(randomUUID(), randomUUID()));
    expect((await owner.get(`/contacts/${hidden}`)).body.nickname).toBeNull();
  });
});

describe("a key for some networks undoes what it did", () => {
  it.each([{ partial: false }, { partial: true }, { dryRun: true }])(
    "a deletion, once a network that it did not see is gone: %o",
    async (options) => {
      const id = await newContact([mine, other]);
      const set = changeSetOf(await key.delete(`/contacts/${id}`), 204);
      expectStatus(await owner.delete(`/networks/${other}`), 204);
      const answer = await undo(set, options);
      expect(expectStatus(answer, 200).conflicts).toEqual([]);
      expect(answer.text).not.toContain(other);
      if ("dryRun" in options) return;
      expect(expectStatus(await key.get(`/contacts/${id}`), 200).networkIds).toEqual([mine]);
    },
  );

  it("a deletion, which brings back the network that it does not see", async () => {
    const id = await newContact([mine, other]);
    const set = changeSetOf(await key.delete(`/contacts/${id}`), 204);
    const answer = await undo(set);
    expectStatus(answer, 200);
    expect(answer.text).not.toContain(other);
    const { networkIds } = expectStatus(await owner.get(`/contacts/${id}`), 200);
    expect(networkIds.toSorted()).toEqual([mine, other].sort());
  });

  it.each([{}, { partial: true }])(
    "a creation, once the contact is in a network that it does not see: %o",
    async (options) => {
      const body = { firstName: "New", networkIds: [mine] };
      const made = await key.post("/contacts", body);
      const set = changeSetOf(made, 201);
      expectStatus(await owner.put(`/networks/${other}/contacts/${made.body.id}`), 204);
      const answer = await undo(set, options);
      expect(expectStatus(answer, 200).conflicts).toEqual([]);
      expect(answer.text).not.toContain(other);
      expectStatus(await owner.get(`/contacts/${made.body.id}`), 404);
    },
  );

  it("nothing that has left its networks", async () => {
    const id = await newContact([mine], key);
    const note = (await key.make("/notes", { content: "N", contactId: id })).id;
    const edit = changeSetOf(await key.patch(`/notes/${note}`, { content: "M" }), 200);
    await move(id, [other]);
    expect((await undo(edit)).status).toBeGreaterThanOrEqual(403);
    const all = await undoAll({ partial: true });
    expect(all.text).not.toContain(note);
    expect((await owner.get(`/notes/${note}`)).body.content).toBe("M");
  });

  it("no move of a note from a contact that it does not see any more", async () => {
    const [from, to] = [await newContact([mine]), await newContact([mine])];
    const note = (await owner.make("/notes", { content: "N", contactId: from })).id;
    const set = changeSetOf(await key.patch(`/notes/${note}`, { contactId: to }), 200);
    await move(from, [other]);
    expect((await undo(set)).status).toBeGreaterThanOrEqual(403);
    expect((await undoAll({ partial: true })).text).not.toContain(from);
    expect((await key.get(`/notes/${note}`)).body.contactId).toBe(to);
  });
});

const retry = { headers: { "idempotency-key": "one" } };
const isReplay = (answer: Answer) => answer.headers.get("idempotency-replayed") === "true";
const total = async () => (await owner.get("/contacts")).body.total;

describe("an Idempotency-Key", () => {
  it("that another key for the same networks has used is new to a key", async () => {
    const [inside, outside] = [await newContact([mine]), await newContact([other])];
    const by = as((await makeKey(owner, "another", { networkIds: [mine, second] })).key);
    const write = (client: Client, contactId: string, content: string, name = contactId) =>
      client.post("/notes", { content, contactId }, { headers: { "idempotency-key": name } });
    for (const contactId of [inside, outside]) {
      await write(by, contactId, "A");
      const own = await write(key, contactId, "A");
      expect(isReplay(own)).toBe(false);
      expect(own.status).toBe(contactId === inside ? 201 : 400);
    }
    expect(sameBytesOfKey(await write(key, outside, "B")))
      .toEqual(sameBytesOfKey(await write(key, randomUUID(), "B", "fresh")));
  });

  const left: [string, (id: string) => Promise<unknown>][] = [
    [
      "its key has other networks",
      () => owner.patch(`/api-keys/${keyId}`, { networkIds: [second] }),
    ],
    ["the contact left them", (id) => move(id, [other])],
    ["the contact was deleted", (id) => owner.delete(`/contacts/${id}`)],
    ["the network was deleted", () => owner.delete(`/networks/${mine}`)],
  ];

  it.each(left)("shows and makes nothing once %s", async (_, change) => {
    const body = { firstName: "Secret", networkIds: [mine] };
    const { id } = expectStatus(await key.post("/contacts", body, retry), 201);
    const again = await key.post("/contacts", body, retry);
    expect([again.status, again.body.id, isReplay(again)]).toEqual([201, id, true]);
    const note = { content: "Secret", contactId: id };
    const requests: [path: string, body: Json, name: string][] = [
      ["/contacts", body, "one"],
      ["/notes", note, "note"],
      [`/contacts/${id}/photo-upload`, { extension: "png" }, "upload"],
    ];
    const send = ([path, body, name]: typeof requests[number]) =>
      key.post(path, body, { headers: { "idempotency-key": name } });
    const secrets = ["Secret", id];
    for (const each of requests) {
      const { body } = await send(each);
      secrets.push(body.id ?? body.path);
    }
    await change(id);
    const before = await total();
    for (const each of requests) {
      const { status, text } = await send(each);
      expect([status >= 400, status < 500]).toEqual([true, true]);
      expect(secrets.filter((secret) => text.includes(secret) && !each[0].includes(secret)))
        .toEqual([]);
    }
    expect(await total()).toBe(before);
  });

  it.each(["one change set", "everything that it did"])(
    "does not show what undoing %s has shown once that has left",
    async (what) => {
      const id = await newContact([mine]);
      const set = changeSetOf(await key.patch(`/contacts/${id}`, { jobTitle: "Hidden" }), 200);
      const [path, body] = what === "one change set"
        ? [`/activity/${set}/undo`, {}]
        : ["/activity/undo", { actorId: keyId, since: "2026-01-01" }];
      expectStatus(await key.post(path, body, retry), 200);
      await move(id, [other]);
      const again = await key.post(path, body, retry);
      expect([again.text.includes("Hidden"), again.text.includes(id)]).toEqual([false, false]);
    },
  );

  it("the Idempotency-Key is refused once the key lacks the scope, and repeats its answer when it has it again", async () => {
    const body = { firstName: "A", networkIds: [mine] };
    const first = expectStatus(await key.post("/contacts", body, retry), 201);
    const give = (scopes: string[] | null) => owner.patch(`/api-keys/${keyId}`, { scopes });
    expectStatus(await give(["contacts:read"]), 200);
    expectProblem(await key.post("/contacts", body, retry), 403, "insufficient_scope");
    expectStatus(await give(null), 200);
    expect((await key.post("/contacts", body, retry)).body).toEqual(first);
  });
});
