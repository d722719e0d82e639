import { describe, expect, it } from "vitest";
import { scopes } from "../../functions/kith/core/scopes.ts";
import { routes } from "../../functions/kith/routes.ts";
import { document } from "../support/contract.ts";
import { superuser } from "../support/sql.ts";

/** What the first part of a path is about; the rest of what the API has takes access tokens or no credential. */
const resources: Record<string, string> = {
  "contacts": "contacts",
  "networks": "networks",
  "notes": "notes",
  "note-types": "notes",
  "reminders": "reminders",
  "me": "profile",
  "activity": "activity",
  "trash": "activity",
  "changes": "activity",
};

/** Routes whose scopes do not follow from their method and path. */
const exceptions: Record<string, string[]> = {
  "get /me": [],
  "post /contacts/{id}/merge": ["contacts:write", "notes:write", "reminders:write"],
  "get /upcoming": ["contacts:read", "reminders:read"],
  "get /export": ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"],
  "put /networks/{id}/contacts": ["contacts:write", "networks:read"],
  "put /networks/{id}/contacts/{contactId}": ["contacts:write", "networks:read"],
  "delete /networks/{id}/contacts/{contactId}": ["contacts:write", "networks:read"],
};

/** Whatever of imports is asked, because a preview shows what it is compared with. */
const importScopes = ["contacts:write", "networks:write", "notes:write"];

const table = routes.map((route) => {
  const { method, path, access } = route;
  const name = `${method} ${path}`;
  const resource = resources[path.split("/")[1]!];
  const expected = access !== "any"
    ? []
    : path.startsWith("/imports")
    ? importScopes
    : exceptions[name] ?? [`${resource}:${method === "get" ? "read" : "write"}`];
  return { name, route, expected, described: document.paths[path][method] };
});
const forKeys = table.filter(({ route }) => route.access === "any");

describe("the scopes of the operations", () => {
  it("are those of the resource, to read where the operation reads and to write where it does not", () => {
    expect(Object.fromEntries(table.map(({ name, route }) => [name, route.scopes])))
      .toEqual(Object.fromEntries(table.map(({ name, expected }) => [name, expected])));
  });

  it("leave no operation to every key but the one that says what the key may do", () => {
    const free = forKeys.filter(({ route }) => route.scopes.length === 0);
    expect(free.map(({ name }) => name)).toEqual(["get /me"]);
  });

  it("are all that a key can have", () => {
    const needed = new Set(forKeys.flatMap(({ route }) => route.scopes));
    expect([...needed].sort()).toEqual([...scopes].sort());
    expect(document.components.schemas.Scope.enum).toEqual(scopes);
  });

  it("are the ones that the database asks for", async () => {
    const stored = await superuser()<{ name: string; scopes: string[] }[]>`
      select name, scopes from kith_private.operations where step_of is null order by name`;
    const known = routes.filter(({ operation }) => operation !== undefined)
      .map(({ operation, scopes }) => ({ name: operation!, scopes: [...scopes].sort() }));
    expect(stored.map(({ name, scopes }) => ({ name, scopes: [...scopes].sort() })))
      .toEqual(known.sort((a, b) => a.name < b.name ? -1 : 1));
  });
});

describe("the document", () => {
  it("has the scopes of an operation in its security and in words", () => {
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

  it("has the refusal of a limited key, and its header, where there is one", () => {
    const { responses, headers } = document.components;
    for (const { name, route, described } of table) {
      const refused = responses[described.responses[403]?.$ref.split("/").pop()];
      const limited = "insufficient_scope" in
        (refused?.content["application/problem+json"].examples ?? {});
      expect([name, limited]).toEqual([name, route.scopes.length > 0]);
      const header = refused?.headers["WWW-Authenticate"]?.$ref.split("/").pop();
      expect([name, header]).toEqual([name, limited ? "InsufficientScope" : undefined]);
    }
    const pattern = new RegExp(headers.InsufficientScope.schema.pattern);
    expect(headers.InsufficientScope.example).toMatch(pattern);
    for (const no of ["Bearer", 'Bearer error="insufficient_scope", scope=""']) {
      expect(no).not.toMatch(pattern);
    }
  });
});
