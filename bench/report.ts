// Writes what was measured as tables, with the goals that it meets or misses.

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
  /**
   * What docs/performance.md calls the goal of all its figures. Without it each row with a goal is one of its own; null
   * where the document has another table for them.
   */
  goal?: string | null;
}

/** What a section of the benchmark answers with. */
export interface Result {
  /** How it was measured, in a sentence or two. */
  method: string;
  tables: Table[];
  /** What could not be measured here, and why. */
  skipped?: string[];
}

/** A table of what was measured, a row each. */
export const figures = (rows: Row[]): Table => ({
  caption: "Median (lowest–highest)",
  columns: ["", ""],
  rows,
});

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

export function tableText({ caption, columns, rows }: Table): string {
  const texts = [columns, columns.map(() => "---"), ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, n) => Math.max(...texts.map((row) => (row[n] ?? "").length)));
  const lines = texts.map((row) =>
    `| ${widths.map((width, n) => (row[n] ?? "").padEnd(width)).join(" | ")} |`
  );
  return ["", `${caption}:`, "", ...lines].join("\n");
}

const isGoal = (cell: Row[number]) =>
  typeof cell === "object" && (cell.atLeast ?? cell.atMost) !== undefined;

/** The goals as docs/performance.md has them: from the lowest median to the highest. */
export function goalsTable(results: Result[]): Table {
  const rows = results.flatMap(({ tables }) => tables).flatMap(({ goal, rows }) => {
    if (goal === null) return [];
    return goal === undefined ? rows : [[goal, ...rows.flat()]];
  }).flatMap(([what, ...cells]) => {
    const goals = cells.filter(isGoal) as Figure[];
    if (goals.length === 0) return [];
    const met = goals.filter((figure) => !markOf(figure).includes("✗")).length;
    const marks = met === goals.length ? "✓" : met === 0 ? "✗" : `✗, ${met} of ${goals.length}`;
    const { atLeast, atMost } = goals[0]!;
    return [[what!, rangeText(goals), `${atLeast ?? atMost} ${marks}`]];
  });
  return { caption: "Goals", columns: ["what", "measured", "goal"], rows };
}

/** The lowest and highest of the medians. */
export function rangeText(figures: Figure[]): string {
  const medians = figures.map(({ values }) => median(values));
  const [low, high] = [Math.min(...medians), Math.max(...medians)].map(numberText);
  return low === high ? low! : `${low}–${high}`;
}

/** Whether the goal was met; empty where there is none. */
export function markOf({ values, atLeast = -Infinity, atMost = Infinity }: Figure): string {
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
