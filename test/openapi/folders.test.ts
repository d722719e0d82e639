import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { routes } from "../../functions/kith/routes.ts";
import { project } from "../../local/core/settings.ts";
import { readImports, readModuleGraph } from "../support/imports.ts";

/**
 * The folders of the function and those that each may import. The modules at the top, such as `index.ts` and `app.ts`,
 * may import every folder, and no folder imports them.
 */
const table: Record<string, string[]> = {
  "core": [],
  "http": ["core"],
  "auth": ["core"],
  "db": ["core"],
  "notes/with-reminder": ["core", "notes", "reminders"],
  "contacts/photos": ["core"],
  "contacts": ["core", "contacts/photos"],
  "me": ["core", "contacts/photos"],
  "service": ["core", "meetings", "notices", "webhooks"],
  "notices": ["core", "outside"],
  "channels": ["core", "notices", "outside"],
  "webhooks": ["core", "outside"],
  "activity": ["core", "contacts/photos", "kinds"],
  "api-keys": ["core", "auth"],
  "exports": ["core", "contacts", "contacts/photos", "kinds", "relationships"],
  "calendar": ["core"],
  "inbox": ["core"],
  "outside": ["core"],
  "meetings": ["core", "outside"],
  "dav": ["contacts", "contacts/photos", "core", "exports", "http", "imports/parse"],
  "imports/parse": [
    "core",
    "contacts",
    "contacts/photos",
    "exports",
    "kinds",
    "me",
    "networks",
    "notes",
    "relationships",
  ],
  "imports": ["core", "contacts/photos", "imports/parse", "kinds"],
  "mcp": ["core", "http", "mcp/tools"],
  "mcp/tools": [
    "core",
    "contacts",
    "contacts/photos",
    "exports",
    "imports",
    "imports/parse",
    "kinds",
    "networks",
    "notes",
    "relationships",
    "reminders",
  ],
};

/** What each module imports from the function, types and `import()` included. */
const imports = new Map(
  [...readImports(join(project, "functions", "kith"))].map(([name, found]) => [
    name,
    found.map(({ target }) => target).filter((target) => target.endsWith(".ts")),
  ]),
);
const modules = [...imports.keys()];
const folders = [...new Set(modules.map((name) => dirname(name)).filter((name) => name !== "."))];

/** A resource that is not in the table has its schemas and routes in a folder that imports core only. */
const plain = folders.filter((name) =>
  !(name in table) && imports.has(`${name}/routes.ts`) && imports.has(`${name}/schema.ts`)
);
const allowed: Record<string, string[]> = {
  ...table,
  ...Object.fromEntries(plain.map((name) => [name, ["core"]])),
  // Loads the schemas of each kind.
  "kinds": ["contacts", ...plain],
};

/** Pairs of folders, the importing one first; those at the top are ".". */
function importedFolders(): [from: string, to: string, name: string][] {
  return [...imports].flatMap(([name, found]) =>
    found.map((target): [string, string, string] => [dirname(name), dirname(target), name])
  ).filter(([from, to]) => from !== to);
}

/** The first way from a name back to itself; null where there is none. */
function findCycle(edges: Map<string, string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    done.add(name);
    for (const next of edges.get(name) ?? []) {
      const cycle = visit(next, [...path, name]);
      if (cycle) return cycle;
    }
    return null;
  };
  for (const name of edges.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return null;
}

