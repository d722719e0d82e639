// Checks what was found of a contact or a group by the rules of the API, and lists what breaks them.
import { textNames } from "../../contacts/fields.ts";
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
import { contactCreate } from "../../contacts/schema.ts";
import { isStorable } from "../../core/json.ts";
import { validateBody } from "../../core/validate.ts";
import type { Address, Item } from "../../exports/run.ts";
import { networkCreate } from "../../networks/schema.ts";
import { noteCreate } from "../../notes/schema.ts";
import { cleanDraft } from "./clean.ts";
import type { Draft, Found } from "./contact.ts";
import { inOneLine } from "./lines.ts";
import { phoneKey } from "./phones.ts";
import {
  type Dropped,
  type ImportError,
  type ImportRecord,
  listLimits,
  newRecord,
} from "./types.ts";

/** A group of a file, with those of its members that are contacts of the file. */
interface Group {
  line: number;
  uid: string | null;
  name: Found<string>;
  members: { from: string; contact: ImportRecord | undefined }[];
}

/** Reads a group into a network, and adds its members to that. */
export function readGroup(
  { line, uid, name, members }: Group,
  dropped: Dropped,
): ImportRecord | ImportError {
  const [network] = checkNetworks([name], dropped);
  if (network === undefined) {
    return {
      line,
      message: "This group has no name that a network can have.",
      resource: "network",
    };
  }
  for (const { from, contact } of members) {
    // A group that is a member of another one is no contact; neither are those in other files.
    if (!contact) dropped.add(from, "it is no contact of the file");
    else if (contact.networks.includes(network)) continue;
    else if (contact.networks.length < listLimits.networks) contact.networks.push(network);
    else dropped.add(from, `a contact has at most ${listLimits.networks}`);
  }
  return newRecord(line, "network", uid, { name: network });
}

/** Wrong items of a list after which no further ones are looked at, because reporting each takes time. */
const wrongLimit = 20;

const itemLimit = 20;

/** As the API compares e-mail addresses. */
const asciiLowerCase = (text: string) =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Fields without which the rest of a contact is worth having. */
const optionalFields = [
  "birthday",
  "isFavorite",
  "isArchived",
  "contactFrequencyDays",
  "lastContactedAt",
];

/**
 * Checks a contact with the schemas of the API. Values of lists and fields that break a rule are dropped and listed; a
 * name that does makes the record an error, and so does having no name, address or number at all.
 */
export function finishContact(given: Draft, dropped: Dropped): ImportRecord | ImportError {
  const draft = cleanDraft(given, dropped);
  const listOf = <Value extends Item | Address>(
    found: Found<Value>[],
    schema: Check<Value>["schema"],
    keyOf: Check<Value>["keyOf"],
    rule?: ListRule<Value>,
  ) => {
    const items = found.map((each) => withShortLabel(each, dropped));
    return checkItems(items, { schema, keyOf, rule, limit: itemLimit, dropped });
  };
  const textOf = ({ value }: Item) => value.trim();
  const emailOf = (item: Item) => asciiLowerCase(textOf(item));
  const phoneOf = (item: Item) => phoneKey(textOf(item)) || textOf(item);
  const value: Record<string, unknown> = {
    ...fieldsOf(draft, dropped),
    emails: listOf(draft.emails, emails().element, emailOf, { ...emailRule, isNamed: true }),
    phones: listOf(draft.phones, phones().element, phoneOf, {
      ...phoneRule,
      textOf,
      isNamed: true,
    }),
    urls: listOf(draft.urls, urls().element, textOf, urlRule),
    addresses: listOf(draft.addresses, addresses().element, (item) => JSON.stringify(item)),
  };
  for (const [name, list] of Object.entries(value)) {
    if (Array.isArray(list) && list.length === 0) delete value[name];
  }
  addName(value);
  const checked = validateBody(contactCreate(), [], value);
  const wrong = checked.violations[0];
  if (wrong) {
    const { message, pointer } = wrong;
    return { line: draft.line, message, ...(pointer === "" ? {} : { pointer }) };
  }
  return {
    ...newRecord(draft.line, "contact", draft.uid, checked.value as Record<string, unknown>),
    networks: checkNetworks(draft.networks, dropped),
    notes: checkNotes(draft.notes, dropped),
    photo: draft.photo,
  };
}

