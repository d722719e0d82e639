import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../functions/kith/core/scopes.ts";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import * as photos from "../support/photos.ts";
import { superuser } from "../support/sql.ts";

/** What is imported besides contacts: the profile and series of reminders of documents, and photos in vCards. */

let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const given = { name: "Ada", timezone: "Pacific/Auckland", country: "NZ" };
const contacts = [{ firstName: "Zoë" }];

/** A preview of a document, and its rows. */
async function preview(
  document: Json,
  client: Client = ada,
): Promise<{ made: Json; rows: Json[] }> {
  const made = await client.make("/imports", { kith: 1, ...document });
  return { made, rows: await client.listed(`/imports/${made.id}/rows`) };
}
const apply = async ({ id }: Json, body: Json = { onMatch: "merge" }): Promise<Json> =>
  expectStatus(await ada.post(`/imports/${id}/apply`, body), 200);
const profile = async (): Promise<Json> => {
  const { name, timezone, country } = await ada.read("/me");
  return { name, timezone, country };
};
const empty = { name: null, timezone: "UTC", country: null };

describe("the profile of a document", () => {
  it("the profile is a row that fills empty members, in the change set of the import and before its reminders", async () => {
    expect(await profile()).toEqual(empty);
    const { made, rows } = await preview({
      profile: { ...given, email: "x@example.com" },
      contacts,
      reminders: [{ title: "R", dueAt: "2031-03-01", recurrence: "FREQ=DAILY" }],
    });
    expect(made.counts).toMatchObject({ create: 3, match: 0 });
    expect(rows[0]).toMatchObject({
      number: 1,
      resource: "profile",
      action: "create",
      value: given,
      contact: null,
    });
    expect(await profile()).toEqual(empty);
    const done = await apply(made);
    expect(done).toMatchObject({ created: 2, merged: 1, skipped: 0, failed: 0 });
    expect(await profile()).toEqual(given);
    // It recurs in the time zone of the profile.
    expect(await ada.listed("/reminders")).toMatchObject([{ dueAt: "2031-02-28T20:00:00.000Z" }]);
    await ada.undo(done.appliedActivityId);
    expect(await profile()).toEqual(empty);
    expect(await ada.listed("/contacts")).toEqual([]);
  });

  it("replaces nothing that the owner has entered, before the preview or after it", async () => {
    await ada.change("/me", { name: "Own", timezone: "Europe/Paris" });
    const { made, rows } = await preview({ profile: given });
    expect(rows[0].value).toEqual({ country: "NZ" });
    await ada.change("/me", { country: "FR" });
    expect(await apply(made)).toMatchObject({ merged: 0, skipped: 1, appliedActivityId: null });
    expect(await profile()).toEqual({ name: "Own", timezone: "Europe/Paris", country: "FR" });
    const again = await preview({ profile: given });
    expect(again.rows).toMatchObject([{ action: "match", contact: null, value: given }]);
    expect(await apply(again.made, { onMatch: "create" })).toMatchObject({ skipped: 1 });
    expect((await profile()).name).toBe("Own");
  });

  it("the profile is an error where a member is wrong, and the rest is imported", async () => {
    const { made, rows } = await preview({ profile: { timezone: "Mars/Olympus" }, contacts });
    const problem = expect.stringContaining("/profile/timezone: ");
    expect(rows.find(({ resource }) => resource === "profile"))
      .toMatchObject({ action: "error", value: null, problem });
    expect(await apply(made)).toMatchObject({ created: 1, skipped: 1, failed: 0 });
    expect(await profile()).toEqual(empty);
  });
});

