// Holds bodies and queries to their schemas, and names every violation.
import type { z } from "zod";
import { uuidPattern } from "./fields.ts";
import { inspectJson, isStorable, pointerToken, unstorableMessage } from "./json.ts";
import type { Violation, ViolationCode } from "./problems.ts";
import type { ItemLists } from "./route.ts";

/** The result of validating with a schema: the typed value, or every violation. */
interface ValidationResult {
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
  const known = Object.keys(schema?.shape ?? {});
  const keyed = known.filter((name) => (schema!.shape[name] as z.ZodType).meta()?.["byKey"]);
  const query = parseQuery(search, keyed);
  const given: Record<string, string | Record<string, string>> = {};
  const byKey: Record<string, [key: string, value: string][]> = {};
  const settled = new Set<string>();
  const keyedNames = new Set(
    [...query.values.keys()].filter((name) => keyed.includes(keyOf(name)[0]!)),
  );
  const violations = [...query.values.keys()]
    .filter((name) => !known.includes(name) && !platformParameters.has(name))
    .filter((name) => !keyedNames.has(name))
    .map((name, index) => unknownParameter(name, index < hintLimit ? known : null));
  for (const name of [...known, ...keyedNames]) {
    const values = query.values.get(name);
    if (values === undefined) continue;
    const refuse = (code: ViolationCode, message: string) => {
      violations.push({ in: "query", pointer: pointerToken(name), code, message });
      settled.add(name);
    };
    if (keyed.includes(name)) {
      refuse("invalid_format", `Say which one: ${name}.key=value, or ${name}=key:value.`);
      continue;
    }
    const [parameter, key] = keyOf(name);
    if (key === undefined) given[name] = values[0]!;
    else (byKey[parameter!] ??= []).push([key, values[0]!]);
    if (values.length > 1) refuse("duplicate", "Given more than once.");
    else if (query.broken.has(name)) refuse("invalid_format", "Not percent-encoded UTF-8.");
    else if (!isStorable(values[0]!)) refuse("invalid_format", unstorableMessage);
  }
  for (const name in byKey) given[name] = Object.fromEntries(byKey[name]!);
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
function without(names: string[], body: unknown): unknown {
  if (names.length === 0 || typeof body !== "object" || body === null || Array.isArray(body)) {
    return body;
  }
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function parse(place: Violation["in"], schema: z.ZodType, input: unknown): ValidationResult {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return { value: result.data, violations: [] };
  const members = schema.def.type === "object" ? Object.keys((schema as z.ZodObject).shape) : [];
  const found = result.error.issues.flatMap((issue) => toViolations(place, issue, members));
  // A number out of every range is beyond the safe integers and beyond the member's own limit, which is named last.
  const byPlace = new Map(found.map((each) => [`${each.code} ${each.pointer}`, each]));
  return { violations: [...byPlace.values()] };
}

/** @param members of the outermost object, one of which an unknown one may be meant for */
function toViolations(
  place: Violation["in"],
  issue: z.core.$ZodIssue,
  members: string[],
): Violation[] {
  const pointer = issue.path.map(pointerToken).join("");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key, n) => {
      const nearest = pointer === "" && n < hintLimit ? nearestName(key, members) : undefined;
      const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      return {
        in: place,
        pointer: pointer + pointerToken(key),
        code: "unknown_member",
        message: `There is no such member.${hint}`,
      };
    });
  }
  const code = toCode(issue);
  const isAbsent = issue.code === "invalid_type" && code === "required";
  return [{ in: place, pointer, code, message: isAbsent ? "Required." : messageOf(issue) }];
}

const typeNames: Record<string, string> = {
  object: "an object",
  array: "a list",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

const amount = (origin: string, limit: string) =>
  !isSize(origin) ? `be ${limit}` : `have ${limit} ${origin === "string" ? "characters" : "items"}`;

/** The message of the schema, or Zod's own in the words of the others. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid input: expected|Too (small|big): )/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `Must be ${typeNames[issue.expected] ?? issue.expected}.`;
    case "too_small":
      return `Must ${amount(issue.origin, `at least ${issue.minimum}`)}.`;
    case "too_big":
      return `Must ${amount(issue.origin, `at most ${issue.maximum}`)}.`;
    default:
      return issue.message;
  }
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

type Body = Record<string, unknown>;
type Change = (item: unknown, list: string, place: string) => unknown;

/**
 * Validates a body with lists of items. Where its member `partial` is true, an item with violations does not refuse the
 * others: in the value it is an object with its violations as `refused`, and with its `id` where that is valid.
 * @throws Problem invalid_json when the nesting is too deep
 */
export function validateItems(
  schema: z.ZodType,
  lists: ItemLists,
  sent: unknown,
): ValidationResult {
  const body = withItems(lists, sent, (item, list) => without(lists[list]!.readOnly, item));
  const isPartial = (body as Body | null)?.["partial"] === true;
  const refused = new Map<string, Violation[]>();
  while (true) {
    // A valid item stands in for each that is refused, so that the others keep their places.
    const rest = withItems(
      lists,
      body,
      (item, list, place) => refused.has(place) ? lists[list]!.valid : item,
    );
    const { value, violations } = validateBody(schema, [], rest);
    const places = violations.map(({ pointer }) => placeOf(pointer, lists));
    if (violations.length > 0 && (!isPartial || places.includes(undefined))) {
      return { value, violations };
    }
    if (violations.length === 0) {
      const shown = withItems(lists, value, (item, list, place) => {
        const [found, index] = [refused.get(place), Number(place.split("/")[2])];
        return found
          ? { refused: found, ...idOf(((body as Body)[list] as unknown[])[index]) }
          : item;
      });
      return { value: shown, violations };
    }
    violations.forEach((found, index) => {
      const place = places[index]!;
      refused.set(place, [...refused.get(place) ?? [], found]);
    });
  }
}

/** The body with other items in its lists; `place` is the JSON pointer to an item. */
function withItems(lists: ItemLists, body: unknown, change: Change): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const members = Object.entries(body).map(([name, value]) => {
    if (!Object.hasOwn(lists, name) || !Array.isArray(value)) return [name, value];
    return [name, value.map((item, index) => change(item, name, `/${name}/${index}`))];
  });
  return Object.fromEntries(members);
}

