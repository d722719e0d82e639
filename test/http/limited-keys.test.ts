import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scopes as allScopes } from "../../functions/kith/core/scopes.ts";
import { type Account, expectStatus, makeKey, signUp, withKey } from "../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../support/client.ts";
import {
  exampleScopes,
  expectInsufficient,
  neededScopes,
  referenceScopes,
  rowsBesidesUse,
} from "../support/key-scopes.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { isAboutContacts, pathOf, plainBody, plainKinds } from "../support/plain-resources.ts";
import { expectProblem, sameBytesOfKey } from "../support/problems.ts";
import { changeSetOf, exampleBody, withMember } from "../support/route-examples.ts";
import { fill, routes, successfulRequest, type TestRoute } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

// Every route once with a key that lacks a scope, and once with a key for some networks. What such a key reads of lists is
// tested in test/sql/limited-reads-property.test.ts, every kind of limits in test/thorough/limits/.

const sql = superuser();
const forKeys = routes.filter(({ credential }) => credential === "any");

describe("a key with scopes", async () => {
  /** A client without each scope. */
  const lacking = new Map<string, Client>();
  const account = await signUp();
  for (const scope of new Set(forKeys.flatMap(neededScopes))) {
    const scopes = allScopes.filter((each) =>
      each !== scope && each !== scope.replace(":read", ":write")
    );
    lacking.set(scope, as((await makeKey(account, scope, { scopes })).key));
  }

  it("the key is tried with many routes", () => expect(forKeys.length).toBeGreaterThan(30));

  it.each(forKeys)("needs for $method $path its scopes and no others", async (route) => {
    const { path, body } = await successfulRequest(route, account);
    const before = await rowsBesidesUse(sql, account.id);
    const wrong = fill(route, route.ids.map(() => "no-uuid"), { noSuchMember: 1 });
    for (const scope of neededScopes(route)) {
      const key = lacking.get(scope)!;
      const missing = neededScopes(route).filter((each) =>
        each === scope || each === scope.replace(":read", ":write")
      );
      const answer = await key.send(route.method, path, body);
      expectInsufficient(answer, missing);
      const input = route.takesBody ? wrong.body : undefined;
      const other = await key.send(route.method, `${wrong.path}?noSuchParameter=1`, input);
      expect(sameBytesOfKey(other)).toEqual(sameBytesOfKey(answer));
    }
    expect(await rowsBesidesUse(sql, account.id)).toEqual(before);
    // A key may undo only what it did itself.
    if (path.endsWith("/undo")) return;
    const enough = [...neededScopes(route), ...exampleScopes(route), ...referenceScopes(route)];
    const scopes = [...new Set(enough.length > 0 ? enough : ["activity:read" as const])];
    await withKey(account, { scopes }, async (_, key) => {
      const { status, text } = await as(key).send(route.method, path, body);
      expect(status, text).toBeLessThan(300);
    });
  });
});

