import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";

const { upload } = inject("stack");

describe("what `supabase functions deploy kith --use-api` uploads", () => {
  it("is configured to check tokens by itself", () => {
    expect(upload.metadata).toMatchObject({
      name: "kith",
      verify_jwt: false,
      entrypoint_path: "functions/kith/index.ts",
      import_map_path: "functions/kith/deno.json",
    });
  });

  it("is what the tests run on: these files and the packages that they name", async () => {
    const entries = await readdir(join(upload.folder, "functions"), {
      recursive: true,
      withFileTypes: true,
    });
    const found = entries.filter((entry) => entry.isFile()).map((entry) =>
      join(entry.parentPath, entry.name).slice(upload.folder.length + 1).replaceAll("\\", "/")
    );
    expect(found.sort()).toEqual([...upload.paths].sort());
    const config = JSON.parse(
      await readFile(join(upload.folder, "functions/kith/deno.json"), "utf8"),
    );
    const packages = await packagesIn(join(upload.folder, "node_modules"));
    const named = Object.values<string>(config.imports)
      .map((specifier) => /^npm:(@?[^@]+)@/.exec(specifier)![1]);
    expect(packages.sort()).toEqual(named.sort());
    expect(upload.paths.filter((path) => !/^functions\/kith\/.*\.(ts|json)$/.test(path))).toEqual(
      [],
    );
  });
});

/** The names of the packages in a `node_modules` folder, those of a scope with it. */
async function packagesIn(folder: string): Promise<string[]> {
  const names = await Promise.all(
    (await readdir(folder)).map(async (name) =>
      name.startsWith("@")
        ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`)
        : [name]
    ),
  );
  return names.flat();
}
