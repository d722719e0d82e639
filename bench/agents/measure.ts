import { readFile, writeFile } from "node:fs/promises";
import type { Client as McpClient } from "@modelcontextprotocol/client";
import type { Client, Json } from "../../test/support/client.ts";
import { textOf } from "../../test/support/mcp/client.ts";
import type { Task, Upload } from "./tasks.ts";

const photo = new URL("../../test/support/photos/camera.jpg", import.meta.url);

/** Sends the photo, which is a call too. */
const uploader = (cost: Cost): Upload => async ({ uploadUrl, headers }) => {
  const answer = await fetch(uploadUrl, { method: "PUT", headers, body: await readFile(photo) });
  count(cost, await answer.text());
  if (!answer.ok) throw new Error(`The photo was answered with ${cost.last}`);
};

/** What a task took: its calls, the bytes of all answers, and the last answer. */
export interface Cost {
  calls: number;
  bytes: number;
  last: string;
}

/** Does a task with tools. */
export async function runOverMcp(client: McpClient, task: Task): Promise<Cost> {
  const cost = { calls: 0, bytes: 0, last: "" };
  await task.mcp(async (name, input = {}): Promise<Json> => {
    const answer = await client.callTool({ name, arguments: input });
    count(cost, textOf(answer));
    if (answer.isError) throw new Error(`${task.asked}: ${name}: ${cost.last}`);
    return answer.structuredContent;
  }, uploader(cost));
  return cost;
}

/** Does a task with requests to the API. */
export async function runOverRest(client: Client, task: Task): Promise<Cost> {
  const cost = { calls: 0, bytes: 0, last: "" };
  await task.rest(async (method, path, body): Promise<Json> => {
    const file = { raw: body as string, headers: { "content-type": "text/vcard" } };
    const answer = typeof body === "string"
      ? await client.send(method, path, undefined, file)
      : await client.send(method, path, body);
    count(cost, answer.text);
    if (answer.status >= 400) throw new Error(`${task.asked}: ${method} ${path}: ${cost.last}`);
    return answer.body;
  }, uploader(cost));
  return cost;
}

function count(cost: Cost, text: string): void {
  cost.calls += 1;
  cost.bytes += Buffer.byteLength(text);
  cost.last = text;
}

/** The middle of these numbers, of an even number the lower one of two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}

/** What was measured of a task, on one side. */
export interface Taken {
  calls: number;
  bytes: number;
}

export interface Measured {
  asked: string;
  mcp: Taken;
  rest: Taken;
}

const file = new URL("../../docs/agents.md", import.meta.url);
const [begin, end] = ["<!-- tasks: npm run agents -->\n", "<!-- end of tasks -->"];
const row = /^\| ([^*|]*?) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm;

/** Writes what was measured into docs/agents.md. */
export async function writeTable(measured: Measured[]): Promise<void> {
  const text = await readFile(file, "utf8");
  const [before, after] = [text.split(begin)[0]!, text.split(end)[1]!];
  await writeFile(file, before + begin + "\n" + tableOf(measured) + "\n" + end + after);
}

/** What docs/agents.md says of each task. */
export async function readTable(): Promise<Measured[]> {
  const text = await readFile(file, "utf8");
  return [...text.split(begin)[1]!.split(end)[0]!.matchAll(row)].map(([, asked, ...numbers]) => {
    const [mcpCalls, mcpBytes, restCalls, restBytes] = numbers.map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return {
      asked: asked!,
      mcp: { calls: mcpCalls, bytes: mcpBytes },
      rest: { calls: restCalls, bytes: restBytes },
    };
  });
}

function tableOf(measured: Measured[]): string {
  const cells = ({ mcp, rest }: Omit<Measured, "asked">) =>
    `${mcp.calls} | ${mcp.bytes} | ${rest.calls} | ${rest.bytes}`;
  const middle = (side: "mcp" | "rest", what: "calls" | "bytes") =>
    median(measured.map((each) => each[side][what]));
  const [mcp, rest] = (["mcp", "rest"] as const).map((side) => ({
    calls: middle(side, "calls"),
    bytes: middle(side, "bytes"),
  }));
  return [
    "| Asked | MCP: calls | bytes | REST: calls | bytes |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...measured.map((each) => `| ${each.asked} | ${cells(each)} |`),
    `| **Median** | ${cells({ mcp: mcp!, rest: rest! })} |`,
    "",
  ].join("\n");
}

/** Whether the document is still right: the same calls, and the bytes by a tenth. */
export function isNear(now: Taken, then: Taken): boolean {
  return now.calls === then.calls && Math.abs(now.bytes - then.bytes) <= 20 + then.bytes / 10;
}
