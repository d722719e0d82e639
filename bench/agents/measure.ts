import { readFile } from "node:fs/promises";
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
