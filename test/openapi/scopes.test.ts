import { describe, expect, it } from "vitest";
import { scopes } from "../../functions/kith/core/scopes.ts";
import { routes } from "../../functions/kith/routes.ts";
import { document } from "../support/contract.ts";
import { neededScopes } from "../support/key-scopes.ts";
import { routes as testRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const table = routes.map((route, index) => ({
  name: `${route.method} ${route.path}`,
  route,
  expected: neededScopes(testRoutes[index]!),
  described: document.paths[route.path][route.method],
}));
const forKeys = table.filter(({ route }) => route.access === "any");

describe("the scopes of the operations", () => {
  it("are those of the resource, to read or to write as the operation does", () => {
    expect(Object.fromEntries(table.map(({ name, route }) => [name, route.scopes])))
      .toEqual(Object.fromEntries(table.map(({ name, expected }) => [name, expected])));
  });

  it("are together all that a key can have", () => {
    const needed = new Set(forKeys.flatMap(({ route }) => route.scopes));
    expect([...needed].sort()).toEqual([...scopes].sort());
    expect(document.components.schemas.Scope.enum).toEqual(scopes);
  });

  it("are the ones that the database checks, also in each step of a request", async () => {
    const stored = await superuser()<{ name: string; scopes: string[]; step_of: string | null }[]>`
      select name, scopes, step_of from kith_private.operations order by name`;
    const ofOperation = new Map(stored.map(({ name, scopes }) => [name, scopes]));
    const said = forKeys.map(({ name, route }) => [name, ofOperation.get(route.operation!)]);
    expect(said).toEqual(forKeys.map(({ name, expected }) => [name, expected]));
    for (const { step_of, scopes } of stored) {
      if (step_of !== null) expect(scopes).toEqual(ofOperation.get(step_of));
    }
    const others = table.filter(({ route }) => route.access !== "any" && route.operation);
    for (const { name, route } of others) {
      expect([name, ofOperation.get(route.operation!)]).toEqual([name, []]);
    }
  });
});

describe("the document", () => {
  it("names the scopes of an operation in its security and its description", () => {
    for (const { name, route, described } of forKeys) {
      const { scopes } = route;
      expect([name, described.security])
        .toEqual([name, [{ apiKey: scopes }, { accessToken: [] }]]);
      const quoted = scopes.map((scope) => `\`${scope}\``);
      const words = quoted.length > 1
        ? `the scopes ${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`
        : `the scope ${quoted[0]}`;
      expect([name, described.description.endsWith(` Needs ${words}.`)])
        .toEqual([name, quoted.length > 0]);
    }
    const others = table.filter(({ route }) => route.access !== "any");
    expect(others.filter(({ described }) => / Needs the scope/.test(described.description)))
      .toEqual([]);
  });

  it("describes the refusal and its header where an operation needs a scope", () => {
    const { responses, headers } = document.components;
    for (const { name, route, described } of table) {
      const limited = described.responses[403]?.description.includes("`insufficient_scope`") ??
        false;
      expect([name, limited]).toEqual([name, route.scopes.length > 0]);
    }
    expect(responses.Forbidden.headers["WWW-Authenticate"].$ref).toMatch(/\/InsufficientScope$/);
    const pattern = new RegExp(headers.InsufficientScope.schema.pattern);
    expect(headers.InsufficientScope.example).toMatch(pattern);
    for (const no of ["Bearer", 'Bearer error="insufficient_scope", scope=""']) {
      expect(no).not.toMatch(pattern);
    }
  });
});
