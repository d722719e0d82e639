import type { Kind } from "../../../functions/kith/kinds/kinds.ts";
import type { Credential } from "../handle.ts";
import type { Json } from "../client.ts";
import { textsOf } from "../plain-resources.ts";
import { superuser } from "../sql.ts";
import type { Limits } from "./callers.ts";

/** Where a row is, for a key that is limited to the network `inside`; everywhere where it concerns all networks. */
export type Place = "everywhere" | "inside" | "outside";

/** One account with something in every place. */
export interface Content {
  account: string;
  /** An API key that is limited to the network inside. */
  key: Credential;
  /** One without limits. */
  actor: { id: string; credential: Credential };
  /** Ids by what they are: networks, contacts. */
  networks: Record<"inside" | "outside", string>;
  contacts: Record<"inside" | "outside" | "nobody", string>;
  /** Two more contacts inside, of the same name. */
  alike: [string, string];
  /** An import that was not applied. */
  import: string;
  calendar: string;
  /** A path that a photo of the contact outside may be uploaded to. */
  upload: string;
  /** The path that is reserved for that photo. */
  photo: string;
  /** The path that a photo of its card is being stored at. */
  cardPhoto: string;
  rows: Row[];
}

/** One row, with what identifies it. */
export interface Row {
  table: string;
  key: Json;
  place: Place;
  /** The ids and texts in it, by which it is recognised. */
  mentions: string[];
  columns: Json;
}

/** What a key with limits may do with a table; what statements have to do is derived from this. */
export interface Reach {
  /** Reading needs one of these scopes; null where no scope is enough. */
  read: string[] | null;
  /** Writing needs this scope. */
  write?: string;
  /** Reading and writing need all of these besides. */
  besides?: string[];
  /** Whether writing, or only making a row, also needs a key that is not limited to networks. */
  allNetworks?: "to write" | "to make";
  /** A column of text for the updates, or another one with its new value. */
  text?: string;
  newValue?: string;
}

/** Reading needs the scope to read the area, and writing the one to write it. */
const of = (area: string, more: Partial<Reach> = {}): Reach => ({
  read: [`${area}:read`],
  write: `${area}:write`,
  ...more,
});
const readOnly = (area: string): Reach => ({ read: [`${area}:read`] });
const importing = (text: string): Reach => ({
  read: ["contacts:write"],
  write: "contacts:write",
  besides: ["networks:write", "notes:write"],
  allNetworks: "to write",
  text,
});
const forNoKey: Reach = { read: null };

/** Every table that `authenticated` has rights on. */
export const reaches: Record<string, Reach> = {
  "kith.networks": of("networks", { allNetworks: "to write", text: "name" }),
  "kith.contacts": of("contacts", { allNetworks: "to make", text: "nickname" }),
  "kith.contact_networks": of("contacts", {
    read: ["contacts:read", "networks:read", "notes:read", "reminders:read"],
    allNetworks: "to write",
  }),
  "kith.relationships": of("contacts", { text: "note" }),
  "kith.notes": of("notes", { text: "content" }),
  "kith.note_contacts": readOnly("notes"),
  "kith.fields": of("contacts", { allNetworks: "to write", text: "name" }),
  "kith.note_types": of("notes", { allNetworks: "to write", text: "name" }),
  "kith.reminders": of("reminders", { text: "title" }),
  "kith.reminder_contacts": readOnly("reminders"),
  "kith.profiles": of("profile", { text: "name" }),
  "kith_private.dismissed_duplicates": of("contacts"),
  "kith_private.imports": importing("applied_activity_id"),
  "kith_private.import_rows": importing("problem"),
  "kith_private.api_keys": { ...forNoKey, text: "name" },
  "kith_private.calendars": { ...forNoKey, text: "created_at", newValue: "now()" },
  "kith_private.inboxes": { ...forNoKey, text: "created_at", newValue: "now()" },
  "kith_private.read_calendars": { ...forNoKey, text: "name" },
  "kith_private.meetings": { ...forNoKey, text: "title" },
  "kith_private.channels": { ...forNoKey, text: "name" },
  "kith_private.outbox": forNoKey,
  "kith_private.webhooks": { ...forNoKey, text: "name" },
  "kith_private.card_photos": readOnly("contacts"),
  "kith_private.changes": readOnly("activity"),
  "kith_private.change_sets": readOnly("activity"),
  "kith_private.change_logs": readOnly("activity"),
  "storage.objects": forNoKey,
};

/** The areas of changes that are not called as the area is. */
const areas: Record<string, string> = {
  membership: "contacts",
  field: "contacts",
  note_type: "notes",
  profile: "profile",
  relationship: "contacts",
};

/** Those of resources that have no code of their own; where they are readable is what their declaration says. */
const declared = await superuser()<
  { name: string; source: string; scope: string; seen_by: string }[]
>`
  select name, source, scope, seen_by from kith_private.resources()`;
/** The tables whose rows are about a contact. */
export const aboutContacts = declared.filter(({ seen_by }) => seen_by === "contacts")
  .map(({ source }) => source);
for (const { name, source, scope, seen_by } of declared) {
  if (source in reaches) continue;
  const text = textsOf(name as Kind)[0]!;
  reaches[source] = of(
    scope,
    seen_by === "contacts" ? { text } : { allNetworks: "to write", text },
  );
  areas[name] = scope;
}

const hasNone = ({ scopes, networkIds }: Limits) => scopes === null && networkIds === null;

/** Whether a scope is among the limits. */
const mayDo = ({ scopes }: Limits, scope: string): boolean =>
  scopes === null || scopes.includes(scope);

const isReached = (place: Place, { networkIds }: Limits, content: Content): boolean =>
  place === "everywhere" || networkIds === null ||
  (place === "inside" && networkIds.includes(content.networks.inside));

/** Whether the limits allow to read a row. */
export function isReadable(row: Row, limits: Limits, content: Content): boolean {
  const { read, besides = [] } = reaches[row.table]!;
  if (read === null) return hasNone(limits);
  if (!read.some((scope) => mayDo(limits, scope))) return false;
  if (!besides.every((scope) => mayDo(limits, scope))) return false;
  if (row.table === "kith_private.change_sets") {
    return content.rows.some((change) =>
      change.table === "kith_private.changes" && change.columns.is_shown &&
      change.columns.set_number === row.columns.number && isReadable(change, limits, content)
    );
  }
  if (row.table === "kith_private.changes") {
    const { resource } = row.columns;
    if (!mayDo(limits, `${areas[resource] ?? `${resource}s`}:read`)) return false;
  }
  return isReached(row.place, limits, content);
}

/** Whether the limits allow to write a row that is, or comes to be, in this place. */
export function isWritable(
  table: string,
  place: Place,
  limits: Limits,
  content: Content,
  makes = false,
): boolean {
  const { read, write, besides = [], allNetworks } = reaches[table]!;
  if (read === null) return hasNone(limits);
  if (write === undefined || !mayDo(limits, write)) return false;
  if (!besides.every((scope) => mayDo(limits, scope))) return false;
  const needsAll = allNetworks === "to write" || (allNetworks === "to make" && makes);
  return needsAll ? limits.networkIds === null : isReached(place, limits, content);
}
