import type { Goal } from "./section.ts";
import { median, spread } from "./statistics.ts";

/** Whether a promise was kept; null where there is none. */
export function isMet({ measured, atLeast, atMost }: Goal): boolean | null {
  if (atLeast === undefined && atMost === undefined) return null;
  return measured >= (atLeast ?? -Infinity) && measured <= (atMost ?? Infinity);
}

export const marks = { met: "✓", missed: "✗" };

export function markOf(goal: Goal): string {
  const met = isMet(goal);
  return met === null ? "" : met ? marks.met : marks.missed;
}

/** A number with as many places as say something. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return value.toFixed(Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** What was measured, with one place more where it would look like what was promised and is not. */
export function measuredFigure(goal: Goal): string {
  const { measured, atLeast, atMost } = goal;
  const text = figure(measured);
  const looksMet = [atLeast, atMost].some((limit) => limit !== undefined && Number(text) === limit);
  return isMet(goal) === false && looksMet ? measured.toFixed(3) : text;
}

/** Measurements in a cell of a table: their median, with the lowest and highest. */
export function rangeCell(values: number[]): string {
  const [low, high] = spread(values);
  return `${figure(median(values))} (${figure(low)}–${figure(high)})`;
}

/** A goal in a cell of a table: what was measured, the lowest and highest, and whether the promise was kept. */
export function goalCell(goal: Goal): string {
  const [low, high] = goal.spread;
  return `${measuredFigure(goal)} (${figure(low)}–${figure(high)}) ${markOf(goal)}`.trim();
}
