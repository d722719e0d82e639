// Reads what a request says into the arguments of an operation: path, query, body, conditions.
import type { Arguments, Conditions } from "../core/database.ts";
import { uuidPattern } from "../core/fields.ts";
import { parseJson } from "../core/json.ts";
import { problems, type Violation } from "../core/problems.ts";
import { type Route, takesIfMatch } from "../core/route.ts";
import { validateBody, validateItems, validateQuery } from "../core/validate.ts";
import type { Trace } from "../core/trace.ts";
import { checkAnnouncedLength, readBody } from "./body.ts";
import type { Params } from "./router.ts";

/** A request whose route was found. */
export interface Incoming {
  request: Request;
  /** Below `/api/v1`, with its slash. */
  path: string;
  /** The query with its question mark. */
  search: string;
  params: Params;
  trace: Trace;
}

/** The body as text, where the route takes one. */
export async function readText(route: Route, request: Request): Promise<string | undefined> {
  const { body } = route.request;
  if (body) return await readBody(request, body.required);
  checkAnnouncedLength(request.headers);
  return undefined;
}

/** Validates the whole request, so that all violations are reported at once. */
export function readArguments(
  route: Route,
  { request, search, params: given }: Incoming,
  text: string | undefined,
): Arguments {
  const { params, query, body } = route.request;
  const bodySchema = route.files ? undefined : body?.schema();
  const json = text === undefined ? undefined : parseJson(text);
  const queried = validateQuery(query?.(), search);
  const sent = bodySchema &&
    (route.items
      ? validateItems(bodySchema, route.items(), json)
      : validateBody(bodySchema, route.readOnly(), json));
  const conditions = readConditions(route, request.headers);
  const violations = [
    ...conditions.violations,
    ...queried.violations,
    ...(sent?.violations ?? []),
  ];
  if (violations.length > 0) throw problems.validationFailed(violations);
  const ids = Object.keys(params?.().shape ?? {})
    .map((name): [string, string] => [name, given[name] ?? ""]);
  if (!ids.every(([, value]) => uuidPattern.test(value))) throw problems.notFound();
  return {
    ...Object.fromEntries(ids),
    ...(query ? { query: queried.value } : {}),
    ...(sent ? { body: sent.value as Record<string, unknown> } : {}),
    ...conditions.value,
  };
}

/** Printable ASCII, which every server and proxy passes on unchanged. */
const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

const entityTags = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/;

/**
 * Reads `Idempotency-Key`, which makes a request safe to repeat, and `If-Match`, which prevents overwriting a concurrent
 * change, where the route supports them.
 */
function readConditions(
  route: Route,
  headers: Headers,
): { value: Conditions; violations: Violation[] } {
  const value: Conditions = {};
  const violations: Violation[] = [];
  const refuse = (name: string, message: string) =>
    violations.push({ in: "header", pointer: `/${name}`, code: "invalid_format", message });
  const key = route.idempotent ? headers.get("idempotency-key") : null;
  if (key !== null) {
    if (idempotencyKeyPattern.test(key)) value.idempotencyKey = key;
    else refuse("Idempotency-Key", "Must be 1 to 255 printable ASCII characters.");
  }
  const match = takesIfMatch(route) ? headers.get("if-match") : null;
  if (match !== null && match.trim() !== "*") {
    // Gateways that compress an answer make its tag weak, and clients send it back so. `If-Match` would never match it
    // (RFC 9110, 13.1.1), but all of our tags are strong where they are made.
    if (entityTags.test(match)) value.ifMatch = tagsOf(match);
    else refuse("If-Match", "Must be * or a list of entity tags in quotation marks.");
  }
  return { value, violations };
}

/** Whether `If-None-Match` contains the tag: the client has the current representation, and the answer is 304. */
export function matchesIfNoneMatch(headers: Headers, tag: string): boolean {
  const tags = headers.get("if-none-match");
  if (tags === null) return false;
  return tags.trim() === "*" || (entityTags.test(tags) && tagsOf(tags).includes(tag));
}

/** The tags of a header; none where it is not a list of them. */
export const entityTagsOf = (list: string): string[] => entityTags.test(list) ? tagsOf(list) : [];

function tagsOf(list: string): string[] {
  return [...list.matchAll(/"([^"]*)"/g)].map(([, tag]) => tag!);
}
