import type { Client as McpClient } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, makeKey, signUp } from "../../support/accounts.ts";
import { as, type Client } from "../../support/client.ts";
import { connect } from "../../support/mcp/client.ts";
import {
  isNear,
  type Measured,
  readTable,
  runOverMcp,
  runOverRest,
  type Task,
  withIds,
  writeTable,
} from "../../../bench/agents/measure.ts";
import { seedForTasks } from "../../../bench/agents/seed.ts";
import { tasks } from "../../../bench/agents/tasks.ts";
import { median } from "../../../bench/report.ts";

/** An account for each side, because tasks change what they find. */
interface Side {
  owner: Account;
  run(task: Task): ReturnType<typeof runOverMcp>;
}

let sides: Record<"mcp" | "rest", Side>;
let assistant: McpClient;
const measured: Measured[] = [];

beforeAll(async () => {
  const [mcp, rest] = await Promise.all([signUp(), signUp()]);
  await Promise.all([seedForTasks(mcp), seedForTasks(rest)]);
  assistant = await connect((await makeKey(mcp)).key);
  const script: Client = as((await makeKey(rest)).key);
  sides = {
    mcp: { owner: mcp, run: (task) => runOverMcp(assistant, task) },
    rest: { owner: rest, run: (task) => runOverRest(script, task) },
  };
});
afterAll(() => assistant?.close());

async function perform(task: Task, side: Side) {
  const cost = await side.run(task);
  let place = 0;
  for (const text of task.tells ?? []) {
    expect(cost.last.slice(place)).toContain(text);
    if (task.isOrdered) place = cost.last.indexOf(text, place);
  }
  for (const text of task.withholds ?? []) expect(cost.last).not.toContain(text);
  for (const [path, is] of Object.entries(task.effect ?? {})) {
    // Read as the owner, which counts for neither side.
    const found = await withIds(["GET", path], new Map(), ([, path]) => side.owner.read(path));
    expect(found).toMatchObject(is);
  }
  return cost;
}

// In order: a later task needs what an earlier one has made.
describe("a task, with tools and with requests", () => {
  it("has something that shows that it was done", () => {
    expect(tasks).toHaveLength(37);
    for (const { asked, tells, effect } of tasks) expect(tells ?? effect, asked).toBeDefined();
  });

  it.each(tasks.map((task) => [task.asked, task] as const))("%s", async (asked, task) => {
    const [mcp, rest] = [await perform(task, sides.mcp), await perform(task, sides.rest)];
    measured.push({ asked, mcp, rest });
    expect(mcp.calls).toBeLessThanOrEqual(4);
    expect(mcp.calls).toBeLessThanOrEqual(rest.calls);
  });
});

describe("all tasks together", () => {
  it("take one call and less than 2 kB in the median", () => {
    expect(measured).toHaveLength(tasks.length);
    expect(median(measured.map(({ mcp }) => mcp.calls))).toBe(1);
    expect(median(measured.map(({ mcp }) => mcp.bytes))).toBeLessThan(2000);
  });

  it("are in docs/agents.md with what they take; `npm run agents` writes it", async () => {
    if (process.env["KITH_WRITE_AGENTS"]) await writeTable(measured);
    const written = await readTable();
    expect(written.map(({ asked }) => asked)).toEqual(tasks.map(({ asked }) => asked));
    for (const [position, { asked, mcp, rest }] of measured.entries()) {
      const row = written[position]!;
      for (const [now, then] of [[mcp, row.mcp], [rest, row.rest]] as const) {
        expect(isNear(now, then), `${asked}: ${now.calls} calls, ${now.bytes} bytes`).toBe(true);
      }
    }
  });
});
