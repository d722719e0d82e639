import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json, locationOf, timeless } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

// How files are read is tested in test/imports/, large files in test/client/imports.test.ts.

let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

/** A preview of a document of Kith. */
const preview = (document: Json, client: Client = ada) =>
  client.make("/imports", { kith: 1, ...document });
const tryFile = (raw: string, type = "text/vcard", client: Client = ada) =>
  client.post("/imports", undefined, { raw, headers: { "content-type": type } });
const file = async (raw: string, type?: string, client?: Client) =>
  expectStatus(await tryFile(raw, type, client), 201);
const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
const rowsOf = ({ id }: Json, query = "") => ada.listed(`/imports/${id}/rows${query}`);
const tryApply = ({ id }: Json, body: Json, client: Client = ada) =>
  client.post(`/imports/${id}/apply`, body);
const apply = async (made: Json, body: Json = { onMatch: "merge" }): Promise<Json> =>
  expectStatus(await tryApply(made, body), 200);
const contacts = () => ada.listed("/contacts?isArchived=any&pageSize=200");
const contact = (firstName: string, body: Json = {}) =>
  ada.make("/contacts", { firstName, ...body });
const emailed = (value: string) => ({ emails: [{ value }] });

describe("a preview", () => {
  it("reads days by the zone and country of the profile, and asks what stays open", async () => {
    const birthdays = async (made: Json) => (await rowsOf(made)).map(({ value }) => value.birthday);
    const table = "First Name,Birthday\nAna,03/04/1990\n";
    const asked = await file(table, "text/csv");
    expect(asked.questions).toMatchObject([{ kind: "dayOrder", column: "Birthday", count: 1 }]);
    expect(await birthdays(asked)).toEqual(["1990-03-04"]);
    const columns = encodeURIComponent('{"Birthday":"birthday:day-first"}');
    const headers = { "content-type": "text/csv" };
    const answered = expectStatus(
      await ada.post(`/imports?columns=${columns}`, undefined, { raw: table, headers }),
      201,
    );
    expect([answered.questions, await birthdays(answered)]).toEqual([[], ["1990-04-03"]]);
    await ada.change("/me", { country: "GB", timezone: "Europe/Berlin" });
    expect(await birthdays(await file(table, "text/csv"))).toEqual(["1990-04-03"]);
    const instant = await file(card("FN:A", "BDAY:1979-07-14T22:00:00Z"));
    expect(await birthdays(instant)).toEqual(["1979-07-15"]);
    expect(instant.dropped[0].property).toMatch(/^BDAY: .* Europe\/Berlin$/);
  });

  it("finds those who have only a name where a file of the same name made them, and dates their notes", async () => {
    const table = "First Name,Notes\nAna,Likes tulips.\nAna,\nBo,\n";
    const make = async (query: string) =>
      expectStatus(
        await ada.post(`/imports?${query}`, undefined, {
          raw: table,
          headers: { "content-type": "text/csv" },
        }),
        201,
      );
    const query = "fileName=family.csv&fileDay=2024-03-05";
    const first = await make(query);
    expect(first.counts).toMatchObject({ create: 3 });
    await apply(first);
    expect((await ada.listed("/notes"))[0].occurredAt).toMatch(/^2024-03-05T/);
    const [bo] = await ada.listed("/contacts?search=bo");
    await ada.change(`/contacts/${bo.id}`, { firstName: "Bogdan" });
    const again = await make(query);
    expect(again.counts).toMatchObject({ create: 0, match: 3 });
    expect((await rowsOf(again)).map(({ matchedBy }) => matchedBy)).toEqual(["uid", "uid", "uid"]);
    expect((await make("fileName=club.csv")).counts).toMatchObject({ create: 3 });
    expect((await make("")).counts).toMatchObject({ create: 3 });
    const headers = { "content-type": "text/csv" };
    const refused = await ada.post("/imports?fileDay=yesterday", undefined, {
      raw: table,
      headers,
    });
    expectViolations(refused, "query /fileDay invalid_format");
  });

  it("compares the rows of a file with the contacts, and changes nothing", async () => {
    const zoe = await contact("Zoë", emailed("Zoe@Example.com"));
    const bo = await contact("Bo", { phones: [{ value: "+49 30 901820" }] });
    const ana = await contact("Ana", { lastName: "Silva" });
    await ada.change("/me", { country: "DE" });
    const answer = await ada.post("/imports", {
      kith: 1,
      contacts: [
        { firstName: "Zoe", ...emailed("zoe@example.COM") },
        { firstName: "Bo", phones: [{ value: "(030) 90 18 20" }] },
        { id: ana.id, firstName: "Anna" },
        { firstName: "ana", lastName: "silva" },
        { firstName: "" },
      ],
    });
    const made = expectStatus(answer, 201);
    expect(locationOf(answer, "/imports")).toBe(`/imports/${made.id}`);
    expect(answer.headers.get("x-activity-id")).toBeNull();
    expect(made).toMatchObject({
      format: "json",
      counts: { create: 1, match: 3, conflict: 0, error: 1 },
      photos: 0,
      appliedAt: null,
      appliedActivityId: null,
    });
    expect((await rowsOf(made)).map((row) => [row.action, row.matchedBy, row.contact?.id])).toEqual(
      [
        ["match", "email", zoe.id],
        ["match", "phone", bo.id],
        ["match", "uid", ana.id],
        ["create", null, undefined],
        ["error", null, undefined],
      ],
    );
    expect((await rowsOf(made, "?action=create"))[0].candidates)
      .toEqual([{ id: ana.id, displayName: "Ana Silva" }]);
    const problem = expect.stringContaining("/contacts/4");
    expect(await rowsOf(made, "?action=error")).toMatchObject([{
      number: 5,
      value: null,
      problem,
    }]);
    expect((await rowsOf(made, "?page=2&pageSize=2")).map(({ number }) => number)).toEqual([3, 4]);
    expect(await contacts()).toHaveLength(3);
  });

  it("the preview has conflicts when several contacts have an address, or several rows match one contact", async () => {
    const team = emailed("team@example.com");
    const pair = [await contact("A", team), await contact("B", team)].map(({ id }) => id);
    const zoe = await contact("Zoë", emailed("z@example.com"));
    const id = randomUUID();
    const made = await preview({
      contacts: [
        { firstName: "C", ...team },
        { firstName: "Zoe", emails: zoe.emails },
        { firstName: "Zoë", lastName: "Ek", emails: zoe.emails },
        { id, firstName: "F" },
        { id, firstName: "G" },
      ],
    });
    const rows = await rowsOf(made);
    expect(rows.map(({ action }) => action))
      .toEqual(["conflict", "conflict", "conflict", "create", "conflict"]);
    expect(rows[0].candidates.map(({ id }: Json) => id).sort()).toEqual(pair.sort());
    expect(rows[1].candidates).toEqual([{ id: zoe.id, displayName: "Zoë" }]);
    expect(await apply(made)).toMatchObject({ created: 1, merged: 0, skipped: 4, failed: 0 });
  });

  it("matches by an address or number only where the names fit, since families share them", async () => {
    const phones = [{ value: "+1 555 0195" }];
    const mother = await contact("Mother", { lastName: "Sample", phones });
    const company = await contact("", {
      firstName: null,
      company: "Acme",
      ...emailed("hi@acme.test"),
    });
    const wang = await contact("秉元", { lastName: "王", ...emailed("wang@example.org") });
    const made = await preview({
      contacts: [
        { firstName: "Father", lastName: "Sample", phones },
        { firstName: "Jane", company: "Acme", ...emailed("hi@acme.test") },
        { lastName: "王秉元", ...emailed("wang@example.org") },
        { firstName: "M.", lastName: "Sample", phones: [{ value: "001 5550195" }] },
      ],
    });
    const rows = await rowsOf(made);
    expect(rows.map(({ action, problem }) => [action, problem])).toEqual([
      ["conflict", "A contact with another name has this phone number."],
      ["conflict", "A contact with another name has this e-mail address."],
      ["match", null],
      ["match", null],
    ]);
    expect(rows.map(({ candidates }) => candidates[0]?.id)).toEqual(
      [mother.id, company.id, undefined, undefined],
    );
    expect([rows[2].contact.id, rows[3].contact.id]).toEqual([wang.id, mother.id]);
    const father = await preview({
      contacts: [{ firstName: "Father", lastName: "Sample", phones }],
    });
    const chosen = { onMatch: "merge", rows: [{ number: 1, action: "create" }] };
    expect(await apply(father, chosen)).toMatchObject({ created: 1, merged: 0 });
    const both = await preview({ contacts: [{ firstName: "Mother", lastName: "Sample", phones }] });
    expect((await rowsOf(both))[0]).toMatchObject({ action: "match", contact: { id: mother.id } });
  });

  it("takes no name for another one that only ends otherwise, but for short forms and initials", async () => {
    const phones = [{ value: "+1 555 0196" }];
    await contact("Daniel", { lastName: "Sample", phones });
    const matches = async (firstName: string, lastName = "Sample") => {
      const made = await preview({ contacts: [{ firstName, lastName, phones }] });
      return (await rowsOf(made))[0].action;
    };
    for (const other of ["Daniela", "Danielle", "Dana", "Denis"]) {
      expect(await matches(other), other).toBe("conflict");
    }
    expect(await matches("Daniel", "Sample Jr."), "Jr.").toBe("conflict");
    for (const same of ["D.", "Dan", "DANIEL", "Daniel Henry"]) {
      expect(await matches(same), same).toBe("match");
    }
    expect(await matches("Sample", "Daniel"), "turned").toBe("match");
  });

  it("matches who has no name, in the file or here, by an address or number", async () => {
    const value = "solo@example.org";
    const solo = await contact("", { firstName: null, nickname: value, ...emailed(value) });
    const duo = await contact("Duo", emailed("duo@example.org"));
    const rows = await rowsOf(
      await file("Name,Email\nSolo Singer,solo@example.org\n,duo@example.org\n", "text/csv"),
    );
    expect(rows.map(({ action, contact }) => [action, contact?.id])).toEqual([
      ["match", solo.id],
      ["match", duo.id],
    ]);
  });

  it("the preview is one of at most three, and can be deleted", async () => {
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push((await preview({ contacts: [{ firstName: "N" }] })).id);
    expect((await ada.listed("/imports")).map(({ id }) => id)).toEqual(ids.slice(1).reverse());
    expectProblem(await ada.get(`/imports/${ids[0]}`), 404, "not_found");
    expectStatus(await ada.delete(`/imports/${ids[3]}`), 204);
    expectProblem(await ada.get(`/imports/${ids[3]}/rows`), 404, "not_found");
    expectProblem(await tryApply({ id: ids[3] }, { onMatch: "skip" }), 404, "not_found");
  });

  it.each([
    ["vcard", "text/vcard", card("FN:Zoe")],
    ["ldif", "text/ldif", "dn: cn=Zoe\ncn: Zoe\n"],
    ["ldif", "text/x-ldif", "dn: cn=Zoe\ncn: Zoe\n"],
    ["ldif", "text/directory", "dn: cn=Zoe\ncn: Zoe\n"],
    ["vcard", "text/directory", card("FN:Zoe")],
    ["csv", "text/csv", "First Name\nZoe\n"],
    ["vcard", "application/vcard+json", '["vcard",[["fn",{},"text","Zoe"]]]'],
    ["json", "application/jscontact+json", '{"@type":"Card","name":{"full":"Zoe"}}'],
    [
      "json",
      "application/json",
      '{"app_version":"4","account":{"data":[{"type":"contact","values":[{"properties":{"first_name":"Zoe"}}]}]}}',
    ],
  ])("reads %s as %s", async (format, type, text) => {
    const made = await file(text, type);
    expect(made).toMatchObject({ format, counts: { create: 1, error: 0 } });
    expect((await rowsOf(made))[0].value).toMatchObject({ firstName: "Zoe" });
  });

  it("refuses other types and charsets, nothing, and what is compressed or too large", async () => {
    const zipped = gzipSync(Buffer.alloc(50_000_000));
    for (const type of ["text/vcard", "text/csv", "application/json"]) {
      const headers = { "content-type": type, "content-encoding": "gzip" };
      expectStatus(await ada.post("/imports", undefined, { raw: zipped, headers }), 415);
      expectStatus(await tryFile("a", `${type};charset=x-none`), 415);
    }
    expectProblem(await tryFile("x", "text/plain"), 415, "unsupported_media_type");
    expectProblem(await tryFile(""), 400, "invalid_json");
    const large = card(`NOTE:${"x".repeat(1_048_576)}`);
    expectProblem(await tryFile(large), 413, "payload_too_large");
  });

  it("makes one contact of rows that are the same one, and says so before and after", async () => {
    const ana = emailed("ana@example.com");
    const made = await preview({
      contacts: [
        { firstName: "Ana", ...ana, company: "A" },
        { firstName: "ana", ...ana, company: "B" },
      ],
    });
    const dropped = [expect.objectContaining({ property: expect.stringContaining("made one") })];
    expect(made).toMatchObject({ counts: { create: 1 }, dropped });
    expect(await apply(made)).toMatchObject({ created: 1, dropped });
    const [{ id, company }] = await contacts() as [Json];
    const notes = (await ada.listed(`/notes?contactId=${id}`)).map(({ content }) => content);
    expect([company, notes]).toEqual(["A", ["Company: B"]]);
  });
});

