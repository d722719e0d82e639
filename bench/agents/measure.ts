// Runs the calls of a task over MCP and over REST, and says what they took.
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

/** The calls that a careful model makes for something that somebody asks, over MCP and over REST. */
export interface Task {
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
export interface Cost {
  calls: number;
  bytes: number;
  last: string;
}

/** An answer: its text, what it says, and whether the call was refused. */
type Answer = [text: string, body: Json, isError: boolean];
/** Makes one call. @param count takes the answer of each call that had to be made for it */
type Ask = (step: Step, count: (answer: Answer) => Json) => Promise<Json>;

/** Makes the calls of a task. @throws the answer, where one is refused */
async function walk(steps: Steps, ask: Ask): Promise<Cost> {
  const cost = { calls: 0, bytes: 0, last: "" };
  const answers: Json[] = [];
  for (const each of typeof steps[0] === "string" ? [steps as Step] : steps as Step[]) {
    const step: Step = typeof each === "function"
      ? (each as (...all: Json[]) => Step)(...answers)
      : each;
    const send = step[0] === "upload" ? upload : ask;
    answers.unshift(
      await send(step, ([text, body, isError]) => {
        cost.calls += 1;
        cost.bytes += Buffer.byteLength(text);
        cost.last = text;
        if (isError) throw new Error(`${step[0]} ${step[1]}: ${text}`);
        return body;
      }),
    );
  }
  return cost;
}

const upload: Ask = async ([, { uploadUrl, headers }], count) => {
  const answer = await fetch(uploadUrl, { method: "PUT", headers, body: await readFile(photo) });
  return count([await answer.text(), undefined, !answer.ok]);
};

/** Does a task with tools. */
export const runOverMcp = (client: McpClient, { mcp }: Task): Promise<Cost> =>
  walk(mcp, async ([name, input = {}], count) => {
    const answer = await client.callTool({ name, arguments: input });
    return count([textOf(answer), answer.structuredContent, answer.isError === true]);
  });

/** Does a task with requests to the API. */
export function runOverRest(client: Client, { rest }: Task): Promise<Cost> {
  const ids = new Map<string, string>();
  return walk(rest, (step, count) =>
    withIds(step, ids, async ([method, path, body]) => {
      const isFile = typeof body === "string";
      const file = { raw: body, headers: { "content-type": "text/vcard" } };
      const answer = await client.send(method, path, ...(isFile ? [undefined, file] : [body]));
      return count([answer.text, answer.body, answer.status >= 400]);
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

export type Measured = Record<"mcp" | "rest", Pick<Cost, "calls" | "bytes">>;

/** Whole, because the middle of an even number of tasks may lie between two, with the bytes of one day and not of another. */
export const medianOf = (all: Measured[], side: keyof Measured, what: "calls" | "bytes") =>
  Math.round(median(all.map((each) => each[side][what])));

const file = new URL("../../docs/agents.md", import.meta.url);
/** The tables of docs/agents.md, by the comments around them. */
export type Table = "tasks" | "week";
const tables: Record<Table, RegExp> = {
  tasks: /(?<=<!-- tasks: npm run agents -->\n)[^]*(?=<!-- end of tasks -->)/,
  week: /(?<=<!-- week: npm run agents -->\n)[^]*(?=<!-- end of week -->)/,
};

/** What the tasks take, as docs/agents.md says it. @param measured by what is asked */
export function tableOf(measured: Record<string, Measured>): string {
  const all = Object.values(measured);
  const middle = (side: keyof Measured) => ({
    calls: medianOf(all, side, "calls"),
    bytes: medianOf(all, side, "bytes"),
  });
  const rows = { ...measured, "**Median**": { mcp: middle("mcp"), rest: middle("rest") } };
  return `
| Asked | MCP: calls | bytes | REST: calls | bytes |
| --- | ---: | ---: | ---: | ---: |
${
    Object.entries(rows).map(([asked, { mcp, rest }]) =>
      `| ${asked} | ${mcp.calls} | ${mcp.bytes} | ${rest.calls} | ${rest.bytes} |\n`
    ).join("")
  }
`;
}

/** What docs/agents.md says now. */
export const readTable = async (table: Table) =>
  tables[table].exec(await readFile(file, "utf8"))![0];
export const writeTable = async (table: Table, text: string) =>
  await writeFile(file, (await readFile(file, "utf8")).replace(tables[table], () => text));
