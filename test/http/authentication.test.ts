import { beforeAll, describe, expect, it } from "vitest";
import { type Account, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as, type Client } from "../support/client.ts";
import { forgedTokens, genuineTokens } from "../support/forged-tokens.ts";
import { expectProblem, sameBytes } from "../support/problems.ts";
import { exampleRequest, routes, tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
let key: string;
/** Every credential that must not let anybody in, by what is wrong with it. */
const strangers = new Map<string, Client>();

function withHeader(authorization: string): Client {
  const client = anyone();
  const send: Client["send"] = (method, path, body, options) =>
    client.send(method, path, body, {
      ...options,
      headers: { ...options?.headers, authorization },
    });
  return { ...client, send };
}

beforeAll(async () => {
  ada = await signUp();
  key = (await makeKey(ada)).key;
  const revoked = await makeKey(ada);
  expect((await ada.delete(`/api-keys/${revoked.id}`)).status).toBe(204);
  const expired = await makeKey(ada);
  await sql`
    update kith_private.api_keys set expires_at = now() + interval '1 millisecond' where id = ${expired.id}`;
  const rotated = await makeKey(ada);
  const overlap = { overlapSeconds: 60 };
  expect((await ada.post(`/api-keys/${rotated.id}/rotate`, overlap)).status).toBe(200);
  await sql`update kith_private.api_keys set previous_expires_at = now() where id = ${rotated.id}`;
  const gone = await signUp();
  const keyOfGone = await makeKey(gone);
  expect((await gone.delete("/me")).status).toBe(204);

  strangers.set("no header", anyone());
  strangers.set("an empty header", withHeader(""));
  strangers.set("Bearer without a token", withHeader("Bearer "));
  strangers.set("Basic", withHeader(`Basic ${Buffer.from(`x:${key}`).toString("base64")}`));
  strangers.set("a key without Bearer", withHeader(key));
  strangers.set("two tokens", withHeader(`Bearer ${key} ${key}`));
  strangers.set("two headers in one", withHeader(`Bearer ${key}, Bearer ${key}`));
  strangers.set("a word", as("word"));
  strangers.set("an unknown key", as(`kith_${"0".repeat(40)}`));
  strangers.set("a revoked key", as(revoked.key));
  strangers.set("an expired key", as(expired.key));
  strangers.set("a key before its rotation", as(rotated.key));
  strangers.set("a key in capitals", as(key.toUpperCase()));
  strangers.set("a key with capital digits", as(`kith_${key.slice(5).toUpperCase()}`));
  strangers.set("a key cut short", as(key.slice(0, -1)));
  strangers.set("a key with one more digit", as(`${key}0`));
  strangers.set("the key's prefix", as(key.slice(0, 9)));
  strangers.set("a key of a deleted account", as(keyOfGone.key));
  strangers.set("a token of a deleted account", as(gone.token));
  for (const [what, token] of await forgedTokens(ada.token)) strangers.set(what, as(token));
});

describe("a genuine credential", () => {
  it("lets its owner in, whichever it is", async () => {
    for (
      const client of [ada, as(key), withHeader(`bearer ${key}`), withHeader(`BEARER ${ada.token}`)]
    ) {
      expect((await client.send("get", "/me")).body.id).toBe(ada.id);
    }
  });

  it("may be signed by us in the very way in which the forged ones differ", async () => {
    for (const [what, token] of await genuineTokens(ada.token)) {
      expect([what, (await as(token).get("/me")).status]).toEqual([what, 200]);
    }
  });
});

describe("a token that was let in", () => {
  it("is refused by the request after its account was deleted", async () => {
    const { token } = await signUp();
    expect((await as(token).get("/me")).status).toBe(200);
    expect((await as(token).delete("/me")).status).toBe(204);
    expect((await as(token).get("/me")).status).toBe(401);
  });
});

describe("the table of routes", () => {
  it("asks for a token everywhere but where nobody's data are", () => {
    const open = routes.filter((route) => route.credential === "none").map((route) => route.path);
    expect(["/health", "/openapi.json", "/errors", "/llms.txt", "/calendar/{secret}.ics"]).toEqual(
      expect.arrayContaining(open),
    );
    const resources = [
      "contacts",
      "networks",
      "notes",
      "note-types",
      "reminders",
      "upcoming",
      "export",
      "me",
      "activity",
      "trash",
      "changes",
      "api-keys",
      "connections",
      "imports",
    ];
    expect(new Set(tokenRoutes.map((route) => route.path.split("/")[1]))).toEqual(
      new Set(resources),
    );
  });
});

describe.each(tokenRoutes)("$method $path", (route) => {
  it("is 401 without a credential that is good, in one and the same way", async () => {
    const { path, body } = exampleRequest(route);
    let first: unknown;
    for (const [what, client] of strangers) {
      const answer = await client.send(route.method, path, body);
      expect([what, answer.status]).toEqual([what, 401]);
      expectProblem(answer, 401, "unauthorized");
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer\b/);
      first ??= withoutLength(answer);
      expect([what, withoutLength(answer)]).toEqual([what, first]);
    }
  });

  it("is 401 before anything else is looked at", async () => {
    const { path } = exampleRequest(route);
    const malformed = path.replace(/[0-9a-f-]{36}/, "x");
    const json = { "content-type": "application/json" };
    const worst = [
      { raw: "{", headers: json },
      { raw: '{"noSuchMember":1}', headers: json },
      { raw: "x", headers: { "content-type": "text/plain" } },
      { raw: `"${"a".repeat(1_100_000)}"`, headers: json },
    ];
    for (
      const what of [
        "no header",
        "an unknown key",
        "a revoked key",
        "an expired key",
        "a key before its rotation",
        "a token of a deleted account",
      ]
    ) {
      const client = strangers.get(what) as Client;
      for (const bad of route.takesBody ? worst : []) {
        expectProblem(await client.send(route.method, path, undefined, bad), 401, "unauthorized");
      }
      expectProblem(await client.send(route.method, malformed), 401, "unauthorized");
      expectProblem(await client.send(route.method, `${path}?page=0&sort=x`), 401, "unauthorized");
    }
  });
});

