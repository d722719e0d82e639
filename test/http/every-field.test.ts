import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import {
  fieldChanges,
  type References,
  requiredFields,
  singleItems,
} from "../support/field-changes.ts";
import { upload } from "../support/photos.ts";

/** Changes every member of every schema: what a new field forgets to do in SQL fails here. */
let ada: Account;
let references: References;
beforeAll(async () => {
  ada = await signUp();
  const two = async (path: string): Promise<[string, string]> => [
    (await make(ada, path, requiredFields[path]!())).id,
    (await make(ada, path, requiredFields[path]!())).id,
  ];
  references = {
    contacts: await two("/contacts"),
    networks: await two("/networks"),
    noteTypes: await two("/note-types"),
  };
});

/** The members that a client writes, by the document. */
function membersOf(path: string, method: "post" | "patch"): string[] {
  const content = document.paths[path][method].requestBody.content["application/json"];
  const name = content.schema.$ref.split("/").pop();
  const members = Object.entries<Json>(document.components.schemas[name].properties);
  return members.filter(([, schema]) => !schema.readOnly).map(([member]) => member).sort();
}

const changeable = Object.keys(document.paths).filter((path) => document.paths[path].patch);
const collectionOf = (path: string) => path.replace("/{id}", "");

/** What a resource has from the beginning on, and cannot be changed. */
const fixed: Record<string, string[]> = { "/connections": ["clientId", "redirectHost"] };

describe("the changes tried here", () => {
  it.each(changeable)("include every member of %s", (path) => {
    const known = Object.keys(fieldChanges[collectionOf(path)] ?? {}).sort();
    const whole = membersOf(path, "patch").filter((member) => !(member in singleItems));
    expect(known).toEqual(whole);
    if (document.paths[collectionOf(path)].post) {
      // A contact that does not exist yet has no upload that could become its photo.
      const created = known.filter((member) => member !== "photoUrl");
      created.push(...fixed[collectionOf(path)] ?? []);
      created.sort();
      expect(membersOf(collectionOf(path), "post")).toEqual(created);
    }
  });

  it("are of resources that the document has", () => {
    expect(Object.keys(fieldChanges).sort()).toEqual(changeable.map(collectionOf).sort());
  });
});

const cases = Object.entries(fieldChanges).flatMap(([path, changes]) =>
  Object.entries(changes).map(([member, change]) => ({ path, member, change }))
);

/** A resource whose member has the first value of its change, and the path of it. */
async function arrange(path: string, member: string, before: Json): Promise<[string, Json]> {
  if (path === "/me") return [path, expectStatus(await ada.patch(path, { [member]: before }), 200)];
  const isPhoto = member === "photoUrl";
  const body = { ...requiredFields[path]!(), ...(isPhoto ? {} : { [member]: before }) };
  const made = await make(ada, path, body);
  if (isPhoto) {
    return [`${path}/${made.id}`, expectStatus((await upload(ada, made.id)).answer, 200)];
  }
  expect(made[member]).toEqual(before);
  return [`${path}/${made.id}`, made];
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
    const { path, member, change: { values } } = given;
    const [before, after] = values(references);
    const [at, made] = await arrange(path, member, before);
    const changed = await change(at, member, after);
    expect(changed.updatedAt > made.updatedAt, `${changed.updatedAt} > ${made.updatedAt}`).toBe(
      true,
    );
    expect((await change(at, member, after)).updatedAt).toBe(changed.updatedAt);
  });

  const searched = cases.filter(({ change }) => change.searchedBy !== null);
  it.each(searched)("$member of a contact changes by what it is found", async (given) => {
    const { path, member, change: { values, searchedBy } } = given;
    const [before, after] = values(references);
    const [at, { id }] = await arrange(path, member, before);
    const [oldWords, newWords] = searchedBy!;
    expect([await isFound(id, oldWords), await isFound(id, newWords)]).toEqual([true, false]);
    await change(at, member, after);
    expect([await isFound(id, oldWords), await isFound(id, newWords)]).toEqual([false, true]);
  });
});
