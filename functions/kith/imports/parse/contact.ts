import { textNames } from "../../contacts/fields.ts";
import { contactCreate } from "../../contacts/schema.ts";
import { addresses, emails, phones, urls } from "../../contacts/methods.ts";
import { validateBody } from "../../core/validate.ts";
import { networkCreate } from "../../networks/schema.ts";
import { noteCreate } from "../../notes/schema.ts";
import type { Dropped } from "./dropped.ts";
import { type ImportError, type ImportRecord, listLimits } from "./types.ts";

/** What a property of the file gave; `from` is its name there. */
export interface Found<Value> {
  value: Value;
  from: string;
}

export interface Method extends Found<string> {
  label: string | null;
}

export interface AddressParts {
  label: string | null;
  street: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

/** A contact as it is found in a file, before it is checked. */
export interface Draft {
  line: number;
  uid: string | null;
  /** Members of a contact with a single value. */
  fields: Map<string, Found<unknown>>;
  emails: Method[];
  phones: Method[];
  urls: Method[];
  addresses: Found<AddressParts>[];
  networks: Found<string>[];
  notes: (Found<string> & { occurredAt?: string })[];
  photo: ImportRecord["photo"];
}

export function newDraft(line: number): Draft {
  return {
    line,
    uid: null,
    fields: new Map(),
    emails: [],
    phones: [],
    urls: [],
    addresses: [],
    networks: [],
    notes: [],
    photo: null,
  };
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
export function finishContact(draft: Draft, dropped: Dropped): ImportRecord | ImportError {
  const value: Record<string, unknown> = {
    ...fieldsOf(draft, dropped),
    emails: checkMethods(draft.emails, emails(), asciiLowerCase, dropped),
    phones: checkMethods(draft.phones, phones(), (text) => text, dropped),
    urls: checkMethods(draft.urls, urls(), (text) => text, dropped),
    addresses: checkItems(withShortLabels(draft.addresses, dropped), {
      schema: addresses().element,
      keyOf: (item) => JSON.stringify(item),
      limit: itemLimit,
      dropped,
    }),
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
    line: draft.line,
    resource: "contact",
    uid: draft.uid,
    value: checked.value as Record<string, unknown>,
    networks: checkNetworks(draft.networks, dropped),
    notes: checkNotes(draft.notes, dropped),
    photo: draft.photo,
  };
}

function checkNotes(notes: Draft["notes"], dropped: Dropped): ImportRecord["notes"] {
  const items = notes.map(({ value, from, occurredAt }) => ({
    item: { content: value.trim(), ...(occurredAt ? { occurredAt } : {}) },
    from,
  }));
  const keyOf = ({ content }: { content: string }) => content;
  return checkItems(items, { schema: noteCreate(), keyOf, limit: listLimits.notes, dropped });
}

/** The names of networks that are valid, each once, ignoring case. */
export function checkNetworks(networks: Found<string>[], dropped: Dropped): string[] {
  return checkItems(networks.map(({ value, from }) => ({ item: value, from })), {
    schema: networkCreate().shape.name,
    keyOf: (name) => name.trim().toLowerCase(),
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

function checkMethods(
  methods: Method[],
  schema: ReturnType<typeof emails>,
  same: (value: string) => string,
  dropped: Dropped,
): unknown[] {
  const items = methods.map(({ value, label, from }) => ({ value: { value, label }, from }));
  const keyOf = (item: { value: string }) => same(item.value.trim());
  return checkItems(withShortLabels(items, dropped), {
    schema: schema.element,
    keyOf,
    limit: itemLimit,
    dropped,
  });
}

/** Items whose labels are too long lose them; any number of items may share one. */
function withShortLabels<Item extends { label: string | null }>(
  items: Found<Item>[],
  dropped: Dropped,
): { item: Item; from: string }[] {
  return items.map(({ value, from }) => {
    const isLong = value.label !== null && [...value.label.slice(0, 200)].length > 50;
    if (isLong) dropped.add(from, "its label is too long");
    return { item: isLong ? { ...value, label: null } : value, from };
  });
}

interface Check<Item> {
  schema: Parameters<typeof validateBody>[0];
  /** What is the same of equal items, of which the first stays. */
  keyOf: (item: Item) => string;
  limit: number;
  dropped: Dropped;
}

function checkItems<Item>(
  items: { item: Item; from: string }[],
  { schema, keyOf, limit, dropped }: Check<Item>,
): Item[] {
  const valid = new Map<string, Item>();
  let wrong = 0;
  for (const { item, from } of items) {
    const key = keyOf(item);
    if (key === "") continue;
    if (valid.has(key)) {
      dropped.add(from, "it occurs twice");
    } else if (valid.size === limit || wrong === wrongLimit) {
      dropped.add(from, `a contact has at most ${limit}`);
    } else {
      const { value, violations } = validateBody(schema, [], item);
      if (violations.length === 0) {
        valid.set(key, value as Item);
      } else {
        wrong += 1;
        dropped.add(from, violations[0]!.message);
      }
    }
  }
  return [...valid.values()];
}
