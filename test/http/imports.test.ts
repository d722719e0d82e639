import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json, locationOf } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";

let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

/** A preview of a document of Kith. */
const preview = async (document: Json, client: Client = ada): Promise<Json> =>
  expectStatus(await client.post("/imports", { kith: 1, ...document }), 201);
const rowsOf = async ({ id }: Json, query = ""): Promise<Json[]> =>
  expectStatus(await ada.get(`/imports/${id}/rows${query}`), 200).data;
const apply = async ({ id }: Json): Promise<Json> =>
  expectStatus(await ada.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
const contacts = async (): Promise<Json[]> =>
  expectStatus(await ada.get("/contacts?isArchived=any&pageSize=200"), 200).data;
const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
const send = (raw: string, type = "text/vcard") =>
  ada.post("/imports", undefined, { raw, headers: { "content-type": type } });

describe("a preview", () => {
  it("compares the rows of a file with the contacts, and changes nothing", async () => {
    const zoe = await make(ada, "/contacts", {
      firstName: "Zoë",
      emails: [{ value: "Zoe@Example.com" }],
    });
    const bo = await make(ada, "/contacts", {
      firstName: "Bo",
      phones: [{ value: "+49 30 901820" }],
    });
    const ana = await make(ada, "/contacts", { firstName: "Ana", lastName: "Silva" });
    await ada.patch("/me", { country: "DE" });
    const made = await ada.post("/imports", {
      kith: 1,
      contacts: [
        { firstName: "Zoe", emails: [{ value: "zoe@example.COM" }] },
        { firstName: "Robert", phones: [{ value: "(030) 90 18 20" }] },
        { id: ana.id, firstName: "Anna" },
        { firstName: "ana", lastName: "silva" },
        { firstName: "" },
      ],
    });
    expectStatus(made, 201);
    expect(locationOf(made, "/imports")).toBe(`/imports/${made.body.id}`);
    expect(made.body).toMatchObject({
      format: "json",
      counts: { create: 1, match: 3, conflict: 0, error: 1 },
      photos: 0,
      appliedAt: null,
      appliedActivityId: null,
    });
    expect(made.headers.get("x-activity-id")).toBeNull();
    expect((await rowsOf(made.body)).map((row) => [row.action, row.matchedBy, row.contact?.id]))
      .toEqual([
        ["match", "email", zoe.id],
        ["match", "phone", bo.id],
        ["match", "uid", ana.id],
        ["create", null, undefined],
        ["error", null, undefined],
      ]);
    expect((await rowsOf(made.body, "?action=create"))[0].candidates)
      .toEqual([{ id: ana.id, displayName: "Ana Silva" }]);
    expect((await rowsOf(made.body, "?action=error"))[0]).toMatchObject({
      number: 5,
      value: null,
      problem: expect.stringContaining("/contacts/4"),
    });
    expect((await rowsOf(made.body, "?page=2&pageSize=2")).map(({ number }) => number))
      .toEqual([3, 4]);
    expect(await contacts()).toHaveLength(3);
  });

  it("has conflicts when several contacts have an address, or several rows match one contact", async () => {
    const emails = [{ value: "team@example.com" }];
    const pair = [
      await make(ada, "/contacts", { firstName: "A", emails }),
      await make(ada, "/contacts", { firstName: "B", emails }),
    ];
    const zoe = await make(ada, "/contacts", {
      firstName: "Zoë",
      emails: [{ value: "z@example.com" }],
    });
    const uid = randomUUID();
    const made = await preview({
      contacts: [
        { firstName: "C", emails },
        { firstName: "D", emails: zoe.emails },
        { firstName: "E", emails: zoe.emails },
        { id: uid, firstName: "F" },
        { id: uid, firstName: "G" },
      ],
    });
    const rows = await rowsOf(made);
    expect(rows.map(({ action }) => action))
      .toEqual(["conflict", "conflict", "conflict", "create", "conflict"]);
    expect(rows[0].candidates.map(({ id }: Json) => id).sort())
      .toEqual(pair.map(({ id }) => id).sort());
    expect(rows[1].candidates).toEqual([{ id: zoe.id, displayName: "Zoë" }]);
    expect(await apply(made)).toMatchObject({ created: 1, merged: 0, skipped: 4, failed: 0 });
  });

  it("is one of at most three, and can be deleted", async () => {
    const all = [];
    for (let n = 0; n < 4; n++) all.push(await preview({ contacts: [{ firstName: `N${n}` }] }));
    const listed = expectStatus(await ada.get("/imports"), 200);
    expect(listed.data.map(({ id }: Json) => id)).toEqual(
      all.slice(1).map(({ id }) => id).reverse(),
    );
    expectProblem(await ada.get(`/imports/${all[0].id}`), 404, "not_found");
    expectStatus(await ada.delete(`/imports/${all[3].id}`), 204);
    expectProblem(await ada.get(`/imports/${all[3].id}/rows`), 404, "not_found");
    expectProblem(
      await ada.post(`/imports/${all[3].id}/apply`, { onMatch: "skip" }),
      404,
      "not_found",
    );
  });

  it("accepts JSON, vCards and CSV, and no other type", async () => {
    const made = expectStatus(await send(card("FN:Zoë", "N:Müller;Zoë;;;")), 201);
    expect(made.format).toBe("vcard");
    expect((await rowsOf(made))[0].value).toMatchObject({ firstName: "Zoë", lastName: "Müller" });
    expectProblem(await send("x", "text/plain"), 415, "unsupported_media_type");
    expectProblem(await send("", "text/vcard"), 400, "invalid_json");
    expectProblem(await send(card(`NOTE:${"x".repeat(1_048_576)}`)), 413, "payload_too_large");
  });

  it.each([
    ["ldif", "text/ldif", "dn: cn=Zoe\ncn: Zoe\nmail: zoe@example.com\n"],
    ["ldif", "text/x-ldif", "dn: cn=Zoe\ncn: Zoe\nmail: zoe@example.com\n"],
    ["ldif", "text/directory", "dn: cn=Zoe\ncn: Zoe\nmail: zoe@example.com\n"],
    ["vcard", "text/directory", card("FN:Zoe", "EMAIL:zoe@example.com")],
    [
      "vcard",
      "application/vcard+json",
      '["vcard",[["fn",{},"text","Zoe"],["email",{},"text","zoe@example.com"]]]',
    ],
    [
      "json",
      "application/jscontact+json",
      '{"@type":"Card","name":{"full":"Zoe"},"emails":{"e":{"address":"zoe@example.com"}}}',
    ],
    [
      "json",
      "application/json",
      '{"app_version":"4","account":{"data":[{"type":"contact","values":[{"properties":{"first_name":"Zoe"}}]}]}}',
    ],
  ])("reads %s as %s", async (format, type, text) => {
    const made = expectStatus(await send(text, type), 201);
    expect(made).toMatchObject({ format, counts: { create: 1, error: 0 } });
    expect((await rowsOf(made))[0].value).toMatchObject({ firstName: "Zoe" });
    expectStatus(await ada.delete(`/imports/${made.id}`), 204);
  });

  it("makes one contact of rows that are the same one, and says so before and after", async () => {
    const emails = [{ value: "ana@example.com" }];
    const made = await preview({
      contacts: [{ firstName: "Ana", emails, company: "A" }, {
        firstName: "ana",
        emails,
        company: "B",
      }],
    });
    const dropped = [expect.objectContaining({ property: expect.stringContaining("made one") })];
    expect(made).toMatchObject({ counts: { create: 1 }, dropped });
    expect(await apply(made)).toMatchObject({ created: 1, dropped });
    const [{ id, company }] = await contacts() as [Json];
    const notes = expectStatus(await ada.get(`/notes?contactId=${id}`), 200).data;
    expect([company, notes.map(({ content }: Json) => content)]).toEqual(["A", ["Company: B"]]);
  });

  it("leaves out characters that the database cannot store", async () => {
    const made = expectStatus(
      await send(card("UID:a\0b", "FN:Z\0oe", "NOTE:\0", "CATEGORIES:\0a")),
      201,
    );
    expectStatus(await ada.post(`/imports/${made.id}/apply`, { onMatch: "skip" }), 200);
  });
});

describe("keys", () => {
  it("need three scopes, all networks, and a fourth scope for reminders", async () => {
    const scopes = ["contacts:write", "networks:write", "notes:write"] as const;
    const key = as((await makeKey(ada, "K", { scopes: [...scopes] })).key);
    const made = await preview({ contacts: [{ firstName: "A" }] }, key);
    expectStatus(await key.post(`/imports/${made.id}/apply`, { onMatch: "skip" }), 200);
    const reminders = [{ title: "R" }];
    expectProblem(await key.post("/imports", { kith: 1, reminders }), 403, "insufficient_scope");
    const network = await make(ada, "/networks", { name: "N" });
    const narrow = as((await makeKey(ada, "L", { networkIds: [network.id] })).key);
    for (const path of ["/imports", `/imports/${made.id}`, `/imports/${made.id}/rows`]) {
      expectProblem(await narrow.get(path), 403, "insufficient_scope");
    }
    const file = { kith: 1, contacts: [{ firstName: "B" }] };
    expectProblem(await narrow.post("/imports", file), 403, "insufficient_scope");
  });
});
