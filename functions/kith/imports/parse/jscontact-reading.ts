// What a Card of JSContact is being read into, and the shapes that programs give its members.
import { isObject, type Item } from "./json-items.ts";
import { Lines, scalar } from "./json-lines.ts";
import { type Dropped, exampleLimit } from "./types.ts";
import type { VcardLine } from "./vcard-lines.ts";

/** Members of items that say how these are read or sorted. */
const ignoredWithin = new Set(
  ["@type", "isOrdered", "pref", "sortAs", "organizationId", "vCardParams"],
);

export type JcardReader = (properties: unknown, line: number, dropped: Dropped) => VcardLine[];

/** What a card is being read into. */
export class Reading extends Lines {
  readonly dropped: Dropped;
  readonly readJcard: JcardReader;
  /** The UIDs of those of whom `vCardProps` say more than `relatedTo` can. */
  relatedInProperties = new Set<string | null>();
  /** The texts that were read, and lists and objects that were read whole. */
  readonly #used = new Set<unknown>();

  constructor(line: number, dropped: Dropped, readJcard: JcardReader) {
    super(line);
    this.dropped = dropped;
    this.readJcard = readJcard;
  }

  /** The text of a value; empty where the value is not a text. */
  take(value: unknown): string {
    const text = typeof value === "boolean" ? "" : scalar(value)?.trim() ?? "";
    if (text !== "") this.#used.add(text);
    return text;
  }

  /** The text of the first of these members that an item has. */
  takeFirst(item: Item, ...names: string[]): string {
    return this.take(item[names.find((name) => item[name] !== undefined) ?? ""]);
  }

  /** Writes a member that nothing is read from as RFC 9555 has those without a property (3.2.1). */
  keep(name: string, value: unknown): void {
    const text = /^[\w:.-]{1,100}$/.test(name) ? jsonOf(value) : undefined;
    if (text === undefined) this.dropped.add(name);
    else this.write("JSPROP", text)?.parameters.set("JSPTR", [name]);
  }

  /** The texts in the place of names, of a value that has nothing else. */
  takeWhole(value: object, names: string[]): string[] {
    this.#used.add(value);
    return names.map((name) => name.trim());
  }

  /** Lists the texts of a member that were not read: how many, and the first. */
  dropRest(member: string, value: unknown): void {
    let count = 0;
    const first = new Set<string>();
    eachText(value, this.#used, (text) => {
      if (this.#used.has(text)) return;
      count += 1;
      if (first.size < exampleLimit) first.add(text);
    });
    if (count > 0) this.dropped.add(member, "it is not known", count, ...first);
  }
}

/** A value as JSON; nothing where it is nested too deeply. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Calls with each text and number of a value that is not blank, and with the names of members that are true. */
function eachText(value: unknown, without: Set<unknown>, call: (text: string) => void): void {
  const open: unknown[] = [value];
  const take = (each: unknown) => {
    if (typeof each === "object") {
      if (each !== null && !without.has(each)) open.push(each);
    } else if (typeof each === "string" || typeof each === "number") {
      const text = String(each).trim();
      if (text !== "") call(text);
    }
  };
  while (open.length > 0) {
    const each = open.pop();
    if (without.has(each)) continue;
    if (Array.isArray(each)) { for (const item of each) take(item); }
    else if (isObject(each)) {
      for (const name in each) {
        if (!ignoredWithin.has(name)) take(each[name] === true ? name : each[name]);
      }
    } else take(each);
  }
}

/** The items of an object of objects, whose names mean nothing, or of a list. @param bare what a text in place of an item is */
export function itemsOf(value: unknown, bare: string): Item[] {
  const hasNames = isObject(value) && !isItem(value, bare);
  const items: unknown[] = hasNames ? Object.values(value) : Array.isArray(value) ? value : [value];
  if (items.every(isObject)) return items;
  const names = hasNames ? Object.keys(value) : [];
  return items.flatMap((item, index): Item[] => {
    if (isObject(item)) return [item];
    if (typeof item !== "string" && typeof item !== "number") return [];
    const name = names[index] ?? "";
    // A text by a name that is a use: `{ "home": "+49 30 1" }`.
    return [{ [bare]: item, ...contextNames.test(name) && { contexts: { [name]: true } } }];
  });
}

/** An item with its kind, which drafts of the RFC call its type. */
export const withKind = (item: Item): Item =>
  item["kind"] === undefined && typeof item["type"] === "string"
    ? { ...item, kind: item["type"] }
    : item;

/** The items of an object whose names say what they are: `{ "given": "Ana" }`; else as {@link itemsOf}. */
export function namedItems(value: unknown, bare: string): Item[] {
  if (!isObject(value) || Object.values(value).some((each) => typeof each === "object")) {
    return itemsOf(value, bare);
  }
  if (isItem(value, bare)) return [value];
  return Object.entries(value).map(([kind, text]) => ({ kind, [bare]: text }));
}

/** Names under which programs write addresses and numbers, and which say what these are for. */
const contextNames = /^(?:home|private|personal|work|mobile|cell|fax|pager|other)$/i;

/** Whether an object is an item itself, where there should be several. */
const isItem = (value: Item, bare: string) =>
  typeof value["@type"] === "string" ||
  (bare in value && !isObject(value[bare]) && Object.keys(value).length > 1);

/** The names of an object's members that are true, or the texts of a list, or a text. */
export function namesOf(value: unknown, reading: Reading): string[] {
  if (typeof value === "string") return [reading.take(value)];
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each === "string");
    return texts.length === value.length
      ? reading.takeWhole(value, texts)
      : texts.map((text) => reading.take(text));
  }
  if (!isObject(value)) return [];
  const all = Object.keys(value);
  const names = all.filter((name) => value[name] === true);
  return names.length === all.length
    ? reading.takeWhole(value, names)
    : names.map((name) => reading.take(name));
}
