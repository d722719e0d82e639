import type { Client as McpClient } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, makeKey, signUp } from "../../support/accounts.ts";
import { as, type Client } from "../../support/client.ts";
import { connect } from "../../support/mcp/client.ts";
import {
  type Measured,
  medianOf,
  readTable,
  runOverMcp,
  runOverRest,
  type Table,
  tableOf,
  type Task,
  withIds,
  writeTable,
} from "../../../bench/agents/measure.ts";
import { seedForTasks } from "../../../bench/agents/seed.ts";
import { tasks } from "../../../bench/agents/tasks.ts";
import { seedForWeek, weekTasks } from "../../../bench/agents/week.ts";

/** An account for each side, because tasks change what they find. */
interface Side {
  owner: Account;
  run(task: Task): ReturnType<typeof runOverMcp>;
}

/** The tables of docs/agents.md: the tasks, how many there are, and the address book in which they are done. */
const sets: [Table, Record<string, Task>, number, (api: Client) => Promise<void>][] = [
  ["tasks", tasks, 43, seedForTasks],
  ["week", weekTasks, 20, seedForWeek],
];

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

describe.each(sets)("the table %s", (table, tasks, howMany, seed) => {
  let sides: Record<"mcp" | "rest", Side>;
  let assistant: McpClient;
  const measured: Record<string, Measured> = {};

  beforeAll(async () => {
    const [mcp, rest] = await Promise.all([signUp(), signUp()]);
    await Promise.all([seed(mcp), seed(rest)]);
    assistant = await connect((await makeKey(mcp)).key);
    const script: Client = as((await makeKey(rest)).key);
    sides = {
      mcp: { owner: mcp, run: (task) => runOverMcp(assistant, task) },
      rest: { owner: rest, run: (task) => runOverRest(script, task) },
    };
  });
  afterAll(() => assistant?.close());

  // In order: a later task needs what an earlier one has made.
  describe("a task, with tools and with requests", () => {
    it("the task has something that shows that it was done", () => {
      expect(Object.keys(tasks)).toHaveLength(howMany);
      for (const [asked, { tells, effect }] of Object.entries(tasks)) {
        expect(tells ?? effect, asked).toBeDefined();
      }
    });

    it.each(Object.entries(tasks))("%s", async (asked, task) => {
      const [mcp, rest] = [await perform(task, sides.mcp), await perform(task, sides.rest)];
      measured[asked] = { mcp, rest };
      expect(mcp.calls).toBeLessThanOrEqual(4);
      expect(mcp.calls).toBeLessThanOrEqual(rest.calls);
    });
  });

  describe("all tasks together", () => {
    it("take one call and less than 2 kB in the median", () => {
      const all = Object.values(measured);
      expect(all).toHaveLength(howMany);
      expect(medianOf(all, "mcp", "calls")).toBe(1);
      expect(medianOf(all, "mcp", "bytes")).toBeLessThan(2000);
    });

    it("are in docs/agents.md with what they take; `npm run agents` writes it", async () => {
      const now = tableOf(measured);
      if (process.env["KITH_WRITE_AGENTS"]) await writeTable(table, now);
      const written = await readTable(table);
      const number = /(?<=\| )\d+(?= \|)/g;
      expect(written.replace(number, "")).toBe(now.replace(number, ""));
      const numbers = (text: string) => text.match(number)!.map(Number);
      const then = numbers(written);
      for (const [place, found] of numbers(now).entries()) {
        // The calls are the same, and the bytes after them by a tenth.
        const mayDiffer = place % 2 === 1 ? 20 + then[place]! / 10 : 0;
        const asked = Object.keys(measured)[Math.floor(place / 4)];
        expect(Math.abs(found - then[place]!), `${asked}: ${found}`).toBeLessThanOrEqual(mayDiffer);
      }
    });
  });
});
