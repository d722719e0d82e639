import { isDeepStrictEqual } from "node:util";
import type { Json } from "../client.ts";
import type { RowChange, Snapshot } from "./snapshot.ts";

/** Columns that follow from others. */
const derived = new Set([
  "display_name",
  "last_noted_at",
  "last_contacted_at",
  "next_contact_on_utc",
  "birthday_month",
  "search_text",
  "long_search_text",
  "folded_content",
]);

export const tables: Record<string, string> = {
  contact: "contacts",
  network: "networks",
  membership: "contact_networks",
  note: "notes",
  note_type: "note_types",
  reminder: "reminders",
  profile: "profiles",
};
const members: Record<string, string> = {
  photo_path: "hasPhoto",
  last_contacted_by_hand: "lastContactedAt",
};
export const memberOf = (column: string) =>
  members[column] ?? column.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** A note or reminder names its first contact twice; of a membership contact_id is a part of its key. */
const isDerivedColumn = (row: Json, name: string) =>
  derived.has(name) || name === "contact_id" && "contact_ids" in row;

/** What undoing has to be held to. */
export interface Undoing {
  /** The rows before it and after it. */
  before: Snapshot;
  after: Snapshot;
  /** What the change set that is undone had changed. */
  changes: RowChange[];
  conflicts: Json[];
  /** Whether no row was changed twice in the change set. */
  changedOnce: boolean;
}

export const equal = isDeepStrictEqual;

/** A row of a snapshot; undefined where there is none. */
export function parsed(state: Snapshot, key: string): Json | undefined {
  const row = state.get(key);
  return row === undefined ? undefined : JSON.parse(row);
}

/** The columns of a row that clients write. */
export const own = (row: Json) =>
  Object.keys(row).filter((name) => !isDerivedColumn(row, name) && name !== "updated_at");
/** Whether clients wrote the same. */
export const alike = (one: Json, other: Json) =>
  own(one).every((name) => equal(one[name], other[name]));
