import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseUrlOf } from "../../../local/core/connection.ts";
import { removeData } from "../../../local/data.ts";
import { openDatabase } from "../../support/database.ts";
import { npmStart, type Started } from "../../support/programs.ts";

/** What `npm start` runs survives the end of its database connections. */
let folder: string;
let stack: Started;
let url: string;
let secretKey: string;
let databaseUrl: string;
let demo: RegExpExecArray;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith backends "));
  stack = npmStart(folder);
  url = (await stack.printed(/Supabase +(http\S+)/))[1]!;
  secretKey = (await stack.printed(/Secret key +(\S+)/))[1]!;
  demo = await stack.printed(/Demo account +(\S+) \/ (\S+)/);
  databaseUrl = (await stack.printed(/Database +(postgres\S+)/))[1]!;
});
afterAll(async () => {
  stack.child.kill("SIGINT");
  await stack.ended;
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

describe("a backend of Postgres that is terminated", () => {
  const port = () => Number(new URL(databaseUrl).port);

  /** Auth is asked to sign in, the others to read; the status. */
  async function ask(path: string): Promise<number> {
    const [, email, password] = demo;
    const headers = {
      apikey: secretKey,
      "accept-profile": "kith",
      "content-type": "application/json",
    };
    const signIn = { method: "POST", body: JSON.stringify({ email, password }) };
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(url + path, {
      headers,
      signal,
      ...(path.startsWith("/auth/") && signIn),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  it.each([
    ["authenticator", "/rest/v1/contacts?select=id"],
    ["supabase_auth_admin", "/auth/v1/token?grant_type=password"],
    ["supabase_storage_admin", "/storage/v1/bucket"],
    ["supabase_admin", "/rest/v1/contacts?select=id"],
  ])("ends no more than the requests that it worked for: %s", async (role, path) => {
    const admin = openDatabase(databaseUrlOf("supabase_admin", port()));
    try {
      const expectAnswered = () =>
        vi.waitFor(async () => expect(await ask(path)).toBe(200), { timeout: 10_000 });
      await expectAnswered();
      for (let round = 0; round < 3; round++) {
        const answers = Array.from({ length: 30 }, () => ask(path));
        for (let shot = 0; shot < 10; shot++) {
          await admin`
            select pg_terminate_backend(pid) from pg_stat_activity
             where usename = ${role} and pid <> pg_backend_pid()`;
        }
        for (const status of await Promise.all(answers)) expect([200, 500, 503]).toContain(status);
      }
      await expectAnswered();
      expect((await fetch(url)).status).toBe(200);
      expect(stack.child.exitCode).toBeNull();
    } finally {
      await admin.end();
    }
  });
});
