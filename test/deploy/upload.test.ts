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

  it("is what the tests run on: these files and nothing else", async () => {
    const entries = await readdir(join(upload.folder, "functions"), {
      recursive: true,
      withFileTypes: true,
    });
    const found = entries.filter((entry) => entry.isFile()).map((entry) =>
      join(entry.parentPath, entry.name).slice(upload.folder.length + 1).replaceAll("\\", "/")
    );
    expect(found.sort()).toEqual([...upload.paths].sort());
    expect(upload.paths.filter((path) => !path.startsWith("functions/kith/bundle/")).sort())
      .toEqual(["functions/kith/deno.json", "functions/kith/index.ts"]);
  });

  it("names no package, so that the platform resolves none", async () => {
    for (const path of upload.paths) {
      const text = await readFile(join(upload.folder, path), "utf8");
      const imported = [
        ...text.matchAll(/^import\b[^"']*["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm),
      ]
        .map((match) => match[1] ?? match[2]!);
      expect(imported.filter((name) => !/^(\.\.?\/|node:)/.test(name))).toEqual([]);
    }
    expect(await readdir(upload.folder)).not.toContain("node_modules");
  });

  it("imports the globals of Node that it uses, which the platform has for packages only", async () => {
    for (const path of upload.paths) {
      const text = await readFile(join(upload.folder, path), "utf8");
      const used = text.match(/(?<![.\w$"'`])(Buffer|process|setImmediate|global)(?=\.\w|\()/g) ??
        [];
      const imports = text.split("\n").filter((line) => /^import .* from "node:/.test(line)).join();
      const missing = [...new Set(used)].filter((name) => !imports.includes(name));
      expect(missing, path).toEqual([]);
    }
  });
});
