import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "../../functions/kith/core/scopes.ts";
import { routes as table } from "../../functions/kith/routes.ts";
import { type Account, makeKey, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client, type Options } from "../support/client.ts";
import {
  countsOf,
  exampleScopes,
  expectInsufficient,
  insufficient,
  neededScopes,
  referenceScopes,
  rowsBesidesUse,
  sufficient,
} from "../support/key-scopes.ts";
import { expectProblem, sameBytes } from "../support/problems.ts";
import { exampleBody, makeOne } from "../support/route-examples.ts";
import {
  type ExampleRequest,
  fill,
  routes,
  successfulRequest,
  type TestRoute,
  tokenRoutes,
} from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

/** Every route with every kind of scopes: what is allowed answers as without limits, the rest is refused and changes nothing. */
const sql = superuser();
const forKeys = routes.filter(({ credential }) => credential === "any");
const forTokens = routes.filter(({ credential }) => credential === "access_token");
/** What a key has done itself it may undo; what others have done it may not, whatever its scopes. */
const undoesOthers = ({ path }: TestRoute) => path.endsWith("/undo");

/** Sends a request as somebody. */
const send = (client: Client, { method }: TestRoute, { path, body }: ExampleRequest) =>
  client.send(method, path, body);
const verdict = ({ status, body }: Answer) => [status, body?.code];

/** A request about things of the account, without a reference to others where the route can do without. */
async function bareRequest(route: TestRoute, account: Account): Promise<ExampleRequest> {
  if (route.bodyIds.some(({ required }) => required) && !undoesOthers(route)) {
    return await successfulRequest(route, account);
  }
  const ids: string[] = [];
  for (const { collection } of route.ids) ids.push(await makeOne(account, collection));
  return fill(route, ids, exampleBody(route));
}

/** The same about this key, where it is about what some key did. */
const naming = ({ id }: { id: string }, { path, body }: ExampleRequest): ExampleRequest => ({
  path,
  body: body?.actorId === undefined ? body : { ...body, actorId: id },
});

describe("the scopes that are needed", () => {
  it("are said alike by the routes, the API document and the table of operations", async () => {
    const operations = await sql<{ name: string; scopes: string[]; step_of: string | null }[]>`
      select name, scopes, step_of from kith_private.operations`;
    const inDatabase = new Map(operations.map(({ name, scopes }) => [name, scopes]));
    const said = table.map((route, index) => [
      `${route.method} ${route.path}`,
      route.scopes,
      route.security.flatMap((scheme) => scheme["apiKey"] ?? []),
      route.operation === undefined ? [] : inDatabase.get(route.operation),
      neededScopes(routes[index]!),
    ]);
    const needed = routes.map((route) => [
      `${route.method} ${route.path}`,
      ...Array(4).fill(neededScopes(route)),
    ]);
    expect(said).toEqual(needed);
    for (const { step_of, scopes } of operations) {
      if (step_of !== null) expect(scopes).toEqual(inDatabase.get(step_of));
    }
  });

  it("are none for GET /me only", () => {
    const without = forKeys.filter((route) => neededScopes(route).length === 0);
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual(["get /me"]);
    expect(forKeys.length).toBeGreaterThan(30);
  });
});

