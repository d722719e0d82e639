import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeData } from "../../supabase/local/data.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";
import { expectStatus } from "../support/accounts.ts";
import { as, type Client } from "../support/client.ts";
import { asAdmin } from "../support/outages.ts";
import { tokenOn } from "../support/own-stack.ts";
import { expectProblem } from "../support/problems.ts";
import { until } from "../support/wait.ts";

/** A stack of this file's own, since everyone else needs the shared one to stand. */
let stack: Stack;
let folder: string;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith outage "));
  stack = await startStack({ folder, gatewayPort: 0, databasePort: 0, demo: false });
  client = as(await tokenOn(stack, "outage@example.com"), `${stack.url}/functions/v1/kith/api/v1`);
  expectStatus(await client.post("/contacts", { firstName: "Before" }), 201);
});

afterAll(async () => {
  await stack?.stop();
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

/** Fails when there is no answer within 10 s; the service's own timeouts are shorter. */
async function withoutHanging<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer within 10 s")), 10_000);
  });
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

async function backInService() {
  await until(
    "the service answers again",
    async () => (await client.get("/contacts")).status === 200,
  );
  const { body } = await client.get("/contacts");
  expect(body).toMatchObject({ total: 1, data: [{ firstName: "Before" }] });
}

const attempts = () => [
  client.get("/contacts"),
  client.post("/contacts", { firstName: "Lost" }),
  client.get("/contacts?page=0"),
];

async function expectUnavailable(requests = attempts()) {
  for (const request of requests) {
    const answer = await withoutHanging(request);
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

describe("while Postgres says nothing, its connections standing", () => {
  it("answers 503 after a while, and works again over other connections", async () => {
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
  it("answers 503, and works again without a restart once Postgres is back", async () => {
    await stack.postgres.stop();
    await expectUnavailable();
    await stack.postgres.start();
    await backInService();
  });

  it("answers 503, and works again, after Postgres was killed", async () => {
    await stack.postgres.kill();
    await expectUnavailable();
    await stack.postgres.start();
    await backInService();
  });
});
