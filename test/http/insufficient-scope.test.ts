import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "../../functions/kith/core/scopes.ts";
import { type Account, expectStatus, make, makeKey, signUp, withKey } from "../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../support/client.ts";
import { countsOf, expectInsufficient, rowsBesidesUse } from "../support/key-scopes.ts";
import { picture, prepareUpload, put, stored, upload } from "../support/photos.ts";
import { expectProblem, sameBytes } from "../support/problems.ts";
import { routes, successfulRequest } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let me: Account;
let work: string;
beforeAll(async () => {
  me = await signUp();
  work = (await make(me, "/networks", { name: "Work" })).id;
});

type Limited = Client & { id: string };

async function keyWith(...scopes: Scope[]): Promise<Limited> {
  const { id, key } = await makeKey(me, "limited", { scopes });
  return { id, ...as(key) };
}

/** Gives a key other scopes. */
const limit = async (key: Limited, scopes: Scope[] | null) =>
  expectStatus(await me.patch(`/api-keys/${key.id}`, { scopes }), 200);

/** Demands that nothing of the account changes. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await rowsBesidesUse(sql, me.id);
  await work();
  expect(await rowsBesidesUse(sql, me.id)).toEqual(before);
}

describe("a request whose scope the key lacks", () => {
  /** The refusal as it is, byte for byte, but for the request's id. */
  const refusal = (detail: string) => ({
    type: "/functions/v1/kith/api/v1/errors#insufficient_scope",
    title: "Insufficient scope",
    status: 403,
    detail,
    code: "insufficient_scope",
    requestId: expect.any(String),
  });

  it("is refused with the names of the missing scopes, in words and in the header", async () => {
    await withKey(me, { scopes: ["notes:read"] }, async (_, key) => {
      const answer = await as(key).post("/notes", { content: "A" });
      expect(answer.body).toEqual(refusal("This API key lacks the scope notes:write."));
      expect(answer.headers.get("www-authenticate"))
        .toBe('Bearer error="insufficient_scope", scope="notes:write"');
      const two = await as(key).put(`/networks/${work}/contacts/${randomUUID()}`);
      expect(two.body)
        .toEqual(refusal("This API key lacks the scopes contacts:write and networks:read."));
      expect(two.headers.get("www-authenticate"))
        .toBe('Bearer error="insufficient_scope", scope="contacts:write networks:read"');
    });
    await withKey(me, { scopes: ["contacts:write"] }, async (_, key) => {
      const one = await as(key).put(`/networks/${work}/contacts/${randomUUID()}`);
      expect(one.body).toEqual(refusal("This API key lacks the scope networks:read."));
    });
  });

  it.each<[string, string, string, Json, Record<string, string>?]>([
    ["an unknown member", "POST", "/notes", { noSuchMember: 1 }],
    ["an unknown parameter", "GET", "/contacts?needsContacts=true", undefined],
    ["no UUID", "GET", "/reminders/none", undefined],
    ["an unknown id", "GET", `/reminders/${randomUUID()}`, undefined],
    ["a large body", "POST", "/notes", { content: "a".repeat(100_000) }],
    ["a large body that is not valid", "POST", "/notes", { content: 1, x: "a".repeat(100_000) }],
    ["a photo for a contact that does not exist", "POST", "/contacts", {
      photoUrl: "uploads/a.png",
    }],
    ["an `If-Match` that is none", "PATCH", `/contacts/${randomUUID()}`, {}, { "if-match": "x" }],
  ])("is refused before %s is noticed", async (_, method, path, body, headers = {}) => {
    await withKey(me, { scopes: ["networks:read"] }, async (_, key) => {
      const answer = await as(key).send(method, path, body, { headers });
      expectProblem(answer, 403, "insufficient_scope");
    });
  });

  it("is refused after the need of an access token and an unknown path are noticed", async () => {
    await withKey(me, { scopes: ["networks:read"] }, async (_, key) => {
      const forTokens = await as(key).get("/api-keys");
      expectProblem(forTokens, 403, "access_token_required");
      expect(forTokens.headers.get("www-authenticate")).toBe(null);
      expectProblem(await as(key).delete("/me"), 403, "access_token_required");
      expectProblem(await as(key).get("/none"), 404, "not_found");
    });
  });

  it("counts as a refused request, whatever else is wrong with it", async () => {
    await withKey(me, { scopes: ["networks:read"] }, async (id, key) => {
      const requests = [
        () => as(key).get("/networks"),
        () => as(key).get("/notes"),
        () => as(key).post("/notes", { noSuchMember: 1 }),
        () => as(key).post("/notes", { content: "a".repeat(100_000) }),
      ];
      for (const [index, send] of requests.entries()) {
        expect((await send()).headers.get("x-ratelimit-remaining")).toBe(String(119 - index));
      }
      const counts = await sql`
        select requests, refusals from kith_private.api_key_requests where api_key_id = ${id}`;
      expect(counts).toEqual([{ requests: 4, refusals: 3 }]);
    });
  });
});

