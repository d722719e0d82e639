// Cuts documents in JSON into parts. What they look like is said by the readers of the service.
import { isObject, toUidOf } from "../../../functions/kith/imports/parse/json-items.ts";
import {
  activitiesOf,
  isMonica,
  itemsOf,
  linesOfContacts,
  pictureOf,
} from "../../../functions/kith/imports/parse/monica-account.ts";
import { findDeepLines, findItemLines } from "../../../functions/kith/imports/parse/places.ts";
import { lists } from "../kinds.ts";
import type { DroppedProperty } from "../types.ts";
import { type FileRecord, pack, type Part, partLimits } from "./part.ts";

type List = (typeof lists)[number];
type Json = Record<string, unknown>;

/** Lists that others refer to, besides that of contacts. */
const referredTo: readonly List[] = lists.slice(0, lists.indexOf("contacts"));

/** A value of a file: its JSON, in one line. */
interface Entry extends FileRecord {
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
    return splitCards(document.map((value, index) => toCard(value, lines[index] ?? 1)));
  }
  if (isMonica(document)) return splitMonica(document, text);
  return isOfKith(document) ? splitDocument(document, text) : null;
}

/** A card in JSON, what groups call it, and which it is a member of. */
interface CardEntry extends Entry {
  uid: string;
  group: GroupOfCards | null;
  needs?: CardEntry[];
}

/** Whom a group names, and the group with some of them. */
interface GroupOfCards {
  members: string[];
  withMembers(has: (uid: string) => boolean): unknown;
}

function toCard(value: unknown, line: number): CardEntry {
  const { text, bytes } = toEntry(value, line);
  return { text, bytes, line, uid: toUidOf(uidIn(value)) ?? "", group: groupIn(value) };
}

/** The values of a property of a jCard. */
const valuesOf = (card: unknown[], name: string): unknown[] =>
  (Array.isArray(card[1]) ? card[1] : [])
    .flatMap((each) =>
      Array.isArray(each) && String(each[0]).toLowerCase() === name ? [each[3]] : []
    );

const uidIn = (card: unknown): unknown =>
  Array.isArray(card) ? valuesOf(card, "uid")[0] : isObject(card) ? card["uid"] : null;

function groupIn(card: unknown): GroupOfCards | null {
  const known = (uid: unknown) => toUidOf(uid) ?? "";
  if (Array.isArray(card)) {
    if (!valuesOf(card, "kind").some((kind) => /^\s*group\s*$/i.test(String(kind)))) return null;
    const properties = card[1] as unknown[];
    const isMember = (each: unknown): each is unknown[] =>
      Array.isArray(each) && String(each[0]).toLowerCase() === "member";
    return {
      members: valuesOf(card, "member").map(known),
      withMembers: (has) => [
        card[0],
        properties.filter((each) => !isMember(each) || has(known(each[3]))),
      ],
    };
  }
  if (!isObject(card) || card["kind"] !== "group" || !isObject(card["members"])) return null;
  const { members } = card;
  return {
    members: Object.keys(members).map(known),
    withMembers: (has) => ({
      ...card,
      members: Object.fromEntries(Object.entries(members).filter(([uid]) => has(known(uid)))),
    }),
  };
}

/** Parts of a list of cards, each with the groups that its cards are members of. */
function splitCards(cards: CardEntry[]): Part[] {
  const byUid = new Map<string, CardEntry>();
  for (const card of cards) {
    if (!card.group && card.uid !== "" && !byUid.has(card.uid)) byUid.set(card.uid, card);
  }
  for (const card of cards) {
    for (const uid of card.group?.members ?? []) {
      const member = byUid.get(uid);
      if (member) (member.needs ??= []).push(card);
    }
  }
  return pack(cards, {
    contentType,
    frameBytes: () => frameBytes,
    write(some) {
      const present = new Set(some.map(({ uid }) => uid));
      const own = new Set(some);
      const needed = some.flatMap(({ needs = [] }) => needs.filter((each) => !own.has(each)));
      const repeated = [...new Set(needed)];
      const shown = (card: CardEntry, isOwn: boolean): Entry => {
        if (!card.group) return card;
        // Members that no part has are named once.
        const has = (uid: string) => present.has(uid) || (isOwn && !byUid.has(uid));
        return toEntry(card.group.withMembers(has), card.line);
      };
      const all = [
        ...repeated.map((card) => shown(card, false)),
        ...some.map((card) => shown(card, true)),
      ];
      const { line } = some[0]!;
      return {
        ...written([["[", line], ...separated(all), ["]", line]]),
        repeated: repeated.length,
      };
    },
  });
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
  const isRead = (name: string) =>
    ["kith", "profile", ...lists as readonly string[]].includes(name);
  const rest = Object.fromEntries(Object.entries(document).filter(([name]) => !isRead(name)));
  const restBytes = sizeOf(JSON.stringify(rest));
  return pack(readItems(document, lines), {
    contentType,
    frameBytes: (isFirst) =>
      frameBytes + (isFirst ? restBytes : 0) + (isFirst ? profile?.bytes ?? 0 : 0),
    write: (items, isFirst) => writeDocument(items, isFirst ? profile : null, isFirst ? rest : {}),
  });
}

