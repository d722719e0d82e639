import type { z } from "zod";
import type { Violation, ViolationCode } from "../core/problem.ts";
import { inspectJson, isStorable, pointerToken, unstorableMessage } from "./json.ts";
import { parseQuery } from "./query.ts";
import { unknownParameter } from "./unknown-parameter.ts";

/** The result of validating with a schema: the typed value, or every violation. */
export interface ValidationResult {
  value?: unknown;
  violations: Violation[];
}

/** `forceFunctionRegion` is for the platform: Supabase's own clients send it where a region is set. */
const platformParameters = new Set(["forceFunctionRegion"]);

/**
 * Validates a query. A parameter that is unknown, given twice or not text is a violation.
 * @param schema the known parameters; absent where the route has none
 * @param search the query with its question mark
 */
export function validateQuery(schema: z.ZodObject | undefined, search: string): ValidationResult {
  const query = parseQuery(search);
  const given: Record<string, string> = {};
  const settled = new Set<string>();
  const known = Object.keys(schema?.shape ?? {});
  const violations = [...query.values.keys()]
    .filter((name) => !known.includes(name) && !platformParameters.has(name))
    .map((name) => unknownParameter(name, known));
  for (const name of known) {
    const values = query.values.get(name);
    if (values === undefined) continue;
    given[name] = values[0]!;
    const refuse = (code: ViolationCode, message: string) => {
      violations.push({ in: "query", pointer: pointerToken(name), code, message });
      settled.add(name);
    };
    if (values.length > 1) refuse("duplicate", "Given more than once.");
    else if (query.broken.has(name)) refuse("invalid_format", "Not percent-encoded UTF-8.");
    else if (!isStorable(values[0]!)) refuse("invalid_format", unstorableMessage);
  }
  const parsed = schema ? parse("query", schema, given) : { violations: [] };
  // A parameter that was refused above is not reported again for its value.
  const rest = parsed.violations.filter((found) => !settled.has(found.pointer.slice(1)));
  return {
    ...(schema ? { value: parsed.value } : {}),
    violations: [...violations, ...rest],
  };
}

/**
 * Validates a parsed body.
 * @param readOnly members that a client may send back as it read them; they are removed
 * @throws Problem invalid_json when the nesting is too deep
 */
export function validateBody(
  schema: z.ZodType,
  readOnly: string[],
  body: unknown,
): ValidationResult {
  const violations = inspectJson(body);
  const parsed = parse("body", schema, without(readOnly, body));
  const known = new Set(violations.map((found) => `${found.code} ${found.pointer}`));
  const rest = parsed.violations.filter((found) => !known.has(`${found.code} ${found.pointer}`));
  return { value: parsed.value, violations: [...violations, ...rest] };
}

/** An object without these members; anything else as it is. */
export function without(names: string[], body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function parse(place: Violation["in"], schema: z.ZodType, input: unknown): ValidationResult {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return { value: result.data, violations: [] };
  const found = result.error.issues.flatMap((issue) => toViolations(place, issue));
  // A number out of every range is beyond the safe integers and beyond the member's own limit, which is named last.
  const byPlace = new Map(found.map((each) => [`${each.code} ${each.pointer}`, each]));
  return { violations: [...byPlace.values()] };
}

function toViolations(place: Violation["in"], issue: z.core.$ZodIssue): Violation[] {
  const pointer = issue.path.map(pointerToken).join("");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      in: place,
      pointer: pointer + pointerToken(key),
      code: "unknown_member",
      message: "There is no such member.",
    }));
  }
  const code = toCode(issue);
  const isAbsent = issue.code === "invalid_type" && code === "required";
  return [{ in: place, pointer, code, message: isAbsent ? "Required." : issue.message }];
}

function toCode(issue: z.core.$ZodIssue): ViolationCode {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : "invalid_type";
    case "too_small":
      return isSize(issue.origin) ? "too_short" : "too_small";
    case "too_big":
      return isSize(issue.origin) ? "too_long" : "too_big";
    case "custom":
      return issue.params?.["code"] ?? "invalid_format";
    default:
      return "invalid_format";
  }
}

function isSize(origin: string): boolean {
  return origin === "string" || origin === "array" || origin === "set";
}
