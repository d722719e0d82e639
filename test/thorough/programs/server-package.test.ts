import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { pack, type Packed } from "../../../tools/packages.ts";
import { startBareDatabase } from "../../support/fresh-database.ts";
import { withoutState } from "../../support/installing.ts";
import { accessToken, projectRef, startManagementApi } from "../../support/management-api.ts";
import { runProgram } from "../../support/programs.ts";
import { wholeCatalog } from "../../support/whole-catalog.ts";

/** The package as it is published: packed, installed from the tarball into an empty folder, and run as a command. */
const folder = await mkdtemp(join(tmpdir(), "kith server "));
afterAll(() => rm(folder, { recursive: true, force: true }));
const source = fileURLToPath(new URL("../../../supabase/deploy/", import.meta.url));

let packed: Packed;

beforeAll(async () => {
  packed = await pack(source, folder);
  const options = ["--offline", "--no-audit", "--no-fund", "--prefix", folder];
  const { code, errors } = await runProgram(
    "npm",
    ["install", ...options, packed.file],
    {},
    folder,
  );
  expect(code, errors).toBe(0);
}, 120_000);

/** Starts the command. @returns its exit code, null where it was killed, and what it printed */
function start(apiUrl: string, args: string[], token = accessToken) {
  const child = spawn(join(folder, "node_modules", ".bin", "kith-server"), [
    ...args,
    "--project-ref",
    projectRef,
    "--project-url",
    inject("stack").url,
    "--api-url",
    apiUrl,
  ], { env: { ...process.env, SUPABASE_ACCESS_TOKEN: token }, cwd: tmpdir() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output += text);
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, output }))
  );
  return { ended, kill: () => child.kill("SIGKILL") };
}

describe("npx @kith/server", () => {
  it("is the same when it is packed again, as a release's tag says", async () => {
    const other = join(folder, "again");
    await mkdir(other);
    expect((await pack(source, other)).sha256).toBe(packed.sha256);
  });

  it("has the licenses of the packages that are in it", async () => {
    const path = ["node_modules", "@kith", "server", "dist", "release", "licenses.md"];
    const licenses = await readFile(join(folder, ...path), "utf8");
    for (const name of ["ical.js", "pg", "zod"]) expect(licenses).toContain(`## ${name} - `);
    expect(licenses).toContain("Mozilla Public License");
  });

  it(
    "installs the same as the migrations do, killed once after each request on the way",
    async () => {
      const [database, other] = [await startBareDatabase(), await startBareDatabase()];
      await other.push();
      const killed = new Set<string>();
      let running: ReturnType<typeof start>;
      const api = await startManagementApi({
        databaseUrl: database.url,
        isLost(request) {
          if (killed.has(request)) return false;
          killed.add(request);
          running.kill();
          return true;
        },
      });
      const states: string[] = [];
      const runs: (number | null)[] = [];
      do {
        running = start(api.url, ["install", "--no-smoke-test"]);
        const { code, output } = await running.ended;
        expect(code, output).not.toBe(1);
        runs.push(code);
        const [row] = await database.superuser`
        select obj_description(to_regnamespace('kith'), 'pg_namespace') as comment`;
        if (row!["comment"]) states.push(JSON.parse(row!["comment"]).kith.state);
      } while (runs.at(-1) === null);
      expect(runs.at(-1)).toBe(0);
      // Each request of the whole way was the last one of a run once.
      expect(runs).toHaveLength(killed.size + 1);
      expect([...killed].filter((request) => request.includes("apply "))).toHaveLength(
        (await readdir(join(source, "../migrations"))).length,
      );
      expect(states.at(-1)).toBe("installed");
      expect(new Set(states)).toEqual(new Set(["installing", "installed"]));
      expect(withoutState(await wholeCatalog(database.superuser))).toEqual(
        withoutState(await wholeCatalog(other.superuser)),
      );
      const again = await start(api.url, ["status"]).ended;
      expect(again.output).toContain("up to date");
      await api.stop();
    },
    300_000,
  );

  it("brings a project of version 1.0 to this version", async () => {
    const database = await startBareDatabase();
    await database.push(async (migrations) => {
      const [, ...later] = (await readdir(migrations)).sort();
      for (const name of later) await rm(join(migrations, name));
    });
    const api = await startManagementApi({ databaseUrl: database.url });
    const { code, output } = await start(api.url, ["upgrade", "--no-smoke-test"]).ended;
    await api.stop();
    expect(code, output).toBe(0);
    expect(output).toContain("has Kith (by its migrations)");
    expect(output).not.toContain("migration     20261120000000_kith.sql");
  }, 120_000);

  it("says what is wrong in one line, and what it does where nothing is asked", async () => {
    const api = await startManagementApi();
    const { code, output } = await start(api.url, ["install"], "no such token").ended;
    await api.stop();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Supabase does not accept the access token.*\n$/),
    ]);
    const help = await runProgram(
      join(folder, "node_modules", ".bin", "kith-server"),
      [],
      {},
      folder,
    );
    expect(help.output).toContain("npx @kith/server [install | status | upgrade | uninstall]");
  });
});
