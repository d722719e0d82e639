import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { type Account, makeKey, signUp, withKey } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type Called, callTool, connect, mcpUrl, newClient } from "../support/mcp/client.ts";
import { unknownIds } from "../support/mcp/inputs.ts";

/** What the user is asked; answers what the form is sent back with. */
type Answer = (asked: { message: string; properties: Json }) => Json;

/** A client that shows forms to the user. */
async function withForms<T>(key: string, answer: Answer, use: (client: Client) => Promise<T>) {
  const client = newClient("2026", { elicitation: { form: {} } });
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    const { message, requestedSchema } = params as Json;
    const { properties } = requestedSchema;
    asked.push(message, ...Object.values(properties).map((each) => (each as Json).title));
    return answer({ message, properties });
  });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl()), { requestInit }));
  const answered = await use(client).finally(() => client.close());
  return { answered, asked };
}

const accept = (content: Json): Json => ({ action: "accept", content });
/** Chooses for each name the first who is called so. */
const choose = (title: string): Answer => ({ properties }) =>
  accept(Object.fromEntries(
    Object.entries(properties).map(([name, { oneOf }]: Json) => [
      name,
      oneOf.find((each: Json) => each.title === title).const,
    ]),
  ));

async function createNamesakes() {
  const account = await signUp();
  const make = (body: Json) => account.make("/contacts", body).then(({ id }) => id as string);
  const galp = await make({ firstName: "Ana", lastName: "Silva", company: "Galp" });
  const costa = await make({ firstName: "Ana", lastName: "Costa" });
  const { key } = await makeKey(account);
  return { account, key, galp, costa };
}

const notesOf = async (account: Account) => (await account.get("/notes")).body.data;
const log = (people: Json) => (client: Client) =>
  callTool(client, "log_note", { content: "Lunch.", people });

describe("where a name is unclear, a client that can ask", () => {
  it("asks who is meant, and the one who is chosen is written to", async () => {
    const { account, key, galp } = await createNamesakes();
    const { answered, asked } = await withForms(key, choose("Ana Silva, Galp"), log(["Ana"]));
    expect(asked).toEqual(["It is not clear who is meant.", 'Who is "Ana"?']);
    expect(answered.read.note.people[0].id).toBe(galp);
    expect(await notesOf(account)).toMatchObject([{ contactIds: [galp] }]);
    // A single text, and an argument that is no list.
    expect((await withForms(key, choose("Ana Silva, Galp"), log("Ana"))).answered.isError)
      .toBe(false);
    const read = await withForms(
      key,
      choose("Ana Costa"),
      (client) => callTool(client, "get_contact", { contact: "Ana" }),
    );
    expect(read.answered.read.contact.lastName).toBe("Costa");
  });

  it("where a name is not asked where nobody is near, nor for a client that does not declare it", async () => {
    const { account, key } = await createNamesakes();
    const { answered, asked } = await withForms(key, choose(""), log(["Xyz"]));
    expect([asked, answered.read.code]).toEqual([[], "invalid_reference"]);
    for (const era of ["2025", "2026"] as const) {
      const client = await connect(key, era);
      expect((await log(["Ana"])(client)).read.errors[0].message).toContain("may be 2 contacts");
      await client.close();
    }
    expect(await notesOf(account)).toEqual([]);
  });

  it.each<[string, (ids: { other: string; foreign: string }) => Json]>([
    ["no", () => ({ action: "decline" })],
    ["nothing", () => ({ action: "cancel" })],
    ["an empty form", () => accept({})],
    ["a name", () => accept({ "people.0": "Ana Silva" })],
    ["an id that nobody has", ({ other }) => accept({ "people.0": other })],
    ["an id of another account", ({ foreign }) => accept({ "people.0": foreign })],
    ["other members", ({ other }) => accept({ "people.9": other, content: other, x: other })],
    ["a prototype", ({ other }) => accept({ "__proto__.polluted": other, "people.length": other })],
    ["something that is no form", () => accept({ "people.0": ["Ana"], "": "" })],
  ])("writes nothing where the answer is %s", async (_, answer) => {
    const { account, key } = await createNamesakes();
    const { galp: foreign } = await createNamesakes();
    const ids = { other: unknownIds().contact, foreign };
    const { answered } = await withForms(key, () => answer(ids), log(["Ana"]));
    expect(answered).toMatchObject({ isError: true, read: { code: "invalid_reference" } });
    expect(await notesOf(account)).toEqual([]);
  });

  it("where a name is offered nobody whom the key does not see", async () => {
    const { account, galp } = await createNamesakes();
    const network = await account.make("/networks", { name: "Work" });
    await account.change(`/contacts/${galp}`, { addNetworkIds: [network.id] });
    await account.make("/contacts", {
      firstName: "Ana",
      lastName: "Lopes",
      networkIds: [network.id],
    });
    await withKey(account, { networkIds: [network.id] }, async (_, key) => {
      const offered: string[] = [];
      await withForms(key, ({ properties }) => {
        offered.push(...properties["people.0"].oneOf.map(({ title }: Json) => title));
        return { action: "decline" };
      }, log(["Ana"]));
      expect(offered.toSorted()).toEqual(["Ana Lopes", "Ana Silva, Galp"]);
    });
  });
});

