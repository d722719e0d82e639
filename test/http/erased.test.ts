import { expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { placesOf } from "../support/owned-rows.ts";
import { superuser } from "../support/sql.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

const sql = superuser();
const marker = "erased-marker";

/** A contact with the marker in every text. */
const contact = (name: string): Json => ({
  firstName: `${marker} ${name}`,
  lastName: marker,
  nickname: marker,
  company: marker,
  jobTitle: marker,
  emails: [{ value: `${name}.${marker}@example.com`, label: marker }],
  phones: [{ value: "+49 30 901820", label: marker }],
  urls: [{ value: `https://${marker}.example.com`, label: marker }],
  addresses: [{ label: marker, street: marker, city: marker, region: marker, postalCode: marker }],
  description: marker,
});
const bodies: Record<string, Json> = {
  "/contacts": contact("api"),
  "/networks": { name: `${marker} api`, description: marker },
  "/note-types": { name: `${marker} api`, icon: marker },
  "/notes": { content: marker },
  "/reminders": { title: marker, description: marker },
};

/** Deletes everything that lists have, through the API. */
async function deleteAll(me: Account): Promise<void> {
  for (const path of Object.keys(bodies)) {
    for (const { id } of expectStatus(await me.get(`${path}?pageSize=200`), 200).data) {
      expectStatus(await me.delete(`${path}/${id}`), 204);
    }
  }
}

it("what was written in any way, deleted and erased is in no table", async () => {
  const me = await signUp();
  let keys = 0;
  const post = async (path: string, body: Json): Promise<Json> => {
    const answer = await me.post(path, body, { headers: { "idempotency-key": `key ${keys++}` } });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const made: Record<string, Json> = {};
  for (const [path, body] of Object.entries(bodies)) made[path] = await post(path, body);
  const { id } = made["/contacts"]!;
  await post("/contacts/bulk", {
    create: [contact("bulk")],
    update: [{ id, nickname: `${marker} 2` }],
  });
  const [rest] = expectStatus(
    await postgrestClient(me.token).post("/contacts", { first_name: marker, description: marker }),
    201,
  );
  expectStatus(await postgrestClient(me.token).post("/notes", { content: marker }), 201);
  await post(`/contacts/${id}/merge`, { duplicateId: rest.id });
  const { id: preview } = await post("/imports", {
    kith: 1,
    contacts: [{ ...contact("import"), networkIds: [] }],
    networks: [{ name: `${marker} import` }],
    noteTypes: [{ name: `${marker} import` }],
    notes: [{ content: marker }],
    reminders: [{ title: marker }],
  });
  await post(`/imports/${preview}/apply`, { onMatch: "create" });
  // A value that has been replaced is in the log only, and in the answer to its writing.
  const { id: replaced } = await post("/contacts", contact("replaced"));
  const plain = Object.fromEntries(
    Object.entries(contact("x")).map(([name, value]) => [name, Array.isArray(value) ? [] : null]),
  );
  expectStatus(await me.patch(`/contacts/${replaced}`, { ...plain, firstName: "Plain" }), 200);
  const [kept] = expectStatus(await me.get("/contacts?search=Plain"), 200).data;
  expect(kept).toBeDefined();
  expect(await placesOf(sql, marker)).not.toEqual([]);

  await deleteAll(me);
  while ((await me.delete("/trash")).status === 202);
  expect(await placesOf(sql, marker)).toEqual([]);
  while ((await me.delete("/activity")).status === 202);
  expect(await placesOf(sql, marker)).toEqual([]);
  const again = await me.post("/contacts", bodies["/contacts"], {
    headers: { "idempotency-key": "key 0" },
  });
  expect([again.status, again.body.code]).toEqual([422, "idempotency_key_reused"]);
});
