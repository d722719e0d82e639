import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

/** A preview of a document of Kith. */
const preview = async (document: Json): Promise<Json> =>
  expectStatus(await ada.post("/imports", { kith: 1, ...document }), 201);
const rowsOf = async ({ id }: Json): Promise<Json[]> =>
  expectStatus(await ada.get(`/imports/${id}/rows`), 200).data;
const apply = async ({ id }: Json, body: Json = { onMatch: "merge" }): Promise<Json> =>
  expectStatus(await ada.post(`/imports/${id}/apply`, body), 200);
const contacts = async (): Promise<Json[]> =>
  expectStatus(await ada.get("/contacts?isArchived=any&pageSize=200"), 200).data;
const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
const send = (raw: string) =>
  ada.post("/imports", undefined, { raw, headers: { "content-type": "text/vcard" } });

describe("undoing an import", () => {
  it("leaves the note type that a later one uses, and names no conflict", async () => {
    const [first, second] = await Promise.all(
      ["A", "B"].map(async (name) =>
        expectStatus(await send(card(`FN:${name}`, `NOTE:About ${name}`)), 201)
      ),
    );
    const applied = await apply(first, { onMatch: "create" });
    await apply(second, { onMatch: "create" });
    const { body } = await ada.post(`/activity/${applied.appliedActivityId}/undo`, {});
    expect(body.conflicts).toEqual([]);
    expect((await contacts()).map(({ firstName }) => firstName)).toEqual(["B"]);
    const { data: notes } = (await ada.get("/notes")).body;
    const { data: types } = (await ada.get("/note-types")).body;
    expect(notes.map(({ noteTypeId }: Json) => noteTypeId)).toEqual([types[0].id]);
  });
});

