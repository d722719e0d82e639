// How files are read, what is left out of them, and what is asked about them. The client reads files with it too, so it knows no resources.
import type { ReadBy } from "../../core/call.ts";

/** How a file is to be read. */
export interface ReadOptions extends ReadBy {
  mapping?: Mapping | undefined;
  /** As the mapping, for some columns. */
  columns?: Mapping | undefined;
  /** Whether a table has a line with the names of its columns; where it is not given, the file tells. */
  header?: boolean | undefined;
  /** Whether columns that are not known become fields of one's own. */
  newFields?: boolean | undefined;
}

/** For CSV: the field of each column; columns that are absent are dropped. */
export type Mapping = Record<string, string>;

/** What cannot be read or breaks a rule; the others are not affected. */
export interface ReadError {
  line: number;
  message: string;
  pointer?: string;
}

/** What is left out of a file, with the reason after a colon where there is a field for it; and how often. */
export interface DroppedProperty {
  property: string;
  count: number;
  /** Where the first records begin of which it is left out, where there is a reason. */
  lines?: number[];
}

/** What a file does not tell, how it was read, and what can be said instead; see `questions` of an import. */
export interface Question {
  kind: "dayOrder" | "header";
  /** The column that it is about. */
  column: string | null;
  /** How many values it is about. */
  count: number;
  /** Some of these. */
  examples: string[];
  readAs: string;
  answers: string[];
}

/**
 * Characters of a cell, property or attribute that are looked at. Pictures may be longer, and so may what a note or a
 * description is made of, which nothing takes apart.
 */
const valueLimit = 32_768;

/** Whether a value is too long to be looked at; then it is listed. */
export function isTooLong(length: number, property: string, dropped: Dropped): boolean {
  if (length > valueLimit) dropped.add(property, "it is longer than 32 KiB");
  return length > valueLimit;
}

/** Properties that are listed by name; files may have any number of made-up ones. */
const nameLimit = 100;

/** Characters of a name that are listed. */
const nameLength = 80;

/** Values that are named of those that are left out for one reason, or that a question is about. */
export const exampleLimit = 3;

/** Lines that are named of what is left out for one reason. */
const lineLimit = 10;

/** Counts what is left out of a file. */
export class Dropped {
  readonly #listed = new Map<string, Required<DroppedProperty> & { values: string[] }>();
  #others = 0;
  #line: number | null = null;

  /** Says where the record begins that is read now; null where none is. */
  at(line: number | null): void {
    this.#line = line;
  }

  /**
   * @param reason why it is left out, where there is a field for it
   * @param given what is left out; the first values are named
   */
  add(property: string, reason?: string, count = 1, ...given: string[]): void {
    // Any number of values may be dropped for one name, which may be as long as the file.
    if (property.length > 2 * nameLength) property = property.slice(0, 2 * nameLength);
    const key = reason === undefined ? property : `${property}: ${reason}`;
    const listed = this.#listed.get(key) ??
      { property: nameOf(property, reason), count: 0, values: [], lines: [] };
    if (listed.count === 0) {
      if (this.#listed.size === nameLimit) return void (this.#others += count);
      this.#listed.set(key, listed);
    }
    listed.count += count;
    const { values, lines } = listed;
    if (reason !== undefined && this.#line !== null) nameLine(lines, this.#line);
    for (const value of given) {
      if (values.length === exampleLimit) return;
      if (!values.includes(value)) values.push(value.slice(0, 2 * nameLength));
    }
  }

  /** The same for a value, which is named. */
  addValue(property: string, reason: string, value: string): void {
    this.add(property, reason, 1, value);
  }

  list(): DroppedProperty[] {
    const others = { property: "others", count: this.#others };
    const listed = [...this.#listed.values()].map(({ property, count, values, lines }) => ({
      property: values.length > 0 ? `${property} (${values.map(quoted).join(", ")})` : property,
      count,
      ...(lines.length > 0 ? { lines } : {}),
    }));
    return [...listed, ...(this.#others > 0 ? [others] : [])];
  }
}

/** Adds a line to those that are named, once, and while they are not too many. */
function nameLine(lines: number[], line: number): void {
  if (lines.length < lineLimit && !lines.includes(line)) lines.push(line);
}

/** What is left out of the parts of a file, as it is listed for all of it. */
export function unitedDropped(parts: DroppedProperty[][]): DroppedProperty[] {
  const found = new Map<string, { count: number; values: Set<string>; lines: number[] }>();
  for (const { property, count, lines = [] } of parts.flat()) {
    const [, name = property, listed] = /^(.*?) \(“(.*)”\)$/s.exec(property) ?? [];
    const before = found.get(name) ?? { count: 0, values: new Set(), lines: [] };
    for (const value of listed?.split("”, “") ?? []) before.values.add(value);
    for (const line of lines) nameLine(before.lines, line);
    found.set(name, { ...before, count: before.count + count });
  }
  return [...found].map(([property, { count, values, lines }]) => {
    const first = [...values].slice(0, exampleLimit).map((value) => `“${value}”`).join(", ");
    return {
      property: first === "" ? property : `${property} (${first})`,
      count,
      ...(lines.length > 0 ? { lines } : {}),
    };
  });
}

/** The questions about the parts of a file, as they are asked about all of it. */
export function unitedQuestions<Asked extends Omit<Question, "kind"> & { kind: string }>(
  parts: Asked[][],
): Asked[] {
  const found = new Map<string, Asked>();
  for (const asked of parts.flat()) {
    const key = `${asked.kind} ${asked.column}`;
    const before = found.get(key);
    found.set(
      key,
      before === undefined ? asked : {
        ...asked,
        count: asked.count + before.count,
        examples: [...new Set([...before.examples, ...asked.examples])].slice(0, exampleLimit),
      },
    );
  }
  return [...found.values()];
}

/** A text that is shown in a list, without what cannot be stored. */
function shortened(text: string, length: number): string {
  return [...text.replaceAll("\0", "").trim()].slice(0, length).join("").toWellFormed();
}

/** A value as it is named in a list. */
const quoted = (value: string) => `“${shortened(value, 40)}”`;

function nameOf(property: string, reason: string | undefined): string {
  const short = shortened(property, nameLength);
  const why = reason?.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
  return why === undefined ? short : `${short}: ${why}`;
}
