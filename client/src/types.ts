// Generated from docs/openapi.json by `npm run build`. Do not edit.

import type { components, operations } from "./schema.ts";

export type ApiKey = components["schemas"]["ApiKey"];
export type ApiKeyPage = components["schemas"]["ApiKeyPage"];
export type Contact = components["schemas"]["Contact"];
export type ContactPage = components["schemas"]["ContactPage"];
export type ContactPatch = components["schemas"]["ContactPatch"];
export type CreatedApiKey = components["schemas"]["CreatedApiKey"];
export type Health = components["schemas"]["Health"];
export type Network = components["schemas"]["Network"];
export type NetworkPage = components["schemas"]["NetworkPage"];
export type NetworkPatch = components["schemas"]["NetworkPatch"];
export type NewApiKey = components["schemas"]["NewApiKey"];
export type NewContact = components["schemas"]["NewContact"];
export type NewNetwork = components["schemas"]["NewNetwork"];
export type NewNote = components["schemas"]["NewNote"];
export type NewNoteType = components["schemas"]["NewNoteType"];
export type NewReminder = components["schemas"]["NewReminder"];
export type Note = components["schemas"]["Note"];
export type NotePage = components["schemas"]["NotePage"];
export type NotePatch = components["schemas"]["NotePatch"];
export type NoteType = components["schemas"]["NoteType"];
export type NoteTypePage = components["schemas"]["NoteTypePage"];
export type NoteTypePatch = components["schemas"]["NoteTypePatch"];
export type PhotoUpload = components["schemas"]["PhotoUpload"];
export type PhotoUploadRequest = components["schemas"]["PhotoUploadRequest"];
export type Problem = components["schemas"]["Problem"];
export type Profile = components["schemas"]["Profile"];
export type ProfilePatch = components["schemas"]["ProfilePatch"];
export type Reminder = components["schemas"]["Reminder"];
export type ReminderPage = components["schemas"]["ReminderPage"];
export type ReminderPatch = components["schemas"]["ReminderPatch"];
export type Violation = components["schemas"]["Violation"];

export type ListContactsQuery = NonNullable<
  operations["listContacts"]["parameters"]["query"]
>;
export type ListNetworksQuery = NonNullable<
  operations["listNetworks"]["parameters"]["query"]
>;
export type ListNotesQuery = NonNullable<
  operations["listNotes"]["parameters"]["query"]
>;
export type ListNoteTypesQuery = NonNullable<
  operations["listNoteTypes"]["parameters"]["query"]
>;
export type ListRemindersQuery = NonNullable<
  operations["listReminders"]["parameters"]["query"]
>;
export type ListApiKeysQuery = NonNullable<
  operations["listApiKeys"]["parameters"]["query"]
>;
