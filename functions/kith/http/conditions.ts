import type { Conditions } from "../core/database.ts";
import type { Violation } from "../core/problem.ts";
import { type Route, takesIfMatch } from "../core/route.ts";

/** Printable ASCII, which every server and proxy passes on unchanged. */
const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

const entityTags = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/;

/**
 * Reads `Idempotency-Key`, which makes a request safe to repeat, and `If-Match`, which prevents overwriting a concurrent
 * change, where the route supports them.
 */
export function readConditions(
  route: Route,
  headers: Headers,
): { value: Conditions; violations: Violation[] } {
  const value: Conditions = {};
  const violations: Violation[] = [];
  const refuse = (name: string, message: string) =>
    violations.push({ in: "header", pointer: `/${name}`, code: "invalid_format", message });
  const key = headers.get("idempotency-key");
  if (route.idempotent && key !== null) {
    if (idempotencyKeyPattern.test(key)) value.idempotencyKey = key;
    else refuse("Idempotency-Key", "Must be 1 to 255 printable ASCII characters.");
  }
  const match = headers.get("if-match");
  if (takesIfMatch(route) && match !== null && match.trim() !== "*") {
    // `If-Match` never matches weak tags (RFC 9110, 13.1.1).
    if (entityTags.test(match)) value.ifMatch = tagsOf(match, false);
    else refuse("If-Match", "Must be * or a list of entity tags in quotation marks.");
  }
  return { value, violations };
}

/** Whether `If-None-Match` contains the tag: the client has the current representation, and the answer is 304. */
export function matchesIfNoneMatch(headers: Headers, tag: string): boolean {
  const tags = headers.get("if-none-match");
  if (tags === null) return false;
  return tags.trim() === "*" || (entityTags.test(tags) && tagsOf(tags, true).includes(tag));
}

function tagsOf(list: string, weak: boolean): string[] {
  return [...list.matchAll(/(W\/)?"([^"]*)"/g)]
    .filter(([, isWeak]) => weak || !isWeak)
    .map(([, , tag]) => tag!);
}
