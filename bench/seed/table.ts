import type { Population } from "./population.ts";
import { idOf, stamp } from "./random.ts";

/** What a table gets, as lines of COPY's text format, each with its line end. */
export interface Table {
  name: string;
  columns: string[];
  lines(population: Population): Iterable<string>;
}

const nothing = "\\N";

/** A value; none of our words has a backslash, a tab or a line end. */
export const cell = (value: string | number | null) => value ?? nothing;

/** An instant in milliseconds since 1970. */
export const at = (instant: number | null) => instant === null ? nothing : stamp(instant);

export const flag = (value: boolean) => value ? "t" : "f";

export const line = (...cells: (string | number)[]) => cells.join("\t") + "\n";

const ownerIds: string[] = [];
export const ownerId = (owner: number) => ownerIds[owner] ??= idOf("owner", owner, 0);

/** When everybody signed up: before anything else. */
export const signedUpAt = (population: Population) => stamp(population.now - 6 * 365 * 86_400_000);
