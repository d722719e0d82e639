import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { type Account, expectStatus } from "./accounts.ts";
import type { Answer, Json } from "./client.ts";
import { openDatabase } from "./database.ts";

/** How one thing of each collection is made; the tests of every route ask for these by the collection's path. */
const makers: Record<string, () => Json> = {
  contacts: () => ({ firstName: "Example" }),
  networks: () => ({ name: `Network ${randomUUID()}` }),
  notes: () => ({ content: "Example" }),
  "note-types": () => ({ name: `Type ${randomUUID()}` }),
  "fields": () => ({ name: `Field ${randomUUID()}`, type: "choice", options: ["a", "b"] }),
  reminders: () => ({ title: "Example" }),
  relationships: () => ({ contactId: randomUUID(), relatedName: "Example", kind: "friend" }),
  "api-keys": () => ({ name: "Example" }),
  imports: () => ({ kith: 1, contacts: [{ firstName: "Example" }] }),
  channels: () => ({
    kind: "email",
    name: "Example",
    target: `${randomUUID().slice(0, 8)}@example.com`,
  }),
  calendars: () => ({ name: "Example", url: "https://calendar.example.com/basic.ics" }),
  webhooks: () => ({ name: "Example", url: "https://hooks.example.com/kith" }),
  connections: () => ({
    clientId: randomUUID(),
    name: "Example",
    redirectHost: "app.example.com",
  }),
};

/** The database that what no request makes is written to: the benchmark has another one than the tests. */
export const database = { adminUrl: () => inject("stack").adminDatabaseUrl };

/** How one comes about of what is not made by a request of its own. */
const sideEffects: Record<string, (account: Account) => Promise<string>> = {
  activity: async (account) =>
    changeSetOf(await account.post("/contacts", makers["contacts"]!()), 201),
  relationships: async (account) => {
    const two = [await makeOne(account, "contacts"), await makeOne(account, "contacts")];
    const body = { contactId: two[0], relatedContactId: two[1], kind: "friend" };
    return (await account.make("/relationships", body)).id;
  },
  // Verified, which takes a code that a mail has.
  channels: async (account) => {
    await makeRoom(account, "channels");
    const { name, target } = makers["channels"]!();
    const sql = openDatabase(database.adminUrl());
    const [row] = await sql`
      insert into kith_private.channels (owner_id, kind, name, target, verified_at)
      values (${account.id}, 'email', ${name}, ${target}, now()) returning id`;
    await sql.end();
    return row!["id"];
  },
  // Only the clock notices them.
  meetings: async (account) => {
    const calendar = await makeOne(account, "calendars");
    const sql = openDatabase(database.adminUrl());
    const [row] = await sql`
      insert into kith_private.meetings (owner_id, calendar_id, event, title, started_at, ended_at, contact_ids)
      values (${account.id}, ${calendar}, ${
      randomUUID().replaceAll("-", "").repeat(2)
    }, 'Example', now(), now(), '{}') returning id`;
    await sql.end();
    return row!["id"];
  },
  // What its path has is a secret.
  calendar: async (account) =>
    /\/([^/]+)\.ics$/.exec(expectStatus(await account.post("/me/calendar"), 200).url)![1]!,
  inbound: async (account) =>
    /\/inbound\/(\w+)$/.exec(expectStatus(await account.post("/me/inbox"), 200).url)![1]!,
  trash: async (account) =>
    changeSetOf(await account.delete(`/contacts/${await makeOne(account, "contacts")}`), 204),
};

/** The collection of which there has to be one before a request succeeds that names none. */
export const needed: Record<string, string> = { "patch /me/calendar": "calendar" };

/** The change set that an answer of this status names. */
export function changeSetOf(answer: Answer, status: number): string {
  expectStatus(answer, status);
  const id = answer.headers.get("x-activity-id");
  if (id === null) throw new Error(`The answer names no change set: ${answer.text}`);
  return id;
}

