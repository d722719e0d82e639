import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const rowsOf = async () => {
  const { "kith_private.idempotent_requests": _, ...rows } = await ownedRows(sql, ada.id);
  return rows;
};

const [ada, stranger] = [await signUp(), await signUp()];

const bulk = (body: Json, by: Pick<Account, "post"> = ada) => by.post("/contacts/bulk", body);
const create = (body: Json, by = ada): Promise<Json> => by.make("/contacts", body);
const nameOf = async (id: string): Promise<string> =>
  (await ada.read(`/contacts/${id}`)).displayName;
const done = (action: string, index: number, id: unknown) => ({
  action,
  index,
  id,
  status: "done",
});

describe("many contacts in one request", () => {
  it("are created, then updated, then deleted, as single requests do it", async () => {
    const network = await ada.make("/networks", { name: `N ${randomUUID()}` });
    const [changed, deleted] = [await create({ firstName: "C" }), await create({ firstName: "D" })];
    const body = {
      delete: [deleted.id],
      update: [
        { id: changed.id, nickname: "N", addEmails: [{ value: "a@x.de" }] },
        { id: changed.id, firstName: "E", addNetworkIds: [network.id] },
      ],
      create: [{ firstName: " A " }, { company: "B", networkIds: [network.id] }],
    };
    const { results } = expectStatus(await bulk(body), 200);
    expect(results).toEqual([
      done("create", 0, expect.any(String)),
      done("create", 1, expect.any(String)),
      done("update", 0, changed.id),
      done("update", 1, changed.id),
      done("delete", 0, deleted.id),
    ]);
    expect(await Promise.all([results[0].id, results[1].id].map(nameOf))).toEqual(["A", "B"]);
    expect(expectStatus(await ada.get(`/contacts/${changed.id}`), 200)).toMatchObject({
      firstName: "E",
      nickname: "N",
      emails: [{ value: "a@x.de", label: null }],
      networkIds: [network.id],
    });
    expectProblem(await ada.get(`/contacts/${deleted.id}`), 404, "not_found");
  });

  it("are one change set, which one call undoes", async () => {
    const [changed, deleted] = [await create({ firstName: "C" }), await create({ firstName: "D" })];
    const answer = await bulk({
      create: [{ firstName: "A" }],
      update: [{ id: changed.id, firstName: "B" }],
      delete: [deleted.id],
    });
    const [made] = expectStatus(answer, 200).results;
    const set = answer.headers.get("x-activity-id")!;
    const { changes, operation } = await ada.read(`/activity/${set}`);
    expect([operation, changes.length]).toEqual(["bulkContacts", 3]);
    await ada.undo(set);
    expect(await Promise.all([changed.id, deleted.id].map(nameOf))).toEqual(["C", "D"]);
    expectProblem(await ada.get(`/contacts/${made.id}`), 404, "not_found");
  });

  it("may be sent back as they were read, and may be none", async () => {
    const made = await create({ firstName: "R" });
    expectStatus(await bulk({ update: [made], create: [made] }), 200);
    expect(await ada.read(`/contacts/${made.id}`)).toEqual(made);
    expect(expectStatus(await bulk({ partial: true, update: [] }), 200))
      .toEqual({ results: [], hasMore: false });
  });

  it("are at most 200 in all lists together", async () => {
    const bob = await signUp();
    const body = { create: Array.from({ length: 200 }, (_, n) => ({ nickname: `N ${n}` })) };
    const { results } = expectStatus(await bulk(body, bob), 200);
    expect(new Set(results.map(({ id }: Json) => id)).size).toBe(200);
    expectViolations(await bulk({ ...body, delete: [randomUUID()] }, bob), "body  too_long");
    expectViolations(
      await bulk({ partial: true, delete: Array(201).fill(randomUUID()) }, bob),
      "body /delete too_long",
    );
  });
});

