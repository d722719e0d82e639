import { readFile, writeFile } from "node:fs/promises";
import type { Client as McpClient } from "@modelcontextprotocol/client";
import type { Client, Json } from "../../test/support/client.ts";
import { textOf } from "../../test/support/mcp/client.ts";
import { median } from "../report.ts";
import { sendRequest, type Task, type Upload } from "./tasks.ts";

const photo = new URL("../../test/support/photos/camera.jpg", import.meta.url);

/** What a task took: its calls and the bytes of all answers. */
export interface Taken {
  calls: number;
  bytes: number;
}

/** Counts answers, and keeps the last. */
class Cost implements Taken {
  calls = 0;
  bytes = 0;
  last = "";

  add(text: string): void {
    this.calls += 1;
    this.bytes += Buffer.byteLength(text);
    this.last = text;
  }

  /** Sends the photo, which is a call too. */
  upload: Upload = async ({ uploadUrl, headers }) => {
    const answer = await fetch(uploadUrl, { method: "PUT", headers, body: await readFile(photo) });
    this.add(await answer.text());
    if (!answer.ok) throw new Error(`The photo was answered with ${this.last}`);
  };
}

/** Does a task with tools. */
export async function runOverMcp(client: McpClient, { asked, mcp }: Task): Promise<Cost> {
  const cost = new Cost();
  const call = async (name: string, input: Json = {}): Promise<Json> => {
    const answer = await client.callTool({ name, arguments: input });
    cost.add(textOf(answer));
    if (answer.isError) throw new Error(`${asked}: ${name}: ${cost.last}`);
    return answer.structuredContent;
  };
  await (Array.isArray(mcp) ? call(...mcp) : mcp(call, cost.upload));
  return cost;
}

/** Does a task with requests to the API. */
export async function runOverRest(client: Client, { asked, rest }: Task): Promise<Cost> {
  const cost = new Cost();
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const file = { raw: body as string, headers: { "content-type": "text/vcard" } };
    const answer = typeof body === "string"
      ? await client.send(method, path, undefined, file)
      : await client.send(method, path, body);
    cost.add(answer.text);
    if (answer.status >= 400) throw new Error(`${asked}: ${method} ${path}: ${cost.last}`);
    return answer.body;
  };
  await (Array.isArray(rest) ? sendRequest(send, rest) : rest(send, cost.upload));
  return cost;
}

export interface Measured {
  asked: string;
  mcp: Taken;
  rest: Taken;
}

const file = new URL("../../docs/agents.md", import.meta.url);
const table = /(<!-- tasks: npm run agents -->\n)([^]*)(<!-- end of tasks -->)/;

/** Writes what was measured into docs/agents.md. */
export async function writeTable(measured: Measured[]): Promise<void> {
  const middle = (side: "mcp" | "rest") => ({
    calls: median(measured.map((each) => each[side].calls)),
    bytes: median(measured.map((each) => each[side].bytes)),
  });
  const rows = [...measured, { asked: "**Median**", mcp: middle("mcp"), rest: middle("rest") }]
    .map(({ asked, mcp, rest }) =>
      `| ${asked} | ${mcp.calls} | ${mcp.bytes} | ${rest.calls} | ${rest.bytes} |`
    );
  const head = [
    "| Asked | MCP: calls | bytes | REST: calls | bytes |",
    "| --- | ---: | ---: | ---: | ---: |",
  ];
  const text = await readFile(file, "utf8");
  const lines = [...head, ...rows].join("\n");
  await writeFile(file, text.replace(table, (_, begin, __, end) => `${begin}\n${lines}\n\n${end}`));
}

/** What docs/agents.md says of each task. */
export async function readTable(): Promise<Measured[]> {
  const rows = table.exec(await readFile(file, "utf8"))![2]!
    .matchAll(/^\| ([^*|]*?) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm);
  const taken = (calls?: string, bytes?: string) => ({
    calls: Number(calls),
    bytes: Number(bytes),
  });
  return Array.from(rows, ([, asked, ...numbers]) => ({
    asked: asked!,
    mcp: taken(numbers[0], numbers[1]),
    rest: taken(numbers[2], numbers[3]),
  }));
}

/** Whether the document is still right: the same calls, and the bytes by a tenth. */
export function isNear(now: Taken, then: Taken): boolean {
  return now.calls === then.calls && Math.abs(now.bytes - then.bytes) <= 20 + then.bytes / 10;
}
