import { toUid } from "./types.ts";

// What the readers of a document's items have in common.

export type Item = Record<string, unknown>;

export function isObject(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value where it is an object, else an empty one. */
export const objectOf = (value: unknown): Item => isObject(value) ? value : {};

/** The objects of a list. */
export const listOf = (value: unknown): Item[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A value where it is a text, without white space around it. */
export const textOf = (value: unknown): string => typeof value === "string" ? value.trim() : "";

export function toUidOf(value: unknown): string | null {
  return typeof value === "string" ? toUid(value) : null;
}

/**
 * Finds the lines on which the items of an object's lists begin, and its members that are objects, in text that is valid
 * JSON. `JSON.parse` does not tell them.
 * @returns by member, the line of each item, or first that of the object; of a member that occurs twice those of the last
 * one
 */
export function findItemLines(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  let [depth, member, items] = [0, "", [] as number[]];
  let [isItem, name] = [false, ""];
  for (const [each, line] of readTokens(text)) {
    const isEnd = each === "]" || each === "}";
    if (depth === 2 && isItem && !isEnd) items.push(line);
    isItem = false;
    if (depth === 1 && each.startsWith('"')) name = each;
    if (depth === 1 && each === ":") member = nameOf(name);
    if (depth === 1 && (each === "[" || each === "{")) {
      items = each === "{" ? [line] : [];
      found.set(member, items);
    }
    if (each === "[" || each === "{") depth += 1;
    if (isEnd) depth -= 1;
    isItem = depth === 2 && (each === "," || each === "[");
  }
  return found;
}

/** The lines on which the objects and lists begin that are within so many others, in their order. */
export function findDeepLines(text: string, within: number): number[] {
  const found: number[] = [];
  let depth = 0;
  for (const [each, line] of readTokens(text)) {
    if (each === "[" || each === "{") {
      if (depth === within) found.push(line);
      depth += 1;
    } else if (each === "]" || each === "}") {
      depth -= 1;
    }
  }
  return found;
}

/** The tokens of valid JSON, and the line of each. */
function* readTokens(text: string): Generator<[token: string, line: number]> {
  const token = /"(?:[^"\\\n]|\\.)*"|[[\]{}:,\n]|[^\s"[\]{}:,]+/gy;
  let line = 1;
  for (const space = /[ \t\r]*/y;;) {
    space.lastIndex = token.lastIndex;
    space.exec(text);
    token.lastIndex = space.lastIndex;
    const each = token.exec(text)?.[0];
    if (each === undefined) return;
    if (each === "\n") line += 1;
    else yield [each, line];
  }
}

function nameOf(token: string): string {
  return token.length > 100 ? "" : JSON.parse(token) as string;
}
