// Checks what was found of a contact or a group by the rules of the API, and lists what breaks them.
import { textNames } from "../../contacts/fields.ts";
import { contactCreate } from "../../contacts/schema.ts";
import { validateBody } from "../../core/validate.ts";
import { cleanContact } from "./clean.ts";
import type { Found, FoundContact } from "./contact.ts";
import { checkItems, type Kind, kinds } from "./items.ts";
import { inOneLine } from "./lines.ts";
import { checkOwn } from "./own-fields.ts";
import { checkRelated } from "./related.ts";
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

/** Fields without which the rest of a contact is worth having. */
const optionalFields: string[] = [
  ...textNames(({ isRare }) => isRare),
  "birthday",
  "vcardLines",
  "isFavorite",
  "isArchived",
  "contactFrequencyDays",
  "lastContactedAt",
];

/**
 * Checks a contact by the rules of the API. Values of lists and fields that break one are dropped and listed; a name that does makes
 * the record an error, and so does having no name, address or number at all.
 */
export function finishContact(given: FoundContact, dropped: Dropped): ImportRecord | ImportError {
  const contact = cleanContact(given, dropped);
  const lists: Record<string, unknown[]> = {};
  const check = <Value>(list: string, found: Found<Value>[], kind: Kind<Value>) => {
    const items = checkItems(found, kind, dropped);
    if (items.length > 0) lists[list] = items;
  };
  check("emails", contact.emails, kinds.emails);
  check("phones", contact.phones, kinds.phones);
  check("urls", contact.urls, kinds.urls);
  check("addresses", contact.addresses, kinds.addresses);
  check("dates", contact.dates, kinds.dates);
  const { value, violations: [wrong] } = checkFields(contact, lists, dropped);
  if (wrong) {
    const { message, pointer } = wrong;
    return { line: contact.line, message, ...(pointer === "" ? {} : { pointer }) };
  }
  const relationships = checkRelated(contact.related, dropped);
  const own = checkOwn(contact.own, dropped);
  return {
    ...newRecord(contact.line, "contact", contact.uid, { ...value as object, ...lists }),
    networks: checkNetworks(contact.networks, dropped),
    notes: checkNotes(contact.notes, dropped),
    ...(relationships.length > 0 ? { relationships } : {}),
    ...(own.length > 0 ? { own } : {}),
    photo: contact.photo,
  };
}

/** Checks all members but the lists at once; once more without those that break a rule and that the contact can do without. */
function checkFields(
  { fields }: FoundContact,
  lists: Record<string, unknown[]>,
  dropped: Dropped,
): ReturnType<typeof validateBody> {
  const value: Record<string, unknown> = {};
  for (const [name, field] of fields) value[name] = field.value;
  addName(value, lists);
  const checked = validateBody(contactCreate(), [], value);
  let isLess = false;
  for (const { pointer, message } of checked.violations) {
    const name = pointer.slice(1);
    if (!optionalFields.includes(name) || !(name in value)) continue;
    dropped.add(fields.get(name)!.from, message);
    delete value[name];
    isLess = true;
  }
  return isLess ? validateBody(contactCreate(), [], value) : checked;
}

function checkNotes(notes: FoundContact["notes"], dropped: Dropped): ImportRecord["notes"] {
  const items = notes.map(({ value, from, occurredAt }) => ({
    value: { content: value.trim(), ...(occurredAt ? { occurredAt } : {}) },
    from,
  }));
  return checkItems(items, kinds.notes, dropped);
}

/** The names of networks that are valid, each once, ignoring case. */
function checkNetworks(networks: Found<string>[], dropped: Dropped): string[] {
  const lines = networks.map(({ value, from }) => ({ value: inOneLine(value).trim(), from }));
  return checkItems(lines, kinds.networks, dropped);
}

const names = textNames(({ isName }) => isName);

/** A contact without a name is called by its first address or number, as other programs show it. */
function addName(value: Record<string, unknown>, lists: Record<string, unknown[]>): void {
  if (names.some((name) => typeof value[name] === "string" && value[name].trim() !== "")) return;
  const methods = ["emails", "phones", "urls"]
    .flatMap((list) => (lists[list] ?? []) as { value: string }[]);
  const first = methods.find((method) => method.value.length <= 255);
  if (first) value["nickname"] = first.value;
}