function checkNotes(notes: Draft["notes"], dropped: Dropped): ImportRecord["notes"] {
  const items = notes.map(({ value, from, occurredAt }) => ({
    value: { content: value.trim(), ...(occurredAt ? { occurredAt } : {}) },
    from,
  }));
  const keyOf = ({ content }: { content: string }) => content;
  return checkItems(items, { schema: noteCreate(), keyOf, limit: listLimits.notes, dropped });
}

/** The names of networks that are valid, each once, ignoring case. */
function checkNetworks(networks: Found<string>[], dropped: Dropped): string[] {
  const lines = networks.map(({ value, from }) => ({ value: inOneLine(value), from }));
  return checkItems(lines, {
    schema: networkCreate().shape.name,
    keyOf: (name) => name.trim().toLowerCase(),
    rule: { longest: 100 },
    limit: listLimits.networks,
    dropped,
  });
}

function fieldsOf(draft: Draft, dropped: Dropped): Record<string, unknown> {
  const fields = [...draft.fields].filter(([name, { value, from }]) => {
    if (!optionalFields.includes(name)) return true;
    const { shape } = contactCreate();
    const schema = shape[name as keyof typeof shape];
    const { violations } = validateBody(schema, [], value);
    if (violations.length > 0) dropped.add(from, violations[0]!.message);
    return violations.length === 0;
  });
  return Object.fromEntries(fields.map(([name, { value }]) => [name, value]));
}

/** A contact without a name is called by its first address or number, as other programs show it. */
function addName(value: Record<string, unknown>): void {
  const names = textNames(({ isName }) => isName);
  if (names.some((name) => typeof value[name] === "string" && value[name].trim() !== "")) return;
  const methods = ["emails", "phones", "urls"]
    .flatMap((list) => (value[list] ?? []) as { value: string }[]);
  const first = methods.find((method) => method.value.length <= 255);
  if (first) value["nickname"] = first.value;
}

/** An item whose label is too long loses it; any number of items may share one. */
function withShortLabel<Value extends Item | Address>(
  { value, from }: Found<Value>,
  dropped: Dropped,
): Found<Value> {
  if (value.label === null || [...value.label.slice(0, 200)].length <= 50) return { value, from };
  dropped.add(from, "its label is too long");
  return { value: { ...value, label: null }, from };
}

interface ListRule<Value> extends TextRule {
  /** The text of an item, where its key is another one. */
  textOf?: (item: Value) => string;
  /** Whether what breaks the rule is named. */
  isNamed?: true;
}

interface Check<Value> {
  schema: Parameters<typeof validateBody>[0];
  /** Items with the same key are equal: the first stays. */
  keyOf: (item: Value) => string;
  /** What the key has to be like: what the schema says of a value that is wrong takes fifty times as long. */
  rule?: ListRule<Value> | undefined;
  limit: number;
  dropped: Dropped;
}

/** What the schema would say of a text that breaks a rule; null where only the schema can tell. */
function brokenRule({ longest, pattern, message }: TextRule, text: string): string | null {
  if (text.length > 2 * longest) return `Must have at most ${longest} characters.`;
  if (pattern === undefined || text.length > longest || !isStorable(text)) return null;
  return pattern.test(text) ? null : message!;
}

function checkItems<Value>(
  items: Found<Value>[],
  { schema, keyOf, rule, limit, dropped }: Check<Value>,
): Value[] {
  const valid = new Map<string, Value>();
  let wrong = 0;
  for (const { value: item, from } of items) {
    const key = keyOf(item);
    if (key === "") continue;
    if (valid.has(key)) {
      dropped.add(from, "it occurs twice");
    } else if (valid.size === limit || wrong === wrongLimit) {
      dropped.add(from, `a contact has at most ${limit}`);
    } else {
      const text = rule?.textOf?.(item) ?? key;
      const broken = rule ? brokenRule(rule, text) : null;
      const { value, violations } = broken === null
        ? validateBody(schema, [], item)
        : { value: null, violations: [{ message: broken }] };
      if (violations.length === 0) {
        valid.set(key, value as Value);
      } else {
        wrong += 1;
        if (rule?.isNamed) dropped.addValue(from, violations[0]!.message, text);
        else dropped.add(from, violations[0]!.message);
      }
    }
  }
  return [...valid.values()];
}
