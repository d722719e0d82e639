import { figure, rangeCell } from "../goal.ts";
import type { Goal, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import type { Start } from "./start.ts";
import type { Starts } from "./starts.ts";

/** Milliseconds to the first answer, by round. */
export type Times = Map<Start, number[]>;

/** Tells what starting takes, and how it compares in the same round. */
export function coldStartResult(starts: Starts, times: Times): SectionResult {
  const { hello, refusal, apiKey, accessToken, sources } = starts;
  const rounds = times.get(hello)!.length;
  const against = (start: Start, other: Start, compare: (a: number, b: number) => number) =>
    times.get(start)!.map((time, round) => compare(time, times.get(other)![round]!));
  const added = (start: Start) => figure(median(against(start, hello, (a, b) => a - b)));
  const ratio = (start: Start, other = hello, whose = "hello world's"): Goal => {
    const ratios = against(start, other, (a, b) => a / b);
    const name = `${start.name}: first answer, of ${whose}`;
    return { name, measured: median(ratios), spread: spread(ratios), unit: "×" };
  };
  return {
    title: "Cold start",
    method:
      `From the start of a process to the whole first answer, on a machine where everything has been started before: ` +
      `Deno has the scripts compiled and the disk has the files in memory. ${rounds} rounds, in each of them everybody ` +
      `once, the order changing; differences and ratios are of the same round. Kith as it is deployed, in few files.`,
    tables: [
      {
        caption: "Milliseconds to the first answer: median (lowest–highest)",
        columns: ["started", "ms", "more than hello world"],
        rows: Object.values<Start>({ ...starts }).map((start) => [
          start.name,
          rangeCell(times.get(start)!),
          start === hello ? "–" : added(start),
        ]),
      },
    ],
    goals: [
      { ...ratio(apiKey), atMost: 3.3 },
      ratio(accessToken),
      ratio(refusal),
      ratio(sources, apiKey, "that as it is deployed"),
    ],
    skipped: [],
  };
}