/** The items of all lists, in order; the contact that the profile names comes first with its networks, in the part with the profile. */
function readItems(document: Json, lines: Map<string, number[]>): Listed[] {
  const named = new Map<unknown, Listed>();
  const ownId = (document["profile"] as Json | null | undefined)?.["contactId"] ?? undefined;
  const own: Listed[] = [];
  const others = lists.flatMap((list) => {
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
      if (list === "contacts" && id === ownId) own.push(item);
      return item;
    });
    return list === "reminders" ? lastFirst(items, values) : items;
  });
  return [...new Set([...own.flatMap((each) => [...each.needs, each]), ...others])];
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
function writeDocument(items: Listed[], profile: Entry | null, rest: Json) {
  const own = new Set(items);
  const repeated = new Set(items.flatMap(({ needs }) => needs.filter((each) => !own.has(each))));
  const all = [...repeated, ...items];
  const rows: [string, number][] = [[JSON.stringify({ kith: 1, ...rest }).slice(0, -1), 1]];
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
  activities?: string[];
  /** Whether its picture is left out, because it is larger than a request may be. */
  isCut?: boolean;
}

/**
 * An account in parts of some contacts each, with their pictures and activities. An activity of people in several parts is
 * about those of the first one. The first part has what belongs to nobody.
 */
function splitMonica(document: Json, text: string): Part[] {
  const account = document["account"] as Json;
  const lines = linesOfContacts(account, text);
  const byId = (values: Json[]) => new Map(values.map((value) => [value["uuid"], value]));
  const [photos, activities] = [
    byId(itemsOf(account, "photo")),
    byId(itemsOf(account, "activity")),
  ];
  const contacts = itemsOf(account, "contact");
  const joined = new Set(contacts.flatMap(activitiesOf));
  const others = itemsOf(account, "activity").filter(({ uuid }) => !joined.has(String(uuid)));
  const items = contacts.map((contact, index): Contact => {
    const item = toEntry(contact, lines[index] ?? 1);
    const photo = photos.get(pictureOf(contact));
    // Each is the picture of one contact.
    photos.delete(pictureOf(contact));
    const written = photo && JSON.stringify(photo);
    const bytes = item.bytes + (written ? sizeOf(written) + 2 : 0);
    const isCut = bytes + frameBytes > partLimits.bytes;
    const ids = activitiesOf(contact);
    const size = ids.reduce(
      (sum, id) => sum + sizeOf(JSON.stringify(activities.get(id) ?? "")),
      0,
    );
    return {
      ...item,
      bytes: (isCut ? item.bytes : bytes) + size,
      ...(written && !isCut ? { photo: written } : {}),
      activities: ids,
      isCut: isCut && written !== undefined,
    };
  });
  const { data, properties, instance, ...rest } = account;
  const isRead = (entry: unknown) =>
    isObject(entry) && ["contact", "photo", "activity"].includes(String(entry["type"]));
  const more = (data as unknown[]).filter((entry) => !isRead(entry))
    .map((entry) => `,${JSON.stringify(entry)}`).join("");
  const unused = photos.size;
  return packEntries(items, (part, isFirst) => {
    const ids = [...new Set(part.flatMap(({ activities = [] }) => activities))];
    const happened = ids.flatMap((id) => activities.get(id) ?? []);
    const belonging = [
      `,{"type":"photo","values":[${part.flatMap(({ photo }) => photo ?? [])}]}`,
      `,{"type":"activity","values":${JSON.stringify([...isFirst ? others : [], ...happened])}}`,
      ...isFirst ? [more] : [],
    ].join("");
    const around = { instance, ...(isFirst ? { ...rest, properties } : {}) };
    const end = `]}${belonging}],${JSON.stringify(around).slice(1)}}`;
    return {
      start: '{"app_version":"4","account":{"data":[{"type":"contact","values":[',
      end,
      dropped: isFirst && unused > 0
        ? [{ property: "photo: it is not the picture of a contact", count: unused }]
        : [],
    };
  });
}

/** What is written before and after the entries of a part, and what is left out. */
interface Frame {
  start: string;
  end: string;
  dropped?: DroppedProperty[];
}

/**
 * Entries in as few parts as the limits allow.
 * @param frame what is written before and after the entries of a part
 */
function packEntries(
  entries: Contact[],
  frame: (entries: Contact[], isFirst: boolean) => Frame,
): Part[] {
  return pack(entries, {
    contentType,
    frameBytes: () => frameBytes,
    write(some, isFirst) {
      const { start, end, dropped = [] } = frame(some, isFirst);
      const count = some.filter(({ isCut }) => isCut).length;
      return {
        ...written([[start, 1], ...separated(some), [end, 1]]),
        dropped: [
          ...dropped,
          ...count > 0 ? [{ property: "photo: larger than 1 MB", count }] : [],
        ],
      };
    },
  });
}
