import { findDeepLines } from "./json-lines.ts";
import { type Part, partLimits } from "./part.ts";

type Json = Record<string, unknown>;

/** A contact in JSON, in one line, and what else of the file belongs to it. */
interface Item {
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
type Frame = (items: Item[], isFirst: boolean) => [start: string, end: string];

/** Bytes of what is around the items of a part. */
const frameBytes = 20_000;

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

/** Parts of contacts in JSON: a list of jCards or JSContact, or an account of Monica; null where it is neither. */
export function splitLists(text: string): Part[] | null {
  const document = parse(text);
  // A jCard alone is a list, too, which begins with its name.
  if (Array.isArray(document) && typeof document[0] === "object") {
    const lines = findDeepLines(text, 1);
    return pack(document.map((value, index) => toItem(value, lines[index])), () => ["[", "]"]);
  }
  return isMonica(document) ? splitMonica(document, text) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toItem(value: unknown, line = 1): Item {
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
  const items = valuesOf("contact").map((contact, index): Item => {
    const item = toItem(contact, lines[index]);
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
function pack(items: Item[], frame: Frame): Part[] {
  const parts: Part[] = [];
  let [some, bytes]: [Item[], number] = [[], frameBytes];
  for (const item of items) {
    const isFull = bytes + item.bytes > partLimits.bytes || some.length === partLimits.records;
    if (some.length > 0 && isFull) {
      parts.push(toPart(some, frame, parts.length === 0));
      [some, bytes] = [[], frameBytes];
    }
    some.push(item);
    bytes += item.bytes;
  }
  return some.length > 0 ? [...parts, toPart(some, frame, parts.length === 0)] : parts;
}

function toPart(items: Item[], frame: Frame, isFirst: boolean): Part {
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
