import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { textNames } from "../../functions/kith/contacts/fields.ts";
import { expectStatus, signUp, withKey } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";
import { changeSetOf } from "../support/route-examples.ts";

// Every text of a contact goes wherever a contact goes. test/http/every-field.test.ts writes and merging.test.ts merges it;
// test/thorough/programs/new-field.test.ts adds one and runs all three.
const names = textNames();
const textsOf = (of: Json) => Object.fromEntries(names.map((name) => [name, of[name]]));
const texts = (about: string) =>
  Object.fromEntries(names.map((name) => [name, `${about} ${name}`.slice(0, 20)]));

const owner = await signUp();
const contact = (body: Json) => owner.make("/contacts", body);
const read = (id: string, client: Client = owner) => client.read(`/contacts/${id}`);

it("comes back where a change or a deletion is undone, and is in the feed of changes", async () => {
  const { cursor } = await owner.read("/changes");
  const { id } = await contact(texts("Made"));
  const changed = changeSetOf(await owner.patch(`/contacts/${id}`, texts("Changed")), 200);
  const [{ fields }] = (await owner.undo(changed)).changes;
  expect(Object.keys(fields).sort()).toEqual([...names].sort());
  expect(textsOf(await read(id))).toEqual(texts("Made"));
  await owner.undo(changeSetOf(await owner.delete(`/contacts/${id}`), 204));
  expect(textsOf(await read(id))).toEqual(texts("Made"));
  const [{ value }] = await owner.listed(`/changes?since=${cursor}`) as [Json];
  expect(textsOf(value)).toEqual(texts("Made"));
});

// test/client/round-trip.test.ts exports it in each format, and imports it anew.
it("is imported into somebody who lacks it", async () => {
  const emails = [{ value: "a@example.com", label: null }];
  await owner.make("/contacts", { ...texts("Moved"), emails });
  const into = await signUp();
  await into.make("/contacts", { firstName: "Here", emails });
  const { id } = await into.make("/imports", await owner.read("/export"));
  expectStatus(await into.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
  const [found] = await into.listed("/contacts?search=a@example.com");
  expect(textsOf(found)).toEqual({ ...texts("Moved"), firstName: "Here" });
});

it("is written and read by assistants, and by keys for its networks only", async () => {
  const network = await owner.make("/networks", { name: randomUUID() });
  await withKey(owner, { networkIds: [network.id] }, async (_, key) => {
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
