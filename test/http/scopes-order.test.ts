import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "../../functions/kith/core/scopes.ts";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client } from "../support/client.ts";
import { countsOf, expectInsufficient, rowsBesidesUse } from "../support/key-scopes.ts";
import { picture, prepareUpload, put, stored, upload } from "../support/photos.ts";
import { expectProblem, sameBytes } from "../support/problems.ts";
import { routes, successfulRequest } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

/** Scopes beside what else a request may be refused for, and requests that take several steps. */
const sql = superuser();
let owner: Account;
beforeAll(async () => {
  owner = await signUp();
});

type Limited = Client & { id: string };

async function keyWith(...scopes: Scope[]): Promise<Limited> {
  const { id, key } = await makeKey(owner, "limited", { scopes });
  return { id, ...as(key) };
}

/** Gives a key other scopes. */
const limit = async (key: Limited, scopes: Scope[] | null) =>
  expectStatus(await owner.patch(`/api-keys/${key.id}`, { scopes }), 200);

/** Demands that nothing of the owner's changes. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await rowsBesidesUse(sql, owner.id);
  await work();
  expect(await rowsBesidesUse(sql, owner.id)).toEqual(before);
}

describe("a key that lacks a scope", () => {
  it("is told first that it is over the rate limit, then that it lacks the scope", async () => {
    const key = await keyWith("notes:read");
    expectInsufficient(await key.post("/notes", {}), ["notes:write"]);
    await sql`
      update kith_private.api_key_requests set instants = array_fill(clock_timestamp(), array[120])
       where api_key_id = ${key.id}`;
    expectProblem(await key.post("/notes", {}), 429, "rate_limited");
    expect(await countsOf(sql, key.id)).toEqual([2, 2, 120]);
  });

  it("is told nothing but 401 once it has expired", async () => {
    const key = await keyWith("notes:read");
    const unknown = as(`kith_${"0".repeat(40)}`);
    const expected = sameBytes(await unknown.post("/notes", {}));
    await sql`
      update kith_private.api_keys set expires_at = now() + interval '20 milliseconds' where id = ${key.id}`;
    await sql`select pg_sleep(0.1)`;
    expect(sameBytes(await key.post("/notes", {}))).toEqual(expected);
    expect(expected.status).toBe(401);
  });

  it("is told that an access token is needed where it is, and not which scope", async () => {
    const key = await keyWith("notes:read");
    const answer = await key.delete("/trash");
    expectProblem(answer, 403, "access_token_required");
    expect(answer.headers.get("www-authenticate")).toBe(null);
  });

  it("gets no answer again that it got with other scopes", async () => {
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
  it("is uploaded and attached with contacts:write, and nothing besides", async () => {
    const contact = await make(owner, "/contacts", { firstName: "P" });
    const { answer } = await upload(await keyWith("contacts:write"), contact.id);
    expect(expectStatus(answer, 200).photoUrl).toEqual(expect.any(String));
  });

  it("is neither prepared, attached nor removed without it", async () => {
    const contact = await make(owner, "/contacts", { firstName: "P" });
    const key = await keyWith("contacts:read", "notes:write");
    const prepared = await prepareUpload(owner, contact.id);
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
    const attached = await owner.patch(`/contacts/${contact.id}`, { photoUrl: prepared.path });
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

  it.each(resources)("takes the scope of %s too, now", async (collection, scope, body) => {
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
    expectStatus(await owner.get(`/${collection}/${made.body.id}`), 404);
  });
});

describe("a key that is limited to networks", () => {
  const writing = routes.filter(({ method, path }) =>
    method !== "get" && /^\/(networks|note-types)/.test(path)
  );
  it("is in the table of routes at all", () => expect(writing.length).toBe(9));

  it.each(writing)("$method $path is refused with all scopes", async (route) => {
    const network = await make(owner, "/networks", { name: randomUUID() });
    const made = await makeKey(owner, "limited", { networkIds: [network.id] });
    const key = as(made.key);
    const { path, body } = await successfulRequest(route, owner);
    const missing = path.replace(/[0-9a-f-]{36}/g, () => randomUUID());
    await changingNothing(async () => {
      expectInsufficient(await key.send(route.method, path, body), []);
      expectInsufficient(await key.send(route.method, missing, body), []);
      if (route.takesBody) expectInsufficient(await key.send(route.method, path, { x: 1 }), []);
    });
    const requests = route.takesBody ? 3 : 2;
    expect(await countsOf(sql, made.id)).toEqual([requests, requests, requests]);
    expectStatus(await owner.delete(`/api-keys/${made.id}`), 204);
  });
});
