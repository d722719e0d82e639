import { beforeAll, describe, expect, it } from "vitest";
import { Kith } from "../../client/src/index.ts";
import { type Account, expectStatus, make, signUp, withKey } from "../support/accounts.ts";
import { as, baseUrl, type Client, type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
let contact: Json;
let networks: Json[];
const all = "notes,reminders,networks";

beforeAll(async () => {
  ada = await signUp();
  networks = [];
  for (const name of ["Zebras", "apes"]) networks.push(await make(ada, "/networks", { name }));
  const [zebras, apes] = networks.map(({ id }) => id);
  contact = await make(ada, "/contacts", { firstName: "Zoe", networkIds: [zebras, apes] });
  const other = await make(ada, "/contacts", { firstName: "Other", networkIds: [zebras] });
  const contactId = contact.id;
  for (let n = 1; n <= 12; n++) {
    const occurredAt = `2025-01-${String(n).padStart(2, "0")}`;
    await make(ada, "/notes", { content: `n${n}`, contactId, occurredAt });
    await make(ada, "/reminders", { title: `r${n}`, contactId, dueAt: occurredAt });
  }
  await make(ada, "/reminders", { title: "whenever", contactId });
  await make(ada, "/reminders", { title: "done", contactId, completed: true, dueAt: "2020-01-01" });
  await make(ada, "/notes", { content: "other", contactId: other.id });
  await make(ada, "/reminders", { title: "other", contactId: other.id, dueAt: "2020-01-01" });
});

const read = async (include: string, account: Client = ada): Promise<Json> =>
  expectStatus(await account.get(`/contacts/${contact.id}?include=${include}`), 200);

describe("a contact with what belongs to it", () => {
  it("has its newest notes, its open reminders and its networks, in the shape of their own routes", async () => {
    const plain = expectStatus(await ada.get(`/contacts/${contact.id}`), 200);
    const { notes, reminders, networks: shown, ...rest } = await read(all);
    expect(rest).toEqual(plain);
    expect(notes.map(({ content }: Json) => content))
      .toEqual(["n12", "n11", "n10", "n9", "n8", "n7", "n6", "n5", "n4", "n3"]);
    expect(reminders.map(({ title }: Json) => title))
      .toEqual(["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10"]);
    expect(shown.map(({ name }: Json) => name)).toEqual(["apes", "Zebras"]);
    for (
      const [path, item] of [["notes", notes[0]], ["reminders", reminders[0]], [
        "networks",
        shown[0],
      ]]
    ) {
      expect(expectStatus(await ada.get(`/${path}/${item.id}`), 200)).toEqual(item);
    }
  });

  it("has what is asked for and no more", async () => {
    const plain = Object.keys(contact);
    for (const include of ["notes", "reminders", "networks"]) {
      expect(Object.keys(await read(include))).toEqual([...plain, include]);
    }
    expect(Object.keys(await read("networks,notes,networks"))).toEqual([
      ...plain,
      "notes",
      "networks",
    ]);
    const bare = await make(ada, "/contacts", { firstName: "Bare" });
    expect(expectStatus(await ada.get(`/contacts/${bare.id}?include=${all}`), 200))
      .toMatchObject({ notes: [], reminders: [], networks: [] });
  });

  it("may be sent back as it was read", async () => {
    const plain = expectStatus(await ada.get(`/contacts/${contact.id}`), 200);
    const answer = await ada.patch(`/contacts/${contact.id}`, await read(all));
    expect(expectStatus(answer, 200)).toEqual(plain);
  });

  it("has a tag of its own", async () => {
    const tagOf = async (query: string) =>
      (await ada.get(`/contacts/${contact.id}${query}`)).headers.get("etag")!;
    const [plain, whole] = [await tagOf(""), await tagOf(`?include=${all}`)];
    expect(whole).not.toBe(plain);
    const options = { headers: { "if-none-match": whole } };
    const path = `/contacts/${contact.id}?include=${all}`;
    expect((await ada.get(path, options)).status).toBe(304);
    const [note] = (await read("notes")).notes;
    expectStatus(await ada.patch(`/notes/${note.id}`, { content: "n12 again" }), 200);
    expect((await ada.get(path, options)).status).toBe(200);
    expectStatus(await ada.patch(`/notes/${note.id}`, { content: "n12" }), 200);
  });

  it("leaves out notes that are too long to be sent together", async () => {
    const long = await make(ada, "/contacts", { firstName: "Long" });
    await sql`insert into kith.notes (owner_id, contact_id, content)
      select ${ada.id}, ${long.id}, repeat(chr(1), 100000) from generate_series(1, 10)`;
    const answer = await ada.get(`/contacts/${long.id}?include=notes`);
    expect(expectStatus(answer, 200).notes).toHaveLength(6);
    expect(answer.text.length).toBeLessThan(5 * 1024 * 1024);
  });

  it.each(["", "notes,", "photos", "Notes", "notes, reminders"])(
    "is refused with %j",
    async (include) => {
      const path = `/contacts/${contact.id}?include=${encodeURIComponent(include)}`;
      expectViolations(await ada.get(path), "query /include invalid_format");
    },
  );

  it("is read by the client with the option include", async () => {
    const kith = new Kith({ baseUrl: baseUrl(), token: ada.token });
    const found = await kith.contacts.get(contact.id, { include: "notes" });
    expect(found.notes).toHaveLength(10);
    const { response } = await kith.contacts.get(contact.id).withResponse();
    expect(await kith.contacts.get(contact.id, { ifNoneMatch: response.headers.get("etag")! }))
      .toBeUndefined();
  });
});

describe("a key with limits", () => {
  it("needs the scope of each thing that it includes", async () => {
    await withKey(ada, { scopes: ["contacts:read", "notes:read"] }, async (_, secret) => {
      const key = as(secret);
      const path = `/contacts/${contact.id}`;
      expect(expectStatus(await key.get(`${path}?include=notes`), 200).notes).toHaveLength(10);
      for (
        const [include, missing] of [["reminders", "reminders:read"], [
          all,
          "networks:read, reminders:read",
        ]]
      ) {
        const { detail } = expectProblem(
          await key.get(`${path}?include=${include}`),
          403,
          "insufficient_scope",
        );
        expect(detail).toBe(`This API key lacks what it asks to include: ${missing}.`);
      }
    });
  });

  it("sees only its own networks", async () => {
    await withKey(ada, { networkIds: [networks[1].id] }, async (_, secret) => {
      const key = as(secret);
      const { body } = await key.get(`/contacts/${contact.id}?include=${all}`);
      expect(body.networks.map(({ name }: Json) => name)).toEqual(["apes"]);
      expect(body.notes).toHaveLength(10);
    });
  });
});
