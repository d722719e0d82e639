import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

describe("the list of change sets", () => {
  let owner: Account;
  let key: { id: string; key: string };
  let contactId: string;
  beforeAll(async () => {
    owner = await signUp();
    key = await makeKey(owner);
    contactId = (await make(owner, "/contacts", { firstName: "A" })).id;
    await make(as(key.key), "/notes", { content: "N", contactId });
    expectStatus(await owner.patch(`/contacts/${contactId}`, { firstName: "B" }), 200);
    expectStatus(await owner.delete(`/contacts/${contactId}`), 204);
  });

  const operations = async (query: string) =>
    expectStatus(await owner.get(`/activity?${query}`), 200).data.map(({ operation }: Json) =>
      operation
    );
  const everything = ["deleteContact", "updateContact", "createNote", "createContact"];

  it("is filtered by actor, resource, id and action", async () => {
    expect(await operations("")).toEqual(everything);
    expect(await operations(`actorId=${key.id}`)).toEqual(["createNote"]);
    expect(await operations(`actorId=${owner.id}`)).not.toContain("createNote");
    expect(await operations("resource=note")).toEqual(["deleteContact", "createNote"]);
    expect(await operations("resource=network")).toEqual([]);
    expect(await operations(`resourceId=${contactId}`)).toEqual(
      everything.filter((name) => name !== "createNote"),
    );
    expect(await operations("action=delete")).toEqual(["deleteContact"]);
    expect(await operations("resource=note&action=update")).toEqual(["deleteContact"]);
    expect(await operations("resource=contact&action=create")).toEqual(["createContact"]);
  });

  it("is filtered by instants, and by days of the profile's time zone", async () => {
    const [last, , , first] = (await owner.get("/activity")).body.data;
    expect(await operations(`from=${last.at}`)).toEqual(["deleteContact"]);
    expect(await operations(`to=${last.at}`)).toEqual(everything.slice(1));
    expect(await operations(`from=${first.at}&to=${last.at}`)).toEqual(everything.slice(1));
    expectStatus(await owner.patch("/me", { timezone: "Pacific/Kiritimati" }), 200);
    const there = (instant: string) =>
      new Date(Date.parse(instant) + 14 * 3_600_000).toISOString().slice(0, 10);
    const [begin, end] = [there(first.at), there(new Date().toISOString())];
    expect(await operations(`from=${begin}&to=${end}`)).toEqual(["updateMe", ...everything]);
    expect(await operations("to=2026-01-01")).toEqual([]);
    expect(await operations("from=9999-01-01")).toEqual([]);
  });

  it("has only the members that are asked for, and without changes reads none", async () => {
    const [whole] = expectStatus(await owner.get("/activity"), 200).data;
    const short = expectStatus(await owner.get("/activity?fields=at,summary,changeCount"), 200);
    const { id, at, summary, changeCount } = whole;
    expect(short.data[0]).toEqual({ id, at, summary, changeCount });
    expect(expectStatus(await owner.get("/activity?fields=changes"), 200).data[0])
      .toEqual({ id, changes: whole.changes });
    expectViolations(await owner.get("/activity?fields=before"), "query /fields invalid_format");
  });

  it.each([
    ["from=2026-03-02&to=2026-03-01", "query /from too_big"],
    ["from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z", "query /from too_big"],
    ["from=yesterday", "query /from invalid_format"],
    ["resource=api_key", "query /resource invalid_format"],
    ["action=undo", "query /action invalid_format"],
    ["actorId=me", "query /actorId invalid_format"],
    ["sort=at", "query /sort unknown_parameter"],
  ])("refuses %s", async (query, violation) => {
    expectViolations(await owner.get(`/activity?${query}`), violation);
  });
});

describe("erasing the log", () => {
  it("leaves nothing to read or to undo, and keeps all current data", async () => {
    const owner = await signUp();
    const { key } = await makeKey(owner);
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const retry = { headers: { "idempotency-key": "k" } };
    const changed = changeSetOf(await owner.patch(`/contacts/${id}`, { firstName: "Secret" }), 200);
    expectStatus(await owner.post(`/activity/${changed}/undo`, {}, retry), 200);
    expectProblem(await as(key).delete("/activity"), 403, "access_token_required");
    expect(await owner.delete("/activity")).toMatchObject({ status: 204, text: "" });
    expect((await owner.get("/activity")).body.total).toBe(0);
    expectProblem(await owner.get(`/activity/${changed}`), 404, "not_found");
    const again = await owner.post(`/activity/${changed}/undo`, {}, retry);
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect(again.text).not.toContain("Secret");
    expect((await owner.get(`/contacts/${id}`)).body.firstName).toBe("A");
    expectStatus(await owner.patch(`/contacts/${id}`, { firstName: "B" }), 200);
    expect((await owner.get("/activity")).body.total).toBe(1);
  });
});
