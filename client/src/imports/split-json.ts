import { lists } from "../kinds.ts";
import { type Part, partLimits } from "./part.ts";

type List = (typeof lists)[number];

/** Lists that others refer to, besides that of contacts. */
const referredTo: readonly List[] = lists.slice(0, lists.indexOf("contacts"));

interface Item {
  list: List;
  /** Its JSON, in one line. */
  text: string;
  bytes: number;
  line: number;
  /** Networks or the note type that it refers to by ids, which the service knows by their names in the same file. */
  needs: Item[];
}

/** The profile of a document: its JSON, in one line. */
type Profile = Pick<Item, "text" | "bytes" | "line">;

/** Bytes of what is around the items of a part. */
const frameBytes = 1_000;

/** Parts of a document that Kith exported, or null where the text is none. */
export function splitJson(text: string): Part[] | null {
  const document = readDocument(text);
  if (document === null) return null;
  const lines = findItemLines(text);
  const items = readItems(document, lines);
  const parts: Part[] = [];
  // The first part has it, because reminders are imported in its time zone.
  let profile = readProfile(document, lines);
  let part: Item[] = [];
  let [known, bytes] = [new Set<Item>(), frameBytes + (profile?.bytes ?? 0)];
  for (const item of items) {
    let more = item.needs.filter((each) => !known.has(each));
    let size = [item, ...more].reduce((sum, each) => sum + each.bytes, 0);
    const count = known.size + 1 + more.length;
    if (part.length > 0 && (bytes + size > partLimits.bytes || count > partLimits.records)) {
      parts.push(jsonPart(part, profile));
      [part, profile] = [[], null];
      [known, bytes, more] = [new Set(), frameBytes, item.needs];
      size = [item, ...more].reduce((sum, each) => sum + each.bytes, 0);
    }
    part.push(item);
    for (const each of [item, ...more]) known.add(each);
    bytes += size;
  }
  return part.length > 0 ? [...parts, jsonPart(part, profile)] : parts;
}

type Document = Record<string, unknown>;

function readDocument(text: string): Document | null {
  const document = parse(text) as Document | null;
  const isDocument = document?.["kith"] === 1 &&
    lists.every((list) => Array.isArray(document[list] ?? []));
  return isDocument ? document : null;
}

/** The value of a JSON text; null where it is not valid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readProfile(document: Document, lines: Map<string, number[]>): Profile | null {
  const { profile } = document;
  if (profile === undefined || profile === null) return null;
  const text = JSON.stringify(profile);
  const line = lines.get("profile")?.[0] ?? 1;
  return { text, bytes: new TextEncoder().encode(text).length, line };
}

/** The items of all lists, in order. */
function readItems(document: Document, lines: Map<string, number[]>): Item[] {
  const encoder = new TextEncoder();
  const named = new Map<unknown, Item>();
  return lists.flatMap((list) => {
    const values = (document[list] ?? []) as (Document | null)[];
    const items = values.map((value, index): Item => {
      const text = JSON.stringify(value);
      const { id, networkIds, noteTypeId } = value ?? {};
      const ids = Array.isArray(networkIds) ? networkIds : [noteTypeId];
      const item = {
        list,
        text,
        bytes: encoder.encode(text).length + 2,
        line: lines.get(list)?.[index] ?? 1,
        needs: referredTo.includes(list) ? [] : ids.flatMap((each) => named.get(each) ?? []),
      };
      if (referredTo.includes(list)) named.set(id, item);
      return item;
    });
    return list === "reminders" ? lastFirst(items, values) : items;
  });
}

/** Reminders, each after the one that came next, because the service knows only what it has or what is in the same part. */
function lastFirst(items: Item[], values: (Document | null)[]): Item[] {
  const byId = new Map(values.map((value, index) => [value?.["id"], index]));
  const ordered = new Set<Item>();
  for (const first of items.keys()) {
    const series = new Set<Item>();
    for (let at: number | undefined = first; at !== undefined;) {
      const item = items[at]!;
      if (ordered.has(item) || series.has(item)) break;
      series.add(item);
      const nextId: unknown = values[at]?.["nextId"];
      at = typeof nextId === "string" ? byId.get(nextId) : undefined;
    }
    for (const item of [...series].reverse()) ordered.add(item);
  }
  return [...ordered];
}

