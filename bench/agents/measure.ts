import { readFile, writeFile } from "node:fs/promises";
import type { Client as McpClient } from "@modelcontextprotocol/client";
import type { Client, Json } from "../../test/support/client.ts";
import { textOf } from "../../test/support/mcp/client.ts";
import { median } from "../report.ts";

const photo = new URL("../../test/support/photos/camera.jpg", import.meta.url);

/** A tool and its input, or a method, a path and a body; `upload` sends the photo to where an answer says. */
type Step = [name: string, ...rest: Json[]];

/** One call, or several; one that needs the answers before it is made of them, the last first. */
type Steps = Step | (Step | ((...answers: Json[]) => Step))[];

/** What somebody asks, and the calls that a careful model makes for it over MCP and over REST. */
export interface Task {
  asked: string;
  mcp: Steps;
  /** A name in `<` and `>` stands for the id, which a request finds before: of a contact, `network …` or `reminder …`. */
  rest: Steps;
  /** Texts that the last answer has to contain, in their order where it matters, and others that it must not. */
  tells?: string[];
  isOrdered?: boolean;
  withholds?: string[];
  /** Of a task that writes: what is afterwards at these paths. */
  effect?: Record<string, Json>;
}

/** What a task took: its calls, the bytes of all answers, and the last answer. */
export class Cost {
  calls = 0;
  bytes = 0;
  last = "";

  /** Takes an answer. @throws it, where the call was refused */
  add(step: Step, text: string, isError: boolean): void {
    this.calls += 1;
    this.bytes += Buffer.byteLength(text);
    this.last = text;
    if (isError) throw new Error(`${step[0]} ${step[1]}: ${text}`);
  }

  async walk(steps: Steps, take: (step: Step) => Promise<Json>): Promise<this> {
    const answers: Json[] = [];
    for (const step of isStep(steps) ? [steps] : steps) {
      const next = typeof step === "function" ? step(...answers) : step;
      answers.unshift(await (next[0] === "upload" ? this.#upload(next) : take(next)));
    }
    return this;
  }

  /** Sends the photo, which is a call too. */
  async #upload(step: Step): Promise<void> {
    const { uploadUrl, headers } = step[1];
    const answer = await fetch(uploadUrl, { method: "PUT", headers, body: await readFile(photo) });
    this.add(step, await answer.text(), !answer.ok);
  }
}

const isStep = (steps: Steps): steps is Step => typeof steps[0] === "string";

/** Does a task with tools. */
export async function runOverMcp(client: McpClient, { mcp }: Task): Promise<Cost> {
  const cost = new Cost();
  return await cost.walk(mcp, async (step) => {
    const answer = await client.callTool({ name: step[0], arguments: step[1] ?? {} });
    cost.add(step, textOf(answer), answer.isError === true);
    return answer.structuredContent;
  });
}

/** Does a task with requests to the API. */
export async function runOverRest(client: Client, { rest }: Task): Promise<Cost> {
  const cost = new Cost();
  const ids = new Map<string, string>();
  return await cost.walk(rest, (step) =>
    withIds(step, ids, async ([method, path, body]) => {
      const isFile = typeof body === "string";
      const file = { raw: body, headers: { "content-type": "text/vcard" } };
      const answer = await client.send(method, path, ...(isFile ? [undefined, file] : [body]));
      cost.add(step, answer.text, answer.status >= 400);
      return answer.body;
    }));
}

/** Sends a request, with ids in place of names, which other requests find before. */
export async function withIds(
  request: Step,
  ids: Map<string, string>,
  send: (request: Step) => Promise<Json>,
): Promise<Json> {
  let text = JSON.stringify(request);
  for (const [all, kind, name] of text.matchAll(/<(?:(network|reminder) )?(.+?)>/g)) {
    if (!ids.has(all)) {
      const path = kind ? `/${kind}s` : `/contacts?search=${encodeURIComponent(name!)}`;
      const { data } = await send(["GET", path]);
      const isNamed = (each: Json) => !kind || each.name === name || each.title === name;
      ids.set(all, data.find(isNamed).id);
    }
    text = text.replace(all, ids.get(all)!);
  }
  return await send(JSON.parse(text));
}

export interface Measured {
  asked: string;
  mcp: Pick<Cost, "calls" | "bytes">;
  rest: Pick<Cost, "calls" | "bytes">;
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
      `| ${asked} | ${mcp.calls} | ${mcp.bytes} | ${rest.calls} | ${rest.bytes} |\n`
    );
  const head = "| Asked | MCP: calls | bytes | REST: calls | bytes |\n" +
    "| --- | ---: | ---: | ---: | ---: |\n";
  const text = await readFile(file, "utf8");
  const lines = `\n${head}${rows.join("")}\n`;
  await writeFile(file, text.replace(table, (_, begin, __, end) => begin + lines + end));
}

/** What docs/agents.md says of each task. */
export async function readTable(): Promise<Measured[]> {
  const rows = table.exec(await readFile(file, "utf8"))![2]!
    .matchAll(/^\| ([^*|]*?) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm);
  return Array.from(rows, ([, asked, ...numbers]) => {
    const [calls, bytes, calls2, bytes2] = numbers.map(Number) as [number, number, number, number];
    return { asked: asked!, mcp: { calls, bytes }, rest: { calls: calls2, bytes: bytes2 } };
  });
}

/** Whether the document is still right: the same calls, and the bytes by a tenth. */
export const isNear = (now: Measured["mcp"], then: Measured["mcp"]): boolean =>
  now.calls === then.calls && Math.abs(now.bytes - then.bytes) <= 20 + then.bytes / 10;
