import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json, timeless } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const contact = (body: Json): Promise<Json> => make(ada, "/contacts", body);
const read = async (id: string, client: Client = ada): Promise<Json> =>
  expectStatus(await client.get(`/contacts/${id}?include=notes,reminders,networks`), 200);
const merge = (target: Json, duplicate: Json, more: Json = {}, client: Client = ada) =>
  client.post(`/contacts/${target.id}/merge`, { duplicateId: duplicate.id, ...more });
const undo = async (id: string, client: Client = ada) =>
  expectStatus(await client.post(`/activity/${id}/undo`, {}), 200);
const items = (...values: string[]) => values.map((value) => ({ value, label: null }));

/** Two contacts with something of everything. */
async function bothOf() {
  const [one, two] = [
    await make(ada, "/networks", { name: "One" }),
    await make(ada, "/networks", { name: "Two" }),
  ];
  const target = await contact({
    firstName: "Zoë",
    jobTitle: "Setter",
    emails: items("zoe@example.com", "z@example.com"),
    phones: items("1"),
    networkIds: [one.id],
    isArchived: true,
    lastContactedAt: "2026-01-02T00:00:00Z",
  });
  const duplicate = await contact({
    firstName: "Zoe",
    lastName: "Müller",
    jobTitle: "Climber",
    emails: items("ZOE@example.com", "m@example.com"),
    phones: items("1", "2"),
    urls: items("https://zoe.example.com"),
    addresses: [{ city: "Berlin" }],
    birthday: "1990-02-28",
    contactFrequencyDays: 30,
    networkIds: [one.id, two.id],
    isFavorite: true,
    lastContactedAt: "2026-01-03T00:00:00Z",
  });
  for (const each of [target, duplicate]) {
    await make(ada, "/notes", {
      content: `About ${each.firstName}`,
      contactId: each.id,
      occurredAt: "2026-01-05T00:00:00Z",
    });
    await make(ada, "/reminders", {
      title: `About ${each.firstName}`,
      contactId: each.id,
      dueAt: "2026-05-05T00:00:00Z",
    });
  }
  return { target, duplicate, one, two };
}

describe("merging", () => {
  it("unites both, keeps what the target has, and moves what is about the duplicate", async () => {
    const { target, duplicate, one, two } = await bothOf();
    const answer = await merge(target, duplicate);
    const merged = expectStatus(answer, 200);
    expect(merged).toMatchObject({
      moved: { notes: 1, reminders: 1, networks: 1 },
      activityId: answer.headers.get("x-activity-id"),
      dryRun: false,
    });
    expect(merged.contact).toEqual(expectStatus(await ada.get(`/contacts/${target.id}`), 200));
    expect(merged.contact).toMatchObject({
      id: target.id,
      displayName: "Zoë Müller",
      jobTitle: "Setter",
      emails: items("zoe@example.com", "z@example.com", "m@example.com"),
      phones: items("1", "2"),
      urls: items("https://zoe.example.com"),
      birthday: "1990-02-28",
      contactFrequencyDays: 30,
      networkIds: [one.id, two.id].sort(),
      isFavorite: true,
      isArchived: false,
      lastContactedAt: "2026-01-05T00:00:00.000Z",
      createdAt: target.createdAt,
    });
    const { notes, reminders } = await read(target.id);
    expect([notes.length, reminders.length]).toEqual([2, 2]);
    const gone = await ada.get(`/contacts/${duplicate.id}`);
    expect(expectProblem(gone, 404, "not_found")).toMatchObject({ mergedInto: target.id });
  });

  it("keeps the earlier creation, and takes what is chosen", async () => {
    const { target, duplicate } = await bothOf();
    const fields = {
      firstName: "target",
      jobTitle: "target",
      emails: "duplicate",
      phones: "target",
      urls: "target",
      birthday: "target",
    };
    const merged = expectStatus(
      await merge(duplicate, target, { fields: { ...fields, lastName: "duplicate" } }),
      200,
    );
    expect(merged.contact).toMatchObject({
      firstName: "Zoe",
      lastName: null,
      jobTitle: "Climber",
      emails: target.emails,
      phones: duplicate.phones,
      createdAt: target.createdAt,
    });
  });

  it("is undone by one call, and redone; the old id leads to what is there", async () => {
    const { target, duplicate } = await bothOf();
    const before = [await read(target.id), await read(duplicate.id)];
    const { activityId } = expectStatus(await merge(target, duplicate), 200);
    const after = await read(target.id);
    const undone = await undo(activityId);
    expect(undone.conflicts).toEqual([]);
    expect(timeless([await read(target.id), await read(duplicate.id)])).toEqual(timeless(before));
    await undo(undone.activityId);
    expect(timeless(await read(target.id))).toEqual(timeless(after));
    expect((await ada.get(`/contacts/${duplicate.id}`)).body.mergedInto).toBe(target.id);
  });

  it("is only described by a dry run", async () => {
    const { target, duplicate } = await bothOf();
    const before = [await read(target.id), await read(duplicate.id)];
    const answer = await merge(target, duplicate, { dryRun: true });
    const dry = expectStatus(answer, 200);
    expect([dry.dryRun, dry.activityId, answer.headers.get("x-activity-id")]).toEqual([
      true,
      null,
      null,
    ]);
    expect(timeless([await read(target.id), await read(duplicate.id)])).toEqual(timeless(before));
    const { contact } = expectStatus(await merge(target, duplicate), 200);
    expect({ ...dry.contact, updatedAt: "" }).toEqual({ ...contact, updatedAt: "" });
    expect(dry.moved).toEqual({ notes: 1, reminders: 1, networks: 1 });
  });
});

