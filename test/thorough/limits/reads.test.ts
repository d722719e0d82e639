import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { expectStatus, make } from "../../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../../support/client.ts";
import { document } from "../../support/contract.ts";
import { type Database, openDatabase } from "../../support/database.ts";
import { type OwnStack, startOwnStack, tokenOn } from "../../support/own-stack.ts";
import { upload } from "../../support/photos.ts";
import { isAboutContacts, pathOf, plainBody, plainKinds } from "../../support/plain-resources.ts";
import { collectionOf } from "../../support/route-examples.ts";
import { tokenRoutes } from "../../support/route-table.ts";

/**
 * A key for some networks reads the same before and after there is anything outside of them: with every route, every
 * filter, every two filters together, and every id. Then one policy at a time allows everything, or one function forgets
 * a condition, and these reads have to notice it. In a stack of its own, because everybody's policies change.
 * test/http/limited-keys.test.ts reads each route once, and writes.
 */
let stack: OwnStack;
let sql: Database;
let owner: Client;
let key: Client;
/** Ids that the key may know, and those of what is hidden from it, by collection. */
const inside: Record<string, string[]> = {};
const hidden: Record<string, string[]> = {};
/** Where the feed of changes was in the beginning. */
let start: string;
let before: Map<string, string>;

/** A request of the owner, with the ids of what it makes and of its change set noted. */
async function write(known: typeof inside, method: string, path: string, body?: Json) {
  const answer = await owner.send(method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  const collection = path.split("/")[1]!;
  if (answer.status === 201) (known[collection] ??= []).push(answer.body.id);
  const set = answer.headers.get("x-activity-id");
  if (set) (known["activity"] ??= []).push(set);
  if (set && method === "delete") (known["trash"] ??= []).push(set);
  return { id: answer.body?.id as string, set: set!, next: answer.body?.nextId as string };
}

// Longer than what fits into an index entry, so that search reads it from another column.
const longText = `A zymurgist, of all people. ${"They brew and brew. ".repeat(40)} quux`;

/** Contacts in these networks, and what is about them and happened to them; the id of the first. */
async function populate(known: typeof inside, networkIds: string[], types: string[]) {
  const send = (method: string, path: string, body?: Json) => write(known, method, path, body);
  const contact = async (body: Json) =>
    (await send("post", "/contacts", { ...body, networkIds })).id;
  const named = { firstName: "Anna", lastName: "Müller", contactFrequencyDays: 30 };
  const anna = await contact({
    ...named,
    nickname: "Ännchen",
    emails: [{ value: "anna@example.com", label: "home" }],
    phones: [{ value: "+49 30 901820" }],
    addresses: [{ city: "Berlin" }],
    birthday: "1980-05-17",
    isFavorite: true,
    lastContactedAt: "2020-01-10",
  });
  const bert = await contact({
    firstName: "Bert",
    company: "Acme",
    description: longText,
    birthday: "--02-29",
    lastContactedAt: "2020-02-02T10:00:00Z",
    contactFrequencyDays: 3650,
  });
  const alike = await contact(named);
  await contact({ firstName: "Cora", isArchived: true });
  const gone = await contact({ firstName: "Gone" });
  await upload(owner, bert);
  // Of types that do not count, because it is no secret when a contact was contacted last.
  for (const contactIds of [[anna], [bert, anna], [gone, bert]]) {
    for (const noteTypeId of types) {
      const body = { content: "About the trip", contactIds, noteTypeId, occurredAt: "2019-07-02" };
      const note = await send("post", "/notes", body);
      await send("patch", `/notes/${note.id}`, { content: "Another trip" });
      const deleted = await send("post", "/notes", { ...body, content: "Soon gone" });
      await send("delete", `/notes/${deleted.id}`);
    }
    const reminder = { title: "Call", contactIds, dueAt: "2030-05-31T09:00:00Z" };
    const deleted = await send("post", "/reminders", { ...reminder, dueAt: "2020-03-01" });
    await send("delete", `/reminders/${deleted.id}`);
    await send("post", "/reminders", { title: "Whenever", contactIds });
    const every = await send("post", "/reminders", { ...reminder, recurrence: "FREQ=MONTHLY" });
    await send("patch", `/reminders/${every.id}`, { completed: true });
  }
  for (const kind of plainKinds.filter(isAboutContacts)) {
    await send("post", pathOf(kind), plainBody(kind, [anna], "Text"));
  }
  const { set } = await send("patch", `/contacts/${anna}`, { jobTitle: "Architect" });
  await send("post", `/activity/${set}/undo`, {});
  await send("patch", `/contacts/${bert}`, { nickname: "Bertie" });
  const dismissed = { contactIds: [anna, alike] };
  expectStatus(await owner.post("/contacts/duplicates/dismiss", dismissed), 204);
  await send("delete", `/contacts/${gone}`);
  return anna;
}

beforeAll(async () => {
  stack = await startOwnStack({}, inject("stack").template);
  sql = openDatabase(stack.adminDatabaseUrl, 2);
  const base = `${stack.url}/functions/v1/kith/api/v1`;
  owner = as(await tokenOn(stack, `person-${randomUUID()}@example.com`), base);
  const network = async (name: string, known: typeof inside) =>
    (await write(known, "post", "/networks", { name, description: "Tuesdays" })).id;
  const [mine, other] = [await network("Climbing", inside), await network("Choir", hidden)];
  const type = async (name: string) =>
    (await write(inside, "post", "/note-types", { name, countsAsContact: false })).id;
  const types = [await type("Call"), await type("Memo")];
  for (const kind of plainKinds.filter((each) => !isAboutContacts(each))) {
    await write(inside, "post", pathOf(kind), plainBody(kind, [], "Text"));
  }
  const made = await make(owner, "/api-keys", { name: "limited", networkIds: [mine] });
  key = as(made.key, base);
  inside["api-keys"] = [made.id];
  start = expectStatus(await key.get("/changes"), 200).cursor;
  await populateBoth(mine, other, types, base);
  before = await readAll();
  const outside = await populate(hidden, [other], types);
  const nobodys = await populate(hidden, [], types);
  await populateMixed([outside, nobodys], other, types);
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
});

/** What is in the networks, what has left them, and what happened in them and outside at once. */
async function populateBoth(mine: string, other: string, types: string[], base: string) {
  const anna = await populate(inside, [mine], types);
  await write(inside, "post", "/contacts", { firstName: "Jana", networkIds: [mine, other] });
  const left = await write(inside, "post", "/contacts", { firstName: "Left", networkIds: [mine] });
  const note = { content: "Leaving", noteTypeId: types[0], occurredAt: "2019-01-01" };
  const about = (contactId: string) => write(inside, "post", "/notes", { ...note, contactId });
  const [first, moved, joined] = [await about(left.id), await about(anna), await about(anna)];
  const reminder = { title: "Leaving", dueAt: "2020-02-01", recurrence: "FREQ=WEEKLY" };
  const weekly = await write(inside, "post", "/reminders", { ...reminder, contactId: anna });
  const done = await write(inside, "patch", `/reminders/${weekly.id}`, { completed: true });
  await write(inside, "patch", `/contacts/${left.id}`, { networkIds: [other] });
  await write(inside, "patch", `/notes/${moved.id}`, { contactId: left.id });
  for (const contactIds of [[anna, left.id], [anna]]) {
    await write(inside, "patch", `/notes/${joined.id}`, { contactIds });
  }
  await write(inside, "patch", `/reminders/${done.next}`, { contactId: left.id });
  hidden["notes"] = [first.id];
  hidden["reminders"] = [done.next];
  // One change set of both: the key sees its own part of it.
  const another = await make(owner, "/api-keys", { name: "another" });
  for (const id of [anna, left.id]) {
    const { status } = await as(another.key, base).patch(`/contacts/${id}`, { nickname: "Third" });
    expect(status).toBe(200);
  }
  const undo = { actorId: another.id, since: "2026-01-01" };
  await write(inside, "post", "/activity/undo", undo);
}

/** What is about somebody in the networks and somebody who is not, and what happens to those who have left. */
async function populateMixed(others: string[], other: string, types: string[]) {
  const [anna] = inside["contacts"]!;
  const send = (method: string, path: string, body?: Json) => write(hidden, method, path, body);
  const pairs = others.flatMap((id) => [[anna, id], [id, anna]]);
  for (const contactIds of pairs) {
    const note = { content: "Mixed", contactIds, noteTypeId: types[0], occurredAt: "2019-02-01" };
    const [one, gone] = [await send("post", "/notes", note), await send("post", "/notes", note)];
    await send("patch", `/notes/${one.id}`, { content: "Mixed again" });
    await send("delete", `/notes/${gone.id}`);
    const dueAt = "2020-01-01";
    const due = await send("post", "/reminders", { title: "Mixed", contactIds, dueAt });
    await send("patch", `/reminders/${due.id}`, { completed: true });
  }
  await send("patch", `/reminders/${hidden["reminders"]![0]}`, { title: "Elsewhere" });
  await send("delete", `/notes/${hidden["notes"]![0]}`);
  await send("post", "/notes", { content: "About nobody", occurredAt: "2019-03-01" });
  await send("post", "/reminders", { title: "About nobody", dueAt: "2030-01-01" });
  const doomed = await send("post", "/networks", { name: "Doomed" });
  await send("put", `/networks/${doomed.id}/contacts/${others[0]}`);
  await send("delete", `/networks/${doomed.id}`);
  await send("patch", `/networks/${other}`, { name: "Chorus" });
  await send("post", "/imports", { kith: 1, contacts: [{ firstName: "Imported" }] });
}

/** Values of the parameters whose schema does not say what they may be. */
const values: Record<string, string[]> = {
  page: ["2", "1000"],
  pageSize: ["1", "200"],
  // Of one letter and of more, in long texts, in what was deleted, and nowhere.
  search: ["a", "an", "anna", "anna mul", "0189", "zymurg", "trip", "mixed", "gone", "zzzz"],
  dueAfter: ["2020-02-01", "2030-01-01T00:00:00Z"],
  dueBefore: ["2030-02-01", "2020-03-01"],
  days: ["1", "366"],
  from: ["2019-02-01"],
  to: ["2019-07-01", "2099-01-01"],
  lastContactedBefore: ["2020-02-01", "2099-01-01"],
  company: ["acme"],
  nextContactBefore: ["2020-07-02", "2099-01-01"],
  birthdayMonth: ["2", "5"],
  minScore: ["0.8"],
  rows: ["1000"],
  after: ["contacts.00000000-0000-0000-0000-000000000000"],
};

/** What a parameter is asked with. Ids of what is hidden are tried by `hiddenReads`. */
function valuesOf({ name, schema }: Json): string[] {
  if (name === "since") return [start];
  if (values[name]) return values[name];
  if (schema.enum) return schema.enum;
  if (schema.type === "boolean") return ["true", "false"];
  if (name === "include" || name === "fields") {
    const all = /\w+(\|\w+)*/.exec(schema.pattern)![0].split("|");
    return name === "fields" ? ["id", all.join()] : [...new Set([all.join(), ...all])];
  }
  if (name === "ids") return [inside["contacts"]!.join()];
  return inside[collectionOf(name)] ?? [];
}

/** Each route for a key, with ids that the key may know. */
const reads = (): string[] =>
  tokenRoutes.filter(({ method }) => method === "get").flatMap((route) => {
    const parameters = (document.paths[route.path].get.parameters ?? [])
      .filter((each: Json) => each.in === "query" && each.name !== "format")
      .map((each: Json) =>
        valuesOf(each).map((value) => `${each.name}=${encodeURIComponent(value)}`)
      ) as string[][];
    const pairs = parameters.flatMap((one, index) =>
      parameters.slice(index + 1).flatMap((other) =>
        other.slice(0, 3).map((value) => `${one[0]}&${value}`)
      )
    );
    const format = route.isFile ? "format=json&" : "";
    const queries = ["", ...parameters.flat(), ...route.isFile ? [] : pairs];
    const ids = route.ids.length > 0 ? inside[route.ids[0]!.collection] ?? [] : [""];
    return ids.flatMap((id) =>
      queries.map((query) => `${route.path.replace("{id}", id)}?${format}${query}`)
    );
  });

/** Reads with the id of something hidden, each with the same read of an id that nothing has. */
const hiddenReads = (): [path: string, unknown: string][] =>
  tokenRoutes.filter(({ method }) => method === "get").flatMap((route) => [
    ...route.ids.flatMap(({ collection }) =>
      (hidden[collection] ?? []).map((id) => [route.path.replace("{id}", id), id])
    ),
    ...(route.ids.length > 0 ? [] : route.queryIds).flatMap(({ name, collection }) =>
      (hidden[collection] ?? []).map((id) => [`${route.path}?${name}=${id}`, id])
    ),
  ]).map(([path, id]) => [path!, path!.replace(id!, randomUUID())]);

let requests = 0;
/** What the key is answered, without what is another each time: the request's id, links, the time of an export. */
async function read(path: string): Promise<string> {
  if (requests++ % 100 === 0) await sql`update kith_private.api_key_requests set instants = '{}'`;
  const { status, text, body }: Answer = await key.get(path);
  if (status >= 500 || status === 429) throw new Error(`${path}: ${status} ${text}`);
  const plain = body?.requestId ? text.replace(body.requestId, "(id)") : text;
  return `${status} ${
    plain.replace(/"exportedAt":"[^"]*"/, "").replace(/"https?:[^"]*token=[^"]*"/g, '"(link)"')
  }`;
}

async function readAll(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of inTurns(reads())) found.set(path, await read(path));
  return found;
}

