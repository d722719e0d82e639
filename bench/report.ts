/** What was measured: once a round, or a single value. */
export interface Figure {
  values: number[];
  /** The goal for their median; absent where there is none. */
  atLeast?: number;
  atMost?: number;
}

export interface Table {
  caption: string;
  columns: string[];
  rows: (string | number | Figure)[][];
}

/** What a section of the benchmark answers with. */
export interface Result {
  /** How it was measured, in a sentence or two. */
  method: string;
  tables: Table[];
  /** What could not be measured here, and why. */
  skipped?: string[];
}

/** What became of a section. */
export interface Outcome {
  /** Its name on the command line. */
  name: string;
  seconds: number;
  result?: Result;
  /** Why it could not run. */
  failure?: string;
}

/** The middle value; the mean of the two in the middle where there is no single one. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** Value by value, what the first ones are of the second. */
export const ratios = (values: number[], others: number[]) =>
  values.map((value, n) => value / others[n]!);

/** The whole report, in Markdown. */
export function report(outcomes: Outcome[], quick: boolean): string {
  const figures = outcomes.flatMap(({ result }) => result?.tables ?? [])
    .flatMap(({ rows }) => rows.flat()).filter(isFigure);
  const count = (met: boolean) => figures.filter((figure) => isMet(figure) === met).length;
  return [
    ...outcomes.flatMap(sectionLines),
    "",
    `Goals: ${count(true)} met, ${count(false)} missed.`,
    ...(quick ? ["This was a quick run: it shows that everything runs, and decides nothing."] : []),
  ].join("\n");
}

function sectionLines({ name, seconds, result, failure }: Outcome): string[] {
  const heading = ["", `## ${name} (${Math.round(seconds)} s)`, ""];
  if (!result) return [...heading, `Could not run: ${failure}`];
  return [
    ...heading,
    result.method,
    ...result.tables.flatMap(tableLines),
    ...(result.skipped ?? []).map((line) => `\nSkipped: ${line}`),
  ];
}

function tableLines({ caption, columns, rows }: Table): string[] {
  const texts = rows.map((row) =>
    row.map((cell) => isFigure(cell) ? figureText(cell) : numberText(cell))
  );
  const widths = columns.map((title, n) =>
    Math.max(title.length, 3, ...texts.map((row) => (row[n] ?? "").length))
  );
  const line = (cells: string[]) =>
    `| ${widths.map((width, n) => (cells[n] ?? "").padEnd(width)).join(" | ")} |`;
  return [
    "",
    `${caption}:`,
    "",
    line(columns),
    line(widths.map((width) => "-".repeat(width))),
    ...texts.map(line),
  ];
}

const isFigure = (cell: Table["rows"][number][number]): cell is Figure => typeof cell === "object";

/** Whether a promise was kept; undefined where there is none. */
function isMet({ values, atLeast, atMost }: Figure): boolean | undefined {
  if (atLeast === undefined && atMost === undefined) return undefined;
  return median(values) >= (atLeast ?? -Infinity) && median(values) <= (atMost ?? Infinity);
}

/** The median, the lowest and highest where there are several, and whether the promise was kept. */
function figureText(figure: Figure): string {
  const { values, atLeast, atMost } = figure;
  if (values.length === 0) return "–";
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = values.length > 1 ? ` (${numberText(low)}–${numberText(high)})` : "";
  const mark = { true: " ✓", false: ` ✗ ${atLeast ?? atMost}`, undefined: "" }[`${isMet(figure)!}`];
  return numberText(median(values)) + range + mark;
}

/** A number with as many places as say something. */
function numberText(value: string | number): string {
  if (typeof value === "string") return value;
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return value.toFixed(Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