/** The pointer to the item that a pointer leads into. */
function placeOf(pointer: string, lists: ItemLists): string | undefined {
  const [, list = "", index] = pointer.split("/");
  return Object.hasOwn(lists, list) && index !== undefined ? `/${list}/${index}` : undefined;
}

/** The id of an item that was sent, if it is valid. */
function idOf(item: unknown): { id?: string } {
  const id = typeof item === "string" ? item : (item as { id?: unknown } | null)?.id;
  return typeof id === "string" && uuidPattern.test(id) ? { id: id.toLowerCase() } : {};
}

/** A parsed query: values by parameter, and the parameters with an invalid encoding. */
interface QueryText {
  values: Map<string, string[]>;
  broken: Set<string>;
}

/**
 * Parses a query like URLSearchParams, but reports bytes that are not UTF-8 instead of replacing them.
 * @param search the query with or without its question mark
 * @param keyed parameters that have several values by their keys; `custom=diet:vegan` is read as `custom.diet=vegan`
 */
function parseQuery(search: string, keyed: string[]): QueryText {
  const query: QueryText = { values: new Map(), broken: new Set() };
  for (const pair of search.replace(/^\?/, "").split("&")) {
    if (pair === "") continue;
    const cut = pair.indexOf("=");
    const written = cut < 0 ? pair : pair.slice(0, cut);
    // A name that cannot be decoded is unknown, and is reported as it was written.
    let name = decoded(written) ?? written;
    let value = decoded(cut < 0 ? "" : pair.slice(cut + 1));
    if (keyed.includes(name) && value?.includes(":")) {
      const [key, ...rest] = value.split(":");
      [name, value] = [`${name}.${key}`, rest.join(":")];
    }
    if (value === null) query.broken.add(name);
    const values = query.values.get(name);
    if (values) values.push(value ?? "");
    else query.values.set(name, [value ?? ""]);
  }
  return query;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** The parameter and the key of a name such as `custom.diet`; of any other name nothing. */
const keyOf = (name: string): string[] => /^(\w{1,50})\.(\w{1,50})$/.exec(name)?.slice(1) ?? [];

/** Unknown parameters that are compared with the known ones; each takes time. */
const hintLimit = 10;

/** Longer names are not compared, because no parameter has one. */
const comparedLength = 50;

/**
 * The violation for a query parameter that the route does not have. Ignoring one would answer another question than
 * the one that was asked: all contacts instead of those that a misspelt filter should have found.
 * @param known what it may be meant for; null for no hint
 */
function unknownParameter(name: string, known: string[] | null): Violation {
  const pointer = pointerToken(name);
  const hint = known === null ? "" : ` ${hintFor(name, known)}`;
  const message = `There is no parameter ${pointerName(pointer)}.${hint}`;
  return { in: "query", pointer, code: "unknown_parameter", message };
}

function hintFor(name: string, known: string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return known.length > 0 ? `There are ${known.join(", ")}.` : "This operation has none.";
}

/** The name as the pointer has it: shortened, and without unpaired surrogates. */
function pointerName(pointer: string): string {
  return pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * The known name that differs in one letter, or in two that one of both has more, regardless of case, hyphens and underscores. What
 * differs in more may mean something else: hasPhoto is not hasPhone, lastContactBefore not nextContactBefore.
 */
function nearestName(name: string, known: string[]): string | undefined {
  if (name.length > comparedLength) return undefined;
  const given = letters(name);
  const distances = known.map((each) => {
    const other = letters(each);
    const [shorter, longer] = [given.length, other.length].sort((a, b) => a - b) as [
      number,
      number,
    ];
    const distance = editDistance(given, other);
    const isNear = distance <= longer / 3 &&
      (distance <= 1 || (distance === 2 && longer - shorter === 2));
    return { each, distance, isNear };
  }).filter(({ isNear }) => isNear);
  return distances.sort((a, b) => a.distance - b.distance)[0]?.each;
}

function letters(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** How many letters to insert, delete, replace or swap with the next one to make one text of the other. */
function editDistance(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
        ? (beforeLast[j - 2] ?? Infinity) + 1
        : Infinity;
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
