import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { as, type Client, expectStatus, type Json } from "../support/client.ts";
import { expectInvalidReferences, expectProblem, expectViolations } from "../support/problems.ts";
import { type OutsideAnswer, type OutsideRequest, startTicking } from "../support/ticking.ts";

/** Webhooks, with their receivers in the place of all addresses outside. */
const taken: OutsideRequest[] = [];
let answer = (_: OutsideRequest): OutsideAnswer | Promise<OutsideAnswer> => ({ status: 204 });
const ticking = await startTicking((request) => {
  taken.push(request);
  return answer(request);
});
const { sql, newPerson, tick } = ticking;
afterAll(() => ticking.stop());
beforeEach(() => {
  taken.length = 0;
  answer = () => ({ status: 204 });
});

async function newWebhook(person: Client, more: Json = {}) {
  const url = `https://hooks.example.com/${randomUUID()}`;
  const { id, secret } = await person.make("/webhooks", { name: "n8n", url, ...more });
  const path = `/webhooks/${id}`;
  const requests = () => taken.filter((each) => each.url === url);
  /** What arrived, read as a receiver reads it. */
  const messages = (by: string = secret): Json[] =>
    requests().map(({ headers, body }) =>
      new Webhook(by).verify(body.toString(), headers as Record<string, string>) as Json
    );
  return { id, url, path, secret, requests, messages };
}

const changesOf = (messages: Json[]) =>
  messages.flatMap(({ data }) =>
    data.changes.map(({ resource, action }: Json) => `${resource} ${action}`)
  );

it("an account has ten, however many are made at once", async () => {
  const person = await newPerson();
  const body = { name: "n8n", url: "https://hooks.example.com/" };
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => person.post("/webhooks", body)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(10).fill(201),
    ...Array(6).fill(409),
  ]);
});