const tokenOnly = tokenRoutes.filter((route) => route.credential === "access_token");
const forKeys = tokenRoutes.filter((route) => route.credential === "any");

describe("an API key", () => {
  it.each(tokenOnly)("is 403 at $method $path, valid request or not", async (route) => {
    const { path, body } = exampleRequest(route);
    const { id, key: fresh } = await makeKey(ada);
    for (const each of route.takesBody ? [body, { noSuchMember: 1 }] : [undefined]) {
      const answer = await as(fresh).send(route.method, path, each);
      expectProblem(answer, 403, "access_token_required");
    }
    const badQuery = await as(fresh).send(route.method, `${path}?page=0`);
    expectProblem(badQuery, 403, "access_token_required");
    expect((await ada.delete(`/api-keys/${id}`)).status).toBe(204);
  });

  it.each(forKeys)("is taken at $method $path", async (route) => {
    const { id, key: fresh } = await makeKey(ada);
    const { path, body } = exampleRequest(route);
    const answer = await as(fresh).send(route.method, path, body);
    expect([401, 403]).not.toContain(answer.status);
    expect(answer.headers.get("x-ratelimit-remaining"), answer.text).toBe("119");
    await ada.delete(`/api-keys/${id}`);
  });
});

/** An answer's bytes, its detail apart: that may say what is wrong with a token, if it says no more. */
function withoutLength(answer: Parameters<typeof sameBytes>[0]) {
  const { status, headers } = sameBytes(answer);
  const { detail: _, requestId: __, ...body } = answer.body;
  return {
    status,
    headers: (headers as [string, string][]).filter(([n]) => n !== "content-length"),
    body,
  };
}