describe("a key that lacks a scope", () => {
  it("is refused for the rate limit before it is refused for the scope", async () => {
    const key = await keyWith("notes:read");
    expectInsufficient(await key.post("/notes", {}), ["notes:write"]);
    await sql`
      update kith_private.api_key_requests set instants = array_fill(clock_timestamp(), array[120])
       where api_key_id = ${key.id}`;
    expectProblem(await key.post("/notes", {}), 429, "rate_limited");
    expect(await countsOf(sql, key.id)).toEqual([2, 2, 120]);
  });

  it("gets only 401 once it has expired", async () => {
    const key = await keyWith("notes:read");
    const unknown = as(`kith_${"0".repeat(40)}`);
    const expected = sameBytes(await unknown.post("/notes", {}));
    await sql`
      update kith_private.api_keys set expires_at = now() + interval '20 milliseconds' where id = ${key.id}`;
    await sql`select pg_sleep(0.1)`;
    expect(sameBytes(await key.post("/notes", {}))).toEqual(expected);
    expect(expected.status).toBe(401);
  });

  it("does not get a stored answer again that it got with other scopes", async () => {
    const key = await keyWith("notes:write");
    const retry = { headers: { "idempotency-key": randomUUID() } };
    const note = expectStatus(await key.post("/notes", { content: "x" }, retry), 201);
    await limit(key, ["notes:read"]);
    await changingNothing(async () =>
      expectInsufficient(await key.post("/notes", { content: "x" }, retry), ["notes:write"])
    );
    await limit(key, ["notes:write"]);
    const again = await key.post("/notes", { content: "x" }, retry);
    expect(expectStatus(again, 201).id).toBe(note.id);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("a photo", () => {
  it("is uploaded and attached with contacts:write alone", async () => {
    const contact = await make(me, "/contacts", { firstName: "P" });
    const { answer } = await upload(await keyWith("contacts:write"), contact.id);
    expect(expectStatus(answer, 200).photoUrl).toEqual(expect.any(String));
  });

  it("cannot be prepared, attached or removed without contacts:write", async () => {
    const contact = await make(me, "/contacts", { firstName: "P" });
    const key = await keyWith("contacts:read", "notes:write");
    const prepared = await prepareUpload(me, contact.id);
    expect(await put(prepared, picture("picture.png"))).toBe(200);
    await changingNothing(async () => {
      const path = `/contacts/${contact.id}`;
      const missing = ["contacts:write"];
      const body = { extension: "png" };
      expectInsufficient(await key.post(`${path}/photo-upload`, body), missing);
      expectInsufficient(await key.patch(path, { photoUrl: prepared.path }), missing);
      expectInsufficient(await key.patch(path, { photoUrl: null }), missing);
    });
    expect(await stored(prepared.path)).toEqual([prepared.path]);
    const attached = await me.patch(`/contacts/${contact.id}`, { photoUrl: prepared.path });
    expectStatus(attached, 200);
  });
});

describe("undoing what a key did itself", () => {
  const resources: [string, Scope, object][] = [
    ["contacts", "contacts:write", { firstName: "U" }],
    ["networks", "networks:write", { name: `U ${randomUUID()}` }],
    ["notes", "notes:write", { content: "U" }],
    ["note-types", "notes:write", { name: `U ${randomUUID()}` }],
    ["reminders", "reminders:write", { title: "U" }],
  ];

  it.each(resources)(
    "needs the scope to write %s at that time",
    async (collection, scope, body) => {
      const key = await keyWith("activity:write", scope);
      const made = await key.post(`/${collection}`, body);
      const path = `/activity/${made.headers.get("x-activity-id")}/undo`;
      expectStatus(made, 201);
      const read = scope.replace("write", "read") as Scope;
      const undos: [Scope[], (answer: Answer) => unknown][] = [
        [[scope], (answer) => expectInsufficient(answer, ["activity:write"])],
        // What it may not read does not exist for it.
        [["activity:write"], (answer) => expectProblem(answer, 404, "not_found")],
        [["activity:write", read], (answer) => expectInsufficient(answer, [])],
      ];
      for (const [scopes, check] of undos) {
        await limit(key, scopes);
        await changingNothing(async () => void check(await key.post(path, {})));
      }
      await limit(key, ["activity:write", scope]);
      expectStatus(await key.post(path, {}), 200);
      expectStatus(await me.get(`/${collection}/${made.body.id}`), 404);
    },
  );
});

describe("a key for some networks", () => {
  const writing = routes.filter(({ method, path }) =>
    method !== "get" && /^\/(networks|note-types)/.test(path)
  );
  it("is refused some routes", () => expect(writing.length).toBe(9));

  it.each(writing)("may not $method $path, whatever its scopes", async (route) => {
    await withKey(me, { networkIds: [work] }, async (id, token) => {
      const key = as(token);
      const { path, body } = await successfulRequest(route, me);
      const missing = path.replace(/[0-9a-f-]{36}/g, () => randomUUID());
      await changingNothing(async () => {
        expectInsufficient(await key.send(route.method, path, body), []);
        expectInsufficient(await key.send(route.method, missing, body), []);
        if (route.takesBody) expectInsufficient(await key.send(route.method, path, { x: 1 }), []);
      });
      const requests = route.takesBody ? 3 : 2;
      expect(await countsOf(sql, id)).toEqual([requests, requests, requests]);
    });
  });

  it("may not give a contact other networks", async () => {
    const contact = await make(me, "/contacts", { firstName: "A", networkIds: [work] });
    await withKey(me, { networkIds: [work] }, async (_, key) => {
      const change = { networkIds: [] };
      expectInsufficient(await as(key).patch(`/contacts/${contact.id}`, change), []);
    });
    expect((await me.get(`/contacts/${contact.id}`)).body.networkIds).toEqual([work]);
  });
});
