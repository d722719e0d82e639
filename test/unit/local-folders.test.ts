import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import { readImports } from "../support/imports.ts";

/** Folder of local → the other folders of it that its files may import. */
const allowed: Record<string, string[]> = {
  core: [],
  postgres: ["core"],
  lite: ["core"],
  function: ["core"],
  "oauth-server": ["core"],
  gateway: ["core"],
};

interface Import {
  from: string;
  to: string;
}

/** Every import of one file of local by another, as paths below that folder. */
const imports: Import[] = [...readImports(join(project, "local"))]
  .flatMap(([from, found]) => found.map(({ target }) => ({ from, to: target })))
  .filter(({ to }) => to.endsWith(".ts") && !to.startsWith(".."));

/** The folder of a file; `undefined` for the files that put the stack together, at the top. */
const folderOf = (path: string) => path.includes("/") ? path.split("/")[0]! : undefined;

describe("the folders of local", () => {
  it("are those that this test knows", () => {
    const folders = new Set(imports.map(({ from }) => folderOf(from)));
    folders.delete(undefined);
    expect([...folders].sort()).toEqual(Object.keys(allowed).sort());
  });

  it.each(Object.entries(allowed))("%s imports only itself and %j", (folder, others) => {
    const own = imports.filter(({ from }) => folderOf(from) === folder);
    const forbidden = own.filter(({ to }) => ![folder, ...others].includes(folderOf(to) ?? ""));
    expect(own).not.toEqual([]);
    expect(forbidden).toEqual([]);
  });

  it("are all used by the files at the top", () => {
    const used = new Set(
      imports.filter(({ from }) => !folderOf(from)).map(({ to }) => folderOf(to)),
    );
    expect(Object.keys(allowed).filter((folder) => !used.has(folder))).toEqual([]);
  });
});
