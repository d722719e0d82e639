import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { platformEnvironment, startFunctionProcess } from "../../local/function/function.ts";

const { upload, url, databaseUrl } = inject("stack");

describe("what an installation uploads", () => {
  it("the upload is configured to check tokens by itself", () => {
    expect(upload.metadata).toMatchObject({
      name: "kith",
      verify_jwt: false,
      entrypoint_path: "functions/kith/index.ts",
      import_map_path: "functions/kith/deno.json",
    });
  });

  it("the upload is what the tests run on: these files and nothing else", async () => {
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
      // A method of that name is none of them.
      const used =
        text.match(/(?<![.\w$"'`])(Buffer|process|setImmediate|global)(?=\.\w|\((?!\w*\) \{))/g) ??
          [];
      const imports = text.split("\n").filter((line) => /^import .* from "node:/.test(line)).join();
      const missing = [...new Set(used)].filter((name) => !imports.includes(name));
      expect(missing, path).toEqual([]);
    }
  });

  it("answers from an empty cache with only the platform's environment, and lacks nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kith upload "));
    const { KITH_OAUTH: _, ...environment } = platformEnvironment(url, databaseUrl);
    const start = () => startFunctionProcess({ project: folder, environment, onLine: () => {} });
    try {
      await cp(join(upload.folder, "functions"), join(folder, "functions"), { recursive: true });
      const running = await start();
      const statusOf = async (path: string) =>
        (await fetch(`${running.url}/kith/api/v1${path}`)).status;
      expect([await statusOf("/health"), await statusOf("/contacts")]).toEqual([200, 401]);
      await running.stop("SIGTERM", 3000);
      await rm(join(folder, "functions/kith/deno.json"));
      await expect(start()).rejects.toThrow(/did not start/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
