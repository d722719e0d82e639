import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { project } from "../../supabase/local/core/settings.ts";

const local = join(project, "supabase", "local");

/** Folder of supabase/local → the other folders of it that its files may import. */
const allowed: Record<string, string[]> = {
  core: [],
  postgres: ["core"],
  lite: ["core"],
  function: ["core"],
  gateway: ["core"],
  demo: ["core"],
};

interface Import {
  from: string;
  to: string;
}

/** Every import of one file of supabase/local by another, as paths below that folder. */
async function readImports(): Promise<Import[]> {
  const names = await readdir(local, { recursive: true });
  const imports: Import[] = [];
  for (const name of names.filter((each) => each.endsWith(".ts"))) {
    const text = await readFile(join(local, name), "utf8");
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']/g)) {
      const to = relative(local, join(local, name, "..", specifier!)).replaceAll(sep, "/");
      if (!to.startsWith("..")) imports.push({ from: name.replaceAll(sep, "/"), to });
    }
  }
  return imports;
}

/** The folder of a file; `undefined` for the files that put the stack together, at the top. */
const folderOf = (path: string) => path.includes("/") ? path.split("/")[0]! : undefined;

describe("the folders of supabase/local", async () => {
  const imports = await readImports();

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