/** Paths in another order: one of each route after the other, so that each route is asked early. */
function inTurns(paths: string[]): string[] {
  const turns = new Map<string, number>();
  const turnOf = (path: string) => {
    const route = path.split(/[/?]/)[1]!;
    turns.set(route, (turns.get(route) ?? 0) + 1);
    return turns.get(route)!;
  };
  return paths.map((path) => ({ path, turn: turnOf(path) }))
    .sort((one, other) => one.turn - other.turn).map(({ path }) => path);
}

/** Reads that are answered otherwise than before, or for what is hidden otherwise than for what is not there. */
async function differences(enough = Infinity): Promise<string[]> {
  const found: string[] = [];
  for (const [path, answer] of before) {
    // An export may break off.
    const now = await read(path).catch(String);
    if (now !== answer) found.push(`${path}\n  ${answer}\n  ${now}`);
    if (found.length >= enough) return found;
  }
  for (const [path, unknown] of hiddenReads()) {
    const [one, other] = [await read(path), await read(unknown)];
    if (one !== other) found.push(`${path}\n  ${other}\n  ${one}`);
    if (found.length >= enough) return found;
  }
  return found;
}

const notices = async () => (await differences(1)).length > 0;

interface Policy {
  table: string;
  name: string;
  using: string;
}

