import type { Conditions } from "../core/database.ts";
import type { Violation } from "../core/problem.ts";
import { type Route, takesIfMatch } from "../core/route.ts";

/** Printable ASCII, as a header can carry it unharmed. */
const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

const entityTags = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/;

/**
 * Reads the headers that make a request safe to repeat (`Idempotency-Key`) and a change safe against somebody else's
 * (`If-Match`), where the route takes them.
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
    // A weak tag matches nothing here (RFC 9110, 13.1.1): those of Kith are strong.
    if (entityTags.test(match)) value.ifMatch = tagsOf(match, false);
    else refuse("If-Match", "Must be * or a list of entity tags in quotation marks.");
  }
  return { value, violations };
}

/** Whether `If-None-Match` names the tag, so that the client has what it asks for. */
export function hasCurrent(headers: Headers, tag: string): boolean {
  const known = headers.get("if-none-match");
  if (known === null) return false;
  return known.trim() === "*" || (entityTags.test(known) && tagsOf(known, true).includes(tag));
}

function tagsOf(list: string, weak: boolean): string[] {
  return [...list.matchAll(/(W\/)?"([^"]*)"/g)]
    .filter(([, isWeak]) => weak || !isWeak)
    .map(([, , tag]) => tag!);
}
