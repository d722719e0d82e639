import { figure, isMet, markOf, measuredFigure } from "./goal.ts";
import type { Goal, SectionResult } from "./section.ts";

/** What became of a section. */
export interface Outcome {
  /** As it is called on the command line. */
  name: string;
  seconds: number;
  result?: SectionResult;
  /** Why it could not run. */
  failure?: string;
}

/** More goals than these are told by the missed ones; the section's own tables mark them all. */
const manyGoals = 24;

/** The whole report as people read it. */
export function report(outcomes: Outcome[], quick: boolean): string {
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  const lines = outcomes.flatMap(sectionLines);
  lines.push(
    "",
    heading("Goals"),
    ...table(["", "met", "missed"], [
      ...outcomes.flatMap(({ result }) => result ? [tally(result.title, result.goals)] : []),
      tally("all", outcomes.flatMap(({ result }) => result?.goals ?? [])),
    ]),
    ...failed.map(({ name, failure }) => `Could not run: ${name}: ${failure}`),
  );
  if (quick) {
    lines.push("This was a quick run: it shows that everything runs, and decides nothing.");
  }
  return lines.join("\n");
}

function tally(title: string, goals: Goal[]): string[] {
  const count = (met: boolean) => String(goals.filter((goal) => isMet(goal) === met).length);
  return [title, count(true), count(false)];
}

function sectionLines({ name, seconds, result, failure }: Outcome): string[] {
  if (!result) return ["", heading(name), `Could not run: ${failure}`];
  const lines = ["", heading(`${result.title} (${Math.round(seconds)} s)`), ...wrap(result.method)];
  for (const { caption, columns, rows } of result.tables) {
    lines.push("", `${caption}:`, ...table(columns, rows));
  }
  const promised = result.goals.filter((goal) => isMet(goal) !== null);
  const shown = promised.length > manyGoals
    ? promised.filter((goal) => isMet(goal) === false)
    : result.goals;
  if (promised.length > shown.length) {
    lines.push("", `Goals: ${promised.length - shown.length} of ${promised.length} met.`);
  }
  if (shown.length > 0) {
    lines.push("", promised.length > manyGoals ? "Missed:" : "Goals:", ...goalTable(shown));
  }
  lines.push(...result.skipped.map((line) => `Skipped: ${line}`));
  return lines;
}

function goalTable(goals: Goal[]): string[] {
  const columns = ["", "goal", "median", "lowest–highest", "promised"];
  return table(
    columns,
    goals.map((goal) => [
      markOf(goal),
      goal.name,
      `${measuredFigure(goal)} ${goal.unit}`,
      `${figure(goal.spread[0])}–${figure(goal.spread[1])}`,
      promise(goal),
    ]),
  );
}

function promise({ atLeast, atMost, unit }: Goal): string {
  if (atLeast !== undefined && atLeast === atMost) return `${figure(atLeast)} ${unit}`;
  const parts = [
    ...(atLeast === undefined ? [] : [`at least ${figure(atLeast)} ${unit}`]),
    ...(atMost === undefined ? [] : [`at most ${figure(atMost)} ${unit}`]),
  ];
  return parts.join(", ");
}

const heading = (text: string) => `${text}\n${"═".repeat(text.length)}`;

/** Aligned columns: texts to the left, numbers to the right. */
export function table(columns: string[], rows: string[][]): string[] {
  const isNumber = columns.map((_, column) =>
    rows.length > 0 && rows.every((row) =>
      /^[\d.,–-]*( ?[a-zµ×%]+)?$/i.test(row[column] ?? "") &&
      !/^[a-z]/i.test(row[column] ?? "")
    )
  );
  const width = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length))
  );
  const line = (cells: string[]) =>
    "  " + columns.map((_, column) => {
      const cell = cells[column] ?? "";
      return isNumber[column] ? cell.padStart(width[column]!) : cell.padEnd(width[column]!);
    }).join("  ").trimEnd();
  return [
    line(columns),
    "  " + width.map((size) => "─".repeat(size)).join("  "),
    ...rows.map(line),
  ];
}

function wrap(text: string, width = 120): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    if (last && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
