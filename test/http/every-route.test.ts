import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { type Answer, anyone, as, type Json } from "../support/client.ts";
import { startCountedCopy } from "../support/function-copy.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { expectHeaders, expectProblem, expectViolations, sameBytes } from "../support/problems.ts";
import { makeOne, referTo, withMember } from "../support/route-examples.ts";
import {
  type ExampleRequest,
  exampleRequest,
  fill,
  routes,
  successfulRequest,
  type TestRoute,
  tokenRoutes,
} from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";
import { isRemoval } from "../support/storage-proxy.ts";
import { until } from "../support/wait.ts";

// What all routes have in common, once for each of them. The mechanisms have tests of their own.
const sql = superuser();
let copy: Awaited<ReturnType<typeof startCountedCopy>>;
let ada: Account;
/** An account that has nothing. */
let nobody: Account;
let key: string;
/** One of every collection that a route refers to, and all rows, of Ada. */
const idsOfAda: Record<string, string> = {};
let rowsOfAda: Record<string, string[]>;

beforeAll(async () => {
  copy = await startCountedCopy();
  ada = await signUp();
  for (const { ids, bodyIds, queryIds } of tokenRoutes) {
    for (const { collection } of [...ids, ...bodyIds, ...queryIds]) {
      idsOfAda[collection] ??= await makeOne(ada, collection);
    }
  }
  const { contacts: contactId, networks, "note-types": noteTypeId } = idsOfAda;
  expectStatus(await ada.put(`/networks/${networks}/contacts/${contactId}`), 204);
  expectStatus(await ada.post("/notes", { content: "x", contactId, noteTypeId }), 201);
  nobody = await signUp();
  key = (await makeKey(await signUp())).key;
  await as(key, copy.base).get("/contacts");
  rowsOfAda = await ownedRows(sql, ada.id);
  expect(Object.keys(rowsOfAda).length).toBeGreaterThan(5);
});
afterAll(() => copy?.stop());

const one = { trips: 1, statements: 1 };
/** Before a file is read the credential is checked, in a statement of its own. */
const two = { trips: 2, statements: 2 };
const none = { trips: 0, statements: 0 };
/** An export reads its pages in a transaction of its own (ADR 39): this one, its beginning, a page and its end. */
const four = { trips: 4, statements: 4 };

const emptyPage = { data: [], page: 1, pageSize: 50, total: 0 };

/** Sends a request of this route and demands that it costs so much. */
async function send(
  token: string | null,
  { method }: TestRoute,
  { path, body }: ExampleRequest,
  cost: typeof one,
  headers: Record<string, string> = {},
): Promise<Answer> {
  copy.database.reset();
  const answer = await as(token, copy.base).send(method, path, body, { headers });
  if (answer.status < 300 && cost === two) {
    await until("both statements were sent", () => copy.database.statements() === 2);
  }
  expect({ trips: copy.database.trips(), statements: copy.database.statements() }).toEqual(cost);
  return answer;
}

describe("the table of routes", () => {
  it("needs a credential everywhere but for public texts and a secret in the path", () => {
    const open = routes.filter(({ credential }) => credential === "none").map(({ path }) => path);
    expect(open.sort()).toEqual(
      [
        "/calendar/{secret}.ics",
        "/errors",
        "/health",
        "/inbound/{secret}",
        "/llms.txt",
        "/openapi.json",
        "/push-key",
        "/tick",
        "/unsubscribe/{secret}",
        "/unsubscribe/{secret}",
      ],
    );
  });

  it("finds ids in paths, bodies and queries", () => {
    const counts = (["ids", "bodyIds", "queryIds"] as const)
      .map((where) => tokenRoutes.flatMap((route) => route[where] as unknown[]).length);
    expect(counts[0]).toBeGreaterThan(15);
    expect(counts[1]).toBeGreaterThan(5);
    expect(counts[2]).toBeGreaterThan(3);
  });
});