describe("the folders of the function", () => {
  it("are those of the table, and resources that import core only", () => {
    expect(folders.toSorted()).toEqual(Object.keys(allowed).sort());
  });

  it("import only what the table allows", () => {
    const others = importedFolders()
      .filter(([from, to]) => from !== "." && !allowed[from]?.includes(to))
      .map(([, to, name]) => `${name} imports from ${to}`);
    expect(others).toEqual([]);
  });

  it("use everything that the table allows", () => {
    const used = new Set(importedFolders().map(([from, to]) => `${from} → ${to}`));
    const listed = Object.entries(table)
      .flatMap(([from, list]) => list.map((to) => `${from} → ${to}`));
    expect(listed.filter((pair) => !used.has(pair))).toEqual([]);
  });

  it("import only files that exist", () => {
    const targets = [...imports.values()].flat();
    expect(targets.length).toBeGreaterThan(modules.length);
    expect(targets.filter((target) => !imports.has(target))).toEqual([]);
  });

  it("have no cycles, neither between folders nor between modules", () => {
    expect(findCycle(new Map(Object.entries(allowed)))).toBeNull();
    expect(findCycle(imports)).toBeNull();
  });
});

it("the folders of local import only themselves and its core", () => {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
  const found = [...readImports(join(project, "local"))].flatMap(([from, imports]) =>
    imports.filter(({ target }) => target.endsWith(".ts") && !target.startsWith(".."))
      .map(({ target }) => ({ from, folder: folderOf(from), target, to: folderOf(target) }))
  ).filter(({ folder, to }) => folder !== "" && folder !== to);
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ to }) => to !== "core/").map(({ from, target }) => `${from} ${target}`))
    .toEqual([]);
});

const graph = readModuleGraph();

/** The first folders of modules; nothing for those at the top. */
const foldersOf = (loaded: string[]) => [
  ...new Set(loaded.filter((name) => name.includes("/")).map((name) => name.split("/")[0])),
];

const packages = (loaded: string[]) =>
  loaded.filter((name) => !name.endsWith(".ts") && !name.startsWith("node:"));

describe("the function, before it listens", () => {
  it("the function has loaded only the router, the driver and the validator of all packages", () => {
    expect(packages(graph.atStart)).toEqual(["pg", "zod"]);
  });

  it("the function has loaded what every request passes, and no resource", () => {
    expect(foldersOf(graph.atStart).sort()).toEqual(["auth", "contacts", "core", "db", "http"]);
    const contacts = graph.atStart.filter((name) => name.startsWith("contacts/"));
    expect(contacts.filter((name) => !name.startsWith("contacts/photos/"))).toEqual([]);
    const schemas = graph.atStart.filter((name) => /(routes|schema)\.ts$/.test(name));
    expect(schemas).toEqual([]);
  });

  it("the function has not loaded what reads access tokens", () => {
    expect(graph.atStart).not.toContain("auth/access-token.ts");
    expect(graph.later.get("auth/access-token.ts")).toContain("jose");
  });
});

describe("a request for a resource loads", () => {
  const resources = [...new Set(routes.map(({ path }) => path.split("/")[1]!))]
    .filter((name) => !name.includes(".") && name !== "errors");

  /** Modules that are not called after the resource: they have the schemas of their routes in them. */
  const others: Record<string, string> = {
    export: "exports/account.ts",
    trash: "activity/trash.ts",
    changes: "activity/changes.ts",
    health: "service/health.ts",
    inbound: "inbox/routes.ts",
    calendars: "meetings/routes.ts",
    "push-key": "channels/routes.ts",
    tick: "service/tick.ts",
    unsubscribe: "notices/routes.ts",
  };

  it.each(resources)("%s alone", (name) => {
    const loaded = graph.later.get(others[name] ?? `${name}/routes.ts`);
    const folder = dirname(others[name] ?? `${name}/routes.ts`);
    expect(loaded).toContain(others[name] ?? `${name}/schema.ts`);
    expect(packages(loaded!)).toEqual([]);
    const contacts = loaded!.filter((found) => found.startsWith("contacts/"));
    if (name !== "contacts") {
      expect(contacts.filter((found) => !found.startsWith("contacts/photos/"))).toEqual([]);
    }
    const more = foldersOf(loaded!).filter((found) =>
      ![folder, "core", "contacts", "kinds"].includes(found!)
    );
    expect(more).toEqual([]);
  });
});
