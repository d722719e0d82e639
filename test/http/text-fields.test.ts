import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { textNames } from "../../functions/kith/contacts/fields.ts";
import { type Account, expectStatus, signUp, withKey } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";
import { changeSetOf } from "../support/route-examples.ts";

// Every text of a contact goes wherever a contact goes. test/thorough/programs/new-field.test.ts adds one and runs this.
const names = textNames();
const textsOf = (of: Json) => Object.fromEntries(names.map((name) => [name, of[name]]));
const texts = (about: string) =>
  Object.fromEntries(names.map((name) => [name, `${about} ${name}`.slice(0, 20)]));

const owner = await signUp();
const contact = (body: Json) => owner.make("/contacts", body);
const read = async (id: string, client = owner as Pick<Account, "get">) =>
  expectStatus(await client.get(`/contacts/${id}`), 200);
const undo = async (set: string) =>
  expectStatus(await owner.post(`/activity/${set}/undo`, {}), 200);

it("is trimmed, changed, and held to its length, and undoing brings it back", async () => {
  const padded = Object.entries(texts("Made")).map(([name, text]) => [name, ` ${text}\n`]);
  const { id } = await contact(Object.fromEntries(padded));
  expect(textsOf(await read(id))).toEqual(texts("Made"));
  const changed = changeSetOf(await owner.patch(`/contacts/${id}`, texts("Changed")), 200);
  expect(textsOf(await read(id))).toEqual(texts("Changed"));
  const { errors } = expectStatus(
    await owner.patch(
      `/contacts/${id}`,
      Object.fromEntries(names.map((name) => [name, "x".repeat(10_001)])),
    ),
    400,
  );
  expect(errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort())
    .toEqual(names.map((name) => `/${name} too_long`).sort());
  const [{ fields }] = (await undo(changed)).changes;
  expect(Object.keys(fields).sort()).toEqual([...names].sort());
  expect(textsOf(await read(id))).toEqual(texts("Made"));
});

it("comes back from the trash, and is in the feed of changes", async () => {
  const { cursor } = expectStatus(await owner.get("/changes"), 200);
  const { id } = await contact(texts("Lost"));
  const deleted = changeSetOf(await owner.delete(`/contacts/${id}`), 204);
  expect(expectStatus(await owner.get("/trash"), 200).data[0].resourceId).toBe(id);
  await undo(deleted);
  expect(textsOf(await read(id))).toEqual(texts("Lost"));
  const { data } = expectStatus(await owner.get(`/changes?since=${cursor}`), 200);
  const last = data.findLast(({ id: changed }: Json) => changed === id);
  expect(textsOf(last.value)).toEqual(texts("Lost"));
});

it("is filled from the duplicate by merging, and chosen", async () => {
  const [empty, full] = [await contact({ company: "X" }), await contact(texts("Full"))];
  const merge = async (target: Json, duplicate: Json, fields: Json) =>
    changeSetOf(
      await owner.post(`/contacts/${target.id}/merge`, { duplicateId: duplicate.id, fields }),
      200,
    );
  const merged = await merge(empty, full, {});
  expect(textsOf(await read(empty.id))).toEqual({ ...texts("Full"), company: "X" });
  await undo(merged);
  expect(textsOf(await read(full.id))).toEqual(texts("Full"));
  const other = await contact(texts("Other"));
  await merge(other, full, Object.fromEntries(names.map((name) => [name, "duplicate"])));
  expect(textsOf(await read(other.id))).toEqual(texts("Full"));
});

it.each(["vcard", "vcard3", "csv", "json"])(
  "is exported as %s, and imported anew and into somebody who lacks it",
  async (format) => {
    const [from, to] = [await signUp(), await signUp()];
    const emails = [{ value: "a@example.com", label: null }];
    await from.make("/contacts", { ...texts("Moved"), emails });
    const file = await from.get(`/contacts/export?format=${format}`);
    const headers = { "content-type": file.headers.get("content-type")! };
    const bring = async (into: Account) => {
      const { id } = expectStatus(
        await into.post("/imports", undefined, { raw: file.text, headers }),
        201,
      );
      expectStatus(await into.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
      return expectStatus(await into.get("/contacts"), 200).data;
    };
    expect((await bring(to)).map(textsOf)).toEqual([texts("Moved")]);
    const another = await signUp();
    await another.make("/contacts", { firstName: "Here", emails });
    expect((await bring(another)).map(textsOf)).toEqual([{ ...texts("Moved"), firstName: "Here" }]);
  },
);

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