describe("applying", () => {
  it("creates and merges in one change set, which one undo takes back", async () => {
    const zoe = await contact("Zoë", {
      company: "Own",
      emails: [{ value: "zoe@example.com", label: "home" }],
      phones: [{ value: "+49 30 901820" }],
    });
    const before = await contacts();
    const made = await preview({
      networks: [{ id: randomUUID(), name: "Climbing" }],
      contacts: [
        {
          firstName: "Z.",
          lastName: "Müller",
          company: "Other",
          emails: [{ value: "ZOE@example.com" }, { value: "work@example.com" }],
          phones: [{ value: "0049 30 90 18 20" }],
        },
        { firstName: "Bo", birthday: "--02-29" },
      ],
    });
    const answer = await tryApply(made, { onMatch: "merge" });
    const done = expectStatus(answer, 200);
    expect(done).toMatchObject({ created: 2, merged: 1, skipped: 0, failed: 0 });
    expect(answer.headers.get("x-activity-id")).toBe(done.appliedActivityId);
    expect(await ada.read(`/contacts/${zoe.id}`)).toMatchObject({
      firstName: "Zoë",
      lastName: "Müller",
      company: "Own",
      emails: [{ value: "zoe@example.com", label: "home" }, { value: "work@example.com" }],
      phones: [{ value: "+49 30 901820" }],
    });
    expect((await rowsOf(made)).map(({ outcome }) => outcome))
      .toEqual(["created", "merged", "created"]);
    expect(await apply(made, { onMatch: "create" })).toEqual(done);
    await ada.undo(done.appliedActivityId);
    expect(timeless(await contacts())).toEqual(timeless(before));
    expect(await ada.listed("/networks")).toEqual([]);
  });

  it("skips or creates what matches where that is asked, for all or for single rows", async () => {
    const zoe = await contact("Zoë", emailed("zoe@example.com"));
    const bo = await contact("Bo");
    const document = {
      contacts: [
        { firstName: "Zoe", emails: zoe.emails },
        { firstName: "Robert", nickname: "Bob" },
        { firstName: "Unwanted" },
      ],
    };
    const rows = [
      { number: 2, action: "merge", contactId: bo.id },
      { number: 3, action: "skip" },
    ];
    expect(await apply(await preview(document), { onMatch: "skip", rows }))
      .toMatchObject({ created: 0, merged: 1, skipped: 2 });
    expect((await contacts()).map(({ displayName, nickname }) => [displayName, nickname]))
      .toEqual([["Bo", "Bob"], ["Zoë", null]]);
    expect(await apply(await preview(document), { onMatch: "create" })).toMatchObject({
      created: 3,
    });
    expect(await contacts()).toHaveLength(5);
  });

  it("refuses impossible choices, and previews of others", async () => {
    const made = await preview({ contacts: [{ firstName: "A" }, { firstName: "" }] });
    const choose = (...rows: Json[]) => tryApply(made, { onMatch: "merge", rows });
    const skip = { number: 1, action: "skip" };
    for (
      const [rows, violation] of [
        [[{ number: 9, action: "skip" }], "/rows/0/number invalid_reference"],
        [[{ number: 2, action: "create" }], "/rows/0/number invalid_format"],
        [[{ number: 1, action: "merge" }], "/rows/0/contactId required"],
        [[skip, skip], "/rows/1/number duplicate"],
      ] as [Json[], string][]
    ) expectViolations(await choose(...rows), `body ${violation}`);
    const ben = await signUp();
    const foreign = await ben.make("/contacts", { firstName: "Foreign" });
    for (const contactId of [randomUUID(), foreign.id]) {
      const merge = { number: 1, action: "merge", contactId };
      expectProblem(await choose(merge), 400, "invalid_reference");
    }
    expectProblem(await tryApply(made, { onMatch: "skip" }, ben), 404, "not_found");
    expect(await contacts()).toEqual([]);
  });

  it("finds the same contacts when the same file comes again, even if they were merged", async () => {
    const uids = [`urn:uuid:${randomUUID()}`, "not-a-uuid@example"];
    const cards = card(`UID:${uids[0]}`, "FN:Zoë") + card(`UID:${uids[1]}`, "FN:Bo");
    await apply(await file(cards));
    expect((await file(cards)).counts).toMatchObject({ create: 0, match: 2 });
    const [bo, zoe] = await contacts();
    expectStatus(await ada.post(`/contacts/${bo.id}/merge`, { duplicateId: zoe.id }), 200);
    const rows = await rowsOf(await file(cards));
    expect(rows.map(({ action, candidates }) => [action, candidates[0]?.id]))
      .toEqual([["conflict", bo.id], ["conflict", bo.id]]);
    const theirs = await file(cards, "text/vcard", await signUp());
    expect(theirs.counts).toMatchObject({ create: 2, match: 0 });
  });

  it("adds networks by name and notes once, and a note does not count as a contact", async () => {
    const climbing = await ada.make("/networks", { name: "climbing" });
    const cards = card(
      ...["FN:Zoë", "EMAIL:z@example.com", "CATEGORIES:Climbing,Family", "NOTE:Met at the wall."],
    );
    for (const _ of [1, 2]) await apply(await file(cards));
    const [zoe] = await contacts();
    expect(zoe.lastContactedAt).toBeNull();
    expect(zoe.networkIds).toContain(climbing.id);
    expect(zoe.networkIds).toHaveLength(2);
    expect((await ada.listed(`/notes?contactId=${zoe.id}`)).map(({ content }) => content))
      .toEqual(["Met at the wall."]);
  });

  it("restores the references of a document, also between files", async () => {
    const ids = { ana: randomUUID(), bo: randomUUID(), call: randomUUID() };
    const bo = emailed("bo@example.com");
    const kept = await contact("Bo", bo);
    await apply(
      await preview({
        contacts: [{ id: ids.ana, firstName: "Ana" }, { id: ids.bo, firstName: "Bo", ...bo }],
      }),
    );
    const note = { content: "N", contactIds: [ids.bo, ids.ana], noteTypeId: ids.call };
    const reminder = { title: "R", contactId: ids.bo, dueAt: "2031-01-01T09:00:00Z" };
    const made = await preview({
      noteTypes: [{ id: ids.call, name: "Chat", countsAsContact: false }],
      notes: [{ id: randomUUID(), ...note }],
      reminders: [{ id: randomUUID(), ...reminder }],
    });
    expect(await apply(made)).toMatchObject({ created: 3, failed: 0 });
    const [ana] = (await contacts()).filter(({ firstName }) => firstName === "Ana");
    expect(await ada.listed("/notes")).toMatchObject([
      { contactIds: [kept.id, ana.id], noteTypeId: expect.any(String) },
    ]);
    expect(await ada.listed("/reminders")).toMatchObject([
      { contactIds: [kept.id], dueAt: "2031-01-01T09:00:00.000Z" },
    ]);
    const again = await preview({ contacts: [{ id: ids.bo, firstName: "Robert" }] });
    expect(again.counts.match).toBe(1);
  });

  it("creates again what was deleted since the preview, with its references", async () => {
    const [type, next] = [randomUUID(), randomUUID()];
    const document = {
      noteTypes: [{ id: type, name: "Chat" }],
      notes: [{ id: randomUUID(), content: "N", noteTypeId: type }],
      reminders: [{ id: randomUUID(), title: "R", nextId: next }, { id: next, title: "Next" }],
    };
    const first = await apply(await preview(document));
    const made = await preview(document);
    expect(made.counts).toMatchObject({ create: 0, match: 4 });
    await ada.undo(first.appliedActivityId);
    expect(await apply(made)).toMatchObject({ created: 4, skipped: 0, failed: 0 });
    expect((await ada.listed("/notes"))[0].noteTypeId).not.toBeNull();
  });

  it("fails rows that do not fit, and applies the others", async () => {
    const emails = Array.from({ length: 20 }, (_, n) => ({ value: `n${n}@example.com` }));
    await contact("More", { emails });
    const more = { firstName: "More", emails: [emails[0], { value: "more@example.com" }] };
    const made = await preview({ contacts: [more, { firstName: "New" }] });
    expect(await apply(made)).toMatchObject({ created: 1, merged: 0, failed: 1 });
    const problem = expect.stringContaining("more than 20");
    expect((await rowsOf(made))[0]).toMatchObject({ outcome: "failed", problem });
  });

  it("applying is undone without a conflict over the note type that a later import uses", async () => {
    const [first, second] = [
      await file(card("FN:A", "NOTE:About A")),
      await file(card("FN:B", "NOTE:About B")),
    ];
    const { appliedActivityId } = await apply(first, { onMatch: "create" });
    await apply(second, { onMatch: "create" });
    expect((await ada.undo(appliedActivityId)).conflicts).toEqual([]);
    expect((await contacts()).map(({ firstName }) => firstName)).toEqual(["B"]);
    const [[note], [type]] = [await ada.listed("/notes"), await ada.listed("/note-types")];
    expect(note.noteTypeId).toBe(type.id);
  });
});