describe("a webhook", () => {
  it("is told of each change once, in order, with ids and no text", async () => {
    const person = await newPerson();
    await person.make("/contacts", { firstName: "Before" });
    const { messages, requests } = await newWebhook(person);
    const anna = await person.make("/contacts", { firstName: "Anna", lastName: "Meyer" });
    await person.change(`/contacts/${anna.id}`, { jobTitle: "Dentist" });
    await person.make("/notes", { contactIds: [anna.id], content: "Of Lisbon" });
    await tick();
    await tick();
    expect(changesOf(messages())).toEqual(["contact create", "contact update", "note create"]);
    const [first] = messages();
    const [activity] = (await person.listed("/activity")).filter(({ summary }) =>
      summary.includes("Anna Meyer") && summary.startsWith("Created contact")
    );
    expect(first).toMatchObject({
      type: "activity.created",
      data: {
        activityId: activity!.id,
        actor: { kind: "access_token", id: person.id },
        operation: "createContact",
        changes: [{ resource: "contact", id: anna.id, action: "create" }],
        changeCount: 1,
      },
    });
    expect(requests().map(({ body }) => body.toString()).join()).not.toMatch(/Anna|Dentist|Lisbon/);
    const { data } = expectStatus(
      await person.get(`/changes?since=${encodeURIComponent(first!.data.cursor)}`),
      200,
    );
    expect(data.map(({ resource }: Json) => resource)).toContain("note");
  });

  it("is tried again in order, nothing lost, and is switched off after ten times", async () => {
    const person = await newPerson();
    const { id, path, messages, requests } = await newWebhook(person);
    await person.make("/contacts", { firstName: "One" });
    await person.make("/contacts", { firstName: "Two" });
    answer = () => ({ status: 500 });
    const waits: number[] = [];
    for (let n = 0; n < 10; n++) {
      await sql`update kith_private.webhooks set due_at = now() where id = ${id}`;
      await tick();
      const [row] =
        await sql`select extract(epoch from due_at - now()) / 60 as minutes from kith_private.webhooks where id = ${id}` as [
          Json,
        ];
      waits.push(Math.round(Number(row.minutes)));
    }
    expect(waits.slice(0, 9)).toEqual([1, 5, 30, 120, 300, 600, 840, 1080, 1440]);
    expect(requests()).toHaveLength(10);
    expect(new Set(requests().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const off = await person.read(path);
    expect(off).toMatchObject({ isEnabled: false, lastError: "status", lastStatus: 500 });
    expect(off.failingSince).not.toBeNull();

    taken.length = 0;
    answer = () => ({ status: 200 });
    await person.change(path, { isEnabled: true });
    await tick();
    expect(changesOf(messages())).toEqual(["contact create", "contact create"]);
    expect(await person.read(path)).toMatchObject({ lastError: null, failingSince: null });
  });

  it("is taken less and less often where whoever took it never says what became of it", async () => {
    const person = await newPerson();
    const { id } = await newWebhook(person);
    await person.make("/contacts", { firstName: "One" });
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      await sql`update kith_private.webhooks set due_at = now() where id = ${id}`;
      await sql`select kith_private.take_webhooks(10)`;
      const [row] =
        await sql`select extract(epoch from due_at - now()) / 60 as minutes from kith_private.webhooks where id = ${id}` as [
          Json,
        ];
      waits.push(Math.round(Number(row.minutes)));
    }
    expect(waits).toEqual([1, 4, 9, 16]);
    await person.change(`/webhooks/${id}`, { isEnabled: false });
  });

  it("goes on with the message that failed where some before were taken", async () => {
    const person = await newPerson();
    const { id, requests } = await newWebhook(person);
    for (let n = 0; n < 4; n++) await person.make("/contacts", { firstName: `No. ${n}` });
    answer = () => taken.length === 3 ? undefined : { status: 204 };
    await tick();
    answer = () => ({ status: 204 });
    await sql`update kith_private.webhooks set due_at = now() where id = ${id}`;
    await tick();
    const ids = requests().map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(5);
    expect(ids[3]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(4);
  });

  it("that is gone is off at once", async () => {
    const person = await newPerson();
    const { path } = await newWebhook(person);
    await person.make("/contacts", { firstName: "One" });
    answer = () => ({ status: 410 });
    await tick();
    expect(await person.read(path)).toMatchObject({ isEnabled: false, lastError: "gone" });
  });

  it("is not told of what its own receiver writes", async () => {
    const person = await newPerson();
    const key = await person.make("/api-keys", { name: "Receiver" });
    const { messages } = await newWebhook(person, { ignoreActorIds: [key.id] });
    await as(key.key, ticking.base).make("/contacts", { firstName: "Echo" });
    await person.make("/contacts", { firstName: "Voice" });
    await tick();
    expect(messages().map(({ data }) => data.actor.kind)).toEqual(["access_token"]);
    // What was left out does not wake the clock.
    await as(key.key, ticking.base).make("/contacts", { firstName: "Echo" });
    await tick();
    const [row] = await sql`select kith_private.are_webhooks_due() as due` as [Json];
    expect(row.due).toBe(false);
  });

  it("keeps ignoring a key that is deleted, and takes no id of anybody else", async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const key = await person.make("/api-keys", { name: "Receiver" });
    const { path } = await newWebhook(person, { ignoreActorIds: [key.id] });
    await person.delete(`/api-keys/${key.id}`);
    const ignoreActorIds = (await person.read(path)).ignoreActorIds;
    expect((await person.change(path, { ignoreActorIds })).ignoreActorIds).toEqual([key.id]);
    const other = await stranger.make("/api-keys", { name: "Theirs" });
    expectInvalidReferences(
      await person.patch(path, { ignoreActorIds: [key.id, other.id] }),
      "/ignoreActorIds/1",
    );
  });

  it("of which the log cannot be read is not at fault, and is told later", async () => {
    const person = await newPerson();
    const { id, path, requests } = await newWebhook(person);
    await person.make("/contacts", { firstName: "One" });
    await sql`alter function kith_api.list_webhook_messages(jsonb) rename to list_webhook_messages_gone`;
    await tick();
    await sql`alter function kith_api.list_webhook_messages_gone(jsonb) rename to list_webhook_messages`;
    expect(requests()).toEqual([]);
    expect(await person.read(path)).toMatchObject({ lastError: null, isEnabled: true });
    await sql`update kith_private.webhooks set due_at = now() where id = ${id}`;
    await tick();
    expect(requests()).toHaveLength(1);
  });

  it("has two signatures for a day when its secret is replaced", async () => {
    const person = await newPerson();
    const { id, path, secret, messages, requests } = await newWebhook(person);
    expect(await person.read(path)).not.toHaveProperty("secret");
    const rotated = expectStatus(await person.post(`${path}/rotate`), 200);
    expect(rotated.secret).not.toBe(secret);
    await person.make("/contacts", { firstName: "One" });
    await tick();
    expect(messages(secret)).toHaveLength(1);
    expect(messages(rotated.secret)).toHaveLength(1);
    await sql`update kith_private.webhooks set previous_until = now() - interval '1 second' where id = ${id}`;
    await person.make("/contacts", { firstName: "Two" });
    await tick();
    expect(requests().at(-1)!.headers["webhook-signature"]).not.toContain(" ");
    expect(() => messages(secret)).toThrow();
  });

  it("is tried out, once a minute", async () => {
    const person = await newPerson();
    const { path, messages } = await newWebhook(person);
    expectStatus(await person.post(`${path}/test`), 200);
    expectProblem(await person.post(`${path}/test`), 409, "quota_exceeded");
    await tick();
    await tick();
    expect(messages().map(({ type }) => type)).toEqual(["webhook.test"]);
    await person.change(path, { isEnabled: false });
    expectProblem(await person.post(`${path}/test`), 409, "conflict");
  });

  it("is told again from a change on, or after a cursor", async () => {
    const person = await newPerson();
    const { path, messages } = await newWebhook(person);
    for (const firstName of ["One", "Two", "Three"]) await person.make("/contacts", { firstName });
    await tick();
    const ids = messages().map(({ data }) => data.activityId);
    const { cursor, activityId } = messages()[1]!.data;
    taken.length = 0;
    expectStatus(await person.post(`${path}/replay`, { activityId }), 200);
    await tick();
    expect(messages().map(({ data }) => data.activityId)).toEqual(ids.slice(1));
    taken.length = 0;
    expectStatus(await person.post(`${path}/replay`, { cursor }), 200);
    await tick();
    expect(messages().map(({ data }) => data.activityId)).toEqual(ids.slice(2));

    const stranger = await newPerson();
    expectProblem(await stranger.post(`${path}/replay`, { cursor }), 404, "not_found");
    const own = await newWebhook(stranger);
    expectProblem(await stranger.post(`${own.path}/replay`, { cursor }), 410, "cursor_expired");
    const unknown = await stranger.post(`${own.path}/replay`, { activityId });
    expectInvalidReferences(unknown, "/activityId");
    expectViolations(await stranger.post(`${own.path}/replay`, {}), "body  invalid_format");
  });

  it("is told again where its owner asks for that while it is being told", async () => {
    const person = await newPerson();
    const { id, messages } = await newWebhook(person);
    await person.make("/contacts", { firstName: "One" });
    await person.make("/contacts", { firstName: "Two" });
    let asks = 0;
    answer = async () => {
      if (asks++ === 0) {
        await sql`update kith_private.webhooks set told_number = told_number - 1 where id = ${id}`;
      }
      return { status: 204 };
    };
    await tick();
    await sql`update kith_private.webhooks set due_at = now() where id = ${id}`;
    await tick();
    expect(changesOf(messages()).length).toBeGreaterThan(2);
  });

  it.each([
    "http://hooks.example.com/",
    "https://hooks.example.com:8443/",
    "https://localhost/",
    "https://10.0.0.1/",
    "https://me:secret@hooks.example.com/",
  ])("is not made for %s", async (url) => {
    const person = await newPerson();
    const answer = await person.post("/webhooks", { name: "n8n", url });
    expectViolations(answer, "body /url invalid_format");
  });

  it("tells of a large change by its first hundred, and how many they are", async () => {
    const person = await newPerson();
    const { messages } = await newWebhook(person);
    const create = Array.from({ length: 150 }, (_, n) => ({ firstName: `No. ${n}` }));
    expectStatus(await person.post("/contacts/bulk", { create }), 200);
    await tick();
    const total = messages().reduce((sum, { data }) => sum + data.changeCount, 0);
    expect(total).toBe(150);
    expect(messages()[0]!.data.changes.length).toBeLessThanOrEqual(100);
  });

  it("of several ticks at once is told by one of them, and another takes over where that was killed", async () => {
    const person = await newPerson();
    const { id, requests } = await newWebhook(person);
    for (let n = 0; n < 60; n++) await person.make("/contacts", { firstName: `No. ${n}` });
    const [row] = await sql`select kith_private.take_webhooks(10) as taken` as [Json];
    expect(row.taken).toHaveLength(1);
    await tick();
    expect(requests()).toEqual([]);
    await sql`update kith_private.webhooks set due_at = now() where id = ${id}`;
    await Promise.all([tick(), tick(), tick()]);
    expect(requests()).toHaveLength(60);
  });
});
