import type { Json } from "../client.ts";
import { type RowChange, rowsOf, type Snapshot } from "./snapshot.ts";
import { equal, memberOf, own, parsed, tables, type Undoing } from "./undo-state.ts";

/** The conflicts that name a row, or a column of it. */
export function conflictsOf({ conflicts }: Undoing, key: string): Json[] {
  return conflicts.filter(({ resource, id }) =>
    resource === "membership"
      ? key.startsWith(`contact_networks/${id}/`)
      : key === `${tables[resource]}/${id}`
  );
}

/** A conflict of a membership names its contact only: of several, it is about one that has not gone back. */
export function isBesideAnother({ changes, after }: Undoing, change: RowChange): boolean {
  const contact = /^contact_networks\/[^/]+\//.exec(change.key)?.[0];
  // One that was ended, and made again by somebody else, is there and has not gone back.
  const hasGoneBack = ({ key, was }: RowChange) => equal(parsed(after, key), was);
  return contact !== undefined && hasGoneBack(change) &&
    changes.some((other) => other.key.startsWith(contact) && !hasGoneBack(other));
}

/** Each conflict is about a row of the change set, and its reason is true. */
export function conflictFaults(undoing: Undoing): string[] {
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
          const columns = own(now ?? {});
          // A membership has no field to name: it is another one where it was ended and made again.
          const column = resource === "membership" && field === null
            ? columns.find((name) => name === "created_at")
            : columns.find((name) => memberOf(name) === field);
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
          if (field === "contactIds") {
            return was.contact_ids.some((id: string) =>
              ![...after.keys()].includes(`contacts/${id}`)
            );
          }
          const column = Object.keys(was).find((name) => memberOf(name) === field)!;
          const table = {
            contact_id: "contacts",
            network_id: "networks",
            note_type_id: "note_types",
            next_id: "reminders",
          }[column];
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
    if (key.startsWith("notes/") && [...row.contact_ids, row.note_type_id].includes(id)) {
      found.push("notes");
    }
    if (key.startsWith("reminders/") && row.contact_ids.includes(id)) found.push("reminders");
    if (key.startsWith("contact_networks/") && row.contact_id === id) found.push("networks");
    if (key.startsWith("contact_networks/") && row.network_id === id) found.push("contacts");
  }
  return found;
}
