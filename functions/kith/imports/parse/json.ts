// Reads a document that Kith exported.
import { recordLimit } from "../../core/limits.ts";
import { toInstant } from "../../core/dates.ts";
import { uuidPattern } from "../../core/fields.ts";
import { problems, type Violation } from "../../core/problems.ts";
import { validateBody } from "../../core/validate.ts";
import { documentKinds, listOf, loadSchemas } from "../../kinds/kinds.ts";
import { profile, profileUpdate } from "../../me/schema.ts";
import { networkCreate } from "../../networks/schema.ts";
import { cleanItem } from "./clean.ts";
import { isObject, type Item, toUidOf } from "./json-items.ts";
import {
  Dropped,
  type ImportRecord,
  type ImportRefs,
  newRecord,
  type ParsedFile,
} from "./types.ts";
import { isTooLate } from "./dates.ts";

/** The lists of a document, in the order in which their items can be written. */
const lists = await Promise.all(documentKinds.map(async (resource) => ({
  list: listOf(resource),
  resource,
  ...await loadSchemas(resource),
})));

/** Members that refer to other items; their ids are those of the exporting account. */
const references = ["networkIds", "contactId", "relatedContactId", "contactIds", "noteTypeId"];

/** Members that say how a document came to be, and those that are read below. */
const known = ["kith", "exportedAt", "profile", ...lists.map(({ list }) => list)];

/**
 * Reads a document that Kith exported.
 * @param lines on which its items begin, by the lists
 * @throws Problem validation_failed or payload_too_large
 */
export function parseDocument(
  document: unknown,
  lines: Map<string, number[]>,
  dropped = new Dropped(),
): ParsedFile {
  const violations = checkDocument(document);
  if (violations.length > 0) throw problems.validationFailed(violations);
  const { profile } = document as Item;
  const parsed: ParsedFile = {
    format: "json",
    ...readProfile(profile, lines.get("profile")?.[0] ?? 1, dropped),
    dropped: [],
    questions: [],
  };
  const names = networkNames(document as Item);
  for (const member of Object.keys(document as Item)) {
    if (!known.includes(member)) dropped.add(member);
  }
  for (const kind of lists) {
    ((document as Item)[kind.list] as unknown[] | undefined ?? []).forEach((item, index) => {
      const line = lines.get(kind.list)?.[index] ?? 1;
      dropped.at(line);
      const { violations, record } = readItem(kind, item, line, names, dropped);
      if (violations.length === 0) return void parsed.records.push(record);
      const { pointer, message } = violations[0]!;
      parsed.errors.push({
        line,
        message,
        pointer: `/${kind.list}/${index}${pointer}`,
        resource: kind.resource,
      });
    });
  }
  dropped.at(null);
  dropCircles(parsed.records, dropped);
  return { ...parsed, dropped: dropped.list() };
}

/** Whether it is a document of this format, of not too many items. */
function checkDocument(document: unknown): Violation[] {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return [
      wrong(
        "",
        "invalid_type",
        "Must be an object, as Kith exports it, or contacts as jCard or JSContact.",
      ),
    ];
  }
  const object = document as Item;
  if (object["kith"] !== 1) {
    return [wrong("/kith", "invalid_format", "Must be 1, as in a document that Kith exported.")];
  }
  const given = lists.map(({ list }) => [list, object[list] ?? []] as const);
  const violations = given.filter(([, value]) => !Array.isArray(value))
    .map(([list]) => wrong(`/${list}`, "invalid_type", "Must be a list."));
  const count = given.reduce((sum, [, value]) => sum + (value as unknown[]).length, 0);
  if (violations.length === 0 && count > recordLimit) throw problems.tooManyRecords(recordLimit);
  return violations;
}

function wrong(pointer: string, code: Violation["code"], message: string): Violation {
  return { in: "body", pointer, code, message };
}

/** The names of the document's networks by their ids. */
function networkNames(document: Item): Map<unknown, string> {
  const networks = (document["networks"] ?? []) as (Partial<Item> | null)[];
  return new Map(
    networks.flatMap((each) => {
      const [id, name] = [toUidOf(each?.["id"]), each?.["name"]];
      const isName = networkCreate().shape.name.safeParse(name);
      return id !== null && isName.success ? [[id, isName.data]] : [];
    }),
  );
}

function readItem(
  { list, resource, create, shown }: (typeof lists)[number],
  item: unknown,
  line: number,
  names: Map<unknown, string>,
  dropped: Dropped,
): { violations: Violation[]; record: ImportRecord } {
  const members = isObject(item) ? Object.entries(item) : [];
  const readable: Item = {};
  for (const [name, value] of members) {
    const isPhoto = name === "photoUrl";
    if (!isPhoto && Object.hasOwn(create.shape, name)) readable[name] = value;
    else if (isPhoto ? value !== null : !Object.hasOwn(shown.shape, name)) {
      dropped.add(`${list}.${name}`);
    }
  }
  cleanItem(resource, readable, dropped);
  const { value, violations } = validateBody(create, [], isObject(item) ? readable : item);
  const checked = (value ?? {}) as Item;
  const { occurredAt } = readable;
  if (violations.length === 0 && typeof occurredAt === "string" && isTooLate(occurredAt)) {
    violations.push(wrong("/occurredAt", "too_big", "Must be at most a day in the future."));
  }
  const more = resource === "reminder" && violations.length === 0
    ? reminderDetails(item as Item, dropped)
    : { value: {}, refs: {} };
  const refs = { ...refsOf(checked), ...more.refs };
  const own: Item = { ...checked, ...more.value };
  for (const name of references) delete own[name];
  return {
    violations,
    record: {
      ...newRecord(line, resource, toUidOf(isObject(item) ? item["id"] : null), own),
      networks: (refs.networkUids ?? []).flatMap((uid) => names.get(uid) ?? []),
      ...(Object.keys(refs).length > 0 ? { refs } : {}),
    },
  };
}