describe.each(forKeys)("$method $path", (route) => {
  let account: Account;
  beforeAll(async () => {
    account = await signUp();
  });

  async function keyWith(scopes: Scope[]): Promise<Client & { id: string }> {
    const { id, key } = await makeKey(account, "limited", { scopes: [...new Set(scopes)] });
    return { id, ...as(key) };
  }

  it("answers a key with enough scopes as one without limits", async () => {
    const { id, key } = await makeKey(account);
    const unlimited = { id, ...as(key) };
    const [bare, full] = [
      await send(unlimited, route, await bareRequest(route, account)),
      await send(unlimited, route, naming(unlimited, await successfulRequest(route, account))),
    ];
    if (!undoesOthers(route)) {
      expect([bare, full].map(({ status }) => status < 300)).toEqual([true, true]);
    }
    for (const { what, scopes } of sufficient(route)) {
      const key = await keyWith([...scopes, ...exampleScopes(route)]);
      const answer = await send(key, route, await bareRequest(route, account));
      expect([what, ...verdict(answer)]).toEqual([what, ...verdict(bare)]);
      const referring = await keyWith([
        ...scopes,
        ...exampleScopes(route),
        ...referenceScopes(route),
      ]);
      const another = await send(
        referring,
        route,
        naming(referring, await successfulRequest(route, account)),
      );
      expect([what, ...verdict(another)]).toEqual([what, ...verdict(full)]);
    }
  });

  it.each(insufficient(route))("refuses a key with $what", async ({ scopes, missing }) => {
    const key = await keyWith(scopes);
    const request = await successfulRequest(route, account);
    const before = await rowsBesidesUse(sql, account.id);
    expectInsufficient(await send(key, route, request), missing);
    expect(await rowsBesidesUse(sql, account.id)).toEqual(before);
    expect(await countsOf(sql, key.id)).toEqual([1, 1, 1]);
  });

  const readable = neededScopes(route).map((scope) => scope.replace(":write", ":read"));
  if (referenceScopes(route).some((scope) => !readable.includes(scope))) {
    it("does not refer to what a key may not read", async () => {
      const key = await keyWith(neededScopes(route));
      const request = await successfulRequest(route, account);
      const before = await rowsBesidesUse(sql, account.id);
      const answer = await send(key, route, request);
      expect(["invalid_reference", "insufficient_scope"]).toContain(answer.body.code);
      expect(await rowsBesidesUse(sql, account.id)).toEqual(before);
    });
  }

  if (neededScopes(route).length > 0) {
    it("refuses before it looks at the request, and says nothing of what there is", async () => {
      const key = await keyWith(insufficient(route).at(-1)!.scopes);
      const answers = [];
      for (const { path, body, options } of await oddRequests(route, account)) {
        const { headers, ...rest } = sameBytes(await key.send(route.method, path, body, options));
        const others = (headers as [string, string][])
          .filter(([name]) => name !== "x-ratelimit-remaining");
        answers.push({ ...rest, headers: others });
      }
      expect(answers.length).toBeGreaterThan(3);
      expect(answers[0]).toMatchObject({ status: 403 });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });
  }
});

/** Requests that are good, or wrong in some way that is answered otherwise where the scopes are enough. */
async function oddRequests(
  route: TestRoute,
  account: Account,
): Promise<(ExampleRequest & { options?: Options })[]> {
  const good = await successfulRequest(route, account);
  const withIds = (id: string) => fill(route, route.ids.map(() => id), good.body);
  const headers = (name: string, value: string) => ({
    ...good,
    options: { headers: { [name]: value } },
  });
  return [
    good,
    { ...good, path: `${good.path}${good.path.includes("?") ? "&" : "?"}noSuchParameter=1` },
    headers("if-match", '"wrong"'),
    headers("idempotency-key", `key ${randomUUID()}`),
    ...(route.ids.length > 0 ? [withIds(randomUUID()), withIds("no-uuid")] : []),
    ...(route.takesBody
      ? [
        { ...good, body: { noSuchMember: 1 } },
        { ...good, body: [] },
        { ...good, options: { raw: "{", headers: { "content-type": "application/json" } } },
        { ...good, options: { raw: "x", headers: { "content-type": "text/plain" } } },
      ]
      : []),
  ];
}

describe.each(forTokens)("$method $path", (route) => {
  it("is refused for a key with all scopes, and changes nothing", async () => {
    const account = await signUp();
    for (const { what, scopes } of sufficient(route)) {
      const request = await successfulRequest(route, account);
      const { id, key } = await makeKey(account, what, { scopes });
      const before = await rowsBesidesUse(sql, account.id);
      expectProblem(await send(as(key), route, request), 403, "access_token_required");
      expect(await rowsBesidesUse(sql, account.id)).toEqual(before);
      expect(await countsOf(sql, id)).toEqual([1, 1, 1]);
    }
  });
});

it("every route with a credential is tried", () => {
  expect(forKeys.length + forTokens.length).toBe(tokenRoutes.length);
});
