import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Client } from "../support/client.ts";
import { connectClient } from "../support/connections.ts";
import {
  countsOf,
  exampleScopes,
  insufficient,
  referenceScopes,
  rowsBesidesUse,
  sufficient,
} from "../support/key-scopes.ts";
import { expectProblem } from "../support/problems.ts";
import { routes, successfulRequest, tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

/** Every route with a connection in the place of a limited key: what it lacks is refused and changes nothing. */
const sql = superuser();
const forKeys = routes.filter(({ credential }) => credential === "any");
const forTokens = tokenRoutes.filter(({ credential }) => credential === "access_token");
let account: Account;
beforeAll(async () => {
  account = await signUp();
});

/** Uses a connection that is ended afterwards: an account has at most 50. */
async function withConnection<T>(
  scopes: KeyScopes,
  use: (client: Client & { id: string }) => Promise<T>,
): Promise<T> {
  const connection = await connectClient(account, { scopes: [...new Set(scopes)] });
  try {
    return await use(connection);
  } finally {
    expectStatus(await account.delete(`/connections/${connection.id}`), 204);
  }
}

type KeyScopes = ReturnType<typeof sufficient>[number]["scopes"];

describe.each(forKeys)("$method $path", (route) => {
  const [lacking] = insufficient(route);
  if (lacking) {
    it(`refuses a connection with ${lacking.what}`, async () => {
      await withConnection(lacking.scopes, async (connection) => {
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
    await withConnection(enough, async (connection) => {
      const { path, body } = await successfulRequest(route, account);
      const { status, text } = await connection.send(route.method, path, body);
      expect(status, text).toBeLessThan(300);
    });
  });
});

describe.each(forTokens)("$method $path", (route) => {
  it("is refused for a connection with all scopes, and changes nothing", async () => {
    const all = sufficient(route).at(-1)!.scopes;
    await withConnection(all, async (connection) => {
      const { path, body } = await successfulRequest(route, account);
      const before = await rowsBesidesUse(sql, account.id);
      const answer = await connection.send(route.method, path, body);
      expectProblem(answer, 403, "access_token_required");
      expect(await rowsBesidesUse(sql, account.id)).toEqual(before);
    });
  });
});
