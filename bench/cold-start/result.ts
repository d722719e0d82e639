import type { ModuleGraph } from "../../test/support/module-graph.ts";
import { figure, rangeCell } from "../goal.ts";
import type { Goal, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import type { Start } from "./start.ts";
import type { Starts } from "./starts.ts";

/** Milliseconds to the first answer, by round. */
export type Times = Map<Start, number[]>;

/** Tells what starting takes, and how it compares in the same round. */
export function coldStartResult(starts: Starts, times: Times, graph: ModuleGraph): SectionResult {
  const rounds = times.get(starts.hello)!.length;
  const against = (start: Start, other: Start, compare: (a: number, b: number) => number) =>
    times.get(start)!.map((time, round) => compare(time, times.get(other)![round]!));
  const added = (start: Start, other: Start) =>
    figure(median(against(start, other, (a, b) => a - b)));
  const row = (start: Start, more: string[]) => [start.name, rangeCell(times.get(start)!), ...more];
  const ratio = (start: Start, other = starts.hello, whose = "hello world's"): Goal => {
    const ratios = against(start, other, (a, b) => a / b);
    const name = `${start.name}: first answer, of ${whose}`;
    return { name, measured: median(ratios), spread: spread(ratios), unit: "×" };
  };
  const { nothing, hello, packages, together, refusal, apiKey, accessToken, withoutMcp, bundles } =
    starts;
  return {
    title: "Cold start",
    method:
      `From the start of a process to the whole first answer, on a machine where everything has been started before: ` +
      `Deno has the scripts compiled and the disk has the files in memory. ${rounds} rounds, in each of them everybody ` +
      `once, the order changing; differences and ratios are of the same round. On the platform the packages come out of ` +
      `one bundle and the database is further away.`,
    tables: [
      {
        caption: "Milliseconds to the first answer: median (lowest–highest)",
        columns: ["started", "ms", "more than hello world"],
        rows: [
          row(nothing, [added(nothing, hello)]),
          row(hello, ["–"]),
          row(refusal, [added(refusal, hello)]),
          row(apiKey, [added(apiKey, hello)]),
          row(accessToken, [added(accessToken, hello)]),
          row(withoutMcp, [added(withoutMcp, hello)]),
          ...bundles.map((start) => row(start, [added(start, hello)])),
        ],
      },
      {
        caption: "Milliseconds that loading takes: median (lowest–highest)",
        columns: ["loaded", "ms to the first answer", "adds"],
        rows: [
          ...packages.map((start) => row(start, [added(start, nothing)])),
          row(together, [added(together, nothing)]),
          [
            "Kith's own modules, besides these",
            rangeCell(times.get(refusal)!),
            added(refusal, together),
          ],
          [
            "first connection and first statement",
            rangeCell(times.get(apiKey)!),
            added(apiKey, refusal),
          ],
          [
            "jose and the check of a token",
            rangeCell(times.get(accessToken)!),
            added(accessToken, apiKey),
          ],
        ],
      },
      {
        caption: "What is loaded when",
        columns: ["when", "own modules", "packages and Node's modules"],
        rows: moduleRows(graph),
      },
    ],
    goals: [
      { ...ratio(apiKey), atMost: 3 },
      ratio(accessToken),
      ratio(refusal),
      // Other routes do not load the MCP endpoint; what is above 1 is noise.
      { ...ratio(apiKey, withoutMcp, "that without mcp/"), atMost: 1.05 },
      ...bundles.map((start) => ratio(start, apiKey, "that of the files as they are")),
    ],
    skipped: [],
  };
}

function moduleRows({ atStart, later }: ModuleGraph): string[][] {
  const row = (when: string, modules: string[]) => {
    const own = modules.filter((name) => name.endsWith(".ts"));
    const others = modules.filter((name) => !name.endsWith(".ts"));
    return [when, String(own.length), others.join(", ") || "none"];
  };
  return [
    row("before the first request", atStart),
    ...[...later].filter(([, modules]) => modules.length > 0)
      .map(([name, modules]) => row(occasion(name), modules)),
  ];
}

function occasion(module: string): string {
  if (module === "auth/access-token.ts") return "with the first access token";
  const resource = /^(.+)\/routes\.ts$/.exec(module)?.[1];
  return resource
    ? `with the first request for ${resource}`
    : `for ${module}, when it is asked for`;
}
