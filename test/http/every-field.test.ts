import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { textNames } from "../../functions/kith/contacts/fields.ts";
import { expectStatus, signUp, withKey } from "../support/accounts.ts";
import { as, type Client, type Json, locationOf } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { type Change, fieldChanges, type Refusal } from "../support/field-changes.ts";
import { callTool, connect } from "../support/mcp/client.ts";
import { upload } from "../support/photos.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { exampleRequest, routes } from "../support/route-table.ts";
import { changeSetOf, exampleBody, makeOne } from "../support/route-examples.ts";

/** Every member of every resource: what a new field or resource forgets to do in SQL fails here. */
const ada = await signUp();
const two = async (collection: string): Promise<[string, string]> => [
  await makeOne(ada, collection),
  await makeOne(ada, collection),
];
await ada.make("/fields", { name: "Diet" });
const references = {
  contacts: await two("contacts"),
  networks: await two("networks"),
  noteTypes: await two("note-types"),
};

/** The schema of the body of POST, by the document. */
function createSchema(path: string): Json {
  const { schema } = document.paths[path].post.requestBody.content["application/json"];
  return document.components.schemas[schema.$ref.split("/").pop()];
}

/** The members that a client writes with POST. */
function createdMembers(path: string): string[] {
  const { properties } = createSchema(path);
  return Object.keys(properties).filter((name) => !properties[name].readOnly).sort();
}

const needed = (path: string): Json => exampleBody({ method: "post", path, takesBody: true });

/** What a resource is created with, and cannot be changed. */
const fixed: Record<string, string[]> = {
  "/channels": ["keys", "kind", "target"],
  "/connections": ["clientId", "redirectHost"],
  "/fields": ["key", "type"],
};

it("POST takes the members that PATCH takes", () => {
  for (const [path, changes] of Object.entries(fieldChanges)) {
    if (!document.paths[path].post) continue;
    // A contact that does not exist yet has no upload that could become its photo.
    const members = Object.keys(changes).filter((name) => name !== "photoUrl");
    expect([path, createdMembers(path)]).toEqual([
      path,
      [...members, ...fixed[path] ?? []].sort(),
    ]);
  }
});

/**
 * Members of relationships need one another: test/http/relationships.test.ts writes them. The address of a calendar is not shown, and that of a
 * webhook is one of the internet: test/sql/meetings.test.ts and test/sql/webhooks.test.ts have them.
 */
const isTriedHere = (path: string) => !["/relationships", "/calendars", "/webhooks"].includes(path);

const cases = Object.entries(fieldChanges).filter(([path]) => isTriedHere(path)).flatMap((
  [path, changes],
) => Object.entries(changes).map(([member, change]) => ({ path, member, change })));

interface Arranged {
  /** The path of the resource. */
  at: string;
  made: Json;
  after: Json;
}

/** A resource whose member has the first value of its change. */
async function arrange(path: string, member: string, change: Change): Promise<Arranged> {
  const [before, after] = change.values(references);
  if (path === "/me") {
    const made = expectStatus(await ada.patch(path, { [member]: before }), 200);
    return { at: path, made, after };
  }
  const isPhoto = member === "photoUrl";
  const body = {
    ...needed(path),
    // What recurs is due.
    ...(path === "/reminders" ? { dueAt: "2024-01-01" } : {}),
    ...(isPhoto ? {} : { [member]: before }),
  };
  const made = await ada.make(path, body);
  const at = `${path}/${made.id}`;
  if (isPhoto) {
    return { at, made: expectStatus((await upload(ada, made.id)).answer, 200), after };
  }
  expect(made[member]).toEqual(before);
  return { at, made, after };
}

/** Changes the member; the answer has to show it, and the next read the same. */
async function change(path: string, member: string, value: Json): Promise<Json> {
  await wait(2); // stamps have milliseconds
  const changed = expectStatus(await ada.patch(path, { [member]: value }), 200);
  expect(changed[member]).toEqual(value);
  expect(expectStatus(await ada.get(path), 200)).toEqual(changed);
  return changed;
}

/** What resources have that were made of what they need alone; keys and connections have tests of their own. */
const defaults: Record<string, Json> = {
  "/contacts": {
    ...Object.fromEntries(textNames().map((name) => [name, null])),
    firstName: "Example",
    displayName: "Example",
    emails: [],
    phones: [],
    urls: [],
    addresses: [],
    birthday: null,
    dates: [],
    custom: {},
    vcardLines: null,
    isFavorite: false,
    isArchived: false,
    photoUrl: null,
    hasPhoto: false,
    networkIds: [],
    contactFrequencyDays: null,
    lastContactedAt: null,
    snoozedUntil: null,
    nextContactOn: null,
    needsContact: false,
  },
  "/networks": { description: null, color: null, contactCount: 0 },
  "/notes": {
    contactId: null,
    contactIds: [],
    noteTypeId: null,
    occurredAt: expect.stringMatching(/Z$/),
  },
  "/note-types": { icon: null, color: null, countsAsContact: true },
  "/reminders": {
    description: null,
    contactId: null,
    contactIds: [],
    dueAt: null,
    recurrence: null,
    recurrenceFrom: "due",
    completed: false,
    completedAt: null,
    nextId: null,
  },
};
const collections = Object.keys(fieldChanges)
  .filter((path) => path !== "/me" && isTriedHere(path));

