import type { Client } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemCatalogue, type ProblemCode } from "../../functions/kith/core/problem.ts";
import { makeKey } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { valuesFor } from "../support/document-requests.ts";
import { connect, textOf } from "../support/mcp/client.ts";
import { createWorld, inputs, type World } from "../support/mcp/inputs.ts";
import { superuser } from "../support/sql.ts";

/** `KITH_FUZZ_SEED` repeats a run, `KITH_FUZZ_CASES` makes it longer: calls of all tools together. */
const calls = Number(process.env["KITH_FUZZ_CASES"] || 700);
const seed = Number(process.env["KITH_FUZZ_SEED"] || Math.floor(Math.random() * 2 ** 31));
/** Calls that are under way at the same time. */
const together = 4;

const sql = superuser();
let world: World;
let client: Client;
/** Lets the limiter forget what the key has sent. */
let forget: () => Promise<unknown>;
let tools: { name: string; inputSchema: Json }[];
beforeAll(async () => {
  world = await createWorld();
  const { id, key } = await makeKey(world.account);
  forget = () => sql`delete from kith_private.api_key_requests where api_key_id = ${id}`;
  client = await connect(key);
  tools = (await client.listTools()).tools;
});
afterAll(() => client?.close());

/** What is wrong with an answer; nothing where it is an answer of the tool, or says what was wrong with the input. */
async function faultOf(name: string, input: Json): Promise<string | undefined> {
  try {
    const answer = await client.callTool({ name, arguments: input });
    const text = textOf(answer);
    if (!answer.isError) {
      JSON.parse(text);
      return undefined;
    }
    const { status } = problemCatalogue[JSON.parse(text).code as ProblemCode];
    return status < 500 ? undefined : text;
  } catch (error) {
    return String(error);
  }
}

/** Inputs as the schema wants them, and others; half of them with members that are right. */
function inputsOf({ name, inputSchema }: { name: string; inputSchema: Json }) {
  const made = fc.oneof(valuesFor(inputSchema, true), valuesFor(inputSchema, false));
  return fc.tuple(made, fc.boolean()).map(([input, isCompleted]) =>
    isCompleted && typeof input === "object" && !Array.isArray(input)
      ? { ...inputs[name]!(world.ids), ...input }
      : input
  );
}

describe(`${calls} calls made from the schemas of the tools, KITH_FUZZ_SEED=${seed},`, () => {
  it("are answered or refused, and none fails", async () => {
    const faults: string[] = [];
    const answered = new Set<string>();
    for (const tool of tools) {
      const numRuns = Math.ceil(calls / tools.length);
      const queue = fc.sample(inputsOf(tool), { seed, numRuns });
      const worker = async () => {
        for (let input = queue.pop(); input !== undefined; input = queue.pop()) {
          if (typeof input !== "object" || input === null || Array.isArray(input)) continue;
          // A key may send 120 requests a minute.
          if (queue.length % 50 === 0) await forget();
          const fault = await faultOf(tool.name, input);
          if (fault) faults.push(`${tool.name} ${JSON.stringify(input)}: ${fault}`);
          answered.add(tool.name);
        }
      };
      await Promise.all(Array.from({ length: together }, worker));
    }
    expect(faults.slice(0, 10)).toEqual([]);
    expect([...answered].sort()).toEqual(tools.map(({ name }) => name).sort());
  }, 3_600_000);
});
