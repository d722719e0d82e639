// Checks the items of a contact's lists: at a glance where they are plain, as nearly all are, else with the schemas of the API.
import { dates } from "../../contacts/dates.ts";
import {
  addresses,
  emailRule,
  emails,
  phoneRule,
  phones,
  type TextRule,
  urlRule,
  urls,
} from "../../contacts/methods.ts";
import { lineBreak } from "../../core/fields.ts";
import { isStorable } from "../../core/json.ts";
import { itemsLimit, lengths } from "../../core/limits.ts";
import { validateBody } from "../../core/validate.ts";
import type { Address, ContactDate, Item } from "../../exports/run.ts";
import { networkCreate } from "../../networks/schema.ts";
import { noteCreate } from "../../notes/schema.ts";
import type { Found } from "./contact.ts";
import { phoneKey } from "./phones.ts";
import { type Dropped, type ImportRecord, listLimits } from "./types.ts";

/** What the items of a list are like. */
export interface Kind<Value> {
  schema: () => Parameters<typeof validateBody>[0];
  /** Items with the same key are equal: the first stays. Those whose key is empty say nothing. */
  keyOf: (item: Value) => string;
  /** Whether the schema would give an item back as it is. Asking it takes twenty times as long. */
  isPlain: (item: Value) => boolean;
  /** What a text has to be like: what the schema says of one that is wrong takes fifty times as long. */
  rule?: TextRule & { textOf: (item: Value) => string };
  /** Whether what breaks the rule is named. */
  isNamed?: boolean;
  limit: number;
}

const isPlainText = (text: string, longest: number) =>
  text !== "" && text.length <= longest && text.trim() === text && isStorable(text);

const isPlainLine = (text: string, longest: number) =>
  isPlainText(text, longest) && !lineBreak.test(text);

const isPlainLabel = (label: string | null) => label === null || isPlainLine(label, lengths.label);

const textOf = ({ value }: Item) => value.trim();

/** As the API compares e-mail addresses. */
const asciiLowerCase = (text: string) =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const methods = (
  schema: Kind<Item>["schema"],
  rule: TextRule & { pattern: RegExp },
  keyOf: Kind<Item>["keyOf"],
): Kind<Item> => ({
  schema,
  keyOf,
  isPlain: ({ value, label }) =>
    isPlainLine(value, rule.longest) && rule.pattern.test(value) && isPlainLabel(label),
  rule: { ...rule, textOf },
  limit: itemsLimit,
});

const lineParts = ["city", "region", "postalCode", "country"] as const;

const isPlainAddress = (address: Address): boolean =>
  isPlainLabel(address.label) &&
  (address.street === null || isPlainText(address.street, lengths.addressPart)) &&
  lineParts.every((part) => {
    const text = address[part];
    return text === null || isPlainLine(text, lengths.addressPart);
  });

/** The lists of a contact in a file. */
export const kinds = {
  emails: {
    ...methods(() => emails().element, emailRule, (item) => asciiLowerCase(textOf(item))),
    isNamed: true,
  },
  phones: {
    ...methods(() => phones().element, phoneRule, (item) => phoneKey(textOf(item)) || textOf(item)),
    isNamed: true,
  },
  urls: methods(() => urls().element, urlRule, textOf),
  addresses: {
    schema: () => addresses().element,
    keyOf: (item) => JSON.stringify(item),
    isPlain: isPlainAddress,
    limit: itemsLimit,
  } satisfies Kind<Address>,
  dates: {
    schema: () => dates().element,
    keyOf: (item) => JSON.stringify(item),
    isPlain: ({ label }) => isPlainLabel(label),
    limit: itemsLimit,
  } satisfies Kind<ContactDate>,
  networks: {
    schema: () => networkCreate().shape.name,
    keyOf: (name) => name.toLowerCase(),
    isPlain: (name) => isPlainLine(name, lengths.networkName),
    rule: { longest: lengths.networkName, textOf: (name) => name },
    limit: listLimits.networks,
  } satisfies Kind<string>,
  notes: {
    schema: noteCreate,
    keyOf: ({ content }) => content,
    isPlain: ({ content, occurredAt }) =>
      occurredAt === undefined && content.length <= lengths.note && isStorable(content),
    limit: listLimits.notes,
  } satisfies Kind<ImportRecord["notes"][number]>,
};

/** Wrong items of a list after which no further ones are looked at, because reporting each takes time. */
const wrongLimit = 20;

/** The items that are valid, each once, as the API would take them. The others are listed. */
export function checkItems<Value>(
  items: Found<Value>[],
  kind: Kind<Value>,
  dropped: Dropped,
): Value[] {
  const { keyOf, isPlain, rule, isNamed, limit } = kind;
  const valid = new Map<string, Value>();
  let wrong = 0;
  for (const found of items) {
    const { from } = found;
    const item = withShortLabel(found, dropped);
    const key = keyOf(item);
    if (key === "") continue;
    if (valid.has(key)) {
      dropped.add(from, "it occurs twice");
    } else if (valid.size === limit || wrong === wrongLimit) {
      dropped.add(from, `a contact has at most ${limit}`);
    } else if (isPlain(item)) {
      valid.set(key, item);
    } else {
      const text = rule?.textOf(item) ?? "";
      const broken = rule ? brokenRule(rule, text) : null;
      const { value, violations } = broken !== null
        ? { value: null, violations: [{ message: broken }] }
        : validateBody(kind.schema(), [], item);
      if (violations.length === 0) {
        valid.set(key, value as Value);
        continue;
      }
      wrong += 1;
      const { message } = violations[0]!;
      if (isNamed) dropped.addValue(from, message, text);
      else dropped.add(from, message);
    }
  }
  return [...valid.values()];
}

/** What the schema would say of a text that breaks a rule; null where only the schema can tell. */
function brokenRule({ longest, pattern, message }: TextRule, text: string): string | null {
  if (text.length > 2 * longest) return `Must have at most ${longest} characters.`;
  if (pattern === undefined || text.length > longest || !isStorable(text)) return null;
  return pattern.test(text) ? null : message!;
}

/** An item whose label is too long loses it; any number of items may share one. */
function withShortLabel<Value>({ value, from }: Found<Value>, dropped: Dropped): Value {
  const { label } = value as { label?: string | null };
  if (typeof label !== "string" || label.length <= lengths.label) return value;
  if ([...label.slice(0, 4 * lengths.label)].length <= lengths.label) return value;
  dropped.add(from, "its label is too long");
  return { ...value, label: null };
}