describe.each(collections)("one of %s", (path) => {
  it("the resource is made of the required members, has a Location, and stays the same if it is sent back", async () => {
    const other = await ada.make(path, needed(path));
    const { properties } = createSchema(path);
    // What only the service decides is ignored.
    const decided = Object.entries(other).filter(([name]) => properties[name]?.readOnly);
    const body = needed(path);
    const answer = await ada.post(path, { ...Object.fromEntries(decided), ...body });
    const { key, ...rest } = expectStatus(answer, 201);
    // An API key is shown once; that of a field is its name.
    const made: Json = path === "/fields" ? { key, ...rest } : rest;
    expect(made).toEqual({
      ...(defaults[path] ?? made),
      ...body,
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: made.createdAt,
    });
    expect(made.id).not.toBe(other.id);
    const at = `${path}/${made.id}`;
    expect(locationOf(answer, path)).toBe(at);
    expect(await ada.read(at)).toEqual(made);
    for (const same of [made, {}]) expect(await ada.change(at, same)).toEqual(made);
  });

  it("can have null in each optional member, and is deleted once", async () => {
    const at = `${path}/${(await ada.make(path, needed(path))).id}`;
    const values = Object.entries(fieldChanges[path]!).map(([name, { values, refused }]) => {
      const [, after] = values(references);
      return { name, after, isNullable: !refused.some(([value]) => value === null) };
    }).filter(({ name, isNullable }) => isNullable && !["firstName", "photoUrl"].includes(name));
    const filled = Object.fromEntries(values.map(({ name, after }) => [name, after]));
    const full = await ada.change(at, filled);
    expect(full).toMatchObject(filled);
    const cleared = Object.fromEntries(values.map(({ name }) => [name, null]));
    expect(await ada.change(at, cleared)).toMatchObject(cleared);
    expect(await ada.delete(at)).toMatchObject({ status: 204, text: "" });
    for (const method of ["DELETE", "GET"]) {
      expectProblem(await ada.send(method, at), 404, "not_found");
    }
    expectProblem(await ada.patch(at, {}), 404, "not_found");
  });

  it("the resource is refused without a member that the document requires", async () => {
    const { required = [] } = createSchema(path);
    for (const name of required) {
      const { [name]: _, ...body } = needed(path);
      expectViolations(await ada.post(path, body), `body /${name} required`);
    }
  });
});

// test/http/reminders.test.ts refuses rules.
const schematic = cases.filter(({ member }) => member !== "recurrence");
it.each(schematic)("$member of $path is refused with the place and the reason", async (given) => {
  const { path, member, change } = given;
  for (const [value, place] of [...change.refused, [{}, " invalid_type"] as Refusal]) {
    // Which says nothing of an object.
    if (member === "custom" && JSON.stringify(value) === "{}") continue;
    const body = { ...(path === "/me" ? {} : needed(path)), [member]: value };
    const answer = await ada.send(path === "/me" ? "PATCH" : "POST", path, body);
    if (place === null) expectProblem(answer, 400, "invalid_reference");
    else expectViolations(answer, `body /${member}${place}`);
  }
});

it.each(["/networks", "/note-types"])(
  "a name of %s is taken once, whatever its case",
  async (path) => {
    const { id } = await ada.make(path, { name: "Straße" });
    const other = await ada.make(path, needed(path));
    expectProblem(await ada.post(path, { name: " sTRAßE " }), 409, "name_taken");
    expectProblem(await ada.patch(`${path}/${other.id}`, { name: "straße" }), 409, "name_taken");
    expect((await ada.change(`${path}/${id}`, { name: "STRAßE" })).name).toBe("STRAßE");
    await (await signUp()).make(path, { name: "Straße" });
  },
);

async function isFound(id: string, words: string): Promise<boolean> {
  const list = expectStatus(await ada.get(`/contacts?search=${encodeURIComponent(words)}`), 200);
  return list.data.some((contact: Json) => contact.id === id);
}

describe("changing", () => {
  it.each(cases)(
    "$member of $path sets updatedAt, and the same value again does not",
    async (given) => {
      const { path, member } = given;
      const { at, made, after } = await arrange(path, member, given.change);
      const changed = await change(at, member, after);
      expect(changed.updatedAt > made.updatedAt, `${changed.updatedAt} > ${made.updatedAt}`).toBe(
        true,
      );
      expect((await change(at, member, after)).updatedAt).toBe(changed.updatedAt);
    },
  );

  /** What search reads of a contact. */
  const searched = [...textNames(({ isSearched }) => isSearched), "emails", "phones"];
  it.each(searched)("%s of a contact changes what finds it", async (member) => {
    const { at, made, after } = await arrange(
      "/contacts",
      member,
      fieldChanges["/contacts"]![member]!,
    );
    const words = (value: Json) => Array.isArray(value) ? value[0].value : value;
    const found = async () => [
      await isFound(made.id, words(made[member])),
      await isFound(made.id, words(after)),
    ];
    expect(await found()).toEqual([true, false]);
    await change(at, member, after);
    expect(await found()).toEqual([false, true]);
  });
});

