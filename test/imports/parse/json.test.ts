import { describe, expect, it } from "vitest";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { hostileTexts } from "../../support/odd-texts.ts";

const ana = "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f";
const club = "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77";
const call = "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a";

const parse = (document: unknown) => parseText(JSON.stringify(document, null, 2));

function parseText(text: string, type = "application/json") {
  return parseFile(new TextEncoder().encode(text), type);
}

const shown = {
  id: ana.toUpperCase(),
  firstName: "Ana",
  lastName: null,
  displayName: "Ana",
  emails: [{ value: "ana@example.com", label: null }],
  photoUrl: "https://example.com/photo",
  hasPhoto: true,
  networkIds: [club],
  nextContactOn: null,
  needsContact: false,
  createdAt: "2026-03-02T08:15:00.000Z",
  updatedAt: "2026-03-02T08:15:00.000Z",
};

const whole = {
  kith: 1,
  exportedAt: "2026-03-02T08:15:00.000Z",
  profile: {},
  networks: [{ id: club, name: "Climbing", description: null, color: null, contactCount: 1 }],
  noteTypes: [{ id: call, name: "Call", icon: null, color: null, countsAsContact: true }],
  contacts: [shown],
  notes: [{ id: ana, content: " Hi ", contactId: ana, contactIds: [ana], noteTypeId: call }],
  reminders: [{
    title: "Write",
    dueAt: null,
    completed: true,
    completedAt: "2026-03-02T09:15:00+01:00",
    nextId: call.toUpperCase(),
  }],
};