describe("before fifty or more are deleted, a client that can ask", async () => {
  const account = await signUp();
  const { key } = await makeKey(account);
  const create = Array.from({ length: 52 }, (_, n) => ({ firstName: `Guest ${n}` }));
  await account.post("/contacts/bulk", { create });
  const { body } = await account.get("/contacts?pageSize=200&fields=id");
  const ids: string[] = body.data.map(({ id }: Json) => id);
  const remove = (contacts: string[]) => (client: Client): Promise<Called> =>
    callTool(client, "change_contacts", { contacts, delete: true });
  const count = async () => (await account.get("/contacts")).body.total;

  it("asks, and deletes nothing without a yes", async () => {
    for (
      const answer of [
        { action: "decline" },
        { action: "cancel" },
        accept({ agreed: false }),
        accept({ agreed: "true" }),
        accept({ who: true }),
      ]
    ) {
      const { answered, asked } = await withForms(key, () => answer, remove(ids));
      expect(asked[0]).toBe("Delete 52 contacts? They can be brought back for 30 days.");
      expect(answered.read).toMatchObject({
        code: "validation_failed",
        errors: [{ pointer: "/delete", message: expect.stringContaining("did not agree") }],
      });
    }
    expect(await count()).toBe(52);
  });

  it("does not ask for a key that may not, nor about fewer", async () => {
    await withKey(account, { scopes: ["contacts:read"] }, async (_, key) => {
      const { answered, asked } = await withForms(key, () => accept({}), remove(ids));
      expect([asked, answered.read.code]).toEqual([[], "insufficient_scope"]);
    });
    const { asked } = await withForms(key, () => accept({}), remove(ids.slice(0, 2)));
    expect([asked, await count()]).toEqual([[], 50]);
  });

  it("deletes with a yes", async () => {
    const yes = () => accept({ agreed: true });
    const { answered } = await withForms(key, yes, remove(ids.slice(2)));
    expect([answered.isError, await count()]).toEqual([false, 0]);
  });
});

describe("before fifty or more reminders are deleted, a client that can ask", () => {
  it("asks, also where filters name them", async () => {
    const account = await signUp();
    const create = Array.from({ length: 50 }, (_, n) => ({ title: `Task ${n}` }));
    await account.post("/reminders/bulk", { create });
    const { key } = await makeKey(account);
    const input = { matching: { search: "task" }, total: 50, delete: true };
    const remove = (client: Client) => callTool(client, "change_reminders", input);
    const no = await withForms(key, () => accept({ agreed: false }), remove);
    expect([no.asked.length, no.answered.isError]).toEqual([2, true]);
    const yes = await withForms(key, () => accept({ agreed: true }), remove);
    expect(yes.answered.read.count).toBe(50);
  });
});