it("a key needs all networks, and another scope for reminders", async () => {
  const scopes = ["contacts:write", "networks:write", "notes:write"] as const;
  const key = as((await makeKey(ada, "K", { scopes: [...scopes] })).key);
  const made = await preview({ contacts: [{ firstName: "A" }] }, key);
  const reminders = [{ title: "R" }];
  expectProblem(await key.post("/imports", { kith: 1, reminders }), 403, "insufficient_scope");
  const network = await ada.make("/networks", { name: "N" });
  const narrow = as((await makeKey(ada, "L", { networkIds: [network.id] })).key);
  for (const path of ["/imports", `/imports/${made.id}`, `/imports/${made.id}/rows`]) {
    expectProblem(await narrow.get(path), 403, "insufficient_scope");
  }
  const document = { kith: 1, contacts: [{ firstName: "B" }] };
  expectProblem(await narrow.post("/imports", document), 403, "insufficient_scope");
});

it("a document with members of other types than it should have is imported without them", async () => {
  const odd = [0, true, null, "x", [[]], {}, "\0", "\ud800"];
  const members = ["id", "emails", "phones", "birthday", "networkIds", "isFavorite", "nickname"];
  const made = await preview({
    contacts: odd.flatMap((value) => members.map((name) => ({ firstName: "F", [name]: value }))),
  });
  const rows = await rowsOf(made, "?pageSize=200");
  expect(rows).toHaveLength(odd.length * members.length);
  for (const { action, problem } of rows) if (action === "error") expect(problem).toMatch(/\w/);
  expect((await apply(made, { onMatch: "create" })).failed).toBe(0);
  expect((await ada.read("/export")).contacts.length).toBeGreaterThan(10);
  for (const format of ["vcard", "csv"]) {
    expectStatus(await ada.get(`/contacts/export?isArchived=any&format=${format}`), 200);
  }
});
