import { problems, type Violation } from "../../core/problems.ts";
import { validateBody } from "../../core/validate.ts";
import { documentKinds, listOf, loadSchemas } from "../../kinds/kinds.ts";
import { networkCreate } from "../../networks/schema.ts";
import { isTooLate } from "./birthday.ts";
import { Dropped } from "./dropped.ts";
import { isObject, type Item, toUidOf } from "./json-items.ts";
import { readProfile } from "./json-profile.ts";
import { dropCircles, reminderDetails } from "./json-reminders.ts";
import { type ImportRecord, type ImportRefs, type ParsedFile, recordLimit } from "./types.ts";

/** The lists of a document, in the order in which their items can be written. */
const lists = await Promise.all(documentKinds.map(async (resource) => ({
  list: listOf(resource),
  resource,
  ...await loadSchemas(resource),
})));

/** Members that refer to other items; their ids are those of the exporting account. */
const references = ["networkIds", "contactId", "contactIds", "noteTypeId"];

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
  };
  const names = networkNames(document as Item);
  for (const member of Object.keys(document as Item)) {
    if (!known.includes(member)) dropped.add(member);
  }
  for (const kind of lists) {
    ((document as Item)[kind.list] as unknown[] | undefined ?? []).forEach((item, index) => {
      const line = lines.get(kind.list)?.[index] ?? 1;
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
  const isRead = (name: string) => Object.hasOwn(create.shape, name) && name !== "photoUrl";
  for (const [name, value] of members) {
    const isLost = value !== null && name === "photoUrl";
    if (isLost || (!isRead(name) && !Object.hasOwn(shown.shape, name))) {
      dropped.add(`${list}.${name}`);
    }
  }
  const readable = Object.fromEntries(members.filter(([name]) => isRead(name)));
  const { value, violations } = validateBody(create, [], isObject(item) ? readable : item);
  const checked = Object.entries((value ?? {}) as Item);
  const { occurredAt } = readable;
  if (violations.length === 0 && typeof occurredAt === "string" && isTooLate(occurredAt)) {
    violations.push(wrong("/occurredAt", "too_big", "Must be at most a day in the future."));
  }
  const more = resource === "reminder" && violations.length === 0
    ? reminderDetails(item as Item, dropped)
    : { value: {}, refs: {} };
  const refs = { ...refsOf(Object.fromEntries(checked)), ...more.refs };
  return {
    violations,
    record: {
      line,
      resource,
      uid: toUidOf(isObject(item) ? item["id"] : null),
      value: {
        ...Object.fromEntries(checked.filter(([name]) => !references.includes(name))),
        ...more.value,
      },
      networks: (refs.networkUids ?? []).flatMap((uid) => names.get(uid) ?? []),
      notes: [],
      photo: null,
      ...(Object.keys(refs).length > 0 ? { refs } : {}),
    },
  };
}

/** What a valid item refers to. */
function refsOf(value: Item): ImportRefs {
  const { networkIds, contactId, contactIds, noteTypeId } = value as {
    networkIds?: string[];
    contactId?: string | null;
    contactIds?: string[];
    noteTypeId?: string | null;
  };
  const contactUids = contactIds ?? (contactId ? [contactId] : undefined);
  return {
    ...(networkIds ? { networkUids: networkIds } : {}),
    ...(contactUids ? { contactUids } : {}),
    ...(noteTypeId === undefined ? {} : { noteTypeUid: noteTypeId }),
  };
}
