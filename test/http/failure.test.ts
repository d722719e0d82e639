import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeData } from "../../supabase/local/data.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";
import { as, type Client } from "../support/client.ts";
import { type Database, openDatabase } from "../support/database.ts";
import { Load } from "../support/load.ts";
import { outages } from "../support/outages.ts";
import { tokenOn } from "../support/own-stack.ts";
import { expectProblem } from "../support/problems.ts";
import { until } from "../support/wait.ts";

const run = promisify(execFile);

/** A stack of this file's own, because its parts are stopped. */
let stack: Stack;
let folder: string;
let token: string;
let client: Client;
let admin: Database;
const base = () => `${stack.url}/functions/v1/kith/api/v1`;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith failure "));
  stack = await startStack({ folder, gatewayPort: 0, databasePort: 0, demo: false });
  token = await tokenOn(stack, "failure@example.com");
  client = as(token, base());
  admin = openDatabase(stack.adminDatabaseUrl);
});

afterAll(async () => {
  await admin?.end();
  await stack?.stop();
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

describe("under load", () => {
  it.each(outages)(
    "$name: no answered write is lost, no request hangs, and the service recovers without a restart",
    async ({ begin }) => {
      const load = new Load({ base: base(), token });
      load.start(6);
      await until("some writes are answered", () => load.recordedCount > 20);
      const end = await begin(stack);
      await pause(1_500);
      await end();
      await load.waitForRecovery();
      const recorded = load.recordedCount;
      await until("writes are answered again", () => load.recordedCount > recorded + 10);
      await load.stop();
      expect(load.report.faults).toEqual([]);
      expect(await load.findLostWrites()).toEqual([]);
    },
  );
});

describe("a statement that meets a lock", () => {
  it("is answered with 503 and also cancelled in the database", async () => {
    const end = await outages.find(({ name }) => name.includes("lock"))!.begin(stack);
    const answers = await Promise.all(
      ["One", "Two", "Three"].map((firstName) => client.post("/contacts", { firstName })),
    );
    for (const answer of answers) expectProblem(answer, 503, "unavailable");
    const [row] = await admin`
      select count(*)::int as waiting from pg_stat_activity
       where usename = 'postgres' and wait_event_type = 'Lock'`;
    expect(row?.["waiting"]).toBe(0);
    await end();
    for (const word of ["One", "Two", "Three"]) {
      expect((await client.get(`/contacts?search=${word}`)).body.total).toBe(0);
    }
  });
});

/** Mounts a file system of 256 kB in a new folder; null where this is not allowed, as without being root. */
async function mountSmall(): Promise<string | null> {
  const small = await mkdtemp(join(tmpdir(), "kith-small-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", "size=256k", "kith-small", small]);
    return small;
  } catch {
    await rm(small, { recursive: true, force: true });
    return null;
  }
}

/** Unmounts and removes it. */
async function unmountSmall(small: string): Promise<void> {
  await run("umount", ["-l", small]).catch(() => {});
  await rm(small, { recursive: true, force: true });
}

const probe = await mountSmall();
if (probe !== null) await unmountSmall(probe);
const canMount = probe !== null;

describe("a disk that is full", () => {
  const why = canMount ? "" : " (skipped: mounting a small file system needs root)";

  it.skipIf(!canMount)(
    `refuses writes with 503 and takes them again afterwards${why}`,
    async () => {
      const small = (await mountSmall())!;
      try {
        const [row] = await admin`select current_setting('data_directory') as directory`;
        const owner = await stat(row!["directory"]);
        await chown(small, owner.uid, owner.gid);
        await chmod(small, 0o700);
        await admin.query(`create tablespace small location '${small}'`);
        await admin`alter table kith.reminders set tablespace small`;
        // Random, or Postgres would make it small.
        const description = randomBytes(1_500).toString("base64");
        const kept: string[] = [];
        const { total } = (await client.get("/reminders?pageSize=1")).body;
        let refused;
        for (let n = 0; n < 400 && !refused; n++) {
          const answer = await client.post("/reminders", { title: `R ${n}`, description });
          if (answer.status === 201) kept.push(answer.body.id);
          else refused = answer;
        }
        expectProblem(refused!, 503, "unavailable");
        expect((await client.post("/networks", { name: "Elsewhere" })).status).toBe(201);
        expect((await client.get("/reminders?pageSize=1")).body.total).toBe(total + kept.length);
        await run("mount", ["-o", "remount,size=16m", small]);
        expect((await client.post("/reminders", { title: "After", description })).status).toBe(201);
        for (const id of kept) expect((await client.get(`/reminders/${id}`)).status).toBe(200);
      } finally {
        await admin`alter table kith.reminders set tablespace pg_default`.catch(() => {});
        await admin`drop tablespace if exists small`.catch(() => {});
        await unmountSmall(small);
      }
    },
  );
});
