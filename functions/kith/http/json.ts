import type { Violation } from "../core/problem.ts";
import { problems } from "../core/problems.ts";

/** Levels of nesting that a body may have; ours have three. */
const depthLimit = 32;

/**
 * Parses a JSON body. Of a member given twice the last counts, as everywhere in JavaScript and Postgres.
 * @throws Problem invalid_json
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 quotes the text around the error; only the position is fit for an answer.
    const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    throw problems.invalidJson(
      `The body is not valid JSON${position ? ` at position ${position}` : ""}.`,
    );
  }
}

/** A member's name or an array's index as a reference token of an RFC 6901 JSON pointer, slash included. */
export function pointerToken(key: PropertyKey): string {
  const name = String(key).toWellFormed();
  const short = name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name;
  return `/${short.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Whether Postgres can keep the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

export const unstorableMessage = "Holds a NUL or half of a surrogate pair.";

/**
 * Finds what no schema looks for: text that the database cannot keep, wherever it stands.
 * @throws Problem invalid_json when the nesting is too deep
 */
export function inspectJson(root: unknown): Violation[] {
  const violations: Violation[] = [];
  const add = (pointer: string) =>
    violations.push({ in: "body", pointer, code: "invalid_format", message: unstorableMessage });
  if (typeof root === "string" && !isStorable(root)) add("");
  // A list of what is still to be seen, not recursion: the client decides how deep this goes.
  const open = [{ value: root, pointer: "", depth: 0 }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { value, pointer, depth } = node;
    if (typeof value !== "object" || value === null) continue;
    if (depth === depthLimit) {
      throw problems.invalidJson(`The body is nested deeper than ${depthLimit} levels.`);
    }
    for (const [key, member] of Object.entries(value)) {
      const isText = typeof member === "string";
      if (!isStorable(key) || (isText && !isStorable(member))) {
        add(pointer + pointerToken(key));
      }
      if (typeof member === "object" && member !== null) {
        open.push({ value: member, pointer: pointer + pointerToken(key), depth: depth + 1 });
      }
    }
  }
  return violations;
}