/** What a valid item refers to. */
function refsOf(value: Item): ImportRefs {
  const { networkIds, contactId, relatedContactId, contactIds, noteTypeId } = value as {
    networkIds?: string[];
    contactId?: string | null;
    relatedContactId?: string | null;
    contactIds?: string[];
    noteTypeId?: string | null;
  };
  const contactUids = contactIds ??
    (contactId ? [contactId, ...relatedContactId ? [relatedContactId] : []] : undefined);
  return {
    ...(networkIds ? { networkUids: networkIds } : {}),
    ...(contactUids ? { contactUids } : {}),
    ...(noteTypeId === undefined ? {} : { noteTypeUid: noteTypeId }),
  };
}

/** Members of a profile in which nobody has chosen them. */
const defaults: Record<string, unknown> = {
  timezone: "UTC",
  nameOrder: "firstName",
  eastAsianNames: "lastName",
  digestAt: "08:00",
  digestDays: [1, 2, 3, 4, 5, 6, 7],
  leadDays: 7,
  savedFilters: [],
};

/**
 * Reads what a client can write of the profile of a document; nothing where it says nothing. Whose it was is not read: id,
 * e-mail address and limits.
 */
function readProfile(
  item: unknown,
  line: number,
  dropped: Dropped,
): Pick<ParsedFile, "records" | "errors"> {
  const members = isObject(item) ? Object.entries(item) : [];
  for (const [name] of members) {
    if (!Object.hasOwn(profile().shape, name)) dropped.add(`profile.${name}`);
  }
  const readable = Object.fromEntries(
    members.filter(([name, value]) => Object.hasOwn(profileUpdate().shape, name) && value !== null),
  );
  const isSaid = item !== undefined && item !== null;
  const { value, violations } = validateBody(
    profileUpdate(),
    [],
    isObject(item) ? readable : item,
  );
  if (isSaid && violations.length > 0) {
    const { pointer, message } = violations[0]!;
    return {
      records: [],
      errors: [{ line, message, pointer: `/profile${pointer}`, resource: "profile" }],
    };
  }
  const said = Object.entries((value ?? {}) as object)
    .filter(([name, each]) =>
      each !== null && JSON.stringify(each) !== JSON.stringify(defaults[name])
    );
  if (said.length === 0) return { records: [], errors: [] };
  const record = newRecord(line, "profile", null, Object.fromEntries(said));
  return { records: [record], errors: [] };
}

/** Members of a reminder in a document that a client cannot write. */
function reminderDetails(
  { completed, completedAt, nextId, createdAt, updatedAt }: Item,
  dropped: Dropped,
): { value: { completedAt?: string }; refs: ImportRefs } {
  const at = typeof completedAt === "string" ? toInstant(completedAt) : null;
  if (completed === true && completedAt != null && at === null) {
    dropped.add("reminders.completedAt", "Must be an RFC 3339 instant.");
  }
  const isId = typeof nextId === "string" && uuidPattern.test(nextId);
  if (nextId != null && !isId) dropped.add("reminders.nextId", "Must be a UUID.");
  const isUnchanged = typeof createdAt === "string" && createdAt === updatedAt;
  return {
    value: completed === true && at !== null ? { completedAt: at } : {},
    refs: {
      ...(isId ? { nextUid: nextId.toLowerCase() } : {}),
      ...(isUnchanged ? { isUnchanged } : {}),
    },
  };
}

/** Removes the `nextId` with which a series of reminders would lead back to itself. */
function dropCircles(records: ImportRecord[], dropped: Dropped): void {
  const byUid = new Map<string, ImportRecord>();
  for (const record of records) {
    if (record.resource === "reminder" && record.uid !== null && !byUid.has(record.uid)) {
      byUid.set(record.uid, record);
    }
  }
  const seen = new Set<ImportRecord>();
  for (const first of byUid.values()) {
    const way = new Set<ImportRecord>();
    let at: ImportRecord | undefined = first;
    while (at && !seen.has(at)) {
      seen.add(at);
      way.add(at);
      at = byUid.get(at.refs?.nextUid ?? "");
    }
    if (!at || !way.has(at)) continue;
    for (const record of [...way].slice([...way].indexOf(at))) {
      delete record.refs!.nextUid;
      dropped.add("reminders.nextId", "Comes after itself.");
    }
  }
}
