import { describe, expect, it } from "vitest";
import { mustHandle, startLogDatabase } from "../support/activity/log-database.ts";
import type { Json } from "../support/client.ts";
import type { Credential } from "../support/handle.ts";
import { type Asked, overlap } from "../support/overlap.ts";
import { placesOf } from "../support/owned-rows.ts";

/**
 * Of each race the order in which it is lost: the second request starts when the first has done its work and has not
 * committed. Nothing here depends on chance or time. The database is the file's own because all of it is searched for
 * what is left of an account.
 */
const database = await startLogDatabase(4);

const read = (): [operation: string, args: Json] => ["list_contacts", {}];
const requests: [string, (contactId: string) => [operation: string, args: Json]][] = [
  ["a new contact", () => ["create_contact", { body: { firstName: "Late" } }]],
  ["a change", (id) => ["update_contact", { id, body: { firstName: "Late" } }]],
  ["a note", (contactId) => ["create_note", { body: { content: "Late", contactId } }]],
  ["a network", () => ["create_network", { body: { name: "Late" } }]],
  ["a name", () => ["update_me", { body: { name: "Late" } }]],
  ["a retry", () => ["create_contact", { body: { firstName: "L" }, idempotencyKey: "k" }]],
  ["a read", read],
];

/** A new account's request by its token or key, and the one that deletes the account. */
async function prepare(by: "token" | "key", request: typeof requests[number][1]) {
  const { id: owner, token, newKey } = await database.newPerson();
  const asked = (credential: Credential, operation: string, args: Json): Asked => ({
    credential,
    operation,
    arguments: args,
  });
  // Counting its requests is what a read with a key waits for.
  const { counted: _, ...key } = (await newKey()).credential;
  const { id } = await mustHandle(database.asked, token, "create_contact", {
    body: { firstName: "A" },
  });
  return {
    owner,
    request: asked(by === "key" ? key : token, ...request(id)),
    remove: asked(token, "delete_me", {}),
  };
}

const left = (owner: string) => placesOf(database.superuser, owner);

describe.each(["token", "key"] as const)("an account that is being deleted, with a %s", (by) => {
  // A read with a token does not wait.
  const refused = requests.filter(([, request]) => by === "key" || request !== read);
  it.each(refused)("refuses %s that comes later", async (_, what) => {
    const { owner, request, remove } = await prepare(by, what);
    const [deleted, late] = await overlap(database.asked, remove, request);
    expect([deleted.status, late.status]).toEqual([204, 401]);
    expect(await left(owner)).toEqual([]);
  });

  it.each(requests)("the token is deleted with %s that came just before", async (_, what) => {
    const { owner, request, remove } = await prepare(by, what);
    const [made, deleted] = await overlap(database.asked, request, remove);
    expect([made.status < 300, deleted.status]).toEqual([true, 204]);
    expect(await left(owner)).toEqual([]);
  });
});

it("a read with the token of an account that is being deleted is answered", async () => {
  const { owner, request, remove } = await prepare("token", read);
  const [deleted, late] = await overlap(database.asked, remove, request);
  expect([deleted.status, late.status]).toEqual([204, 200]);
  expect(await left(owner)).toEqual([]);
});
