import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { textNames } from "../../functions/kith/contacts/fields.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { type Change, fieldChanges, type References } from "../support/field-changes.ts";
import { upload } from "../support/photos.ts";
import { exampleBody, makeOne } from "../support/route-examples.ts";

/** Changes every member of every resource: what a new field forgets to do in SQL fails here. */
let ada: Account;
let references: References;
beforeAll(async () => {
  ada = await signUp();
  const two = async (collection: string): Promise<[string, string]> => [
    await makeOne(ada, collection),
    await makeOne(ada, collection),
  ];
  references = {
    contacts: await two("contacts"),
    networks: await two("networks"),
    noteTypes: await two("note-types"),
  };
});

/** The members that a client writes with POST, by the document. */
function createdMembers(path: string): string[] {
  const { schema } = document.paths[path].post.requestBody.content["application/json"];
  const { properties } = document.components.schemas[schema.$ref.split("/").pop()];
  return Object.keys(properties).filter((name) => !properties[name].readOnly).sort();
}

/** What a resource is created with, and cannot be changed. */
const fixed: Record<string, string[]> = { "/connections": ["clientId", "redirectHost"] };

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

const cases = Object.entries(fieldChanges).flatMap(([path, changes]) =>
  Object.entries(changes).map(([member, change]) => ({ path, member, change }))
);

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
    ...exampleBody({ method: "post", path, takesBody: true }),
    // What recurs is due.
    ...(path === "/reminders" ? { dueAt: "2024-01-01" } : {}),
    ...(isPhoto ? {} : { [member]: before }),
  };
  const made = await make(ada, path, body);
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

async function isFound(id: string, words: string): Promise<boolean> {
  const list = expectStatus(await ada.get(`/contacts?search=${encodeURIComponent(words)}`), 200);
  return list.data.some((contact: Json) => contact.id === id);
}

describe("changing", () => {
  it.each(cases)("$member of $path stamps it, and again the same does not", async (given) => {
    const { path, member } = given;
    const { at, made, after } = await arrange(path, member, given.change);
    const changed = await change(at, member, after);
    expect(changed.updatedAt > made.updatedAt, `${changed.updatedAt} > ${made.updatedAt}`).toBe(
      true,
    );
    expect((await change(at, member, after)).updatedAt).toBe(changed.updatedAt);
  });

  /** What search reads of a contact. */
  const searched = [...textNames(({ isSearched }) => isSearched), "emails", "phones"];
  it.each(searched)("%s of a contact changes by what it is found", async (member) => {
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