/** Values that a query parameter refuses, and why. */
function refusedInQuery({ type, enum: words, pattern, format, ...schema }: Json): string[][] {
  const { minimum, maximum, minLength, maxLength } = schema;
  const isInteger = type === "integer";
  const isStrict = type !== "string" || words || format || !new RegExp(pattern, "u").test("?");
  const found: [boolean, string, string][] = [
    [isStrict, "?", "invalid_format"],
    [isStrict, "", "invalid_format"],
    [isInteger, "1.5", "invalid_format"],
    [isInteger, `${minimum - 1}`, minimum === 0 ? "invalid_format" : "too_small"],
    [isInteger, `${maximum + 1}`, "too_big"],
    [type === "number", `${maximum + 1}`, "invalid_format"],
    [format === "date", "2025-02-29", "invalid_format"],
    [minLength, " ", "too_short"],
    [maxLength < 1_000, "😀".repeat(maxLength + 1), "too_long"],
  ];
  return found.filter(([isRefused]) => isRefused).map(([, value, code]) => [value, code]);
}

const parameters = routes.flatMap((route) =>
  (document.paths[route.path][route.method].parameters ?? [])
    .filter((parameter: Json) => parameter.in === "query")
    .map(({ name, schema }: Json) => ({ of: route.name, name, route, schema }))
);

it.each(parameters)("$name of $of is refused with the reason", async ({ name, route, schema }) => {
  const { path, body } = exampleRequest(route);
  const send = (query: string) => ada.send(route.method, `${path}?${query}`, body);
  for (const [value, code] of refusedInQuery(schema)) {
    const answer = await send(`${name}=${encodeURIComponent(value!)}`);
    expectViolations(answer, `query /${name} ${code}`);
  }
  // A list has several values, but one of each key.
  const [value, place] = schema.type === "array" ? ["x:1", `${name}.x`] : ["1", name];
  expectViolations(await send(`${name}=${value}&${name}=${value}`), `query /${place} duplicate`);
});

// Every text of a contact goes wherever a contact goes: test/http/merging.test.ts merges it, and
// test/client/round-trip.test.ts exports and imports it in each format.
const names = textNames();
const textsOf = (of: Json) => Object.fromEntries(names.map((name) => [name, of[name]]));
const texts = (about: string) =>
  Object.fromEntries(names.map((name) => [name, `${about} ${name}`.slice(0, 20)]));

const contact = (body: Json) => ada.make("/contacts", body);
const read = (id: string, client: Client = ada) => client.read(`/contacts/${id}`);

it("each text of a contact comes back where a change or a deletion is undone, and is in the feed of changes", async () => {
  const { cursor } = await ada.read("/changes");
  const { id } = await contact(texts("Made"));
  const changed = changeSetOf(await ada.patch(`/contacts/${id}`, texts("Changed")), 200);
  const [{ fields }] = (await ada.undo(changed)).changes;
  expect(Object.keys(fields).sort()).toEqual([...names].sort());
  expect(textsOf(await read(id))).toEqual(texts("Made"));
  await ada.undo(changeSetOf(await ada.delete(`/contacts/${id}`), 204));
  expect(textsOf(await read(id))).toEqual(texts("Made"));
  const [{ value }] = await ada.listed(`/changes?since=${cursor}`) as [Json];
  expect(textsOf(value)).toEqual(texts("Made"));
});

it("each text of a contact is imported into somebody who lacks it", async () => {
  const emails = [{ value: "a@example.com", label: null }];
  const [from, into] = [await signUp(), await signUp()];
  await from.make("/contacts", { ...texts("Moved"), emails });
  // A name that fits, without which an address alone matches nobody.
  await into.make("/contacts", { firstName: "Moved", emails });
  const { id } = await into.make("/imports", await from.read("/export"));
  expectStatus(await into.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
  const [found] = await into.listed("/contacts?search=a@example.com");
  expect(textsOf(found)).toEqual({ ...texts("Moved"), firstName: "Moved" });
});

it("each text of a contact is written and read by assistants, and by keys for its networks only", async () => {
  const network = await ada.make("/networks", { name: randomUUID() });
  await withKey(ada, { networkIds: [network.id] }, async (_, key) => {
    const inside = await contact({ ...texts("In"), networkIds: [network.id] });
    expect(textsOf(await read(inside.id, as(key)))).toEqual(texts("In"));
    const outside = await contact(texts("Out"));
    expect((await as(key).patch(`/contacts/${outside.id}`, texts("No"))).status).toBe(404);
    const assistant = await connect(key);
    try {
      const saved = { contact: inside.id, ...texts("Said") };
      expect(await callTool(assistant, "save_contact", saved)).toMatchObject({ isError: false });
      expect(textsOf(await read(inside.id))).toEqual(texts("Said"));
      const { read: seen } = await callTool(assistant, "get_contact", { contact: inside.id });
      expect(textsOf(seen.contact)).toEqual(texts("Said"));
    } finally {
      await assistant.close();
    }
  });
});
