// Reads arguments as models send them: lists and objects as JSON text, numbers in quotes, null for what is not given, one item for a
// list of one or the other way round, what an answer calls somebody, the API's names.
import type { z } from "zod";

/** The arguments as a schema wants them, and by which pointer each that has another name was sent. */
export interface Given {
  value: Record<string, unknown>;
  sentAs: Map<string, string>;
}

/** What a schema is about, without what only says whether a value may be absent or null. */
interface Wanted {
  schema: z.ZodType;
  isNullable: boolean;
}

type Members = Record<string, z.ZodType>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The arguments, changed only where it is plain what is meant; everything else is left for validation to refuse. */
export function readGiven(input: z.ZodObject, given: Record<string, unknown>): Given {
  const sentAs = new Map<string, string>();
  return { value: readMembers(input.shape, given, ["", ""], sentAs), sentAs };
}

/** @param places the pointer as the schema has it, and as it was sent */
function readMembers(
  shape: Members,
  given: Record<string, unknown>,
  [place, sentPlace]: [string, string],
  sentAs: Map<string, string>,
): Record<string, unknown> {
  const read = Object.entries(given).map(([sent, value]) => {
    const name = nameOf(shape, given, sent);
    const places: [string, string] = [`${place}/${name}`, `${sentPlace}/${sent}`];
    if (places[0] !== places[1]) sentAs.set(...places);
    const schema = Object.hasOwn(shape, name) ? shape[name]! : null;
    return [name, schema ? readValue(schema, value, places, sentAs) : value] as const;
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** The member that a name stands for: a member is also called as in the API, unless that is given, too. */
function nameOf(shape: Members, given: Record<string, unknown>, sent: string): string {
  if (Object.hasOwn(shape, sent)) return sent;
  const isCalled = ([name, schema]: [string, z.ZodType]) =>
    !Object.hasOwn(given, name) && otherNames(schema).includes(sent);
  return Object.entries(shape).find(isCalled)?.[0] ?? sent;
}

/** Names of the API for a member, which its schema has as `alsoCalled`. */
function otherNames(schema: z.ZodType): readonly string[] {
  const { alsoCalled } = (schema.meta() ?? {}) as { alsoCalled?: readonly string[] };
  const { innerType } = partsOf(schema);
  return alsoCalled ?? (innerType ? otherNames(innerType) : []);
}

function readValue(
  schema: z.ZodType,
  value: unknown,
  places: [string, string],
  sentAs: Map<string, string>,
): unknown {
  const wanted = unwrap(schema);
  const { type, shape, element } = partsOf(wanted.schema);
  if (value === null) return wanted.isNullable ? null : undefined;
  if (value === "" && !schema.safeParse("").success) {
    if (wanted.isNullable) return null;
    if (type !== "string") return undefined;
  }
  if (type === "array") {
    return listOf(value).map((item, index) => {
      const [place, sentPlace] = places;
      return readValue(element!, item, [`${place}/${index}`, `${sentPlace}/${index}`], sentAs);
    });
  }
  if (type === "object") {
    const object = objectOf(onlyOf(parsed(value)), shape!);
    return isObject(object) ? readMembers(shape!, object, places, sentAs) : object;
  }
  return readSimple(wanted.schema, onlyOf(value));
}

/** The only item of a list where one value is wanted. */
const onlyOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

/** What a request would say for an object of an answer, such as `{ id, displayName }`. */
function textOf(value: Record<string, unknown>): unknown {
  const texts = ["id", "value", "name", "displayName"].map((name) => value[name]);
  return texts.find((text) => typeof text === "string") ?? value;
}

/** A list as it was sent, as JSON text, or its only item. */
function listOf(value: unknown): unknown[] {
  const read = parsed(value, /^\s*(?:[[{]|"[^"]*"\s*$)/);
  return Array.isArray(read) ? read : [read];
}

/** An object as it was sent, or a text or number as its only required member. */
function objectOf(read: unknown, shape: Members): unknown {
  if (typeof read !== "string" && typeof read !== "number") return read;
  const required = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success);
  return required.length === 1 ? { [required[0]!]: read } : read;
}

/** What a text says that is a list or an object as JSON; anything else as it is. */
function parsed(value: unknown, start = /^\s*[[{]/): unknown {
  if (typeof value !== "string" || !start.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A number or a boolean for a text, or the other way round. */
function readSimple(schema: z.ZodType, value: unknown): unknown {
  const { type } = partsOf(schema);
  if (typeof value === "string") {
    if (type === "boolean" && /^(true|false)$/i.test(value)) return /^t/i.test(value);
    if (type === "number" && /^-?\d{1,15}$/.test(value)) return Number(value);
    return value;
  }
  const isText = type === "string" || type === "enum";
  if (isText && isObject(value)) return textOf(value);
  return isText && ["number", "boolean"].includes(typeof value) ? String(value) : value;
}

interface Parts {
  type: string;
  innerType?: z.ZodType;
  shape?: Members;
  element?: z.ZodType;
}

/** Zod has no public way to look into a schema whose type is not known. */
const partsOf = (schema: z.ZodType) => schema.def as unknown as Parts;

function unwrap(schema: z.ZodType): Wanted {
  let isNullable = false;
  let inner = schema;
  while (true) {
    const { type, innerType } = partsOf(inner);
    if (type === "nullable") isNullable = true;
    if (!innerType) return { schema: inner, isNullable };
    inner = innerType;
  }
}

/** The members that an object has at a place of the arguments, for what is said of one that it has not. */
export function membersAt(input: z.ZodObject, places: string[]): string[] {
  let schema: z.ZodType = input;
  for (const place of places) {
    const { shape, element } = partsOf(unwrap(schema).schema);
    const next = shape ? shape[place] : element;
    if (!next) return [];
    schema = next;
  }
  return Object.keys(partsOf(unwrap(schema).schema).shape ?? {});
}
