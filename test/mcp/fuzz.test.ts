import type { Client } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { expect, it } from "vitest";
import { caseCount } from "../support/cases.ts";
import { problemCatalogue, type ProblemCode } from "../../functions/kith/core/problems.ts";
import type { Json } from "../support/client.ts";
import { valuesFor } from "../support/document-requests.ts";
import { textOf, withClient } from "../support/mcp/client.ts";
import { createWorld, forget, inputs, type World } from "../support/mcp/inputs.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

const sql = superuser();

/** Calls of all tools together. */
const calls = caseCount(count({ quick: 60, thorough: 700 }));
/** Calls that are under way at the same time. */
const together = 4;

/** Whether the tool did it, and what is wrong with the answer: it may refuse, and say what is wrong with the input. */
async function call(
  client: Client,
  name: string,
  input: Json,
): Promise<{ isDone: boolean; fault?: string }> {
  try {
    const answer = await client.callTool({ name, arguments: input });
    const text = textOf(answer);
    const { code } = JSON.parse(text);
    if (!answer.isError) return { isDone: true };
    const { status } = problemCatalogue[code as ProblemCode];
    return { isDone: false, ...((status >= 500 || status === 429) && { fault: text }) };
  } catch (error) {
    return { isDone: false, fault: String(error) };
  }
}

const isObject = (input: Json) =>
  typeof input === "object" && input !== null && !Array.isArray(input);

interface Tool {
  name: string;
  inputSchema: Json;
}

/** Inputs as the schema wants them, and others; half of them with members that are right. */
function inputsOf({ name, inputSchema }: Tool, { ids }: World) {
  const made = fc.oneof(valuesFor(inputSchema, true), valuesFor(inputSchema, false));
  return fc.tuple(made, fc.boolean()).map(([input, isCompleted]) =>
    isCompleted && typeof input === "object" && !Array.isArray(input)
      ? { ...inputs[name]!(ids), ...input }
      : input
  );
}

it(
  `${calls} calls made from the schemas of the tools are answered or refused, and none fails`,
  async () => {
    const { key } = await createWorld();
    const { tools } = await withClient(key, (client) => client.listTools());
    const numRuns = Math.ceil(calls / tools.length);
    const faults: string[] = [];
    let sent = 0;
    const done = new Set<string>();
    for (const tool of tools) {
      // A tool may have deleted what another one needs.
      const world = await createWorld();
      await withClient(world.key, async (client) => {
        const queue = fc.sample(inputsOf(tool, world), { numRuns }).filter(isObject);
        // The last one is taken first.
        queue.push(inputs[tool.name]!(world.ids));
        const worker = async () => {
          for (let input = queue.pop(); input !== undefined; input = queue.pop()) {
            if (sent++ % 50 === 0) await forget(sql, world);
            const { isDone, fault } = await call(client, tool.name, input);
            if (fault) faults.push(`${tool.name} ${JSON.stringify(input)}: ${fault}`);
            if (isDone) done.add(tool.name);
          }
        };
        await Promise.all(Array.from({ length: together }, worker));
      });
    }
    expect(faults.slice(0, 10)).toEqual([]);
    // Inputs that are no objects are left out, because the client does not send them.
    expect(sent).toBeGreaterThan(calls * 0.8);
    expect([...done].sort()).toEqual(tools.map(({ name }) => name).sort());
  },
  3_600_000,
);