describe("Kith's own JSON", () => {
  it("Kith's own JSON is read in the order in which it can be written, with references and lines", async () => {
    const { format, records, errors, dropped } = await parse(whole);
    expect({ format, errors }).toEqual({ format: "json", errors: [] });
    expect(records.map(({ line, resource, uid }) => [line, resource, uid])).toEqual([
      [6, "network", club],
      [15, "note_type", call],
      [24, "contact", ana],
      [47, "note", ana],
      [58, "reminder", null],
    ]);
    expect(records[2]).toEqual({
      line: 24,
      resource: "contact",
      uid: ana,
      value: {
        firstName: "Ana",
        lastName: null,
        emails: [{ value: "ana@example.com", label: null }],
      },
      networks: ["Climbing"],
      notes: [],
      photo: null,
      refs: { networkUids: [club] },
    });
    expect(records[3]).toMatchObject({
      value: { content: " Hi " },
      refs: { contactUids: [ana], noteTypeUid: call },
    });
    expect(records[4]).toMatchObject({
      value: {
        title: "Write",
        dueAt: null,
        completed: true,
        completedAt: "2026-03-02T08:15:00.000Z",
      },
      refs: { nextUid: call },
    });
    expect(dropped).toEqual([{ property: "contacts.photoUrl", count: 1 }]);
  });

  it("may have only some lists, and members of a later version", async () => {
    const found = await parse({ kith: 1, contacts: [{ firstName: "Ana", pets: [] }], pets: [] });
    expect(found.records.map(({ value }) => value)).toEqual([{ firstName: "Ana" }]);
    expect(found.dropped.map(({ property }) => property)).toEqual(["pets", "contacts.pets"]);
  });

  it("Kith's own JSON has errors with line and pointer, and the rest goes on", async () => {
    const contacts = [{ firstName: "Ana", emails: [{ value: "none" }] }, 5, null, { company: "A" }];
    const { records, errors } = await parse({ kith: 1, contacts });
    expect(records.map(({ value }) => value)).toEqual([{ company: "A" }]);
    expect(errors).toEqual([
      { line: 4, pointer: "/contacts/0/emails/0/value", message: "Must be an e-mail address." },
      { line: 12, pointer: "/contacts/1", message: expect.any(String) },
      { line: 13, pointer: "/contacts/2", message: expect.any(String) },
    ].map((each) => ({ ...each, resource: "contact" })));
  });

  it("refuses notes in the future, as the database does", async () => {
    const days = ["2999-01-01", "2999-01-01T00:00:00Z", "2020-01-01", "2020-01-01T00:00:00Z"];
    const notes = days.map((occurredAt) => ({ content: "a", occurredAt }));
    const { records, errors } = await parse({ kith: 1, notes });
    expect(records).toHaveLength(2);
    expect(errors.map(({ pointer }) => pointer))
      .toEqual(["/notes/0/occurredAt", "/notes/1/occurredAt"]);
  });

  it.each(["null", "[]", "5", "{}", '{"kith":2}', '{"kith":1,"contacts":{}}'])(
    "Kith's own JSON is not %s",
    async (text) => {
      await expect(parseText(text)).rejects.toMatchObject({ code: "validation_failed" });
    },
  );

  it("Kith's own JSON is refused when it is broken, or in another charset than it says", async () => {
    await expect(parseText("{")).rejects.toMatchObject({ code: "invalid_json" });
    await expect(parseText("{}", "application/json;charset=x-none"))
      .rejects.toMatchObject({ code: "unsupported_media_type" });
  });

  it("Kith's own JSON has at most 1,000 records", async () => {
    const notes = Array.from({ length: 500 }, () => ({ content: "a" }));
    const contacts = Array.from({ length: 500 }, () => ({ firstName: "a" }));
    expect((await parse({ kith: 1, contacts, notes })).records).toHaveLength(1000);
    await expect(parse({ kith: 1, contacts, notes: [...notes, 0] }))
      .rejects.toMatchObject({ code: "payload_too_large" });
  });

  it("keeps hostile texts as they are", async () => {
    const contacts = hostileTexts.map((text) => ({ description: text, nickname: "a" }));
    const { records, errors } = await parse({ kith: 1, contacts });
    expect(errors).toEqual([]);
    expect(records.map(({ value }) => value["description"]))
      .toEqual(hostileTexts.map((text) => text.trim()));
  });

  it("refuses what cannot be stored, and cannot change prototypes", async () => {
    const text = '{"kith":1,"__proto__":{"a":1},"contacts":[{"firstName":"a\\u0000"},' +
      '{"firstName":"\\ud800"},{"__proto__":{"company":"x"},"constructor":1,"nickname":"a"}]}';
    const { records, errors, dropped } = await parseText(text);
    expect(errors.map(({ pointer }) => pointer))
      .toEqual(["/contacts/0/firstName", "/contacts/1/firstName"]);
    expect(records.map(({ value }) => value)).toEqual([{ nickname: "a" }]);
    expect(dropped.map(({ property }) => property))
      .toEqual(["__proto__", "contacts.__proto__", "contacts.constructor"]);
    expect(({} as Record<string, unknown>)["company"]).toBeUndefined();
  });

  it("Kith's own JSON is refused or read when it is nested deep or has long tokens", async () => {
    const deep = `{"kith":1,"contacts":[${"[".repeat(500_000)}${"]".repeat(500_000)}]}`;
    await expect(parseText(deep)).rejects.toMatchObject({ code: "invalid_json" });
    const name = "k".repeat(500_000);
    const long = `{"kith":1,"${name}":"${name}","contacts":[{"${name}":1,"firstName":"A"}]}`;
    expect((await parseText(long)).records).toHaveLength(1);
  });
});

const parseKith = (document: object) => parse({ kith: 1, ...document });

const id = (n: number) => `0190a5c2-6f7e-7cc3-98c4-${String(n).padStart(12, "0")}`;