describe("an id that was merged", () => {
  it("leads to the last of several, and nowhere after that is deleted or the merge undone", async () => {
    const [a, b, c] = [
      await contact({ nickname: "A" }),
      await contact({ nickname: "B" }),
      await contact({ nickname: "C" }),
    ];
    const { activityId } = expectStatus(await merge(b, a), 200);
    expectStatus(await merge(c, b), 200);
    const mergedInto = async (id: string, client: Client = ada) =>
      expectProblem(await client.get(`/contacts/${id}`), 404, "not_found")["mergedInto"];
    expect([await mergedInto(a.id), await mergedInto(b.id)]).toEqual([c.id, c.id]);
    expect(await mergedInto(a.id, await signUp())).toBeUndefined();
    const network = await make(ada, "/networks", { name: "N" });
    const { key } = await makeKey(ada, "limited", { networkIds: [network.id] });
    expect(await mergedInto(a.id, as(key))).toBeUndefined();
    await ada.post(`/activity/${activityId}/undo`, { partial: true });
    expectStatus(await ada.delete(`/contacts/${c.id}`), 204);
    expect(await mergedInto(b.id)).toBeUndefined();
  });
});

describe("merging is refused", () => {
  it("with itself, and with or into what is missing or another owner's", async () => {
    const { target, duplicate } = await bothOf();
    expectViolations(await merge(target, target), "body /duplicateId duplicate");
    const stranger = await signUp();
    for (
      const id of [crypto.randomUUID(), (await make(stranger, "/contacts", { nickname: "S" })).id]
    ) {
      const answer = await merge(target, { id });
      expectProblem(answer, 400, "invalid_reference");
      expect(answer.body.errors[0].pointer).toBe("/duplicateId");
      expectProblem(await merge({ id }, duplicate), 404, "not_found");
    }
  });

  it("where a list would be too long, unless one of both is chosen", async () => {
    const many = (prefix: string) =>
      items(...Array.from({ length: 15 }, (_, n) => `${prefix}${n}@example.com`));
    const [one, other] = [
      await contact({ nickname: "A", emails: many("a") }),
      await contact({ nickname: "B", emails: many("b") }),
    ];
    expectViolations(await merge(one, other), "body /fields/emails too_long");
    const { contact: merged } = expectStatus(
      await merge(one, other, { fields: { emails: "duplicate" } }),
      200,
    );
    expect(merged.emails).toEqual(many("b"));
  });

  it("where more than 100 networks or no name would be left, and with members that do not exist", async () => {
    const [one, other] = [await contact({ nickname: "A" }), await contact({ firstName: "B" })];
    const fields = { nickname: "duplicate", firstName: "target" };
    expectViolations(await merge(one, other, { fields }), "body  required");
    expectViolations(
      await merge(one, other, { fields: { id: "target" } }),
      "body /fields/id unknown_member",
    );
    expectViolations(
      await merge(one, other, { fields: { nickname: "both" } }),
      "body /fields/nickname invalid_format",
    );
  });

  it("for a key that is limited to networks, or lacks a scope", async () => {
    const { target, duplicate, one } = await bothOf();
    const limited = as((await makeKey(ada, "limited", { networkIds: [one.id] })).key);
    expectProblem(await merge(target, duplicate, {}, limited), 403, "insufficient_scope");
    const scopes = ["contacts:write" as const, "notes:write" as const];
    const lacking = as((await makeKey(ada, "lacking", { scopes })).key);
    expectProblem(await merge(target, duplicate, {}, lacking), 403, "insufficient_scope");
    const enough = as(
      (await makeKey(ada, "enough", { scopes: [...scopes, "reminders:write", "activity:write"] }))
        .key,
    );
    const before = [await read(target.id), await read(duplicate.id)];
    const { activityId, moved } = expectStatus(await merge(target, duplicate, {}, enough), 200);
    expect(moved).toEqual({ notes: 1, reminders: 1, networks: 1 });
    await undo(activityId, enough);
    expect(timeless([await read(target.id), await read(duplicate.id)])).toEqual(timeless(before));
  });
});