it("a key without profile:write imports the rest of a document or a preview, and says so", async () => {
  const scopes: Scope[] = ["contacts:write", "networks:write", "notes:write"];
  const key = as((await makeKey(ada, "K", { scopes })).key);
  const applied = async ({ id }: Json) =>
    expectStatus(await key.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
  for (const file of [given, "wrong"]) {
    const { made, rows } = await preview({ profile: file, contacts }, key);
    expect(made.dropped)
      .toEqual([{ property: "profile: needs the scope profile:write", count: 1 }]);
    expect(rows.map(({ number, resource }) => [number, resource])).toEqual([[1, "contact"]]);
    await applied(made);
  }
  const { made } = await preview({ profile: given, contacts });
  expect(await applied(made)).toMatchObject({ created: 1, failed: 1 });
  const [row] = await ada.listed(`/imports/${made.id}/rows`);
  expect(row).toMatchObject({
    outcome: "failed",
    problem: expect.stringContaining("profile:write"),
  });
  expect(await profile()).toEqual(empty);
});

const daily = { title: "Water", dueAt: "2026-02-01T20:00:00Z", recurrence: "FREQ=DAILY" };

const imported = async (reminders: Json[]) => apply((await preview({ reminders })).made);
const found = () => ada.listed("/reminders?sort=dueAt");

/** The reminders of another account that has completed a recurring one twice, as it exports them. */
async function series(): Promise<Json[]> {
  const ben = await signUp();
  let { id } = await ben.make("/reminders", daily);
  for (let n = 0; n < 2; n++) {
    id = (await ben.change(`/reminders/${id}`, { completed: true })).nextId;
  }
  return (await ben.read("/export")).reminders;
}

describe("a series of reminders", () => {
  it("continues when one is completed, and goes back when it is opened again", async () => {
    await imported(await series());
    const [, second, third] = await found();
    await ada.change(`/reminders/${second.id}`, { completed: false });
    expect(await found()).toHaveLength(2);
    const again = await ada.change(`/reminders/${second.id}`, { completed: true });
    expect(again.nextId).not.toBe(third.id);
    expect(await found()).toHaveLength(3);
  });

  it("keeps a next reminder that was changed before the export when the previous one is opened", async () => {
    const file = await series();
    const open = file.find(({ completed }) => !completed);
    open.title = "Water the plants";
    open.updatedAt = new Date().toISOString();
    await imported(file);
    const [, second] = await found();
    await ada.change(`/reminders/${second.id}`, { completed: false });
    expect((await found()).map(({ title }) => title)).toContain("Water the plants");
  });

  // test/imports/parse/json.test.ts leaves out one that comes before itself.
  it("the series is without a next reminder of another account, or an unknown one", async () => {
    const foreign = await (await signUp()).make("/reminders", daily);
    const done = await imported([foreign.id, randomUUID()].map((nextId) => ({
      ...daily,
      id: randomUUID(),
      completed: true,
      nextId,
    })));
    expect(done).toMatchObject({ created: 2, failed: 0 });
    expect((await found()).map(({ nextId }) => nextId)).toEqual([null, null]);
  });

  it("the series has the first of two with the same id as the next one", async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const reminders = [
      { ...daily, id: b, title: "First" },
      { ...daily, id: b, title: "Second" },
      { ...daily, id: a, completed: true, nextId: b },
    ];
    const { made } = await preview({ reminders });
    await apply(made, { onMatch: "merge", rows: [{ number: 2, action: "create" }] });
    const all = await found();
    const { nextId } = all.find(({ completed }) => completed)!;
    expect(all.find(({ id }) => id === nextId)!.title).toBe("First");
  });
});

describe("photos in vCards", () => {
  const sql = superuser();
  const card = (...lines: string[]) =>
    ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
  const file = async (raw: string) => {
    const headers = { "content-type": "text/vcard" };
    return expectStatus(await ada.post("/imports", undefined, { raw, headers }), 201);
  };
  const photo = (bytes: Uint8Array | string, type = "image/png") =>
    `PHOTO:data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

  it("are stored with the preview and attached when it is applied; what is no image is dropped", async () => {
    const bytes = photos.picture("picture.png");
    const made = await file(card("FN:With", photo(bytes)) + card("FN:Without"));
    expect(made).toMatchObject({ photos: 1, dropped: [] });
    const [path] = await photos.objectsOf(sql, ada.id);
    await apply(made);
    const found = await ada.listed("/contacts");
    expect(found.map(({ hasPhoto }) => hasPhoto)).toEqual([true, false]);
    expect((await photos.read(found[0].photoUrl)).bytes).toEqual(bytes);
    await photos.sweepAll(sql);
    expect(await photos.objectsOf(sql, ada.id)).toEqual([path]);
    const fake = await file(card("FN:Fake", photo("not a picture at all, whatever it says")));
    expect(fake.photos).toBe(0);
    expect(fake.dropped.map(({ property }: Json) => property).join()).toMatch(/photo/i);
  });

  it("that are not applied are removed, and a contact keeps its own", async () => {
    const { id } = await photos.makeWithPhoto(ada, {
      firstName: "Own",
      emails: [{ value: "o@example.com" }],
    });
    const before = await photos.objectsOf(sql, ada.id);
    const other = photo(photos.picture("camera.jpg"), "image/jpeg");
    const made = await file(card("FN:Own", "EMAIL:o@example.com", other));
    const [path] = (await photos.objectsOf(sql, ada.id)).filter((each) => !before.includes(each));
    await apply(made);
    const { photoUrl } = await ada.read(`/contacts/${id}`);
    expect((await photos.read(photoUrl)).bytes).toEqual(photos.picture("picture.png"));
    expectStatus(await ada.delete(`/imports/${made.id}`), 204);
    await photos.swept(sql, path!);
  });
});