/** The policies by which networks limit what is read. */
const policies = () =>
  sql<Policy[]>`
    select format('%I.%I', schemaname, tablename) as table, quote_ident(policyname) as name, qual as using
      from pg_catalog.pg_policies
     where 'kith_limited' = any (roles) and permissive = 'RESTRICTIVE' and cmd = 'SELECT'
       -- A pair of duplicates with a contact that is hidden is not listed anyway.
       and (qual ~ 'network' and schemaname <> 'storage' and tablename <> 'dismissed_duplicates' or tablename = 'change_sets')
     order by 1, 2`;

/** Conditions on networks in functions of kith_private, and what is there when they are forgotten. */
const conditions: [name: string, without: string, by: string][] = [
  [
    "is_seen",
    "m.contact_id = is_seen.id and m.network_id = any (networks)",
    "m.contact_id = is_seen.id",
  ],
  [
    "is_seen",
    "m.resource = 'membership' and m.network_id = any (networks)",
    "m.resource = 'membership'",
  ],
  ["is_seen", "return kith_private.are_in_networks(owner, contacts, networks);", "return true;"],
  ["are_in_networks", "and m.network_id = any (networks) offset 0", "offset 0"],
  ["are_in_networks", "from unnest(contacts) about", "from unnest(contacts[:1]) about"],
  ["are_seen", "from unnest(contacts) about", "from unnest(contacts[:1]) about"],
  [
    "seen_resources",
    "where m.owner_id = owner and m.network_id = any (networks)",
    "where m.owner_id = owner",
  ],
  [
    "seen_resources",
    "and m.resource = 'membership' and m.network_id = any (networks)",
    "and m.resource = 'membership'",
  ],
  [
    "seen_resources",
    "(about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or",
    "(cardinality(about.contact_ids) = 1 or",
  ],
  [
    "seen_resources",
    "bool_and((further.id in (select s.contact_id from seen s)) is true)",
    "bool_and(true)",
  ],
  [
    "change_set_body",
    "where exists (select from kith_private.change_sets s where s.id = u.id)",
    "",
  ],
  ["without_unseen", "if kith_private.has_all_networks() then", "if true then"],
];

