import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { routes } from "../../functions/kith/routes.ts";
import { readModuleGraph } from "../support/imports.ts";

const graph = readModuleGraph();

/** The folders of the modules; nothing for those at the top. */
const folders = (
  modules: string[],
) => [...new Set(modules.filter((name) => name.includes("/")).map((name) => name.split("/")[0]))];

const packages = (modules: string[]) =>
  modules.filter((name) => !name.endsWith(".ts") && !name.startsWith("node:"));

describe("the function, before it listens", () => {
  it("has loaded only the router, the driver and the validator of all packages", () => {
    expect(packages(graph.atStart)).toEqual(["pg", "zod"]);
  });

  it("has loaded what every request passes, and no resource", () => {
    expect(folders(graph.atStart).sort()).toEqual(["auth", "contacts", "core", "db", "http"]);
    const contacts = graph.atStart.filter((name) => name.startsWith("contacts/"));
    expect(contacts.filter((name) => !name.startsWith("contacts/photos/"))).toEqual([]);
    const schemas = graph.atStart.filter((name) => /(routes|schema)\.ts$/.test(name));
    expect(schemas).toEqual([]);
  });

  it("has not loaded what reads access tokens", () => {
    expect(graph.atStart).not.toContain("auth/access-token.ts");
    expect(graph.later.get("auth/access-token.ts")).toContain("jose");
  });
});

describe("a request for a resource loads", () => {
  const resources = [...new Set(routes.map(({ path }) => path.split("/")[1]!))]
    .filter((name) => !name.includes(".") && name !== "errors");

  /** Modules that are not called after the resource: they have the schemas of their routes in them. */
  const modules: Record<string, string> = {
    export: "exports/account.ts",
    trash: "activity/trash.ts",
    changes: "activity/changes.ts",
    health: "health/routes.ts",
  };

  it.each(resources)("%s alone", (name) => {
    const loaded = graph.later.get(modules[name] ?? `${name}/routes.ts`);
    const folder = dirname(modules[name] ?? `${name}/routes.ts`);
    expect(loaded).toContain(modules[name] ?? `${name}/schema.ts`);
    expect(packages(loaded!)).toEqual([]);
    const contacts = loaded!.filter((found) => found.startsWith("contacts/"));
    if (name !== "contacts") {
      expect(contacts.filter((found) => !found.startsWith("contacts/photos/"))).toEqual([]);
    }
    const others = folders(loaded!).filter((found) =>
      ![folder, "core", "contacts", "kinds"].includes(found!)
    );
    expect(others).toEqual([]);
  });
});
