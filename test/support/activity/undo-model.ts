import { isDeepStrictEqual } from "node:util";
import type { Json } from "../client.ts";
import { type RowChange, rowsOf, type Snapshot } from "./snapshot.ts";

/** Columns that follow from others. */
const derived = new Set([
  "display_name",
  "last_noted_at",
  "last_contacted_at",
  "next_contact_on_utc",
  "birthday_month",
  "search_text",
  "long_search_text",
]);

const tables: Record<string, string> = {
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
const memberOf = (column: string) =>
  members[column] ?? column.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

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

const equal = isDeepStrictEqual;

/** Whatever undoing did that is not allowed. */
export function faultsOf(all: Undoing): string[] {
  const undoing = { ...all, changes: all.changes.filter((change) => !isDerived(change)) };
  return [
    ...rowFaults(undoing),
    ...conflictFaults(undoing),
    ...untouchedFaults(undoing),
    ...derivedFaults(undoing.after),
  ];
}

function parsed(state: Snapshot, key: string): Json | undefined {
  const row = state.get(key);
  return row === undefined ? undefined : JSON.parse(row);
}

/** The conflicts that name a row, or a column of it. */
function conflictsOf({ conflicts }: Undoing, key: string): Json[] {
  return conflicts.filter(({ resource, id }) =>
    resource === "membership"
      ? key.startsWith(`contact_networks/${id}/`)
      : key === `${tables[resource]}/${id}`
  );
}

/** A conflict of a membership names its contact only: of several, it is about one that has not gone back. */
function isBesideAnother({ changes, after }: Undoing, { key, was }: RowChange): boolean {
  const contact = /^contact_networks\/[^/]+\//.exec(key)?.[0];
  const hasGoneBack = (change: RowChange) => after.has(change.key) === (change.was !== undefined);
  return contact !== undefined && after.has(key) === (was !== undefined) &&
    changes.some((other) => other.key.startsWith(contact) && !hasGoneBack(other));
}

const own = (row: Json) =>
  Object.keys(row).filter((name) => !derived.has(name) && name !== "updated_at");
const alike = (one: Json, other: Json) => own(one).every((name) => equal(one[name], other[name]));

const isDerived = ({ was, became }: RowChange) =>
  was && became && alike(was, became) && was.updated_at === became.updated_at;

/** Each row that the change set had changed is what it was, or a conflict is named. */
function rowFaults(undoing: Undoing): string[] {
  return undoing.changes.flatMap((change) => {
    const now = parsed(undoing.before, change.key);
    const then = parsed(undoing.after, change.key);
    const named = isBesideAnother(undoing, change) ? [] : conflictsOf(undoing, change.key);
    const fault = change.was === undefined
      // Of a row that was made and changed in one change set and is gone, undoing the change is a conflict.
      ? createdFault(
        now,
        then,
        undoing.changedOnce ? named : named.filter(({ reason }) => reason !== "deleted"),
      )
      : change.became === undefined
      ? deletedFault(change.was, now, then, named)
      : updatedFault(undoing, change, now, then, named);
    return fault
      ? [
        `${change.key}: ${fault}\n  was ${JSON.stringify(change.was)}\n  became ${
          JSON.stringify(change.became)
        }\n  before undoing ${JSON.stringify(now)}\n  after ${JSON.stringify(then)}\n  conflicts ${
          JSON.stringify(named)
        }`,
      ]
      : [];
  });
}

function createdFault(now: Json, then: Json, named: Json[]): string | undefined {
  if (then === undefined) {
    return named.some(({ reason }) => reason !== "in_use")
      ? "gone in spite of a conflict"
      : undefined;
  }
  if (now === undefined) return "it came to be";
  if (!alike(now, then)) return "changed instead of deleted";
  return named.length === 0 ? "it is there, and no conflict says why" : undefined;
}

function deletedFault(was: Json, now: Json, then: Json, named: Json[]): string | undefined {
  if (now !== undefined) {
    if (then === undefined || !alike(now, then)) return "it was there, and was changed";
    return alike(was, now) || named.length > 0
      ? undefined
      : "it is another one, and no conflict says so";
  }
  if (then === undefined) {
    return named.length > 0 ? undefined : "it did not come back, and no conflict says why";
  }
  if (named.length > 0) return "it came back in spite of a conflict";
  if (!alike(was, then)) return "it came back different";
  return was.updated_at === then.updated_at ? undefined : "its updated_at is another one";
}

function updatedFault(
  undoing: Undoing,
  { was, became }: RowChange,
  now: Json,
  then: Json,
  named: Json[],
): string | undefined {
  if (now === undefined) {
    if (then !== undefined) return "it came to be";
    return named.some(({ reason }) => reason === "deleted")
      ? undefined
      : "it does not exist, and no conflict says so";
  }
  if (then === undefined) return "it was deleted";
  for (const name of own(was)) {
    const conflict = named.find(({ field }) => field === memberOf(name));
    const stays = equal(then[name], now[name]);
    const back = equal(then[name], was[name]);
    // A reminder that is not completed has no completed_at, and one that is has one, whatever the conflicts.
    if (name === "completed_at" && (then.completed === (then.completed_at !== null))) continue;
    if (equal(was[name], became[name]) && undoing.changedOnce) {
      if (!stays) return `${name} was not changed, and is another one now`;
    } else if (!undoing.changedOnce) {
      if (!back && !(stays && (conflict || equal(was[name], became[name])))) {
        return `${name} is neither`;
      }
    } else if (equal(now[name], was[name])) {
      if (!stays || conflict) return `${name} had gone back already`;
    } else if (!equal(now[name], became[name])) {
      if (!stays || conflict?.reason !== "changed") return `${name} was changed since`;
    } else if (conflict ? !stays || conflict.reason === "changed" : !back) {
      return `${name} has not gone back`;
    }
  }
  if (
    alike(now, then) && named.length === 0 && now.updated_at === became.updated_at &&
    then.updated_at !== was.updated_at
  ) {
    return "updated_at has not gone back";
  }
  if (!alike(now, then) && "updated_at" in now) {
    const isExact = now.updated_at === became.updated_at && named.length === 0;
    if (
      isExact
        ? then.updated_at !== was.updated_at
        : then.updated_at <= now.updated_at && then.updated_at !== was.updated_at
    ) {
      return "updated_at is neither what it was nor new";
    }
  }
  return undefined;
}

/** Each conflict is about a row of the change set, and its reason is true. */
function conflictFaults(undoing: Undoing): string[] {
  const { changes, conflicts, before, after } = undoing;
  return conflicts.filter((conflict) => {
    const { resource, id, field, reason } = conflict;
    const rows = changes.filter(({ key }) =>
      conflictsOf({ ...undoing, conflicts: [conflict] }, key).length > 0
    );
    return !rows.some(({ key, was, became }) => {
      const now = parsed(before, key);
      switch (reason) {
        case "changed": {
          const column = own(now ?? {}).find((name) => memberOf(name) === field);
          return column !== undefined && (!undoing.changedOnce ||
            !equal(now[column], was === undefined ? became[column] : became?.[column]));
        }
        case "deleted":
          return now === undefined;
        case "exists":
          return now !== undefined;
        case "in_use":
          return references(after, id).includes(field) || references(before, id).includes(field);
        case "name_taken":
          return [before, after].some((state) =>
            rowsOf(state, tables[resource]!)
              .some((row) => row.id !== id && sameName(row.name, was.name))
          );
        case "missing_reference": {
          const column = Object.keys(was).find((name) => memberOf(name) === field)!;
          const table =
            { contact_id: "contacts", network_id: "networks", note_type_id: "note_types" }[column];
          return ![...after.keys()].includes(`${table}/${was[column]}`);
        }
        default:
          return false;
      }
    });
  }).map((conflict) => `this conflict is not one: ${JSON.stringify(conflict)}`);
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The members that refer to a contact, network or note type. */
function references(state: Snapshot, id: string): string[] {
  const found: string[] = [];
  for (const [key, text] of state) {
    const row = JSON.parse(text);
    if (key.startsWith("notes/") && [row.contact_id, row.note_type_id].includes(id)) {
      found.push("notes");
    }
    if (key.startsWith("reminders/") && row.contact_id === id) found.push("reminders");
    if (key.startsWith("contact_networks/") && row.contact_id === id) found.push("networks");
    if (key.startsWith("contact_networks/") && row.network_id === id) found.push("contacts");
  }
  return found;
}

/** Nothing else is another one, what is derived aside. */
function untouchedFaults({ before, after, changes }: Undoing): string[] {
  const touched = new Set(changes.map(({ key }) => key));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !touched.has(key) && before.get(key) !== after.get(key))
    .filter((key) => {
      const [one, other] = [parsed(before, key), parsed(after, key)];
      return !one || !other || !alike(one, other) || one.updated_at !== other.updated_at;
    })
    .map((key) => `${key} has nothing to do with it:\n  ${before.get(key)}\n  ${after.get(key)}`);
}

/** What is derived fits the rest. */
function derivedFaults(state: Snapshot): string[] {
  const silent = new Set(
    rowsOf(state, "note_types").filter((type) => !type.counts_as_contact).map(({ id }) => id),
  );
  const notes = rowsOf(state, "notes").filter((note) => !silent.has(note.note_type_id));
  const later = (one: string | null, other: string | null) =>
    one === null || other === null
      ? one ?? other
      : Date.parse(one) > Date.parse(other)
      ? one
      : other;
  const contacts = rowsOf(state, "contacts").filter((contact) => {
    const noted = notes.filter((note) => note.contact_id === contact.id)
      .reduce<string | null>((last, note) => later(last, note.occurred_at), null);
    return contact.last_noted_at !== noted ||
      contact.last_contacted_at !== later(noted, contact.last_contacted_by_hand);
  });
  const reminders = rowsOf(state, "reminders")
    .filter(({ completed, completed_at }) => completed !== (completed_at !== null));
  return [...contacts, ...reminders].map((row) => `does not fit the rest: ${JSON.stringify(row)}`);
}
