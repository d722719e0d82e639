import { randomUUID } from "node:crypto";
import { type Account, expectStatus, makeKey, signUp } from "../accounts.ts";
import { as, type Json } from "../client.ts";
import type { Sql } from "../database.ts";

/** An account with one of everything that tools name by ids. */
export interface World {
  account: Account;
  key: string;
  ids: Ids;
}

/** What tools name by ids. */
export interface Ids {
  contact: string;
  other: string;
  network: string;
  note: string;
  reminder: string;
  activity: string;
  import: string;
}

export async function createWorld(): Promise<World> {
  const account = await signUp();
  const { key } = await makeKey(account);
  const api = as(key);
  const make = async (path: string, body: unknown) => expectStatus(await api.post(path, body), 201);
  const contact = await make("/contacts", { firstName: "Zoë", lastName: "Müller" });
  const other = await make("/contacts", { firstName: "Max", lastName: "Weber" });
  const network = await make("/networks", { name: "Climbing gym" });
  const note = await make("/notes", { content: "Talked about boats.", contactId: contact.id });
  const made = await api.post("/reminders", {
    title: "Call",
    contactId: contact.id,
    dueAt: "2030-01-01",
  });
  const document = { kith: 1, contacts: [{ firstName: "Imported" }] };
  const imported = await make("/imports", document);
  return {
    account,
    key,
    ids: {
      contact: contact.id,
      other: other.id,
      network: network.id,
      note: note.id,
      reminder: made.body.id,
      activity: made.headers.get("x-activity-id")!,
      import: imported.id,
    },
  };
}

/** Lets the limiter forget what the keys of the world have sent: each may send 120 requests a minute. */
export async function forget(sql: Sql, { account }: World): Promise<void> {
  await sql`delete from kith_private.api_key_requests
    where api_key_id in (select id from kith_private.api_keys where owner_id = ${account.id})`;
}

/** Ids that no account has. */
export function unknownIds(): Ids {
  const names = ["contact", "other", "network", "note", "reminder", "activity", "import"];
  return Object.fromEntries(names.map((name) => [name, randomUUID()])) as unknown as Ids;
}

/** Valid input for each tool. */
export const inputs: Record<string, (ids: Ids) => Json> = {
  search_contacts: ({ network }) => ({ search: "zoe", network }),
  get_contact: ({ contact }) => ({ contact }),
  save_contact: ({ contact }) => ({ contact, nickname: "Zo" }),
  change_contacts: ({ contact, network }) => ({ contacts: [contact], addToNetworks: [network] }),
  relate_people: ({ contact, other }) => ({ who: contact, of: other, kind: "sibling" }),
  set_photo: ({ contact }) => ({ contact, extension: "jpg" }),
  log_note: ({ contact }) => ({
    content: "Lunch.",
    people: [contact],
    reminder: { title: "Talk again", due: "P2W" },
  }),
  search_notes: ({ contact }) => ({ contact }),
  edit_note: ({ note }) => ({ noteId: note, content: "Talked about ships." }),
  list_note_types: () => ({}),
  list_due: () => ({ days: 7 }),
  search_reminders: ({ contact }) => ({ contact }),
  change_reminders: ({ reminder }) => ({ reminderIds: [reminder], moveBy: "P1W" }),
  set_reminder: ({ contact }) => ({ title: "Call", people: [contact], due: "P3W" }),
  list_networks: () => ({}),
  save_network: ({ network }) => ({ network, description: "Thursdays" }),
  find_duplicates: () => ({}),
  dismiss_duplicates: ({ contact, other }) => ({ contactIds: [contact, other] }),
  merge_contacts: ({ contact, other }) => ({ contactId: contact, duplicateId: other }),
  import_contacts: ({ import: id }) => ({ apply: id }),
  recent_activity: ({ contact }) => ({ resourceId: contact }),
  export_contacts: ({ network }) => ({ network }),
  export_everything: () => ({}),
  list_trash: () => ({ resource: "contact" }),
  search: () => ({ query: "zoe" }),
  fetch: ({ contact }) => ({ id: contact }),
  undo: ({ activity }) => ({ activityId: activity, partial: true }),
};
