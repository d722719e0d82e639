import { faultsOfContacts } from "./contacts-model.ts";
import { furtherContacts, type RowChange, rowsOf, type Snapshot } from "./snapshot.ts";
import { conflictFaults } from "./undo-conflicts.ts";
import { rowFaults } from "./undo-rows.ts";
import { alike, parsed, type Undoing } from "./undo-state.ts";

/** Whatever undoing did that is not allowed. */
export function faultsOf(all: Undoing): string[] {
  const undoing = { ...all, changes: all.changes.filter((change) => !isDerived(change)) };
  const { before, after } = all;
  return [
    ...rowFaults(undoing),
    ...conflictFaults(undoing),
    ...untouchedFaults(undoing),
    ...derivedFaults(after),
    ...faultsOfContacts(before, after),
  ];
}

const isDerived = ({ key, was, became }: RowChange) =>
  key.split("/")[0]! in furtherContacts ||
  was && became && alike(was, became) && was.updated_at === became.updated_at;

/** Nothing else is another one, what is derived aside. */
function untouchedFaults({ before, after, changes }: Undoing): string[] {
  const touched = new Set(changes.map(({ key }) => key));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !(key.split("/")[0]! in furtherContacts))
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
    const noted = notes.filter((note) => note.contact_ids.includes(contact.id))
      .reduce<string | null>((last, note) => later(last, note.occurred_at), null);
    return contact.last_noted_at !== noted ||
      contact.last_contacted_at !== later(noted, contact.last_contacted_by_hand);
  });
  const reminders = rowsOf(state, "reminders")
    .filter(({ completed, completed_at, recurrence, recurrence_start }) =>
      completed !== (completed_at !== null) || (recurrence === null) !== (recurrence_start === null)
    );
  return [...contacts, ...reminders].map((row) => `does not fit the rest: ${JSON.stringify(row)}`);
}