describe("without partial, an item that cannot be done", () => {
  it("the item is named with every other violation, and nothing is done", async () => {
    const before = await rowsOf();
    const answer = await bulk({
      create: [{ firstName: "A" }, { jobTitle: "B" }, { firstName: "C", emails: [{ value: "x" }] }],
      update: [{ nickname: "N" }, { id: randomUUID(), photoUrl: "uploads/x.png", other: 1 }],
      delete: ["x"],
      more: [],
    });
    expectViolations(
      answer,
      "body /more unknown_member",
      "body /create/1 required",
      "body /create/2/emails/0/value invalid_format",
      "body /update/0/id required",
      "body /update/1/other unknown_member",
      "body /update/1/photoUrl invalid_format",
      "body /delete/0 invalid_format",
    );
    expect(await rowsOf()).toEqual(before);
  });

  const unknown = randomUUID();
  it.each<[string, (id: string) => Json, number, string, string]>([
    [
      "an unknown network",
      (id) => ({ update: [{ id, nickname: "N" }, { id, addNetworkIds: [unknown] }] }),
      400,
      "invalid_reference",
      "/update/1/addNetworkIds/0",
    ],
    [
      "no name left",
      (id) => ({ update: [{ id, firstName: null }] }),
      400,
      "validation_failed",
      "/update/0",
    ],
    ["an unknown contact", () => ({ update: [{ id: unknown }] }), 404, "not_found", "/update/0"],
    ["one deleted before", (id) => ({ delete: [id, id] }), 404, "not_found", "/delete/1"],
  ])("is named where the database refuses it: %s", async (_, body, status, code, pointer) => {
    const { id } = await create({ firstName: "A" });
    const before = await rowsOf();
    const answer = await bulk({ create: [{ firstName: "New" }], ...body(id) });
    const { errors } = expectProblem(answer, status, code);
    expect(errors.map(({ pointer }: Json) => pointer)).toEqual([pointer]);
    expect(await rowsOf()).toEqual(before);
  });
});

describe("with partial, an item that cannot be done", () => {
  it("says why, and the others are done", async () => {
    const { id } = await create({ firstName: "A" });
    const theirs = await create({ firstName: "T" }, stranger);
    const unknown = randomUUID();
    const body = {
      create: [{ jobTitle: "B" }, { firstName: "C" }, { firstName: "D\0", networkIds: [1] }],
      update: [
        { id, addNetworkIds: [unknown] },
        { id, nickname: "N" },
        { id: theirs.id, nickname: "N" },
        null,
      ],
      delete: [unknown, "x"],
      partial: true,
    };
    const answer = await bulk(body);
    const { results } = expectStatus(answer, 200);
    const told = results.map(({ action, index, id, error }: Json) => [
      `${action} ${index}`,
      id === results[1].id ? "new" : id,
      error?.code ?? "done",
      ...(error?.errors ?? []).map(({ pointer }: Json) => pointer),
    ]);
    expect(told).toEqual([
      ["create 0", null, "validation_failed", "/create/0"],
      ["create 1", "new", "done"],
      [
        "create 2",
        null,
        "validation_failed",
        "/create/2/firstName",
        "/create/2/networkIds/0",
      ],
      ["update 0", id, "invalid_reference", "/update/0/addNetworkIds/0"],
      ["update 1", id, "done"],
      ["update 2", theirs.id, "not_found", "/update/2"],
      ["update 3", null, "validation_failed", "/update/3"],
      ["delete 0", unknown, "not_found", "/delete/0"],
      ["delete 1", null, "validation_failed", "/delete/1"],
    ]);
    for (const { error } of results.filter(({ error }: Json) => error)) {
      expect(error.detail).toMatch(/\.$/);
      for (const { message } of error.errors) expect(message).toMatch(/./);
    }
    const { changes } = await ada.read(`/activity/${answer.headers.get("x-activity-id")}`);
    expect(changes.map(({ action }: Json) => action)).toEqual(["create", "update"]);
  });

  it("the request is still refused as a whole if something beside the items is wrong", async () => {
    expectViolations(
      await bulk({ create: [{}], other: 1, partial: true }),
      "body /other unknown_member",
      "body /create/0 required",
    );
    expectViolations(await bulk({ create: {}, partial: true }), "body /create invalid_type");
    expectViolations(await bulk({ partial: "true" }), "body /partial invalid_type");
    expectViolations(await bulk([]), "body  invalid_type");
  });
});
