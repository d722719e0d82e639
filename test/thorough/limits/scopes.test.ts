import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Scope, scopes as allScopes } from "../../../functions/kith/core/scopes.ts";
import { type Account, expectStatus, makeKey, signUp } from "../../support/accounts.ts";
import { type Answer, as, type Client, type Options } from "../../support/client.ts";
import { connectClient } from "../../support/connections.ts";
import {
  countsOf,
  exampleScopes,
  expectInsufficient,
  neededScopes,
  referenceScopes,
  rowsBesidesUse,
} from "../../support/key-scopes.ts";
import { expectProblem, sameBytes } from "../../support/problems.ts";
import { exampleBody, makeOne } from "../../support/route-examples.ts";
import {
  type ExampleRequest,
  fill,
  routes,
  successfulRequest,
  type TestRoute,
} from "../../support/route-table.ts";
import { superuser } from "../../support/sql.ts";

/**
 * Every route with every kind of scopes, of a key and of a connection: what is allowed answers as without limits, the rest
 * is refused and changes nothing. Each route with one of them is in test/http/limited-keys.test.ts.
 */
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

const areaOf = (scope: string) => scope.split(":")[0];
const ofArea = (area: string | undefined) => allScopes.filter((each) => areaOf(each) === area);

interface Limits {
  what: string;
  scopes: Scope[];
}

/** Limits that allow a route. */
function sufficient(route: TestRoute): Limits[] {
  const needed = neededScopes(route);
  const exactly = needed.length > 0 ? needed : ["activity:read" as const];
  return [
    { what: "exactly what it needs", scopes: exactly },
    { what: "reading and writing", scopes: exactly.flatMap((scope) => ofArea(areaOf(scope))) },
    { what: "all scopes", scopes: [...allScopes] },
  ];
}

/** Limits that do not allow a route, with the scopes that are missing. */
function insufficient(route: TestRoute): (Limits & { missing: Scope[] })[] {
  const needed = neededScopes(route);
  const other = allScopes.map(areaOf).find((area) =>
    !needed.some((scope) => areaOf(scope) === area)
  );
  const candidates: Limits[] = [
    // Writing includes reading, so that a key without the one is without the other.
    ...needed.map((scope) => ({
      what: `everything but ${scope}`,
      scopes: allScopes.filter((each) =>
        each !== scope && each !== scope.replace(":read", ":write")
      ),
    })),
    { what: "reading all", scopes: allScopes.filter((scope) => scope.endsWith(":read")) },
    { what: `only ${other}`, scopes: ofArea(other) },
    ...needed.map((scope) => ({
      what: `only reading ${areaOf(scope)}`,
      scopes: ofArea(areaOf(scope)).filter((each) => each.endsWith(":read")),
    })),
  ];
  return candidates
    .map((limits) => ({
      ...limits,
      missing: needed.filter((each) => !limits.scopes.includes(each)),
    }))
    .filter(({ missing }) => missing.length > 0);
}

/** Uses a connection that is ended afterwards: an account has at most 50. */
async function withConnection<T>(
  account: Account,
  scopes: Scope[],
  use: (client: Client & { id: string }) => Promise<T>,
): Promise<T> {
  const connection = await connectClient(account, { scopes: [...new Set(scopes)] });
  try {
    return await use(connection);
  } finally {
    expectStatus(await account.delete(`/connections/${connection.id}`), 204);
  }
}

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

describe("a connection", () => {
  let account: Account;
  beforeAll(async () => {
    account = await signUp();
  });

  describe.each(forKeys)("$method $path", (route) => {
    const [lacking] = insufficient(route);
    if (lacking) {
      it(`refuses a connection with ${lacking.what}`, async () => {
        await withConnection(account, lacking.scopes, async (connection) => {
          const { path, body } = await successfulRequest(route, account);
          const before = await rowsBesidesUse(sql, account.id);
          const answer = await connection.send(route.method, path, body);
          expect(expectProblem(answer, 403, "insufficient_scope").detail).toContain("connection");
          expect(await rowsBesidesUse(sql, account.id)).toEqual(before);
          expect(await countsOf(sql, connection.id)).toEqual([1, 1, 1]);
        });
      });
    }

    // A connection, like a key, may undo only what it did itself.
    if (route.path.endsWith("/undo")) return;
    it("answers a connection with exactly what it needs", async () => {
      const { scopes } = sufficient(route)[0]!;
      const enough = [...scopes, ...exampleScopes(route), ...referenceScopes(route)];
      await withConnection(account, enough, async (connection) => {
        const { path, body } = await successfulRequest(route, account);
        const { status, text } = await connection.send(route.method, path, body);
        expect(status, text).toBeLessThan(300);
      });
    });
  });

  describe.each(forTokens)("$method $path", (route) => {
    it("is refused for a connection with all scopes, and changes nothing", async () => {
      const all = sufficient(route).at(-1)!.scopes;
      await withConnection(account, all, async (connection) => {
        const { path, body } = await successfulRequest(route, account);
        const before = await rowsBesidesUse(sql, account.id);
        const answer = await connection.send(route.method, path, body);
        expectProblem(answer, 403, "access_token_required");
        expect(await rowsBesidesUse(sql, account.id)).toEqual(before);
      });
    });
  });
});
