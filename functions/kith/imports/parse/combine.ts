// Makes one contact of the rows of a file that are about the same person.
import { keptLimit, unitedLines } from "../../core/vcard-lines.ts";
import { textLabels } from "../../contacts/fields.ts";
import { type ImportRecord, listLimits, type ParsedFile } from "./types.ts";

/** Items of each list that a contact may have. */
const itemLimit = 20;

const labels: Record<string, string> = {
  ...textLabels(),
  birthday: "Birthday",
  contactFrequencyDays: "Contact frequency in days",
};

/**
 * Makes one contact of those in a file that have a common e-mail address, if their names are the same or one has none.
 * Contacts with two names stay apart, because people share addresses; so do those with different uids, and those that would
 * together have more than a contact may. A contact without a name whose addresses belong to several is left as it is. The first one
 * stays: lists are united, what it lacks is filled, and other values of single members become notes.
 */
export function combineSame(parsed: ParsedFile): ParsedFile {
  const all = parsed.records.filter(({ resource, refs }) =>
    resource === "contact" && refs === undefined
  );
  const gone = new Set<ImportRecord>();
  let photos = 0;
  for (const [first, ...others] of groupsOf(all)) {
    for (const other of others) {
      const hadPhotos = first!.photo !== null && other.photo !== null;
      if (!combine(first!, other)) continue;
      gone.add(other);
      if (hadPhotos) photos += 1;
    }
  }
  const dropped = [
    {
      property: "rows with the name and e-mail address of another one: made one",
      count: gone.size,
    },
    { property: "photo: a contact has one", count: photos },
  ].filter(({ count }) => count > 0);
  const records = parsed.records.filter((record) => !gone.has(record));
  return { ...parsed, records, dropped: [...dropped, ...parsed.dropped] };
}

interface Method {
  value: string;
  label: string | null;
}

const listOf = <Item = Method>(record: ImportRecord, name: string): Item[] =>
  (record.value[name] ?? []) as Item[];

const emailsOf = (record: ImportRecord): string[] =>
  listOf(record, "emails").map(({ value }) => value.toLowerCase());

