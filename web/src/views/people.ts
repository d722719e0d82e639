// Views that are loaded together, because they have most of their parts in common and are compressed better as one.
export { PeopleView } from "../contacts/contacts-view.tsx";
export { DuplicatesView } from "../duplicates/duplicates-view.tsx";
export { Fields } from "../fields/fields.tsx";
export { Networks } from "../networks/networks.tsx";
export { NoteTypes } from "../note-types/note-types.tsx";
export { NotesView } from "../notes/notes-view.tsx";
export { RemindersView } from "../reminders/reminders-view.tsx";
export { Compose } from "../compose/compose.tsx";