describe("a key for some networks", () => {
  let owner: Account;
  let key: Client;
  let keyId: string;
  /** What the key sees, and what it does not, by collection. */
  const inside: Record<string, string> = {};
  const hidden: Record<string, string[]> = {};
  let rowsBefore: string[];

  /** Makes a contact in networks, and what is about it; the ids of all that. */
  async function makeAround(networkIds: string[]): Promise<Record<string, string>> {
    const make = async (path: string, body: Json) => (await owner.make(path, body)).id;
    const contacts = await make("/contacts", { firstName: "Text", networkIds });
    const gone = await make("/contacts", { firstName: "Text", networkIds });
    const plain = await Promise.all(
      plainKinds.filter(isAboutContacts).map(async (kind) => [
        pathOf(kind).slice(1),
        await make(pathOf(kind), plainBody(kind, [contacts])),
      ]),
    );
    return {
      ...Object.fromEntries(plain),
      contacts,
      notes: await make("/notes", { content: "Text", contactId: contacts }),
      relationships: await make("/relationships", {
        contactId: contacts,
        relatedName: "Text",
        kind: "friend",
      }),
      reminders: await make("/reminders", { title: "Text", contactId: contacts }),
      activity: changeSetOf(await owner.patch(`/contacts/${contacts}`, { nickname: "T" }), 200),
      trash: changeSetOf(await owner.delete(`/contacts/${gone}`), 204),
    };
  }

  beforeAll(async () => {
    owner = await signUp();
    const newNetwork = async () => (await owner.make("/networks", { name: randomUUID() })).id;
    const [mine, other] = [await newNetwork(), await newNetwork()];
    const made = await makeKey(owner, "limited", { networkIds: [mine] });
    [key, keyId] = [as(made.key), made.id];
    Object.assign(inside, await makeAround([mine, other]), { networks: mine });
    const [outside, nobodys] = [await makeAround([other]), await makeAround([])];
    for (const name of Object.keys(outside)) hidden[name] = [outside[name]!, nobodys[name]!];
    hidden["networks"] = [other];
    const contactIds = [inside["contacts"], outside["contacts"]];
    const note = { content: "Text", contactIds };
    const [stays, goes] = [await owner.make("/notes", note), await owner.make("/notes", note)];
    hidden["notes"]!.push(stays.id, goes.id);
    const deletion = changeSetOf(await owner.delete(`/notes/${goes.id}`), 204);
    hidden["activity"]!.push(deletion);
    hidden["trash"]!.push(deletion);
    const reminder = { title: "Text", contactIds };
    hidden["reminders"]!.push((await owner.make("/reminders", reminder)).id);
    rowsBefore = await hiddenRows();
    await forgetRequests();
  });
  beforeEach(forgetRequests);

  /** So that the rate limit is not in the way. */
  async function forgetRequests() {
    await sql`update kith_private.api_key_requests set instants = '{}' where api_key_id = ${keyId}`;
  }

  /** Rows that the key must not change. */
  async function hiddenRows(): Promise<string[]> {
    const ids = Object.values(hidden).flat();
    return Object.entries(await ownedRows(sql, owner.id))
      .filter(([name]) => name.startsWith("kith.") && name !== "kith.profiles")
      .flatMap(([, rows]) => rows).filter((row) => ids.some((id) => row.includes(id)));
  }

  /** What a route needs so that nothing but the id is wrong with the request of a limited key. */
  function bodyOf(route: TestRoute): Json {
    const about = { contactId: inside["contacts"] };
    const needed: Record<string, Json> = {
      "post /contacts": { networkIds: [inside["networks"]] },
      "post /notes": about,
      "post /reminders": about,
      ...Object.fromEntries(
        plainKinds.filter(isAboutContacts).map((kind) => [
          `post ${pathOf(kind)}`,
          plainBody(kind, [inside["contacts"]!]),
        ]),
      ),
    };
    return route.takesBody ? { ...exampleBody(route), ...needed[route.name] } : undefined;
  }

  /** What does not belong to networks; all else is hidden with its contacts. */
  const apart = [
    ...["note-types", "fields", "api-keys", "connections", "imports"],
    ...plainKinds.filter((kind) => !isAboutContacts(kind)).map((kind) => pathOf(kind).slice(1)),
  ];
  const isPartOfNetworks = (collection: string) => !apart.includes(collection);
  const withIds = forKeys.filter(({ ids, bodyIds, queryIds }) =>
    [...ids, ...bodyIds, ...queryIds].some(({ collection }) => isPartOfNetworks(collection))
  );
  it.each(withIds)("reaches nothing outside of its networks with $method $path", async (route) => {
    const own = route.ids.map((each) => inside[each.collection] ?? randomUUID());
    const send = (ids: string[], body: Json, query = "") =>
      key.send(route.method, fill(route, ids, body).path + query, body);
    type Try = [collection: string, ask: (id: string) => Promise<Answer>];
    const tries = [
      ...route.ids.map(({ collection }, n): Try => [
        collection,
        (id) => send(own.with(n, id), bodyOf(route)),
      ]),
      ...route.bodyIds.map(({ name, many, least, collection }): Try => [collection, (id) => {
        const others = least > 1 ? [inside[collection]] : [];
        return send(own, withMember(bodyOf(route), name, many ? [...others, id] : id));
      }]),
      ...route.queryIds.map(({ name, collection }): Try => [
        collection,
        (id) => send(own, undefined, `?${name}=${id}`),
      ]),
    ];
    for (const [collection, ask] of tries.filter(([each]) => isPartOfNetworks(each))) {
      const unknown = sameBytesOfKey(await ask(randomUUID()));
      if (route.method !== "get") expect(unknown.status).toBeGreaterThanOrEqual(400);
      for (const id of hidden[collection]!) expect(sameBytesOfKey(await ask(id))).toEqual(unknown);
    }
    expect(await hiddenRows()).toEqual(rowsBefore);
  });

  it("learns nothing from an Idempotency-Key that the owner has used", async () => {
    const retry = { headers: { "idempotency-key": randomUUID() } };
    const body = { content: "Text", contactId: hidden["contacts"]![0]! };
    expectStatus(await owner.post("/notes", body, retry), 201);
    expectProblem(await key.post("/notes", body, retry), 400, "invalid_reference");
  });

  it("reads in the feed what leaves and joins its networks, and gets no stored answer about what left", async () => {
    const retry = { headers: { "idempotency-key": randomUUID() } };
    const [mine, other] = [inside["networks"]!, hidden["networks"]![0]!];
    const body = { firstName: "Text moving", networkIds: [mine] };
    const { id } = expectStatus(await key.post("/contacts", body, retry), 201);
    const note = (await key.make("/notes", { content: "Text", contactId: id })).id;
    const start = expectStatus(await key.get("/changes"), 200).cursor;
    const move = async (networkIds: string[]) =>
      expectStatus(await owner.patch(`/contacts/${id}`, { networkIds }), 200);
    const news = async () =>
      expectStatus(await key.get(`/changes?since=${start}`), 200).data
        .filter((each: Json) => [id, note].includes(each.id))
        .map(({ id, deleted, value }: Json) => [id, deleted, value?.networkIds ?? value?.contactId])
        .sort();
    await move([other]);
    expect(await news()).toEqual([[id, true, undefined], [note, true, undefined]].sort());
    const again = await key.post("/contacts", body, retry);
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect(again.text).not.toContain(id);
    await move([mine, other]);
    expect(await news()).toEqual([[id, undefined, [mine]], [note, undefined, id]].sort());
  });

  it("reads in the log of no contact and no change outside of its networks", async () => {
    const [hiddenContact] = hidden["contacts"]!;
    const note = hidden["notes"]!.at(-2)!;
    const contactIds = [inside["contacts"]];
    expectStatus(await owner.patch(`/notes/${note}`, { contactIds }), 200);
    const other = await makeKey(owner, "another");
    const edit = async (id: string) =>
      changeSetOf(await as(other.key).patch(`/contacts/${id}`, { jobTitle: "X" }), 200);
    const [seen, unseen] = [await edit(inside["contacts"]!), await edit(hiddenContact!)];
    const undo = { actorId: other.id, since: "2026-01-01" };
    expectStatus(await owner.post("/activity/undo", undo), 200);
    const list = await key.get("/activity?pageSize=200");
    let log = list.text;
    for (const { id } of list.body.data) log += (await key.get(`/activity/${id}`)).text;
    expect([note, seen].filter((id) => !log.includes(id))).toEqual([]);
    expect([hiddenContact!, unseen].filter((id) => log.includes(id))).toEqual([]);
  });
});