/** The name as it is compared; empty where there is none but an address or number that stands for it. */
function nameOf(record: ImportRecord): string {
  const { firstName, middleName, lastName, company } = record.value as Record<
    string,
    string | null
  >;
  const person = [firstName, middleName, lastName].filter(Boolean).join(" ");
  const name = person || nicknameOf(record) || company || "";
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** The nickname that the file gives. */
function nicknameOf(record: ImportRecord): string | null {
  const { nickname } = record.value as { nickname?: string | null };
  const isMethod = ["emails", "phones", "urls"]
    .some((list) => listOf(record, list).some(({ value }) => value === nickname));
  return isMethod ? null : nickname ?? null;
}

/** Those that are the same, in the order of the file. */
function groupsOf(records: ImportRecord[]): ImportRecord[][] {
  const names = new Map(records.map((record) => [record, nameOf(record)]));
  const isNamed = (record: ImportRecord) => names.get(record) !== "";
  const groups = sharing(
    records.filter(isNamed),
    (record) => emailsOf(record).map((email) => `${names.get(record)}\0${email}`),
  );
  const owners = new Map<string, Set<ImportRecord[]>>();
  for (const group of groups) {
    for (const email of group.flatMap(emailsOf)) {
      owners.set(email, (owners.get(email) ?? new Set()).add(group));
    }
  }
  const nameless = sharing(records.filter((record) => !isNamed(record)), emailsOf);
  for (const group of nameless) {
    const emails = new Set(group.flatMap(emailsOf));
    const [owner, another] = new Set([...emails].flatMap((email) => [...owners.get(email) ?? []]));
    if (owner && !another) owner.push(...group);
    else groups.push(group);
  }
  const places = new Map(records.map((record, index) => [record, index]));
  return groups.map((group) => group.sort((one, other) => places.get(one)! - places.get(other)!));
}

/** Groups of those that have a common key, or have one with others of the group. Looks at each key of a record once. */
function sharing(
  records: ImportRecord[],
  keysOf: (record: ImportRecord) => string[],
): ImportRecord[][] {
  const byKey = new Map<string, ImportRecord[]>();
  for (const record of records) {
    for (const key of keysOf(record)) {
      const known = byKey.get(key);
      if (known) known.push(record);
      else byKey.set(key, [record]);
    }
  }
  const waiting = new Set(records);
  const groups: ImportRecord[][] = [];
  for (const first of records) {
    if (!waiting.delete(first)) continue;
    const group = [first];
    // It grows meanwhile.
    for (const record of group) {
      for (const key of keysOf(record)) {
        group.push(...byKey.get(key)!.filter((other) => waiting.delete(other)));
        byKey.set(key, []);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** Adds one record to another, if that loses nothing; whether it did. */
function combine(first: ImportRecord, other: ImportRecord): boolean {
  if (first.uid !== null && other.uid !== null && first.uid !== other.uid) return false;
  const value: Record<string, unknown> = { ...first.value };
  const texts: string[] = [];
  if (nicknameOf(first) === null) delete value["nickname"];
  for (const [name, given] of Object.entries(other.value)) {
    if (given === null || (name === "nickname" && nicknameOf(other) === null)) continue;
    if (Array.isArray(given)) {
      value[name] = united(listOf(first, name), given as Method[]);
      if ((value[name] as unknown[]).length > itemLimit) return false;
    } else if (value[name] === undefined || value[name] === null) {
      value[name] = given;
    } else if (name === "vcardLines") {
      const lines = unitedLines(value[name] as string, given as string);
      if (lines.length > keptLimit) return false;
      value[name] = lines;
    } else if (name === "lastContactedAt") {
      value[name] = [value[name] as string, given as string].sort().at(-1);
    } else if (typeof given === "boolean") {
      // One favourite is enough to be a favourite; one that is not archived is enough not to be archived.
      value[name] = name === "isFavorite" ? given || value[name] : given && value[name];
    } else if (value[name] !== given && !isName(name)) {
      texts.push(`${labels[name] ?? name}: ${given}`);
    }
  }
  if (other.value["isArchived"] === undefined) delete value["isArchived"];
  // Neither may have had a name.
  if (nameOf(first) === "" && nameOf(other) === "") value["nickname"] ??= first.value["nickname"];
  const known = new Set(first.notes.map(({ content }) => content));
  const added = [...other.notes, ...texts.map((content) => ({ content }))]
    .filter(({ content }) => !known.has(content));
  const networks = unitedNames(first.networks, other.networks);
  if (first.notes.length + added.length > listLimits.notes) return false;
  if (networks.length > listLimits.networks) return false;
  const related = [...first.relationships ?? [], ...other.relationships ?? []];
  if (related.length > listLimits.related) return false;
  if (related.length > 0) first.relationships = related;
  const ownNames = new Set(first.own?.map(({ name }) => name.toLowerCase()));
  const own = [
    ...first.own ?? [],
    ...(other.own ?? []).filter(({ name }) => !ownNames.has(name.toLowerCase())),
  ];
  if (own.length > 0) first.own = own;
  first.uid ??= other.uid;
  first.photo ??= other.photo;
  Object.assign(first, { value, networks, notes: [...first.notes, ...added] });
  return true;
}

/** Whether a member is a part of the names that were compared, and differs at most in how it is written. */
const isName = (name: string) => /^(first|middle|last)Name$/.test(name);

/** Items of both lists, each once; one without a label gets that of the other. */
function united(ours: Method[], theirs: Method[]): Method[] {
  const keyOf = (item: Method) => "value" in item ? item.value.toLowerCase() : JSON.stringify(item);
  const found = new Map(ours.map((item) => [keyOf(item), item]));
  for (const item of theirs) {
    const before = found.get(keyOf(item));
    if (before === undefined) found.set(keyOf(item), item);
    else if ("value" in before && before.label === null) {
      found.set(keyOf(item), { ...before, label: item.label });
    }
  }
  return [...found.values()];
}

function unitedNames(ours: string[], theirs: string[]): string[] {
  const known = new Set(ours.map((name) => name.toLowerCase()));
  return [...ours, ...theirs.filter((name) => !known.has(name.toLowerCase()))];
}