describe("reading with a key for some networks", () => {
  it("is not the same where a policy on networks allows everything", async () => {
    const all = await policies();
    expect(all.length).toBeGreaterThan(5);
    const unnoticed: string[] = [];
    for (const { table, name, using } of all) {
      await sql.query(`alter policy ${name} on ${table} using (true)`);
      if (!await notices()) unnoticed.push(`${table} ${name}`);
      await sql.query(`alter policy ${name} on ${table} using (${using})`);
    }
    expect(unnoticed).toEqual([]);
  });

  it.each(conditions)("is not the same where %s forgets %s", async (name, without, by) => {
    const [found] = await sql`
      select pg_catalog.pg_get_functiondef(p.oid) as text from pg_catalog.pg_proc p
       where p.pronamespace = 'kith_private'::regnamespace and p.proname = ${name}`;
    const text = String(found?.["text"]);
    expect(text).toContain(without);
    await sql.query(text.replace(without, () => by));
    try {
      expect(await notices()).toBe(true);
    } finally {
      await sql.query(text);
    }
  });

  // In the end, so that nothing above was noticed for another reason.
  it("is the same once there is something outside of them", async () => {
    expect(before.size).toBeGreaterThan(300);
    expect(hiddenReads().length).toBeGreaterThan(100);
    expect(await differences()).toEqual([]);
  });
});
