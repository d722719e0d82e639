import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";

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
  const made = expectStatus(await client.post("/imports", { kith: 1, ...document }), 201);
  return { made, rows: expectStatus(await client.get(`/imports/${made.id}/rows`), 200).data };
}
const apply = async ({ id }: Json, body: Json = { onMatch: "merge" }): Promise<Json> =>
  expectStatus(await ada.post(`/imports/${id}/apply`, body), 200);
const profile = async (): Promise<Json> => {
  const { name, timezone, country } = expectStatus(await ada.get("/me"), 200);
  return { name, timezone, country };
};
const empty = { name: null, timezone: "UTC", country: null };

describe("the profile of a document", () => {
  it("is a row that fills empty members, in the change set of the import", async () => {
    expect(await profile()).toEqual(empty);
    const { made, rows } = await preview({
      profile: { ...given, email: "x@example.com" },
      contacts,
    });
    expect(made.counts).toMatchObject({ create: 2, match: 0 });
    expect(rows[0]).toMatchObject({
      number: 1,
      resource: "profile",
      action: "create",
      value: given,
      contact: null,
    });
    expect(await profile()).toEqual(empty);
    const done = await apply(made);
    expect(done).toMatchObject({ created: 1, merged: 1, skipped: 0, failed: 0 });
    expect(await profile()).toEqual(given);
    expectStatus(await ada.post(`/activity/${done.appliedActivityId}/undo`, {}), 200);
    expect(await profile()).toEqual(empty);
    expect(expectStatus(await ada.get("/contacts"), 200).total).toBe(0);
  });

  it("replaces nothing that the owner has entered, before the preview or after it", async () => {
    await ada.patch("/me", { name: "Own", timezone: "Europe/Paris" });
    const { made, rows } = await preview({ profile: given });
    expect(rows[0].value).toEqual({ country: "NZ" });
    await ada.patch("/me", { country: "FR" });
    expect(await apply(made)).toMatchObject({ merged: 0, skipped: 1, appliedActivityId: null });
    expect(await profile()).toEqual({ name: "Own", timezone: "Europe/Paris", country: "FR" });
    const again = await preview({ profile: given });
    expect(again.rows).toMatchObject([{ action: "match", contact: null, value: given }]);
    expect(await apply(again.made, { onMatch: "create" })).toMatchObject({ skipped: 1 });
    expect((await profile()).name).toBe("Own");
  });

  it("is left out when its row is skipped", async () => {
    const { made } = await preview({ profile: given, contacts });
    await apply(made, { onMatch: "merge", rows: [{ number: 1, action: "skip" }] });
    expect(await profile()).toEqual(empty);
  });

  it("sets the time zone before reminders are imported, because they recur in it", async () => {
    const reminders = [{ title: "R", dueAt: "2031-03-01", recurrence: "FREQ=DAILY" }];
    const { made } = await preview({ profile: given, reminders });
    await apply(made);
    const [reminder] = expectStatus(await ada.get("/reminders"), 200).data;
    expect(reminder.dueAt).toBe("2031-02-28T20:00:00.000Z");
  });

  it.each([
    [{ timezone: "Mars/Olympus" }, "/profile/timezone"],
    [{ timezone: "posix/UTC" }, "/profile/timezone"],
    [{ country: "ZZ" }, "/profile/country"],
    [{ name: {} }, "/profile/name"],
    ["Ada", "/profile"],
  ])("%j is an error, and the rest is imported", async (wrong, pointer) => {
    const { made, rows } = await preview({ profile: wrong, contacts });
    expect(rows.find(({ resource }) => resource === "profile")).toMatchObject({
      action: "error",
      value: null,
      problem: expect.stringContaining(`${pointer}: `),
    });
    expect(await apply(made)).toMatchObject({ created: 1, skipped: 1, failed: 0 });
    expect(await profile()).toEqual(empty);
  });
});

describe("a key without profile:write", () => {
  const scopes = ["contacts:write", "networks:write", "notes:write"] as const;

  it("imports the rest, and says so", async () => {
    const key = as((await makeKey(ada, "K", { scopes: [...scopes] })).key);
    for (const file of [given, "wrong"]) {
      const { made, rows } = await preview({ profile: file, contacts }, key);
      expect(made.dropped)
        .toEqual([{ property: "profile: needs the scope profile:write", count: 1 }]);
      expect(rows.map(({ number, resource }) => [number, resource])).toEqual([[1, "contact"]]);
      expectStatus(await key.post(`/imports/${made.id}/apply`, { onMatch: "merge" }), 200);
    }
    expect(await profile()).toEqual(empty);
  });

  it("applies the rest of a preview with a profile", async () => {
    const key = as((await makeKey(ada, "K", { scopes: [...scopes] })).key);
    const { made } = await preview({ profile: given, contacts });
    const done = await key.post(`/imports/${made.id}/apply`, { onMatch: "merge" });
    expect(expectStatus(done, 200)).toMatchObject({ created: 1, failed: 1 });
    const { data: [row] } = expectStatus(await ada.get(`/imports/${made.id}/rows`), 200);
    expect(row).toMatchObject({
      outcome: "failed",
      problem: expect.stringContaining("profile:write"),
    });
    expect(await profile()).toEqual(empty);
  });

  it("fills an empty profile when it has the scope", async () => {
    const writing = [...scopes, "profile:write" as const];
    const key = as((await makeKey(ada, "K", { scopes: writing })).key);
    await ada.patch("/me", { name: "Own" });
    const { made, rows } = await preview({ profile: given }, key);
    expect(rows[0].value).toEqual({ timezone: given.timezone, country: given.country });
    expectStatus(await key.post(`/imports/${made.id}/apply`, { onMatch: "merge" }), 200);
    expect(await profile()).toEqual({ ...given, name: "Own" });
  });
});