/** A part with these items, and before them those that they refer to. */
function jsonPart(items: Item[], profile: Profile | null = null): Part {
  const own = new Set(items);
  const repeated = new Set(items.flatMap(({ needs }) => needs.filter((each) => !own.has(each))));
  const all = [...repeated, ...items];
  const written = ['{"kith":1'];
  const lines = [1];
  if (profile) {
    written.push(`,"profile":${profile.text}`);
    lines.push(profile.line);
  }
  for (const list of lists) {
    const members = all.filter((each) => each.list === list);
    if (members.length === 0) continue;
    written.push(`,"${list}":[`, ...members.map(({ text }, at) => at > 0 ? `,${text}` : text), "]");
    const firstLine = members[0]!.line;
    lines.push(firstLine, ...members.map(({ line }) => line), firstLine);
  }
  const middle = items.length >> 1;
  return {
    bytes: new TextEncoder().encode(`${written.join("\n")}}`),
    contentType: "application/json",
    records: items.length,
    repeated: repeated.size,
    dropped: [],
    lineOf: (line) => lines[line - 1] ?? 1,
    halves: () =>
      middle === 0
        ? null
        : [jsonPart(items.slice(0, middle), profile), jsonPart(items.slice(middle))],
  };
}

type Json = Record<string, unknown>;

/** A contact in JSON, in one line, and what else of the file belongs to it. */
interface Entry {
  text: string;
  bytes: number;
  line: number;
  /** In an account of Monica: its picture, and the ids of activities that it took part in. */
  photo?: string;
  activities?: unknown[];
  /** Whether its picture is left out, because it is larger than a request may be. */
  isCut?: boolean;
}

/** What is written before and after the items of a part. */
type Frame = (items: Entry[], isFirst: boolean) => [start: string, end: string];

/** Bytes of what is around the items of a part. */
const listFrameBytes = 20_000;

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

/** Parts of contacts in JSON: a list of jCards or JSContact, or an account of Monica; null where it is neither. */
export function splitLists(text: string): Part[] | null {
  const document = parse(text);
  // A jCard alone is a list, too, which begins with its name.
  if (Array.isArray(document) && typeof document[0] === "object") {
    const lines = findDeepLines(text, 1);
    return pack(document.map((value, index) => toEntry(value, lines[index])), () => ["[", "]"]);
  }
  return isMonica(document) ? splitMonica(document, text) : null;
}

function toEntry(value: unknown, line = 1): Entry {
  const text = JSON.stringify(value);
  return { text, bytes: sizeOf(text) + 2, line };
}

interface Monica {
  account: Json & { data: { type?: string; values?: Json[] }[] };
}

function isMonica(document: unknown): document is Monica {
  const { app_version, account } = (document ?? {}) as { app_version?: unknown; account?: Json };
  return typeof app_version === "string" && Array.isArray(account?.["data"]);
}

/**
 * An account in parts of some contacts each, with their pictures and activities. An activity of people in several parts is
 * about those of the first one.
 */
