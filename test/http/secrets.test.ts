import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as, type Client } from "../support/client.ts";
import { functionLog } from "../support/function-copy.ts";
import { exampleRequest, routes, successfulRequest } from "../support/route-table.ts";
import { findSecrets } from "../support/secrets.ts";
import { superuser } from "../support/sql.ts";
import { placesOf } from "../support/traces.ts";

const sql = superuser();
let ada: Account;
let key: string;
beforeAll(async () => {
  ada = await signUp();
  key = (await makeKey(ada)).key;
});

describe("a secret", () => {
  it("is found by the search that ends every run, where there is one", async () => {
    const { secretsFile, adminDatabaseUrl } = inject("stack");
    const { id } = await make(ada, "/notes", { content: `The key is ${key}.` });
    const search = (lines: string[]) =>
      findSecrets({ secretsFile, databaseUrl: adminDatabaseUrl, logs: { "a log": lines } });
    const found = await search([`{"token":"${ada.token}"}`]);
    expect(found).toContain(`a log: ${ada.token.slice(0, 12)}…`);
    expect(found).toContain(`kith.notes: ${key.slice(0, 12)}…`);
    expect((await ada.delete(`/notes/${id}`)).status).toBe(204);
    expect((await ada.delete("/activity")).status).toBe(204);
    await sql`delete from kith_private.idempotent_requests where owner_id = ${ada.id}`;
  });

  it("is kept as nothing but a key's hash and first nine characters", async () => {
    const client = as(key);
    expectStatus(await client.post("/notes", { content: "x" }), 201);
    await client.get(`/contacts?search=${"a".repeat(201)}`);
    await client.post("/notes", undefined, {
      raw: "{",
      headers: { "content-type": "application/json" },
    });
    expect(await placesOf(sql, key.slice(9))).toEqual([]);
    expect(await placesOf(sql, key.slice(0, 20))).toEqual([]);
    expect(await placesOf(sql, ada.token.split(".")[2]!)).toEqual([]);
    expect((await functionLog()).join("\n")).not.toContain(key.slice(9));
  });

  it("in a place where it does not belong is in no answer, and not taken for a credential", async () => {
    const wrong: [string, Record<string, string>, number][] = [
      [`/contacts?apikey=${key}&access_token=${ada.token}&token=${key}`, {}, 401],
      ["/contacts", { "x-api-key": key, cookie: `token=${ada.token}` }, 401],
      [`/contacts/${key}`, {}, 401],
      [`/${key}`, { "x-request-id": key }, 404],
    ];
    for (const [path, headers, status] of wrong) {
      const answer = await anyone().get(path, { headers });
      expect(answer.status).toBe(status);
      const said = answer.text + JSON.stringify([...answer.headers]);
      expect(said).not.toContain(key);
      expect(said).not.toContain(ada.token);
    }
    expect((await functionLog()).join("\n")).not.toContain(ada.token);
  });
});

describe("the headers of an answer", () => {
  const clients: [string, () => Client][] = [
    ["to a key", () => as(key)],
    ["to a token", () => ada],
    ["to nobody", () => anyone()],
  ];
  it.each(routes)("keep caches and guessing browsers out: $method $path", async (route) => {
    for (const [what, client] of clients) {
      const requests = route.credential === "none" || what !== "to a token"
        ? [exampleRequest(route)]
        : [exampleRequest(route), await successfulRequest(route, await signUp())];
      for (const { path, body } of requests) {
        const { status, headers } = await client().send(route.method, path, body);
        const said = [status, headers.get("x-content-type-options"), headers.get("cache-control")];
        const cache = route.credential === "none" ? expect.any(String) : "no-store";
        expect([what, ...said]).toEqual([what, status, "nosniff", cache]);
        expect(headers.get("vary")).toMatch(/\bAuthorization\b/i);
        expect(headers.has("set-cookie")).toBe(false);
        expect(headers.has("server")).toBe(false);
        expect(headers.has("x-powered-by")).toBe(false);
      }
    }
  });
});
