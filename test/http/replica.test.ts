import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeData } from "../../supabase/local/data.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";
import { httpSource, sendCall } from "../support/activity/http-source.ts";
import { differences, everything, Replica } from "../support/activity/replica.ts";
import { type Snapshot, snapshot } from "../support/activity/snapshot.ts";
import { runStatements } from "../support/activity/statements.ts";
import { callOf, type Write, writes } from "../support/activity/writes.ts";
import { as, type Client } from "../support/client.ts";
import { committed, type Database, openDatabase } from "../support/database.ts";
import { tokenOn } from "../support/own-stack.ts";
import { become } from "../support/sql.ts";
import { until } from "../support/wait.ts";

/**
 * A copy that only follows the feed, while the function and Postgres are killed again and again, and nobody cares which of
 * the writes were lost. `KITH_SEED` repeats the choice of the writes, `KITH_CASES` makes it longer.
 */
const count = Number(env["KITH_CASES"] ?? 2_000);
const seed = Number(env["KITH_SEED"] ?? Date.now() % 2 ** 31);
console.log(`a copy: ${count} writes, seed ${seed}`);
const kills = 4;

let stack: Stack;
let folder: string;
let client: Client;
let owner: string;
let rows: Database;
let sql: Database;
let isDown = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith replica "));
  stack = await startStack({ folder, gatewayPort: 0, databasePort: 0, demo: false });
  client = as(await tokenOn(stack, "replica@example.com"), `${stack.url}/functions/v1/kith/api/v1`);
  owner = (await client.get("/me")).body.id;
  rows = openDatabase(stack.adminDatabaseUrl);
  sql = openDatabase(stack.databaseUrl);
});

afterAll(async () => {
  await Promise.all([rows?.end(), sql?.end()]);
  await stack?.stop();
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

/** Kills a part of the stack, leaves it so while the next writes are tried, and starts it again. */
async function outage(part: "function" | "postgres"): Promise<void> {
  isDown = true;
  await stack[part].kill();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await stack[part].start();
  await until(
    "it answers again",
    async () => (await client.get("/me").catch(() => undefined))?.status === 200,
  );
  isDown = false;
}

/** Reads what there is; whether that went well. It may go wrong only during an outage. */
async function followed(copy: Replica): Promise<boolean> {
  const wasDown = isDown;
  try {
    await copy.follow();
    return true;
  } catch (error) {
    if (wasDown || isDown) return false;
    throw error;
  }
}

async function carryOut(write: Write, state: Snapshot): Promise<boolean> {
  if (write.actor === "rest" || write.actor === "admin") {
    await committed(sql, async (tx) => {
      if (write.actor === "rest") await become(tx, { sub: owner });
      await runStatements(tx, owner, write, state);
    });
    return true;
  }
  const call = callOf(write, state);
  return call !== undefined && (await sendCall(client, call)).status < 300;
}

it("equals the lists in the end", async () => {
  const source = httpSource(client);
  const [copy, lateCopy] = [await Replica.of(source, undefined, 7), await Replica.of(source)];
  const actors = ["token", "token", "token", "rest", "admin"] as const;
  const sequence = fc.sample(writes(actors), { numRuns: count, seed });
  let [done, read, lostInARow] = [0, 0, 0];
  let state: Snapshot = new Map();
  let restart: Promise<void> = Promise.resolve();
  for (let n = 0; n < count; n += 8) {
    // Which rows there are need not be known exactly.
    state = await snapshot(rows, owner).catch(() => state);
    const told = await Promise.allSettled(
      sequence.slice(n, n + 8).map((write) => carryOut(write, state)),
    );
    const carriedOut = told.filter((one) => one.status === "fulfilled" && one.value).length;
    done += carriedOut;
    if (n % 40 === 0) read += Number(await followed(copy));
    lostInARow = carriedOut === 0 ? lostInARow + 1 : 0;
    // Not all that is left is to be lost in an outage.
    if (lostInARow >= 5) await restart;
    if (
      Math.floor(n * (kills + 1) / count) < Math.floor((n + 8) * (kills + 1) / count) &&
      n + 8 < count
    ) {
      await restart;
      restart = outage(n * 2 < count ? "function" : "postgres");
    }
  }
  await restart;
  const present = await everything(source);
  for (const each of [copy, lateCopy]) {
    await each.follow();
    expect(differences(each.things, present)).toEqual([]);
  }
  // Much was written, there is something to compare, and some of it was read in between.
  expect(done).toBeGreaterThan(count / 3);
  expect(present.size).toBeGreaterThan(5);
  expect(read).toBeGreaterThan(count / 80);
}, 240_000);
