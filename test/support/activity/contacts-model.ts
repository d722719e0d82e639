import { isDeepStrictEqual } from "node:util";
import type { Json } from "../client.ts";
import { rowsOf, type Snapshot } from "./snapshot.ts";

/** Where what follows from `contact_ids` does not fit it: the first contact, the table of the others, and who exists. */
export function faultsOfContacts(...states: Snapshot[]): string[] {
  return states.flatMap((state) => [
    ...faultsOf(state, "notes", "note_contacts", "note_id"),
    ...faultsOf(state, "reminders", "reminder_contacts", "reminder_id"),
  ]);
}

function faultsOf(state: Snapshot, table: string, further: string, key: string): string[] {
  const links = rowsOf(state, further);
  const rows = rowsOf(state, table);
  const wrong = rows.filter((row) => {
    const { contact_id, contact_ids, occurred_at } = row;
    const own = links.filter((link) => link[key] === row.id).sort((a, b) => a.place - b.place);
    const expected = contact_ids.slice(1).map((id: string, index: number) => [id, index + 2]);
    return contact_id !== (contact_ids[0] ?? null) ||
      new Set(contact_ids).size !== contact_ids.length ||
      contact_ids.some((id: string) => !state.has(`contacts/${id}`)) ||
      !isDeepStrictEqual(own.map(({ contact_id, place }) => [contact_id, place]), expected) ||
      own.some((link: Json) => "occurred_at" in link && link.occurred_at !== occurred_at);
  });
  const ids = new Set(rows.map(({ id }) => id));
  const lost = links.filter((link) => !ids.has(link[key]));
  return [...wrong, ...lost].map((row) => `its contacts do not fit: ${JSON.stringify(row)}`);
}
