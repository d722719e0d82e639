import { findDeepLines, findItemLines } from "../../../functions/kith/imports/parse/places.ts";
import { lists } from "../kinds.ts";
import { type Item, pack, type Part, partLimits } from "./part.ts";

type List = (typeof lists)[number];
type Json = Record<string, unknown>;

/** Lists that others refer to, besides that of contacts. */
const referredTo: readonly List[] = lists.slice(0, lists.indexOf("contacts"));

/** A value of a file: its JSON, in one line. */
interface Entry extends Item {
  text: string;
}

/** Bytes of what is around the items of a part. */
const frameBytes = 20_000;

const contentType = "application/json";

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

function toEntry(value: unknown, line: number): Entry {
  const text = JSON.stringify(value);
  return { text, bytes: sizeOf(text) + 2, line };
}

/** Texts as the lines of a file, each with its line in the whole file. */
function written(lines: [text: string, line: number][]): Pick<Part, "bytes" | "lineOf"> {
  return {
    bytes: new TextEncoder().encode(lines.map(([text]) => text).join("\n")),
    lineOf: (line) => (lines[line - 1] ?? lines[0]!)[1],
  };
}

/** Entries with commas between them. */
const separated = (entries: Entry[]) =>
  entries.map(({ text, line }, at): [string, number] => [at > 0 ? `,${text}` : text, line]);

/**
 * Parts of a document that Kith exported, of a list of jCards or JSContact, or of an account of Monica; null where the text
 * is none.
 */
export function splitJson(text: string): Part[] | null {
  const document = parse(text);
  // A jCard alone is a list, too, which begins with its name.
  if (Array.isArray(document) && typeof document[0] === "object") {
    const lines = findDeepLines(text, 1);
    const entries = document.map((value, index) => toEntry(value, lines[index] ?? 1));
    return packEntries(entries, () => ["[", "]"]);
  }
  if (isMonica(document)) return splitMonica(document, text);
  return isOfKith(document) ? splitDocument(document, text) : null;
}

/** The value of a JSON text; null where it is not valid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isOfKith(document: unknown): document is Json {
  const given = document as Json | null;
  return given?.["kith"] === 1 && lists.every((list) => Array.isArray(given[list] ?? []));
}

/** An item of a document of Kith. It needs the networks or the note type whose ids it has, as the service knows them by their names. */
interface Listed extends Entry {
  list: List;
  needs: Listed[];
}

function splitDocument(document: Json, text: string): Part[] {
  const lines = findItemLines(text);
  // The first part has it, because reminders are imported in its time zone.
  const profile = document["profile"] == null
    ? null
    : toEntry(document["profile"], lines.get("profile")?.[0] ?? 1);
  return pack(readItems(document, lines), {
    contentType,
    frameBytes: (isFirst) => frameBytes + (isFirst ? profile?.bytes ?? 0 : 0),
    write: (items, isFirst) => writeDocument(items, isFirst ? profile : null),
  });
}

/** The items of all lists, in order. */
function readItems(document: Json, lines: Map<string, number[]>): Listed[] {
  const named = new Map<unknown, Listed>();
  return lists.flatMap((list) => {
    const values = (document[list] ?? []) as (Json | null)[];
    const items = values.map((value, index): Listed => {
      const { id, networkIds, noteTypeId } = value ?? {};
      const ids = Array.isArray(networkIds) ? networkIds : [noteTypeId];
      const item = {
        ...toEntry(value, lines.get(list)?.[index] ?? 1),
        list,
        needs: referredTo.includes(list) ? [] : ids.flatMap((each) => named.get(each) ?? []),
      };
      if (referredTo.includes(list)) named.set(id, item);
      return item;
    });
    return list === "reminders" ? lastFirst(items, values) : items;
  });
}

/** Reminders, each after the one that came next, because the service knows only what it has or what is in the same part. */
function lastFirst(items: Listed[], values: (Json | null)[]): Listed[] {
  const byId = new Map(values.map((value, index) => [value?.["id"], index]));
  const ordered = new Set<Listed>();
  for (const first of items.keys()) {
    const series = new Set<Listed>();
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

/** A document with these items, and before them those that they refer to. */
function writeDocument(items: Listed[], profile: Entry | null) {
  const own = new Set(items);
  const repeated = new Set(items.flatMap(({ needs }) => needs.filter((each) => !own.has(each))));
  const all = [...repeated, ...items];
  const rows: [string, number][] = [['{"kith":1', 1]];
  if (profile) rows.push([`,"profile":${profile.text}`, profile.line]);
  for (const list of lists) {
    const members = all.filter((each) => each.list === list);
    if (members.length === 0) continue;
    const { line } = members[0]!;
    rows.push([`,"${list}":[`, line], ...separated(members), ["]", line]);
  }
  return { ...written([...rows, ["}", 1]]), repeated: repeated.size };
}

/** A contact in JSON, and what else of the file belongs to it. */
interface Contact extends Entry {
  /** In an account of Monica: its picture, and the ids of activities that it took part in. */
  photo?: string;
  activities?: unknown[];
  /** Whether its picture is left out, because it is larger than a request may be. */
  isCut?: boolean;
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
  const items = valuesOf("contact").map((contact, index): Contact => {
    const item = toEntry(contact, lines[index] ?? 1);
    const { avatar } = (contact["properties"] ?? {}) as { avatar?: Json };
    const photo = photos.get(avatar?.["avatar_photo"]);
    const written = photo && JSON.stringify(photo);
    const bytes = item.bytes + (written ? sizeOf(written) + 2 : 0);
    const isCut = bytes + frameBytes > partLimits.bytes;
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
  return packEntries(items, (part, isFirst) => {
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

/**
 * Entries in as few parts as the limits allow.
 * @param frame what is written before and after the entries of a part
 */
function packEntries(
  entries: Contact[],
  frame: (entries: Contact[], isFirst: boolean) => [start: string, end: string],
): Part[] {
  return pack(entries, {
    contentType,
    frameBytes: () => frameBytes,
    write(some, isFirst) {
      const [start, end] = frame(some, isFirst);
      const { line } = some[0]!;
      const count = some.filter(({ isCut }) => isCut).length;
      return {
        ...written([[start, line], ...separated(some), [end, line]]),
        dropped: count > 0 ? [{ property: "photo: larger than 1 MB", count }] : [],
      };
    },
  });
}
