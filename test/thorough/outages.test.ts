import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Load } from "../../bench/soak/load.ts";
import { asAdmin, outages } from "../../bench/soak/outages.ts";
import { everything, httpSource, Replica } from "../support/activity/replica.ts";
import { differences } from "../support/activity/snapshot.ts";
import { expectStatus } from "../support/accounts.ts";
import { as, type Client } from "../support/client.ts";
import { type Database, openDatabase } from "../support/database.ts";
import { type OwnStack, startOwnStack, tokenOn } from "../support/own-stack.ts";
import { expectProblem } from "../support/problems.ts";
import { until } from "../support/wait.ts";

const run = promisify(execFile);

/** A stack of this file's own, because its parts are stopped. */
let stack: OwnStack;
let token: string;
let client: Client;
let admin: Database;
/** Follows the feed since the beginning, and another one does so only in the end. */
let copies: Replica[];
const base = () => `${stack.url}/functions/v1/kith/api/v1`;

beforeAll(async () => {
  stack = await startOwnStack({}, inject("stack").template);
  token = await tokenOn(stack, "outages@example.com");
  client = as(token, base());
  admin = openDatabase(stack.adminDatabaseUrl);
  expectStatus(await client.post("/contacts", { firstName: "Before" }), 201);
  copies = [
    await Replica.of(httpSource(client), undefined, 7, Infinity),
    await Replica.of(httpSource(client)),
  ];
});

afterAll(async () => {
  await admin?.end();
  await stack?.stop();
});

describe("under load", () => {
  it.each(outages)(
    "$name: no answered write is lost, no request hangs, and the service recovers without a restart",
    async ({ begin }) => {
      const load = new Load({ base: base(), token });
      load.start(6);
      await until("some writes are answered", () => load.recorded.length > 20);
      const end = await begin(stack);
      await pause(1_500);
      await end();
      await load.waitForRecovery();
      const recorded = load.recorded.length;
      await until("writes are answered again", () => load.recorded.length > recorded + 10);
      await load.stop();
      expect(load.report.faults).toEqual([]);
      expect(await load.findLostWrites()).toEqual([]);
      await copies[0]!.follow();
    },
  );

  it("a copy that follows the feed through all of it equals the lists in the end", async () => {
    const present = await everything(httpSource(client));
    expect(present.size).toBeGreaterThan(100);
    for (const copy of copies) {
      await copy.follow();
      expect(differences(copy.things, present)).toEqual([]);
    }
  });
});

/** Waits until the service answers again, and has what was there before and nothing of what was refused. */
async function backInService() {
  await until(
    "the service answers again",
    async () => (await client.get("/contacts")).status === 200,
  );
  expect((await client.get("/contacts?search=Before")).body.total).toBe(1);
  expect((await client.get("/contacts?search=Lost")).body.total).toBe(0);
}

const attempts = () => [
  client.get("/contacts"),
  client.post("/contacts", { firstName: "Lost" }),
  client.get("/contacts?page=0"),
];

async function expectUnavailable(requests = attempts()) {
  const began = performance.now();
  const answers = await Promise.all(requests);
  // The service's own timeouts are shorter.
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const answer of answers) {
    expectProblem(answer, 503, "unavailable");
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  }
}

/** The processes of Postgres that serve the function. */
async function backendsOfFunction(): Promise<number[]> {
  const found = await asAdmin(
    stack,
    (sql) => sql`select pid from pg_stat_activity where application_name = 'kith'`,
  );
  return found.map((row) => row["pid"]);
}

describe("while Postgres does not answer on open connections", () => {
  it("the service answers 503 within 10 s, and works again over new connections", async () => {
    await Promise.all([client.get("/contacts"), client.get("/contacts"), client.get("/contacts")]);
    const silent = await backendsOfFunction();
    expect(silent).not.toEqual([]);
    for (const pid of silent) process.kill(pid, "SIGSTOP");
    try {
      // Reads alone: what has been sent is carried out once they go on, answered or not.
      await expectUnavailable(silent.map(() => client.get("/contacts")));
      await backInService();
    } finally {
      for (const pid of silent) process.kill(pid, "SIGCONT");
    }
  });
});

describe("while Postgres is stopped", () => {
  it("the service answers 503, and works again without a restart once Postgres is back", async () => {
    await stack.postgres.stop();
    await expectUnavailable();
    await stack.postgres.start();
    await backInService();
  });
});

describe("a statement that waits for a lock", () => {
  it("the statement is answered with 503 and cancelled in the database", async () => {
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

describe("a full disk", () => {
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
