/** Names of enums as components: generators make one type of each, in place of one for each member that has it. */
import { type Kind, kinds } from "../../functions/kith/kinds/kinds.ts";
import type { Json } from "./json-schema.ts";

/** By their values; those of orders by the first field. */
const names: Record<string, string> = {
  "true|false|any": "ArchivedFilter",
  "vcard|vcard3|csv|json|jscontact": "ExportFormat",
  "vcard|csv|json|ldif": "ImportFormat",
  "create|match|conflict|error": "ImportRowAction",
  "create|merge|skip": "ImportRowChoice",
  "merge|skip|create": "ImportMatchChoice",
  "target|duplicate": "MergeChoice",
  "create|update|delete": "ChangeAction",
  "all|close|none": "CalendarBirthdays",
  "email|webPush|ntfy": "ChannelKind",
  "digest|reminder": "ChannelEvent",
  "suggested|logged|dismissed": "MeetingState",
  "anniversary|nameDay|death|memorial|other": "DateKind",
  "done|failed": "ItemStatus",
  "body|query|path|header|resource": "ViolationPlace",
  "displayName order": "ContactOrder",
  "name order": "NameOrder",
  "occurredAt order": "NoteOrder",
  "dueAt order": "ReminderOrder",
};

/** Those of kinds of resources, which become more. */
const nameOfKinds = (values: string[]) =>
  values.includes("membership")
    ? "LoggedResource"
    : values.includes("profile")
    ? "ImportRowResource"
    : "TrashedResource";

const nameOf = (values: string[]) => {
  if (values.every((value) => kinds.includes(value as Kind))) return nameOfKinds(values);
  const [first] = values as [string, ...string[]];
  const isOrder = values[1] === `-${first}`;
  const name = names[isOrder ? `${first} order` : values.join("|")];
  if (name === undefined && isOrder) return `${first[0]!.toUpperCase()}${first.slice(1)}Order`;
  if (name === undefined) {
    throw new Error(`Give the enum ${values.join("|")} a name in tools/api-document/enums.ts.`);
  }
  return name;
};

/** A part of the document with references in the place of enums, which are added to the schemas. */
export function withNamedEnums(part: Json, schemas: Record<string, Json>): Json {
  if (Array.isArray(part)) return part.map((each) => withNamedEnums(each, schemas));
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part.enum) && part["x-enum-varnames"]) {
    const { type, enum: values, "x-enum-varnames": constants, ...rest } = part;
    const name = nameOf(values);
    schemas[name] = { type, enum: values, "x-enum-varnames": constants };
    return { $ref: `#/components/schemas/${name}`, ...rest };
  }
  const named: Record<string, Json> = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withNamedEnums(value, schemas)]),
  );
  // Nothing stands beside the reference of a parameter: the generator for Rust would misread it (`models::models::…`).
  if (typeof named["name"] === "string" && named["schema"]?.$ref) {
    const { $ref, "x-default-order": order } = named["schema"];
    return { ...named, schema: { $ref }, ...(order && { "x-default-order": order }) };
  }
  return named;
}
