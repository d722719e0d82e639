// Parses JSON of clients with errors that say where, and nothing of the text.
import { listedViolations, problems, type Violation } from "./problems.ts";

/** Levels of nesting that a body may have; valid bodies have three. */
const depthLimit = 32;

/** Members that an object of a body may have, and objects and arrays that a body may have: far more than valid ones. */
const memberLimit = 1_000;
const nodeLimit = 50_000;

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

/** An object or array of the body, and how it is reached. */
interface Node {
  value: object;
  parent: Node | null;
  key: PropertyKey;
  depth: number;
}

/**
 * Finds text that the database cannot store, at any place in the body; schemas do not check this. Takes time linear to
 * the size of the body: pointers are only made of what is reported.
 * @returns at most one violation more than are listed in an answer
 * @throws Problem invalid_json when the body is nested too deep or has an object of too many members
 */
export function inspectJson(root: unknown): Violation[] {
  if (typeof root === "string" && !isStorable(root)) return [unstorable("")];
  if (!isNode(root)) return [];
  const violations: Violation[] = [];
  let nodes = 1;
  // A stack instead of recursion, because the client decides how deep the body is nested.
  const pending: Node[] = [{ value: root, parent: null, key: "", depth: 0 }];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { value, depth } = node;
    if (depth === depthLimit) {
      throw problems.invalidJson(`The body is nested deeper than ${depthLimit} levels.`);
    }
    const keys = Array.isArray(value) ? value.keys() : membersOf(value);
    for (const key of keys) {
      const member = (value as Record<PropertyKey, unknown>)[key];
      if (isNode(member)) {
        if (++nodes > nodeLimit) {
          throw problems.invalidJson(`The body has more than ${nodeLimit} objects and arrays.`);
        }
        pending.push({ value: member, parent: node, key, depth: depth + 1 });
      }
      const isBad = (typeof member === "string" && !isStorable(member)) ||
        (typeof key === "string" && !isStorable(key));
      if (isBad && violations.length <= listedViolations) {
        violations.push(unstorable(pointerOf(node) + pointerToken(key)));
      }
    }
  }
  return violations;
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function membersOf(value: object): string[] {
  const names = Object.keys(value);
  if (names.length <= memberLimit) return names;
  throw problems.invalidJson(`An object of the body has more than ${memberLimit} members.`);
}

function pointerOf({ parent, key }: Node): string {
  return parent === null ? "" : pointerOf(parent) + pointerToken(key);
}

function unstorable(pointer: string): Violation {
  return { in: "body", pointer, code: "invalid_format", message: unstorableMessage };
}
