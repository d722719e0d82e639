import type { Violation } from "../core/problem.ts";
import { problems } from "../core/problems.ts";

/** Levels of nesting that a body may have; valid bodies have three. */
const depthLimit = 32;

/**
 * Parses a JSON body. Of duplicate members the last one is used, as in JavaScript and Postgres.
 * @throws Problem invalid_json
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's message contains text of the body, so only the position is used.
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

/** Whether Postgres can store the text: without NUL characters and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

export const unstorableMessage = "Contains a NUL character or an unpaired surrogate.";

/**
 * Finds text that the database cannot store, at any place in the body; schemas do not check this.
 * @throws Problem invalid_json when the nesting is too deep
 */
export function inspectJson(root: unknown): Violation[] {
  const violations: Violation[] = [];
  const add = (pointer: string) =>
    violations.push({ in: "body", pointer, code: "invalid_format", message: unstorableMessage });
  if (typeof root === "string" && !isStorable(root)) add("");
  // A stack instead of recursion, because the client decides how deep the body is nested.
  const pending = [{ value: root, pointer: "", depth: 0 }];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
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
        pending.push({ value: member, pointer: pointer + pointerToken(key), depth: depth + 1 });
      }
    }
  }
  return violations;
}
