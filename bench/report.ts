/** What was measured, a value a round, with the goal for their median where there is one. */
export interface Figure {
  values: number[];
  atLeast?: number;
  atMost?: number;
}

export type Row = (string | number | Figure)[];

export interface Table {
  caption: string;
  columns: string[];
  rows: Row[];
}

/** What a section of the benchmark answers with. */
export interface Result {
  /** How it was measured, in a sentence or two. */
  method: string;
  tables: Table[];
  /** What could not be measured here, and why. */
  skipped?: string[];
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

/** A section in Markdown; its result, or why it could not run. */
export function sectionText(name: string, seconds: number, result: Result | Error): string {
  const heading = `\n## ${name} (${Math.round(seconds)} s)\n\n`;
  if (result instanceof Error) return `${heading}Could not run: ${result.message}`;
  const skipped = (result.skipped ?? []).map((line) => `\nSkipped: ${line}`);
  return heading + [result.method, ...result.tables.map(tableText), ...skipped].join("\n");
}

function tableText({ caption, columns, rows }: Table): string {
  const texts = [columns, columns.map(() => "---"), ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, n) => Math.max(...texts.map((row) => (row[n] ?? "").length)));
  const lines = texts.map((row) =>
    `| ${widths.map((width, n) => (row[n] ?? "").padEnd(width)).join(" | ")} |`
  );
  return ["", `${caption}:`, "", ...lines].join("\n");
}

/** How many goals were met and missed. */
export function goalsText(results: Result[]): string {
  const marks = results.flatMap(({ tables }) => tables).flatMap(({ rows }) => rows.flat())
    .map((cell) => typeof cell === "object" ? markOf(cell) : "");
  const [met, missed] = ["✓", "✗"].map((mark) => marks.filter((each) => each.includes(mark)));
  return `Goals: ${met!.length} met, ${missed!.length} missed.`;
}

/** Whether the goal was met; empty where there is none. */
function markOf({ values, atLeast = -Infinity, atMost = Infinity }: Figure): string {
  const [middle, goal] = [median(values), Number.isFinite(atLeast) ? atLeast : atMost];
  if (!Number.isFinite(goal)) return "";
  return middle >= atLeast && middle <= atMost ? " ✓" : ` ✗ ${goal}`;
}

/** The median, the lowest and highest where there are several, and whether the goal was met. */
function cellText(cell: Row[number]): string {
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return numberText(cell);
  const { values } = cell;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = values.length > 1 ? ` (${numberText(low)}–${numberText(high)})` : "";
  return numberText(median(values)) + range + markOf(cell);
}

/** A number with as many places as say something. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return value.toFixed(Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
