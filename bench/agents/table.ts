import { readFile, writeFile } from "node:fs/promises";
import { median } from "./measure.ts";

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
