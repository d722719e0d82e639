import { describe, expect, it } from "vitest";
import { Kith } from "../../client/src/index.ts";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { baseUrl, type Json } from "../support/client.ts";
import { makeFullContact } from "../support/full-contact.ts";
import { checkedFetch } from "../support/checked-fetch.ts";

const kithOf = ({ token }: Account) =>
  new Kith({ baseUrl: baseUrl(), token, fetch: checkedFetch(token) });

const from = await signUp();
await from.patch("/me", { name: "Zoë's", timezone: "Pacific/Auckland", country: "NZ" });
const { contact } = await makeFullContact(from);
const other = await from.make("/contacts", { company: "ACME", birthday: "1990-03-20" });
const type = await from.make("/note-types", {
  name: "Letter",
  icon: "✉",
  color: "#123456",
  countsAsContact: false,
});
await from.make("/fields", { name: "Diet", type: "choice", options: ["vegan", "omnivore"] });
await from.make("/fields", { name: "Kids", type: "number", position: 3 });
await from.change(`/contacts/${contact.id}`, { custom: { diet: "vegan", kids: 2.5 } });
await from.make("/networks", { name: "Empty", description: "Nobody.", color: "#abcdef" });
await from.make("/notes", {
  content: "  Both, <b>with</b> \n\t🧗  ",
  contactIds: [other.id, contact.id],
  noteTypeId: type.id,
  occurredAt: "2026-01-02T03:04:05.678Z",
});
await from.make("/notes", { content: "About nobody", occurredAt: "2026-02-03T00:00:00Z" });
await from.make("/relationships", {
  contactId: contact.id,
  relatedContactId: other.id,
  kind: "manager",
  label: "boss",
  inverseLabel: "climber",
  startedOn: "2020-02-29",
  endedOn: "2024-02-29",
  note: "  Two\nlines  ",
});
await from.make("/reminders", {
  title: "Climb",
  description: "again",
  contactIds: [contact.id],
  dueAt: "2030-01-31T09:00:00Z",
  recurrence: "FREQ=MONTHLY;INTERVAL=2",
  recurrenceFrom: "completion",
});
const done = await from.make("/reminders", { title: "Done", contactIds: [other.id] });
await from.patch(`/reminders/${done.id}`, { completed: true });
const daily = {
  title: "Water",
  dueAt: "2026-02-01T20:00:00Z",
  recurrence: "FREQ=DAILY;UNTIL=20990101",
};
let { id } = await from.make("/reminders", daily);
for (let n = 0; n < 3; n++) {
  id = expectStatus(await from.patch(`/reminders/${id}`, { completed: true }), 200).nextId;
}

/** Exports, imports into an empty account, and exports again. */
async function moved(query: Json, repeated = query): Promise<[before: string, after: string]> {
  const to = await signUp();
  const before = await (await kithOf(from).export(query)).text();
  const found = await kithOf(to).imports.fromFile(before);
  expect([found.counts.error, found.counts.conflict, found.dropped]).toEqual([0, 0, []]);
  expect((await found.apply()).failed).toBe(0);
  return [before, await (await kithOf(to).export(repeated)).text()];
}

const stamps = ["id", "createdAt", "updatedAt", "exportedAt"];
/** Whose account it is stays. */
const ofAccount = ["email", "scopes", "networkIds", "expiresAt"];

/** A document with names instead of ids, and in an order that does not depend on them. */
function comparable(text: string): Json {
  const document = JSON.parse(text);
  for (const name of ofAccount) delete document.profile[name];
  const names = new Map<string, string>();
  const lists = Object.values(document).filter(Array.isArray).flat();
  for (const item of lists) {
    const name = item.name ?? item.content ?? item.displayName;
    names.set(item.id, name ?? `${item.title} ${item.dueAt}`);
  }
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (stamps.includes(key)) return undefined;
    if (typeof value === "string") return names.get(value) ?? value;
    return Array.isArray(value) &&
        ["fields", "networks", "noteTypes", "contacts", "notes", "reminders"]
          .includes(key)
      ? value.sort((one, other) => JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
      : value;
  });
}

describe("everything that is exported", () => {
  it("the account is the same after an import into an empty account, except for ids and timestamps", async () => {
    const [before, after] = await moved({});
    const expected = comparable(before);
    const { fields, networks, contacts, notes, relationships, reminders } = expected;
    expect(
      [fields, networks, contacts, notes, relationships, reminders].map(({ length }) => length),
    )
      .toEqual([2, 2, 2, 2, 1, 6]);
    expect(expected.reminders.filter(({ nextId }: Json) => nextId?.startsWith("Water")))
      .toHaveLength(
        3,
      );
    expect(comparable(after)).toEqual(expected);
  });

  it.each(["vcard", "vcard3", "csv", "jscontact"])(
    "has each field of contacts as %s",
    async (format) => {
      const to = await signUp();
      const file = await (await kithOf(from).export({ format, isArchived: "any" } as never)).text();
      const found = await kithOf(to).imports.fromFile(file);
      expect([found.counts, found.dropped])
        .toEqual([{ create: 4, match: 0, conflict: 0, error: 0 }, []]);
      await found.apply();
      const contacts = async (account: Account) => {
        const answer = await kithOf(account).export({ format: "json", isArchived: "any" });
        const { contacts, networks } = JSON.parse(await answer.text());
        const names = new Map(networks.map(({ id, name }: Json) => [id, name]));
        return contacts.map(({ id: _, createdAt: __, updatedAt: ___, ...rest }: Json) => ({
          ...rest,
          networkIds: rest.networkIds.map((id: string) => names.get(id)),
        })).sort((one: Json, other: Json) => one.displayName < other.displayName ? -1 : 1);
      };
      expect(await contacts(to)).toEqual(await contacts(from));
    },
  );
});

describe("a download", () => {
  const broken = (type: string, chunks: string[], error?: Error) => {
    const answer = new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
          if (error) controller.error(error);
          else controller.close();
        },
      }),
      { headers: { "content-type": type } },
    );
    const kith = new Kith({
      baseUrl: "https://kith.test",
      token: "t",
      fetch: () => Promise.resolve(answer),
    });
    return kith.export({ format: "vcard" });
  };
  const said = "The answer broke off: it is not complete.";

  it.each([
    ["application/json", ['{"kith":1,"contacts":[\n{}']],
    ["text/vcard; charset=utf-8", ["BEGIN:VCARD\r\nVERSION:4.0\r\n"]],
  ])("fails where a file of %s ends too early", async (type, chunks) => {
    await expect((await broken(type, chunks)).text()).rejects.toThrow(said);
  });

  it("fails where the connection breaks off", async () => {
    const answer = await broken("text/csv", ["First Name\r\n"], new TypeError("terminated"));
    await expect(answer.text()).rejects.toMatchObject({ name: "KithConnectionError" });
  });

  it.each([
    ["application/json", ['{"kith":1,"contacts":[]', "}\n"]],
    ["text/vcard; charset=utf-8", ["BEGIN:VCARD\r\nEND:VC", "ARD\r\n"]],
    ["text/vcard", []],
  ])("is whole as %s: %j", async (type, chunks) => {
    expect(await (await broken(type, chunks)).text()).toBe(chunks.join(""));
  });
});