describe.each(routes)("$name", async (route) => {
  it("may be called from another origin", async () => {
    const { status, headers } = await anyone().send("OPTIONS", exampleRequest(route).path, null, {
      headers: {
        origin: "https://app.example",
        "access-control-request-method": route.method.toUpperCase(),
        "access-control-request-headers": "authorization, content-type",
      },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const allowed = (what: string) =>
      headers.get(`access-control-allow-${what}`)!.toLowerCase().split(/,\s*/);
    expect(allowed("methods")).toContain(route.method);
    expect(allowed("headers")).toEqual(expect.arrayContaining(["authorization", "content-type"]));
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });
  // test/sql/clock.test.ts and test/sql/notices.test.ts have those with secrets of their own.
  if (["/tick", "/unsubscribe/{secret}"].includes(route.path)) return;
  if (route.credential === "none") {
    it("answers anybody, whatever parameters monitors and caches add", async () => {
      const { path, body } = await successfulRequest(route, await signUp());
      const answer = await anyone().send(route.method, `${path}?t=1763740800`, body);
      expect(answer.status).toBe(200);
      expectHeaders(answer, expect.any(String));
    });
    return;
  }

  const owner = await signUp();
  const request = await successfulRequest(route, owner);
  const once = route.name === "post /imports" ? two : one;
  const cost = route.isFile ? four : once;
  // What erases sweeps photos after its answer, in a second statement.
  const sweeps = /^delete \/(activity|trash)/.test(route.name);

  it("$name is 401 without a valid credential", async () => {
    const example = exampleRequest(route);
    for (const token of [null, "nonsense", `kith_${"0".repeat(40)}`]) {
      const answer = await send(token, route, example, token?.startsWith("kith_") ? one : none);
      expectProblem(answer, 401, "unauthorized");
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer\b/);
    }
  });

  it(route.credential === "any" ? "takes an API key" : "is 403 with an API key", async () => {
    const { path, body } = exampleRequest(route);
    const answer = await as(key).send(route.method, path, body);
    if (route.credential === "any") expect([401, 403]).not.toContain(answer.status);
    else expectProblem(answer, 403, "access_token_required");
    expect(answer.headers.has("x-ratelimit-remaining")).toBe(true);
  });

  it("names a parameter and a member that it does not have", async () => {
    const strange = `${request.path}${request.path.includes("?") ? "&" : "?"}nonsense=1`;
    const body = route.takesBody ? { ...request.body, noSuchMember: 1 } : undefined;
    const answer = await send(owner.token, route, { path: strange, body }, one);
    // An import lists what it does not know, and takes the rest.
    const members = route.takesBody && route.path !== "/imports";
    expectViolations(
      answer,
      "query /nonsense unknown_parameter",
      ...(members ? ["body /noSuchMember unknown_member"] : []),
    );
  });

  it("answers another owner's id like one that does not exist", async () => {
    /** The answers to both ids, which have to be the same bytes. */
    const answerTo = async (requestWith: (id: string) => ExampleRequest, theirs: string) => {
      const [asMissing, asForeign] = [randomUUID(), theirs].map(requestWith) as [
        ExampleRequest,
        ExampleRequest,
      ];
      copy.storage.reset();
      const missing = await send(owner.token, route, asMissing, cost);
      const foreign = await send(owner.token, route, asForeign, cost);
      expect(sameBytes(foreign)).toEqual(sameBytes(missing));
      // A sweep removes files, whoever's they were.
      expect(copy.storage.calls().filter((call) => !isRemoval(call))).toEqual([]);
      if (route.takesIfMatch && missing.status === 404) {
        const condition = { "if-match": `"${"0".repeat(32)}"` };
        const conditional = await send(owner.token, route, asForeign, cost, condition);
        expect(sameBytes(conditional)).toEqual(sameBytes(missing));
      }
      return missing;
    };
    const [path] = request.path.split("?") as [string];
    const own = path.split("/").filter((part) => /^[0-9a-f]{8}-/.test(part));
    for (const [place, { collection }] of route.ids.entries()) {
      const at = (body: Json) => (id: string) => fill(route, own.with(place, id), body);
      const answer = await answerTo(at(request.body), idsOfAda[collection]!);
      expectProblem(answer, 404, "not_found");
      const malformed = await send(owner.token, route, at(request.body)("no-uuid"), one);
      expect(sameBytes(malformed)).toEqual(sameBytes(answer));
      if (!route.takesBody) continue;
      expectProblem(
        await answerTo(at({ noSuchMember: 1 }), idsOfAda[collection]!),
        400,
        "validation_failed",
      );
    }
    for (const { name, many, least, collection } of route.bodyIds) {
      const beside = request.body[name] ?? [await referTo(owner, collection)];
      for (const others of !many || least > 1 ? [beside] : [[], beside]) {
        const at = (id: string) => ({
          path,
          body: withMember(request.body, name, many ? [...others, id] : id),
        });
        const answer = await answerTo(at, idsOfAda[collection]!);
        // What is to be deleted is not referred to.
        if (name === "delete") expectProblem(answer, 404, "not_found");
        else expectProblem(answer, 400, "invalid_reference");
      }
    }
    for (const { name, collection } of route.queryIds) {
      const at = (id: string) => ({ path: `${path}?${name}=${id}`, body: undefined });
      const answer = await answerTo(at, idsOfAda[collection]!);
      if (route.isFile) expect([answer.status, answer.text]).toEqual([200, ""]);
      else expect(answer.body).toEqual(emptyPage);
    }
    expect(await ownedRows(sql, ada.id)).toEqual(rowsOfAda);
  });

  // A list of one resource is nobody else's, like other ids in paths.
  if (route.isList && route.ids.length === 0) {
    it("lists nothing of another owner", async () => {
      expect((await nobody.get(route.path)).body).toEqual(emptyPage);
      expect(expectStatus(await ada.get(route.path), 200).total).toBeGreaterThan(0);
    });
  }

  it("succeeds in one statement and one round trip, or those that are named, and no cache stores the answer", async () => {
    // Only a member can be taken out.
    if (/^delete .*\/\{contactId\}$/.test(route.name)) {
      expectStatus(await owner.put(request.path), 204);
    }
    const retried: Record<string, string> = route.method === "post"
      ? { "idempotency-key": "once" }
      : {};
    const answer = await send(owner.token, route, request, sweeps ? two : cost, retried);
    expect(answer.status, answer.text).toBeLessThan(300);
    expectHeaders(answer, "no-store");

    const { headers } = answer;
    const changed = headers.get("x-activity-id");
    // There is nothing to undo of a key that did nothing.
    if (route.logged && route.path !== "/activity/undo") {
      const logged = expectStatus(await owner.get(`/activity/${changed}`), 200);
      expect(logged).toMatchObject({ id: changed, operation: route.operationId });
    } else expect(changed).toBeNull();

    if (route.method !== "post") return;
    const again = await send(owner.token, route, request, once, retried);
    expect(again.status).toBe(answer.status);
    expect(headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    // Secrets, of a key, a webhook and in the URL of a calendar, are not shown again; an upload is signed again.
    const signed = ["uploadUrl", "token", "expiresAt"];
    const told = Object.entries(answer.body ?? {}).filter(([name]) => !signed.includes(name))
      .map(([name, value]) => {
        const isSecret = (name === "url" && route.path.startsWith("/me/")) ||
          /^(key kith_|secret whsec_)/.test(`${name} ${value}`);
        return [name, isSecret ? null : value];
      });
    expect(again.body ?? {}).toMatchObject(Object.fromEntries(told));
  });
});