describe("the profile of a document", () => {
  it("the profile has the members that a client can write, and its line", async () => {
    const profile = {
      id: id(1),
      email: "ada@example.com",
      name: " Ada ",
      timezone: "Europe/Paris",
      country: "FR",
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
      scopes: ["contacts:read"],
      networkIds: null,
      expiresAt: null,
      pets: 1,
    };
    const { records, errors, dropped } = await parseKith({
      contacts: [{ firstName: "Zoë" }],
      profile,
      notes: [{ content: "N" }],
    });
    expect(errors).toEqual([]);
    expect(records.map(({ resource, line }) => [resource, line]))
      .toEqual([["profile", 8], ["contact", 4], ["note", 24]]);
    expect(records[0]).toMatchObject({
      uid: null,
      value: { name: "Ada", timezone: "Europe/Paris", country: "FR" },
    });
    expect(dropped).toEqual([{ property: "profile.pets", count: 1 }]);
  });

  it.each([
    [undefined],
    [null],
    [{}],
    [{ name: null, timezone: "UTC", country: null }],
    [{ name: " ", country: "" }],
  ])("that says nothing is none: %j", async (profile) => {
    expect(await parseKith({ profile })).toMatchObject({ records: [], errors: [], dropped: [] });
  });

  it.each([
    [5, "/profile"],
    ["Ada", "/profile"],
    [[], "/profile"],
    [{ name: 5 }, "/profile/name"],
    [{ name: "x".repeat(256) }, "/profile/name"],
    [{ timezone: {} }, "/profile/timezone"],
    [{ timezone: "" }, "/profile/timezone"],
    [{ country: "France" }, "/profile/country"],
    [{ name: "a\0" }, "/profile/name"],
  ])("%j is an error, and the rest goes on", async (profile, pointer) => {
    const { records, errors } = await parseKith({ profile, contacts: [{ firstName: "Zoë" }] });
    expect(errors).toEqual([
      { line: expect.any(Number), pointer, message: expect.any(String), resource: "profile" },
    ]);
    expect(records.map(({ resource }) => resource)).toEqual(["contact"]);
  });
});

describe("reminders of a document", () => {
  /** For each number the next one, as reminders. */
  const series = (...next: unknown[]) =>
    parseKith({ reminders: next.map((nextId, n) => ({ id: id(n), title: `R${n}`, nextId })) });
  const links = ({ records }: Awaited<ReturnType<typeof series>>) =>
    records.map(({ refs }) => refs?.nextUid ?? null);

  it("keep the next one, unless it would come before itself", async () => {
    const ways = await series(id(1), id(2), id(3), id(1), null, id(5), id(4), id(99));
    expect(links(ways)).toEqual([id(1), null, null, null, null, null, id(4), id(99)]);
    expect(ways.dropped).toEqual([{ property: "reminders.nextId: comes after itself", count: 4 }]);
  });

  it("are read in linear time in a long series", async () => {
    const found = await series(...Array.from({ length: 1_000 }, (_, n) => id((n + 1) % 1_000)));
    expect(links(found).filter(Boolean)).toEqual([]);
    const open = await series(...Array.from({ length: 1_000 }, (_, n) => id(n + 1)));
    expect(links(open).filter(Boolean)).toHaveLength(1_000);
  });

  it.each([5, true, "x", {}, [id(1)], `urn:uuid:${id(1)}`])(
    "are kept without a nextId of %j",
    async (nextId) => {
      const found = await series(nextId);
      expect(links(found)).toEqual([null]);
      const property = "reminders.nextId: must be a UUID";
      expect(found.dropped).toMatchObject([{ property, count: 1, lines: [expect.any(Number)] }]);
    },
  );

  it("keep a valid time of completion", async () => {
    const at = "2026-03-02T08:15:00.000Z";
    const reminders = [[true, at], [false, at], [true, "2026-03-02"], [true, 5], [true, null]]
      .map(([completed, completedAt]) => ({ title: "R", completed, completedAt }));
    const { records, dropped } = await parseKith({ reminders });
    expect(records.map(({ value }) => value["completedAt"] ?? null))
      .toEqual([at, null, null, null, null]);
    expect(dropped).toMatchObject([
      { property: "reminders.completedAt: must be an RFC 3339 instant", count: 2 },
    ]);
  });
});

it("a document of Kith from before a rule loses what the rule refuses, and no contact", async () => {
  const phones = [{ value: "ask her", label: null }, { value: "1", label: "a\nb" }];
  const { records, errors, dropped } = await parse({
    kith: 1,
    contacts: [{ firstName: "Ana\nMaria", phones, addresses: [{ street: "a\nb", city: "c\nd" }] }],
    networks: [{ name: "a\r\nb" }],
    reminders: [{ title: "Call\nher", description: "a\nb" }],
  });
  expect(errors).toEqual([]);
  expect(records.map(({ value }) => value)).toMatchObject([
    { name: "a b" },
    {
      firstName: "Ana Maria",
      phones: [{ value: "1", label: "a b" }],
      addresses: [{ street: "a\nb", city: "c d" }],
    },
    { title: "Call her", description: "a\nb" },
  ]);
  expect(dropped)
    .toMatchObject([{ property: "contacts.phones: it is no phone number (“ask her”)", count: 1 }]);
});
