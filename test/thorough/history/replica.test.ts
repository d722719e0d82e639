import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { caseCount } from "../../support/cases.ts";
import { everything, httpSource, paths, Replica } from "../../support/activity/replica.ts";
import { differences, type Snapshot, snapshot } from "../../support/activity/snapshot.ts";
import {
  type Call,
  callOf,
  runStatements,
  type Write,
  writes,
} from "../../support/activity/writes.ts";
import { type Answer, as, type Client } from "../../support/client.ts";
import { committed, type Database, openDatabase } from "../../support/database.ts";
import { type OwnStack, startOwnStack, tokenOn } from "../../support/own-stack.ts";
import { become } from "../../support/sql.ts";
import { until } from "../../support/wait.ts";

/**
 * A copy that only follows the feed, while the function and Postgres are killed again and again; it does not matter which
 * of the writes are lost.
 */
const count = caseCount(2_000);
const kills = 4;

let stack: OwnStack;
let client: Client;
let owner: string;
let rows: Database;
let sql: Database;
let isDown = false;

beforeAll(async () => {
  stack = await startOwnStack({}, inject("stack").template);
  client = as(await tokenOn(stack, "replica@example.com"), `${stack.url}/functions/v1/kith/api/v1`);
  owner = (await client.get("/me")).body.id;
  rows = openDatabase(stack.adminDatabaseUrl);
  sql = openDatabase(stack.databaseUrl);
});

afterAll(async () => {
  await Promise.all([rows?.end(), sql?.end()]);
  await stack?.stop();
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

const methods: Record<string, string> = { create: "POST", update: "PATCH", delete: "DELETE" };

/** Sends what is given as an operation and its arguments. */
function sendCall(client: Client, { operation, args }: Call): Promise<Answer> {
  const { id, contactId, body } = args;
  if (operation === "update_me") return client.patch("/me", body);
  if (operation === "add_network_contact") {
    return client.put(`/networks/${id}/contacts/${contactId}`);
  }
  if (operation === "set_network_contacts") return client.put(`/networks/${id}/contacts`, body);
  if (operation === "remove_network_contact") {
    return client.delete(`/networks/${id}/contacts/${contactId}`);
  }
  const [, verb, resource] = /^([a-z]+)_(.*)$/.exec(operation)!;
  return client.send(methods[verb!]!, `${paths[resource!]}${id ? `/${id}` : ""}`, body);
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

it("a copy that follows the feed through outages equals the lists in the end", async () => {
  const source = httpSource(client);
  const [copy, lateCopy] = [await Replica.of(source, undefined, 7), await Replica.of(source)];
  const actors = ["token", "token", "token", "rest", "admin"] as const;
  const sequence = fc.sample(writes(actors), { numRuns: count });
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
}, 600_000);
