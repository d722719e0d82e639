import { lists } from "../kinds.ts";
import { findItemLines } from "./json-lines.ts";
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
  const document = parse(text);
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

function parse(text: string): Document | null {
  try {
    const document = JSON.parse(text);
    const isDocument = document?.kith === 1 &&
      lists.every((list) => Array.isArray(document[list] ?? []));
    return isDocument ? document : null;
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