function splitMonica(document: Monica, text: string): Part[] {
  const { account } = document;
  const valuesOf = (type: string, data = account.data) =>
    data.filter((entry) => entry?.type === type).flatMap(({ values }) => values ?? []);
  const before = account.data.findIndex(({ type }) => type === "contact");
  const skipped = account.data.slice(0, before)
    .reduce((sum, { values }) => sum + (Array.isArray(values) ? values.length : 0), 0);
  const lines = findDeepLines(text, 5).slice(skipped);
  const byId = (values: Json[]) => new Map(values.map((value) => [value["uuid"], value]));
  const [photos, activities] = [byId(valuesOf("photo")), byId(valuesOf("activity"))];
  const items = valuesOf("contact").map((contact, index): Entry => {
    const item = toEntry(contact, lines[index]);
    const { avatar } = (contact["properties"] ?? {}) as { avatar?: Json };
    const photo = photos.get(avatar?.["avatar_photo"]);
    const written = photo && JSON.stringify(photo);
    const bytes = item.bytes + (written ? sizeOf(written) + 2 : 0);
    const isCut = bytes + listFrameBytes > partLimits.bytes;
    const list = Array.isArray(contact["data"]) ? contact["data"] as Monica["account"]["data"] : [];
    const joined = valuesOf("activity", list) as unknown[];
    const size = joined.reduce<number>(
      (sum, id) => sum + sizeOf(JSON.stringify(activities.get(id) ?? "")),
      0,
    );
    return {
      ...item,
      bytes: (isCut ? item.bytes : bytes) + size,
      ...(written && !isCut ? { photo: written } : {}),
      activities: joined,
      isCut: isCut && written !== undefined,
    };
  });
  const { data: _, properties, instance, ...rest } = account;
  return pack(items, (part, isFirst) => {
    const ids = [...new Set(part.flatMap(({ activities = [] }) => activities))];
    const others = [
      ["photo", part.flatMap(({ photo }) => photo ?? [])],
      [
        "activity",
        ids.flatMap((id) => activities.has(id) ? JSON.stringify(activities.get(id)) : []),
      ],
    ].map(([type, values]) => `,{"type":"${type}","values":[${values}]}`).join("");
    const more = { ...rest, instance, ...(isFirst ? { properties } : {}) };
    const end = `]}${others}],${JSON.stringify(more).slice(1)}}`;
    return ['{"app_version":"4","account":{"data":[{"type":"contact","values":[', end];
  });
}

/** Items in as few parts as the limits allow. */
function pack(items: Entry[], frame: Frame): Part[] {
  const parts: Part[] = [];
  let [some, bytes]: [Entry[], number] = [[], listFrameBytes];
  for (const item of items) {
    const isFull = bytes + item.bytes > partLimits.bytes || some.length === partLimits.records;
    if (some.length > 0 && isFull) {
      parts.push(toPart(some, frame, parts.length === 0));
      [some, bytes] = [[], listFrameBytes];
    }
    some.push(item);
    bytes += item.bytes;
  }
  return some.length > 0 ? [...parts, toPart(some, frame, parts.length === 0)] : parts;
}

function toPart(items: Entry[], frame: Frame, isFirst: boolean): Part {
  const [start, end] = frame(items, isFirst);
  const written = [start, ...items.map(({ text }, at) => at > 0 ? `,${text}` : text), end];
  const cut = items.filter(({ isCut }) => isCut).length;
  const middle = items.length >> 1;
  return {
    bytes: new TextEncoder().encode(written.join("\n")),
    contentType: "application/json",
    records: items.length,
    repeated: 0,
    dropped: cut > 0 ? [{ property: "photo: larger than 1 MB", count: cut }] : [],
    lineOf: (line) => items[line - 2]?.line ?? items[0]!.line,
    halves: () =>
      middle === 0 ? null : [
        toPart(items.slice(0, middle), frame, isFirst),
        toPart(items.slice(middle), frame, false),
      ],
  };
}

/**
 * The lines on which the items of an object's lists begin, and its members that are objects, in text that is valid JSON:
 * `JSON.parse` does not tell them.
 * @returns by member, the line of each item, or first that of the object, from 1
 */
function findItemLines(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  let [depth, key, items] = [0, "", [] as number[]];
  let [isItem, member] = [false, ""];
  for (const [each, line] of readTokens(text)) {
    const isEnd = each === "]" || each === "}";
    if (depth === 2 && isItem && !isEnd) items.push(line);
    if (depth === 1 && each.startsWith('"')) key = each;
    if (depth === 1 && each === ":") member = JSON.parse(key) as string;
    if (depth === 1 && each === "[") found.set(member, items = []);
    if (depth === 1 && each === "{") found.set(member, items = [line]);
    if (each === "[" || each === "{") depth += 1;
    if (isEnd) depth -= 1;
    isItem = depth === 2 && (each === "," || each === "[");
  }
  return found;
}

/** The lines on which the objects and lists begin that are within so many others, in their order. */
function findDeepLines(text: string, within: number): number[] {
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

/** The tokens of JSON, and the line of each. */
function* readTokens(text: string): Generator<[token: string, line: number]> {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,\n]|[^\s"[\]{}:,]+/g;
  let line = 1;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === "\n") line += 1;
    else yield [match[0], line];
  }
}
