// Generated from docs/openapi.json by `npm run build`. Do not edit.
// deno-fmt-ignore-file
// deno-lint-ignore-file

import type * as types from "./types.ts";

/** What each kind of resource is read as. */
export interface Values {
  contact: types.Contact;
  field: types.Field;
  network: types.Network;
  note: types.Note;
  note_type: types.NoteType;
  relationship: types.Relationship;
  reminder: types.Reminder;
  profile: types.Profile;
}

/** The lists of a document, in the order in which their items can be written: later ones refer to earlier ones. */
export const lists = ["fields", "networks", "noteTypes", "contacts", "notes", "relationships", "reminders"] as const;
