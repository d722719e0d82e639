import type { Contact, Network, Note, NoteType, Profile, Reminder } from "./types.ts";

/** What each kind of resource is read as. */
interface Values {
  contact: Contact;
  network: Network;
  note: Note;
  note_type: NoteType;
  reminder: Reminder;
  profile: Profile;
}

/** A resource that changed: as it is now, or that it was deleted. */
export type Change = {
  [Kind in keyof Values]:
    | { resource: Kind; id: string; deleted?: never; value: Values[Kind] }
    | { resource: Kind; id: string; deleted: true; value?: never };
}[keyof Values];
