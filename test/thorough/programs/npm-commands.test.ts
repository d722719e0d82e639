import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npmScripts, runProgram } from "../../support/programs.ts";

/** Those that vitest answers itself have its own help. */
const names = Object.entries(await npmScripts())
  .filter(([, script]) => !/\bvitest\b/.test(script)).map(([name]) => name);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith commands "));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("--help", () => {
  it.each(names)(
    "of %s prints the usage and does nothing",
    async (name) => {
      await writeFile(join(folder, "demo.json"), "{}");
      const npm = ["run", "--silent", name, "--", "--help"];
      const outcome = await runProgram("npm", npm, { KITH_FOLDER: folder });
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain(name === "start" ? "npm start" : `npm run ${name}`);
      expect(await readdir(folder)).toEqual(["demo.json"]);
    },
  );
});

describe("a folder that cannot be written", () => {
  it.each(["a file", "below a file"])("is one line of npm start: %s", async (where) => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const path = where === "a file" ? file : join(file, "data");
    const environment = { KITH_FOLDER: path, KITH_PORT: "0", KITH_DB_PORT: "0" };
    const { code, errors } = await runProgram("npm", ["start", "--silent"], environment);
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([
      expect.stringMatching(/^kith: .*cannot be written: .*KITH_FOLDER/),
    ]);
    expect(errors).toContain(file);
  });

  it("is one line of npm run types", async () => {
    const temporary = join(folder, "missing");
    const npm = ["run", "--silent", "types"];
    const { code, errors } = await runProgram("npm", npm, {
      TSX_DISABLE_CACHE: "1",
      TMPDIR: temporary,
    });
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([expect.stringContaining(temporary)]);
  });
});
