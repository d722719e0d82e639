/** Which folders of the project know which: lower ones know no upper ones, and no modules import each other in a circle. */
import { dirname, join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import { readImports } from "../support/imports.ts";

/** The folders of the project, each of which may import from those before it; `functions` has a test of its own. */
const folders = [
  "functions",
  "client/src",
  "local/core",
  "web/src",
  "web",
  "supabase",
  "local",
  "tools",
  // Measurements use the support of the tests.
  "test",
  "bench",
];

/** The folders of the page, each of which may import from those before it; "." has what starts it. */
const page = [
  "texts",
  "base",
  "hooks",
  "ui",
  "shell",
  "offline",
  "session",
  "api",
  "people",
  "networks",
  "fields",
  "note-types",
  "sign-in",
  "welcome",
  "contacts/list",
  "contacts/form",
  "reminders",
  "activity",
  "notes",
  "contacts/timeline",
  "contacts",
  "imports",
  "data",
  "duplicates",
  "keys",
  "connections",
  "notices",
  "profile",
  "today",
  "compose",
  "palette",
  "views",
  "layout",
  ".",
];

/** What each module imports of the project, by paths from its root; types and `import()` included. */
function importsOf(folder: string): Map<string, string[]> {
  return new Map(
    [...readImports(join(project, folder))]
      .filter(([name]) => !/^(dist|node_modules)\//.test(name))
      .map(([name, found]) => [
        posix.join(folder, name),
        found.map(({ target }) => posix.join(folder, target))
          .filter((target) => /\.tsx?$/.test(target)),
      ]),
  );
}

/** Groups of modules each of which leads to all others of its group (Tarjan). */
function findCircles(imports: Map<string, string[]>): string[][] {
  const numbers = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    const number = numbers.size;
    let lowest = number;
    numbers.set(name, number);
    stack.push(name);
    for (const next of imports.get(name) ?? []) {
      if (!numbers.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, numbers.get(next)!);
    }
    if (lowest === number) circles.push(stack.splice(stack.indexOf(name)).sort());
    return lowest;
  };
  for (const name of imports.keys()) if (!numbers.has(name)) visit(name);
  return circles;
}

/** Imports from a folder that comes later in a list, as sentences. */
function upwardImports(
  imports: Map<string, string[]>,
  order: string[],
  of: (path: string) => string,
) {
  return [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => order.indexOf(of(to)) > order.indexOf(of(from)))
      .map((to) => `${from} imports ${to}`)
  );
}

const all = new Map(
  ["functions", "client/src", "web", "supabase", "local", "tools", "bench"]
    .flatMap((folder) => [...importsOf(folder)]),
);

describe("the folders of the project", () => {
  const longestFirst = folders.toSorted((one, other) => other.length - one.length);
  const folderOf = (path: string) => longestFirst.find((folder) => path.startsWith(`${folder}/`))!;

  it("import none that comes after them", () => {
    expect(all.size).toBeGreaterThan(300);
    expect(upwardImports(all, folders, folderOf)).toEqual([]);
  });

  it("have no circle of more than two modules", () => {
    expect(findCircles(all).filter((circle) => circle.length > 2)).toEqual([]);
  });
});

describe("the folders of the page", () => {
  const imports = importsOf("web/src");
  const folderOf = (path: string) => dirname(posix.relative("web/src", path));

  it("stand in the list, in their order", () => {
    expect([...new Set([...imports.keys()].map(folderOf))].sort()).toEqual(page.toSorted());
  });

  it("import none that comes after them", () => {
    const own = new Map([...imports].map(([from, targets]) => [
      from,
      targets.filter((target) => target.startsWith("web/src/")),
    ]));
    expect(upwardImports(own, page, folderOf)).toEqual([]);
  });
});