describe("applying", () => {
  it("creates and merges in one change set, which one undo takes back", async () => {
    const zoe = await make(ada, "/contacts", {
      firstName: "Zoë",
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
    const answer = await ada.post(`/imports/${made.id}/apply`, { onMatch: "merge" });
    expectStatus(answer, 200);
    const done = answer.body;
    expect(done).toMatchObject({ created: 2, merged: 1, skipped: 0, failed: 0 });
    expect(answer.headers.get("x-activity-id")).toBe(done.appliedActivityId);
    expect(expectStatus(await ada.get(`/contacts/${zoe.id}`), 200)).toMatchObject({
      firstName: "Zoë",
      lastName: "Müller",
      company: "Own",
      emails: [{ value: "zoe@example.com", label: "home" }, { value: "work@example.com" }],
      phones: [{ value: "+49 30 901820" }],
    });
    expect((await rowsOf(made)).map(({ outcome }) => outcome))
      .toEqual(["created", "merged", "created"]);
    const again = await apply(made, { onMatch: "create" });
    expect(again).toEqual(done);
    expectStatus(await ada.post(`/activity/${done.appliedActivityId}/undo`, {}), 200);
    expect((await contacts()).map(({ updatedAt: _, ...rest }) => rest))
      .toEqual(before.map(({ updatedAt: _, ...rest }) => rest));
    expect(expectStatus(await ada.get("/networks"), 200).total).toBe(0);
  });

  it("skips or creates what matches where that is asked, for all or for single rows", async () => {
    const zoe = await make(ada, "/contacts", {
      firstName: "Zoë",
      emails: [{ value: "zoe@example.com" }],
    });
    const bo = await make(ada, "/contacts", { firstName: "Bo" });
    const file = {
      contacts: [
        { firstName: "Zoe", emails: zoe.emails },
        { firstName: "Robert", nickname: "Bob" },
        { firstName: "Unwanted" },
      ],
    };
    expect(
      await apply(await preview(file), {
        onMatch: "skip",
        rows: [{ number: 2, action: "merge", contactId: bo.id }, { number: 3, action: "skip" }],
      }),
    ).toMatchObject({ created: 0, merged: 1, skipped: 2 });
    expect((await contacts()).map(({ displayName, nickname }) => [displayName, nickname]))
      .toEqual([["Bo", "Bob"], ["Zoë", null]]);
    expect(await apply(await preview(file), { onMatch: "create" })).toMatchObject({ created: 3 });
    expect(await contacts()).toHaveLength(5);
  });

  it("refuses impossible choices", async () => {
    const made = await preview({ contacts: [{ firstName: "A" }, { firstName: "" }] });
    const choose = (...rows: Json[]) =>
      ada.post(`/imports/${made.id}/apply`, { onMatch: "merge", rows });
    expectViolations(
      await choose({ number: 9, action: "skip" }),
      "body /rows/0/number invalid_reference",
    );
    expectViolations(
      await choose({ number: 2, action: "create" }),
      "body /rows/0/number invalid_format",
    );
    expectViolations(
      await choose({ number: 1, action: "merge" }),
      "body /rows/0/contactId required",
    );
    expectViolations(
      await choose({ number: 1, action: "skip" }, { number: 1, action: "skip" }),
      "body /rows/1/number duplicate",
    );
    const foreign = await make(await signUp(), "/contacts", { firstName: "Foreign" });
    for (const contactId of [randomUUID(), foreign.id]) {
      const strange = await choose({ number: 1, action: "merge", contactId });
      expectProblem(strange, 400, "invalid_reference");
    }
    const ben = await signUp();
    expectProblem(
      await ben.post(`/imports/${made.id}/apply`, { onMatch: "skip" }),
      404,
      "not_found",
    );
    expect(await contacts()).toEqual([]);
  });

  it("finds the same contacts when the same file comes again, even if they were merged", async () => {
    const [uid, other] = [randomUUID(), "not-a-uuid@example"];
    const cards = card(`UID:urn:uuid:${uid}`, "FN:Zoë") + card(`UID:${other}`, "FN:Bo");
    const read = async () => expectStatus(await send(cards), 201);
    await apply(await read());
    expect((await read()).counts).toMatchObject({ create: 0, match: 2 });
    const [bo, zoe] = await contacts();
    expectStatus(await ada.post(`/contacts/${bo.id}/merge`, { duplicateId: zoe.id }), 200);
    const rows = await rowsOf(await read());
    expect(rows.map(({ action, candidates }) => [action, candidates[0]?.id]))
      .toEqual([["conflict", bo.id], ["conflict", bo.id]]);
    const ben = await signUp();
    const theirs = expectStatus(
      await ben.post("/imports", undefined, {
        raw: cards,
        headers: { "content-type": "text/vcard" },
      }),
      201,
    );
    expect(theirs.counts).toMatchObject({ create: 2, match: 0 });
  });

  it("adds networks by name and notes once, and a note does not count as a contact", async () => {
    const climbing = await make(ada, "/networks", { name: "climbing" });
    const cards = card(
      "FN:Zoë",
      "EMAIL:z@example.com",
      "CATEGORIES:Climbing,Family",
      "NOTE:Met at the wall.",
    );
    const read = async () => expectStatus(await send(cards), 201);
    await apply(await read());
    await apply(await read());
    const [zoe] = await contacts();
    expect(zoe).toMatchObject({ lastContactedAt: null });
    expect(zoe.networkIds).toContain(climbing.id);
    expect(zoe.networkIds).toHaveLength(2);
    const notes = expectStatus(await ada.get(`/notes?contactId=${zoe.id}`), 200);
    expect(notes.data.map(({ content }: Json) => content)).toEqual(["Met at the wall."]);
  });

  it("restores the references of a document, also between files", async () => {
    const ids = { ana: randomUUID(), bo: randomUUID(), call: randomUUID() };
    const kept = await make(ada, "/contacts", {
      firstName: "Bo",
      emails: [{ value: "bo@example.com" }],
    });
    await apply(
      await preview({
        contacts: [
          { id: ids.ana, firstName: "Ana" },
          { id: ids.bo, firstName: "Robert", emails: [{ value: "bo@example.com" }] },
        ],
      }),
    );
    const made = await preview({
      noteTypes: [{ id: ids.call, name: "Chat", countsAsContact: false }],
      notes: [{
        id: randomUUID(),
        content: "N",
        contactIds: [ids.bo, ids.ana],
        noteTypeId: ids.call,
      }],
      reminders: [{
        id: randomUUID(),
        title: "R",
        contactId: ids.bo,
        dueAt: "2031-01-01T09:00:00Z",
      }],
    });
    expect(await apply(made)).toMatchObject({ created: 3, failed: 0 });
    const [ana] = (await contacts()).filter(({ firstName }) => firstName === "Ana");
    expect(expectStatus(await ada.get("/notes"), 200).data[0]).toMatchObject({
      contactIds: [kept.id, ana.id],
      noteTypeId: expect.any(String),
    });
    expect(expectStatus(await ada.get("/reminders"), 200).data[0]).toMatchObject({
      contactIds: [kept.id],
      dueAt: "2031-01-01T09:00:00.000Z",
    });
    expect((await preview({ contacts: [{ id: ids.bo, firstName: "Robert" }] })).counts.match).toBe(
      1,
    );
  });

  it("creates again what was deleted since the preview, with its references", async () => {
    const document = {
      noteTypes: [{ id: randomUUID(), name: "Chat" }],
      notes: [{ id: randomUUID(), content: "N" }],
      reminders: [{ id: randomUUID(), title: "R" }, { id: randomUUID(), title: "Next" }],
    };
    Object.assign(document.notes[0]!, { noteTypeId: document.noteTypes[0]!.id });
    Object.assign(document.reminders[0]!, { nextId: document.reminders[1]!.id });
    const first = await apply(await preview(document));
    const made = await preview(document);
    expect(made.counts).toMatchObject({ create: 0, match: 4 });
    expectStatus(await ada.post(`/activity/${first.appliedActivityId}/undo`, {}), 200);
    expect(await apply(made)).toMatchObject({ created: 4, skipped: 0, failed: 0 });
    expect(expectStatus(await ada.get("/notes"), 200).data[0].noteTypeId).not.toBeNull();
  });

  it("fails rows that do not fit, and applies the others", async () => {
    const emails = Array.from({ length: 20 }, (_, n) => ({ value: `n${n}@example.com` }));
    await make(ada, "/contacts", { firstName: "Full", emails });
    const made = await preview({
      contacts: [
        { firstName: "More", emails: [emails[0], { value: "more@example.com" }] },
        { firstName: "New" },
      ],
    });
    expect(await apply(made)).toMatchObject({ created: 1, merged: 0, failed: 1 });
    expect((await rowsOf(made))[0]).toMatchObject({
      outcome: "failed",
      problem: expect.stringContaining("more than 20"),
    });
  });
});