/** Bodies of requests that do something other than make one of a collection. */
const bodies: Record<string, () => Json> = {
  "patch /contacts/{id}": () => ({ nickname: "Changed" }),
  "post /contacts/bulk": () => ({ create: [{ firstName: "Example" }] }),
  "post /reminders/bulk": () => ({ create: [{ title: "Example" }] }),
  "post /contacts/{id}/photo-upload": () => ({ extension: "png" }),
  "put /networks/{id}/contacts": () => ({ contactIds: [] }),
  "post /contacts/{id}/merge": () => ({
    duplicateId: randomUUID(),
    fields: { nickname: "target" },
  }),
  "post /contacts/duplicates/dismiss": () => ({ contactIds: [randomUUID(), randomUUID()] }),
  "post /imports/{id}/apply": () => ({ onMatch: "merge" }),
  "patch /networks/{id}": () => ({ description: "Changed" }),
  "post /notes/with-reminder": () => ({
    note: makers["notes"]!(),
    reminder: makers["reminders"]!(),
  }),
  "patch /notes/{id}": () => ({ content: "Changed" }),
  "patch /note-types/{id}": () => ({ icon: "c" }),
  "patch /fields/{id}": () => ({ position: 3 }),
  "patch /relationships/{id}": () => ({ note: "Changed" }),
  "patch /reminders/{id}": () => ({ description: "Changed" }),
  "patch /api-keys/{id}": () => ({ name: "Changed" }),
  "post /api-keys/{id}/rotate": () => ({ overlapSeconds: 60 }),
  "patch /connections/{id}": () => ({ name: "Changed" }),
  "patch /calendars/{id}": () => ({ name: "Changed" }),
  "post /meetings/{id}/log": () => ({}),
  "patch /channels/{id}": () => ({ name: "Changed" }),
  "patch /webhooks/{id}": () => ({ name: "Changed" }),
  "post /webhooks/{id}/replay": () => ({ activityId: randomUUID() }),
  "post /channels/{id}/verify": () => ({}),
  "post /inbound/{secret}": () => ({ Subject: "Example" }),
  "patch /me": () => ({ name: "Changed" }),
  "patch /me/calendar": () => ({ birthdays: "close" }),
  "post /activity/{id}/undo": () => ({}),
  "post /activity/undo": () => ({ actorId: randomUUID(), since: "2026-01-01" }),
};

/** Which collection a member or parameter of this name holds an id of. */
export const collections: Record<string, string> = {
  contactId: "contacts",
  contactIds: "contacts",
  duplicateId: "contacts",
  relatedContactId: "contacts",
  networkId: "networks",
  networkIds: "networks",
  addNetworkIds: "networks",
  removeNetworkIds: "networks",
  noteTypeId: "note-types",
  actorId: "api-keys",
  ignoreActorIds: "api-keys",
  activityId: "activity",
  resourceId: "contacts",
};

/** @throws when nobody has said what the id is of, so that no route escapes the tests of every route */
export function collectionOf(name: string): string {
  const collection = collections[name];
  if (!collection) {
    throw new Error(`Say in test/support/route-examples.ts what ${name} is an id of.`);
  }
  return collection;
}

/** The body with this member, and without those that cannot stand beside it: a list is replaced or changed item by item. */
export function withMember(body: Json, name: string, value: Json): Json {
  const whole = name.replace(/^(add|remove)([A-Z])/, (_, _verb, first) => first.toLowerCase());
  const List = whole.charAt(0).toUpperCase() + whole.slice(1);
  const beside: Record<string, string> = {
    contactId: "contactIds",
    contactIds: "contactId",
    relatedContactId: "relatedName",
  };
  const other = beside[name];
  const others = [
    ...(name === whole ? [`add${List}`, `remove${List}`] : [whole]),
    ...(other === undefined ? [] : [other]),
  ];
  const rest = Object.entries(body).filter(([member]) => !others.includes(member));
  return { ...Object.fromEntries(rest), [name]: value };
}

/** Makes one of a collection in an account and returns its id. */
export async function makeOne(account: Account, collection: string): Promise<string> {
  const sideEffect = sideEffects[collection];
  if (sideEffect) return await sideEffect(account);
  const maker = makers[collection];
  if (!maker) {
    throw new Error(`Say in test/support/route-examples.ts how to make one of ${collection}.`);
  }
  await makeRoom(account, collection);
  return (await account.make(`/${collection}`, maker())).id;
}

/** How many an account may have, where that is few. */
const limits: Record<string, number> = {
  "api-keys": 20,
  calendars: 5,
  channels: 10,
  connections: 50,
  fields: 50,
  webhooks: 10,
};

/** Deletes an account's oldest of a collection where it has as many as it may. */
export async function makeRoom(account: Account, collection: string): Promise<void> {
  const limit = limits[collection];
  if (limit === undefined) return;
  const { data, total } = expectStatus(await account.get(`/${collection}?pageSize=1`), 200);
  if (total >= limit) expectStatus(await account.delete(`/${collection}/${data[0].id}`), 204);
}

/** One of a collection that a member or parameter refers to. Keys are used again: an account has at most 20. */
export async function referTo(account: Account, collection: string): Promise<string> {
  if (collection !== "api-keys") return await makeOne(account, collection);
  const [first] = expectStatus(await account.get("/api-keys?pageSize=1"), 200).data;
  return first?.id ?? await makeOne(account, collection);
}

/** A valid body for a route, without an id of anything that exists; undefined where the route takes none. */
export function exampleBody(route: { method: string; path: string; takesBody: boolean }): Json {
  if (!route.takesBody) return undefined;
  const own = bodies[`${route.method} ${route.path}`];
  const collection = makers[route.path.split("/")[1]!];
  const isOne = /^\/[^/]+(\/\{id\})?$/.test(route.path);
  const maker = own ?? (isOne && ["post", "patch"].includes(route.method) ? collection : undefined);
  if (!maker) {
    throw new Error(
      `Say in test/support/route-examples.ts what to send to ${route.method} ${route.path}.`,
    );
  }
  return maker();
}
