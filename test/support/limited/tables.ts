import type { Json } from "../client.ts";
import type { Half, Place } from "./fixture.ts";
import { type Limits, mayDo } from "./claims.ts";

/** What a key with limits may do with a table; the whole of what the matrix expects is derived from this. */
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
  /** Where a row of the account is. */
  placeOf(row: Json, half: Half): Place;
}

const everywhere = (): Place => "everywhere";
const byId = (column: string) => (row: Json, half: Half): Place =>
  row[column] === null ? "nobody" : placeOfId(half, row[column]);

function placeOfId(half: Half, id: string): Place {
  const place = half.places.get(id);
  if (place === undefined) throw new Error(`Where is ${id}?`);
  return place;
}

/** What is about several contacts is where the one is that is furthest away. */
const byContacts = (row: Json, half: Half): Place => {
  const found = row.contact_ids.map((id: string) => placeOfId(half, id));
  if (found.length === 0 || found.includes("nobody")) return "nobody";
  return found.includes("outside") ? "outside" : "inside";
};

const importing = ["networks:write", "notes:write"];

/** Every table that `authenticated` has rights on. */
export const reaches: Record<string, Reach> = {
  "kith.networks": {
    read: ["networks:read"],
    write: "networks:write",
    allNetworks: "to write",
    text: "name",
    placeOf: byId("id"),
  },
  "kith.contacts": {
    read: ["contacts:read"],
    write: "contacts:write",
    allNetworks: "to make",
    text: "nickname",
    placeOf: byId("id"),
  },
  "kith.contact_networks": {
    read: ["contacts:read", "networks:read", "notes:read", "reminders:read"],
    write: "contacts:write",
    allNetworks: "to write",
    placeOf: byId("network_id"),
  },
  "kith.notes": {
    read: ["notes:read"],
    write: "notes:write",
    text: "content",
    placeOf: byContacts,
  },
  "kith.note_contacts": { read: ["notes:read"], placeOf: byId("note_id") },
  "kith.note_types": {
    read: ["notes:read"],
    write: "notes:write",
    allNetworks: "to write",
    text: "name",
    placeOf: everywhere,
  },
  "kith.reminders": {
    read: ["reminders:read"],
    write: "reminders:write",
    text: "title",
    placeOf: byContacts,
  },
  "kith.reminder_contacts": { read: ["reminders:read"], placeOf: byId("reminder_id") },
  "kith.profiles": {
    read: ["profile:read"],
    write: "profile:write",
    text: "name",
    placeOf: everywhere,
  },
  "kith_private.dismissed_duplicates": {
    read: ["contacts:read"],
    write: "contacts:write",
    placeOf: (row, half) =>
      [row.contact_id, row.other_contact_id].every((id) => placeOfId(half, id) === "inside")
        ? "inside"
        : "outside",
  },
  "kith_private.imports": {
    read: ["contacts:write"],
    write: "contacts:write",
    besides: importing,
    allNetworks: "to write",
    text: "applied_activity_id",
    placeOf: () => "nobody",
  },
  "kith_private.import_rows": {
    read: ["contacts:write"],
    write: "contacts:write",
    besides: importing,
    allNetworks: "to write",
    text: "problem",
    placeOf: () => "nobody",
  },
  "kith_private.api_keys": { read: null, text: "name", placeOf: everywhere },
  "kith_private.calendars": {
    read: null,
    text: "created_at",
    newValue: "now()",
    placeOf: everywhere,
  },
  "kith_private.changes": { read: ["activity:read"], placeOf: placeOfChange },
  "kith_private.change_sets": { read: ["activity:read"], placeOf: everywhere },
  "kith_private.change_logs": { read: ["activity:read"], placeOf: everywhere },
  "storage.objects": { read: null, placeOf: everywhere },
};

/** What reading a change needs besides. */
const changeScopes: Record<string, string> = {
  contact: "contacts:read",
  membership: "contacts:read",
  network: "networks:read",
  note: "notes:read",
  note_type: "notes:read",
  reminder: "reminders:read",
  profile: "profile:read",
};

function placeOfChange(change: Json, half: Half): Place {
  if (["note_type", "profile"].includes(change.resource)) return "everywhere";
  return placeOfId(half, change.network_id ?? change.resource_id);
}

/** One row, with what identifies it. `changes` are those of a change set that are shown. */
export interface Row {
  table: string;
  key: Json;
  place: Place;
  /** The ids and texts in it, by which it is recognised. */
  mentions?: string[];
  resource?: string;
  changes?: Row[];
}

const isReached = (place: Place, { networkIds }: Limits, half: Half): boolean =>
  place === "everywhere" || networkIds === null ||
  (place === "inside" && networkIds.includes(half.networks.inside));

/** Whether the limits allow to read a row. */
export function isReadable(row: Row, limits: Limits, half: Half): boolean {
  const { read, besides = [] } = reaches[row.table]!;
  const noLimits = limits.scopes === null && limits.networkIds === null;
  if (read === null) return noLimits;
  if (!read.some((scope) => mayDo(limits, scope))) return false;
  if (!besides.every((scope) => mayDo(limits, scope))) return false;
  if (row.changes) return row.changes.some((change) => isReadable(change, limits, half));
  if (row.resource && !mayDo(limits, changeScopes[row.resource]!)) return false;
  return isReached(row.place, limits, half);
}

/** Whether the limits allow to write a row that is, or comes to be, in this place. */
export function isWritable(
  table: string,
  place: Place,
  limits: Limits,
  half: Half,
  makes = false,
): boolean {
  const { read, write, besides = [], allNetworks } = reaches[table]!;
  if (read === null) return limits.scopes === null && limits.networkIds === null;
  if (write === undefined || !mayDo(limits, write)) return false;
  if (!besides.every((scope) => mayDo(limits, scope))) return false;
  const needsAll = allNetworks === "to write" || (allNetworks === "to make" && makes);
  return needsAll ? limits.networkIds === null : isReached(place, limits, half);
}
