// Generated from docs/openapi.json by `npm run build`. Do not edit.
// deno-fmt-ignore-file
// deno-lint-ignore-file

import {
  type Api,
  type Call,
  type ChangeOptions,
  type CreateOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from "./api.ts";
import type { Feed, List } from "./lists.ts";
import type * as types from "./types.ts";

export class ContactsMethods extends Resource {
  /** List possible duplicates. Pairs of contacts that may be the same person, the most likely first: they share an e-mail address, a phone number or a name, or have similar names. Archived contacts, dismissed pairs, and values that more than 50 contacts share are left out. The `country` of the profile says which numbers without a calling code are the same as one with it. Needs the scope `contacts:read`. */
  listDuplicates(query: types.ListDuplicatesQuery = {}, options: RequestOptions = {}): List<types.Duplicate> {
    return this.api.list("/contacts/duplicates", query, options);
  }

  /** Dismiss possible duplicates. Pairs of these contacts are no longer listed. `dismissed: false` lists them again; `undo` does not, because this is not in the log of changes. The last 10,000 pairs are kept. Needs the scope `contacts:write`. */
  dismissDuplicate(body: types.DuplicateDismissalCreate, options: CreateOptions = {}): Call<void> {
    const input = { body };
    return this.api.send("POST", "/contacts/duplicates/dismiss", input, options);
  }

  /** Merge a duplicate into a contact. Lists are united, at most 20 items each. So are values of own fields, of which the contact keeps its own. Of other members the contact keeps its own, or gets the duplicate's if it has none. It is a favourite if either is, and archived if both are. It keeps the earlier creation and the later last contact. It gets the notes, reminders, relationships and memberships of the duplicate, and its photo if it has none itself. The duplicate is deleted. One undo takes all of this back. Not for keys that are limited to networks. Needs the scopes `contacts:write`, `notes:write` and `reminders:write`. */
  merge(id: string, body: types.ContactMergeCreate, options: CreateOptions = {}): Call<types.MergedContact> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/contacts/{id}/merge", input, options);
  }

  /** Export contacts. All contacts that match every filter, archived ones too unless `isArchived` says otherwise, as of one instant, as a file: vCards, a table for Google Contacts and others, JSON, or Cards of JSContact, all of which can be imported again. Networks are named where the credential may read them. Only `json` has photos, as links to them, which expire within an hour. An answer that breaks off is not complete. Needs the scope `contacts:read`. */
  export(query: types.ExportContactsQuery = {}, options: RequestOptions = {}): Promise<Response> {
    return this.api.download("/contacts/export", query, options);
  }

  /** List contacts. One page of the contacts that match every filter, by name unless `sort` says otherwise. Archived ones are left out unless `isArchived` asks for them. Needs the scope `contacts:read`. */
  list(query: types.ListContactsQuery & { fields: string }, options?: RequestOptions): List<types.PartialContact>;
  /** List contacts. One page of the contacts that match every filter, by name unless `sort` says otherwise. Archived ones are left out unless `isArchived` asks for them. Needs the scope `contacts:read`. */
  list(query?: types.ListContactsQuery, options?: RequestOptions): List<types.Contact>;
  list(query: types.ListContactsQuery = {}, options: RequestOptions = {}): List<types.Contact> {
    return this.api.list("/contacts", query, options);
  }

  /** Create a contact. A contact needs a first name, last name, nickname or company; everything else is optional. Needs the scope `contacts:write`. */
  create(body: types.ContactCreate, options: CreateOptions = {}): Call<types.Contact> {
    const input = { body };
    return this.api.send("POST", "/contacts", input, options);
  }

  /** Create, update and delete contacts. At most 200 at once, in one change set. If one cannot be done, nothing is done; with `partial` the others are done. Needs the scope `contacts:write`. */
  bulk(body: types.ContactBulkUpdate, options: CreateOptions = {}): Call<types.ContactBulkResult> {
    const input = { body };
    return this.api.send("POST", "/contacts/bulk", input, options);
  }

  /** Get a contact. One contact with all its members; with `include` also its newest notes, open reminders, networks or relationships. The `ETag` then covers these too: for `If-Match` read the contact without `include`. The 404 of a contact that was merged has `mergedInto`. Needs the scope `contacts:read`. */
  get(id: string, options: ReadOptions & types.GetContactQuery): Call<types.ContactDetails | undefined>;
  /** Get a contact. One contact with all its members; with `include` also its newest notes, open reminders, networks or relationships. The `ETag` then covers these too: for `If-Match` read the contact without `include`. The 404 of a contact that was merged has `mergedInto`. Needs the scope `contacts:read`. */
  get(id: string, options?: RequestOptions & types.GetContactQuery): Call<types.ContactDetails>;
  get(id: string, { include, ...options }: RequestOptions & types.GetContactQuery = {}): Call<types.ContactDetails | undefined> {
    const input = { path: { id }, query: { include } };
    return this.api.send("GET", "/contacts/{id}", input, options);
  }

  /** Update a contact. Absent members stay, null clears, arrays are replaced; `addEmails`, `removeEmails` and so on change single items. `photoUrl` takes the path of a new upload, or null. Needs the scope `contacts:write`. */
  update(id: string, body: types.ContactUpdate, options: ChangeOptions = {}): Call<types.Contact> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/contacts/{id}", input, options);
  }

  /** Delete a contact. Its notes and reminders stay, but are no longer about it; with `withNotes` the notes about nobody else go too. Its relationships go with it. Needs the scope `contacts:write`. */
  delete(id: string, query: types.DeleteContactQuery = {}, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id }, query };
    return this.api.send("DELETE", "/contacts/{id}", input, options);
  }

  /** Prepare the upload of a photo. Send the file's bytes to `uploadUrl` with `method` and `headers` and no other headers, then set the contact's `photoUrl` to `path`. An upload that is never attached is removed. Needs the scope `contacts:write`. */
  createPhotoUpload(id: string, body: types.PhotoUploadCreate, options: CreateOptions = {}): Call<types.PhotoUpload> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/contacts/{id}/photo-upload", input, options);
  }
}

export class NetworksMethods extends Resource {
  /** List networks. One page of the networks, by name unless `sort` says otherwise. Needs the scope `networks:read`. */
  list(query: types.ListNetworksQuery = {}, options: RequestOptions = {}): List<types.Network> {
    return this.api.list("/networks", query, options);
  }

  /** Create a network. The name must be unique, ignoring case. Needs the scope `networks:write`. */
  create(body: types.NetworkCreate, options: CreateOptions = {}): Call<types.Network> {
    const input = { body };
    return this.api.send("POST", "/networks", input, options);
  }

  /** Get a network. One network. `GET /contacts?networkId=…` lists its contacts. Needs the scope `networks:read`. */
  get(id: string, options: ReadOptions): Call<types.Network | undefined>;
  /** Get a network. One network. `GET /contacts?networkId=…` lists its contacts. Needs the scope `networks:read`. */
  get(id: string, options?: RequestOptions): Call<types.Network>;
  get(id: string, options?: RequestOptions): Call<types.Network | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/networks/{id}", input, options);
  }

  /** Update a network. Absent members stay, null clears. Needs the scope `networks:write`. */
  update(id: string, body: types.NetworkUpdate, options: ChangeOptions = {}): Call<types.Network> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/networks/{id}", input, options);
  }

  /** Delete a network. Its contacts stay. Needs the scope `networks:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/networks/{id}", input, options);
  }

  /** Replace the contacts of a network. Adds those that are missing, and removes those that are not in the list. Needs the scopes `contacts:write` and `networks:read`. */
  setContacts(id: string, body: types.NetworkContactsUpdate, options: RequestOptions = {}): Call<void> {
    const input = { path: { id }, body };
    return this.api.send("PUT", "/networks/{id}/contacts", input, options);
  }

  /** Add a contact to a network. Adding a contact that already belongs to it changes nothing. Needs the scopes `contacts:write` and `networks:read`. */
  addContact(id: string, contactId: string, options: RequestOptions = {}): Call<void> {
    const input = { path: { id, contactId } };
    return this.api.send("PUT", "/networks/{id}/contacts/{contactId}", input, options);
  }

  /** Remove a contact from a network. Removing a contact that does not belong to it changes nothing. Needs the scopes `contacts:write` and `networks:read`. */
  removeContact(id: string, contactId: string, options: RequestOptions = {}): Call<void> {
    const input = { path: { id, contactId } };
    return this.api.send("DELETE", "/networks/{id}/contacts/{contactId}", input, options);
  }
}

export class RelationshipsMethods extends Resource {
  /** List relationships. One page of the relationships; with `contactId` those of this contact, each as seen from it, whichever side it was written from. Needs the scope `contacts:read`. */
  list(query: types.ListRelationshipsQuery = {}, options: RequestOptions = {}): List<types.Relationship> {
    return this.api.list("/relationships", query, options);
  }

  /** Create a relationship. Says what somebody is to a contact. It is written once and read from both sides. At most 200 a contact; of two people, a kind and its labels once. Needs the scope `contacts:write`. */
  create(body: types.RelationshipCreate, options: CreateOptions = {}): Call<types.Relationship> {
    const input = { body };
    return this.api.send("POST", "/relationships", input, options);
  }

  /** Get a relationship. One relationship, as it was written. Needs the scope `contacts:read`. */
  get(id: string, options: ReadOptions): Call<types.Relationship | undefined>;
  /** Get a relationship. One relationship, as it was written. Needs the scope `contacts:read`. */
  get(id: string, options?: RequestOptions): Call<types.Relationship>;
  get(id: string, options?: RequestOptions): Call<types.Relationship | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/relationships/{id}", input, options);
  }

  /** Update a relationship. Absent members stay, null clears. Needs the scope `contacts:write`. */
  update(id: string, body: types.RelationshipUpdate, options: ChangeOptions = {}): Call<types.Relationship> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/relationships/{id}", input, options);
  }

  /** Delete a relationship. Both people stay. Needs the scope `contacts:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/relationships/{id}", input, options);
  }
}

export class NotesMethods extends Resource {
  /** List notes. One page of the notes that match every filter, the newest first unless `sort` says otherwise. Needs the scope `notes:read`. */
  list(query: types.ListNotesQuery & { fields: string }, options?: RequestOptions): List<types.PartialNote>;
  /** List notes. One page of the notes that match every filter, the newest first unless `sort` says otherwise. Needs the scope `notes:read`. */
  list(query?: types.ListNotesQuery, options?: RequestOptions): List<types.Note>;
  list(query: types.ListNotesQuery = {}, options: RequestOptions = {}): List<types.Note> {
    return this.api.list("/notes", query, options);
  }

  /** Create a note. A note about contacts changes their `lastContactedAt`, unless the note's type has `countsAsContact: false`. Needs the scope `notes:write`. */
  create(body: types.NoteCreate, options: CreateOptions = {}): Call<types.Note> {
    const input = { body };
    return this.api.send("POST", "/notes", input, options);
  }

  /** Get a note. One note, with its content as it was sent. Needs the scope `notes:read`. */
  get(id: string, options: ReadOptions): Call<types.Note | undefined>;
  /** Get a note. One note, with its content as it was sent. Needs the scope `notes:read`. */
  get(id: string, options?: RequestOptions): Call<types.Note>;
  get(id: string, options?: RequestOptions): Call<types.Note | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/notes/{id}", input, options);
  }

  /** Update a note. Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only. Needs the scope `notes:write`. */
  update(id: string, body: types.NoteUpdate, options: ChangeOptions = {}): Call<types.Note> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/notes/{id}", input, options);
  }

  /** Delete a note. The `lastContactedAt` of its contacts is computed again from the remaining notes. Needs the scope `notes:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/notes/{id}", input, options);
  }

  /** Create a note and a reminder. Both or neither, in one change set. A reminder without `contactIds` and `contactId` is about the contacts of the note. Needs the scopes `notes:write` and `reminders:write`. */
  createWithReminder(body: types.NoteWithReminderCreate, options: CreateOptions = {}): Call<types.NoteWithReminder> {
    const input = { body };
    return this.api.send("POST", "/notes/with-reminder", input, options);
  }
}

export class NoteTypesMethods extends Resource {
  /** List note types. One page of the note types, by name unless `sort` says otherwise. Needs the scope `notes:read`. */
  list(query: types.ListNoteTypesQuery = {}, options: RequestOptions = {}): List<types.NoteType> {
    return this.api.list("/note-types", query, options);
  }

  /** Create a note type. The name must be unique, ignoring case. Needs the scope `notes:write`. */
  create(body: types.NoteTypeCreate, options: CreateOptions = {}): Call<types.NoteType> {
    const input = { body };
    return this.api.send("POST", "/note-types", input, options);
  }

  /** Get a note type. One note type. Needs the scope `notes:read`. */
  get(id: string, options: ReadOptions): Call<types.NoteType | undefined>;
  /** Get a note type. One note type. Needs the scope `notes:read`. */
  get(id: string, options?: RequestOptions): Call<types.NoteType>;
  get(id: string, options?: RequestOptions): Call<types.NoteType | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/note-types/{id}", input, options);
  }

  /** Update a note type. Absent members stay, null clears. Needs the scope `notes:write`. */
  update(id: string, body: types.NoteTypeUpdate, options: ChangeOptions = {}): Call<types.NoteType> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/note-types/{id}", input, options);
  }

  /** Delete a note type. Its notes stay, without a type. Needs the scope `notes:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/note-types/{id}", input, options);
  }
}

export class FieldsMethods extends Resource {
  /** List fields. One page of the fields, by `position` and name unless `sort` says otherwise. Needs the scope `contacts:read`. */
  list(query: types.ListFieldsQuery = {}, options: RequestOptions = {}): List<types.Field> {
    return this.api.list("/fields", query, options);
  }

  /** Create a field. A field of one's own: contacts have its values in `custom`, by its key. At most 50. Needs the scope `contacts:write`. */
  create(body: types.FieldCreate, options: CreateOptions = {}): Call<types.Field> {
    const input = { body };
    return this.api.send("POST", "/fields", input, options);
  }

  /** Get a field. One field. Needs the scope `contacts:read`. */
  get(id: string, options: ReadOptions): Call<types.Field | undefined>;
  /** Get a field. One field. Needs the scope `contacts:read`. */
  get(id: string, options?: RequestOptions): Call<types.Field>;
  get(id: string, options?: RequestOptions): Call<types.Field | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/fields/{id}", input, options);
  }

  /** Update a field. Absent members stay. Needs the scope `contacts:write`. */
  update(id: string, body: types.FieldUpdate, options: ChangeOptions = {}): Call<types.Field> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/fields/{id}", input, options);
  }

  /** Delete a field. Its values stay with the contacts until they are cleared. Needs the scope `contacts:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/fields/{id}", input, options);
  }
}

export class RemindersMethods extends Resource {
  /** List reminders. One page of the reminders that match every filter, the open ones first and by due time unless `sort` says otherwise. Needs the scope `reminders:read`. */
  list(query: types.ListRemindersQuery & { fields: string }, options?: RequestOptions): List<types.PartialReminder>;
  /** List reminders. One page of the reminders that match every filter, the open ones first and by due time unless `sort` says otherwise. Needs the scope `reminders:read`. */
  list(query?: types.ListRemindersQuery, options?: RequestOptions): List<types.Reminder>;
  list(query: types.ListRemindersQuery = {}, options: RequestOptions = {}): List<types.Reminder> {
    return this.api.list("/reminders", query, options);
  }

  /** Create a reminder. A reminder may have contacts and a due time, and one with a due time may recur. Needs the scope `reminders:write`. */
  create(body: types.ReminderCreate, options: CreateOptions = {}): Call<types.Reminder> {
    const input = { body };
    return this.api.send("POST", "/reminders", input, options);
  }

  /** Create, update and delete reminders. At most 200 at once, in one change set. If one cannot be done, nothing is done; with `partial` the others are done. Deleting a recurring one ends its series. Needs the scope `reminders:write`. */
  bulk(body: types.ReminderBulkUpdate, options: CreateOptions = {}): Call<types.ReminderBulkResult> {
    const input = { body };
    return this.api.send("POST", "/reminders/bulk", input, options);
  }

  /** Get a reminder. One reminder. Needs the scope `reminders:read`. */
  get(id: string, options: ReadOptions): Call<types.Reminder | undefined>;
  /** Get a reminder. One reminder. Needs the scope `reminders:read`. */
  get(id: string, options?: RequestOptions): Call<types.Reminder>;
  get(id: string, options?: RequestOptions): Call<types.Reminder | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/reminders/{id}", input, options);
  }

  /** Update or complete a reminder. Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only. Completing twice keeps the first `completedAt`. Completing a recurring one creates the next, `nextId`, due after now; opening this one again deletes the next, unless that was changed. Needs the scope `reminders:write`. */
  update(id: string, body: types.ReminderUpdate, options: ChangeOptions = {}): Call<types.Reminder> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/reminders/{id}", input, options);
  }

  /** Delete a reminder. Deletes an open or completed reminder. Deleting a recurring one ends its series, unless `keepSeries` is true. Needs the scope `reminders:write`. */
  delete(id: string, query: types.DeleteReminderQuery = {}, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id }, query };
    return this.api.send("DELETE", "/reminders/{id}", input, options);
  }
}

export class UpcomingMethods extends Resource {
  /** List what is due in the next days. Open reminders, contacts to be in touch with, birthdays and other dates, by day in the profile's time zone. What is overdue comes first. 29 February falls on 28 February in other years. Archived contacts are left out; of who has died only memorials come up. Needs the scopes `contacts:read` and `reminders:read`. */
  list(query: types.ListUpcomingQuery = {}, options: RequestOptions = {}): Call<types.Upcoming> {
    const input = { query };
    return this.api.send("GET", "/upcoming", input, options);
  }
}

export class ImportsMethods extends Resource {
  /** Preview a file. Reads vCards (2.1, 3 and 4), CSV (as Google, Outlook, iCloud, LinkedIn, HubSpot and Dex write it, Outlook in eight languages, or any other with `mapping`), LDIF, jCard, JSContact, the export of Monica, or a JSON document of Kith, at most 1,000 records, and changes nothing: rows say what applying it would do. Contacts are found by uid, then e-mail address, then phone number, archived ones too. Rows of a file with a common e-mail address become one contact if their names are the same or one has none, unless their uids differ. A preview is kept for a day, and an account has at most the last three. Reminders in a document also need `reminders:write`; its profile is left out without `profile:write`. `dropped` lists what is left out, such as links to photos. `questions` asks what the file does not tell: in which order birthdays such as 3/4 are, where neither other days nor the country of the profile nor the language of the file say so, and whether the first line is a contact. Not for keys that are limited to networks. Needs the scopes `contacts:write`, `networks:write` and `notes:write`. */
  create(body: types.ImportCreate, query: types.CreateImportQuery = {}, options: CreateOptions = {}): Call<types.Import> {
    const input = { body, query };
    return this.api.send("POST", "/imports", input, options);
  }

  /** List imports. At most the last three, newest first. Needs the scopes `contacts:write`, `networks:write` and `notes:write`. */
  list(query: types.ListImportsQuery = {}, options: RequestOptions = {}): List<types.Import> {
    return this.api.list("/imports", query, options);
  }

  /** Get an import. One import, until it expires. Needs the scopes `contacts:write`, `networks:write` and `notes:write`. */
  get(id: string, options: ReadOptions): Call<types.Import | undefined>;
  /** Get an import. One import, until it expires. Needs the scopes `contacts:write`, `networks:write` and `notes:write`. */
  get(id: string, options?: RequestOptions): Call<types.Import>;
  get(id: string, options?: RequestOptions): Call<types.Import | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/imports/{id}", input, options);
  }

  /** Delete an import. Deletes the preview; what was applied stays. Needs the scopes `contacts:write`, `networks:write` and `notes:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/imports/{id}", input, options);
  }

  /** List rows of an import. One page of the rows, in the order of the file. Needs the scopes `contacts:write`, `networks:write` and `notes:write`. */
  listRows(id: string, query: types.ListImportRowsQuery = {}, options: RequestOptions = {}): List<types.ImportRow> {
    return this.api.list("/imports/{id}/rows", query, options, { id });
  }

  /** Apply an import. Writes the rows in one change set. `onMatch` says whether a row that matches a contact is merged into it, skipped or created: merging unites lists, adds networks and notes, and fills empty members. A profile only fills empty members. Conflicts and errors are skipped unless `rows` says otherwise. An import is applied once: a second request gets the answer of the first. Needs the scopes `contacts:write`, `networks:write` and `notes:write`. */
  apply(id: string, body: types.ImportApplicationCreate, options: CreateOptions = {}): Call<types.AppliedImport> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/imports/{id}/apply", input, options);
  }
}

export class MeMethods extends Resource {
  /** Get the profile. The account of the credential: name, e-mail address, time zone and country; and the limits of the credential. Every key may ask for it: without `profile:read` name, country and e-mail address are null. */
  get(options: ReadOptions): Call<types.Profile | undefined>;
  /** Get the profile. The account of the credential: name, e-mail address, time zone and country; and the limits of the credential. Every key may ask for it: without `profile:read` name, country and e-mail address are null. */
  get(options?: RequestOptions): Call<types.Profile>;
  get(options?: RequestOptions): Call<types.Profile | undefined> {
    const input = {};
    return this.api.send("GET", "/me", input, options);
  }

  /** Update the profile. Absent members stay, null clears. Needs the scope `profile:write`. */
  update(body: types.ProfileUpdate, options: ChangeOptions = {}): Call<types.Profile> {
    const input = { body };
    return this.api.send("PATCH", "/me", input, options);
  }

  /** Delete the account. Deletes the account and everything that belongs to it. Access tokens only. After a 503 send the request again. */
  delete(options: ChangeOptions = {}): Call<void> {
    const input = {};
    return this.api.send("DELETE", "/me", input, options);
  }

  /** Get the state of the calendar feed. Whether it is switched on. */
  getCalendar(options: RequestOptions = {}): Call<types.Calendar> {
    const input = {};
    return this.api.send("GET", "/me/calendar", input, options);
  }

  /** Switch the calendar feed on, or reset it. Gives it a new URL, which only this answer contains; one that it had works no longer. Whoever has the URL can read birthdays, reminders and who is due. */
  createCalendar(options: CreateOptions = {}): Call<types.CreatedCalendar> {
    const input = {};
    return this.api.send("POST", "/me/calendar", input, options);
  }

  /** Change what the calendar feed has. Absent members stay. Its URL stays the same; 404 where the feed is off. */
  updateCalendar(body: types.CalendarUpdate, options: RequestOptions = {}): Call<types.Calendar> {
    const input = { body };
    return this.api.send("PATCH", "/me/calendar", input, options);
  }

  /** Switch the calendar feed off. Its URL works no longer. Also 204 where it is off already. */
  deleteCalendar(options: RequestOptions = {}): Call<void> {
    const input = {};
    return this.api.send("DELETE", "/me/calendar", input, options);
  }

  /** Get the state of the inbox. Whether it is switched on, and when it last got a message. */
  getInbox(options: RequestOptions = {}): Call<types.Inbox> {
    const input = {};
    return this.api.send("GET", "/me/inbox", input, options);
  }

  /** Switch the inbox on, or reset it. Gives it a new address, which only this answer contains; one that it had works no longer. Whoever has the address can write notes. */
  createInbox(options: CreateOptions = {}): Call<types.CreatedInbox> {
    const input = {};
    return this.api.send("POST", "/me/inbox", input, options);
  }

  /** Switch the inbox off. Its address works no longer. Also 204 where it is off already. */
  deleteInbox(options: RequestOptions = {}): Call<void> {
    const input = {};
    return this.api.send("DELETE", "/me/inbox", input, options);
  }
}

export class CalendarMethods extends Resource {
  /** Get the calendar feed. Birthdays, other dates of contacts, open reminders and who is due, for calendar apps; at most 2,000 birthdays and 1,000 of each of the others, those that come first. Without a credential but the secret in the URL, which `POST /me/calendar` gives. At most 30 times a minute. */
  getFeed(secret: string, options: ReadOptions): Call<string | undefined>;
  /** Get the calendar feed. Birthdays, other dates of contacts, open reminders and who is due, for calendar apps; at most 2,000 birthdays and 1,000 of each of the others, those that come first. Without a credential but the secret in the URL, which `POST /me/calendar` gives. At most 30 times a minute. */
  getFeed(secret: string, options?: RequestOptions): Call<string>;
  getFeed(secret: string, options?: RequestOptions): Call<string | undefined> {
    const input = { path: { secret } };
    return this.api.send("GET", "/calendar/{secret}.ics", input, options, "text");
  }
}

export class InboundMethods extends Resource {
  /** Post a message to the inbox. For a mail provider: a message becomes a note about the contacts that have one of the addresses of From, To and Cc, with its subject, its day and the first 2,000 characters of its text. All contacts that share an address are meant; an address that no contact has is named in the text; addresses of the owner are left out. Takes JSON as Postmark, forms as Mailgun and SendGrid, and `message/rfc822`, of which the first 128 KiB are read. A message is one note in a day, however often it is posted; at most 200 a day. */
  receiveMessage(secret: string, body: types.InboundMessage, options: CreateOptions = {}): Call<string> {
    const input = { path: { secret }, body };
    return this.api.send("POST", "/inbound/{secret}", input, options, "text");
  }
}

export class ActivityMethods extends Resource {
  /** List the log of changes. One page of the change sets that match every filter, newest first. What is older than 30 days is removed. Needs the scope `activity:read`. */
  list(query: types.ListActivityQuery & { fields: string }, options?: RequestOptions): List<types.PartialActivity>;
  /** List the log of changes. One page of the change sets that match every filter, newest first. What is older than 30 days is removed. Needs the scope `activity:read`. */
  list(query?: types.ListActivityQuery, options?: RequestOptions): List<types.Activity>;
  list(query: types.ListActivityQuery = {}, options: RequestOptions = {}): List<types.Activity> {
    return this.api.list("/activity", query, options);
  }

  /** Erase the log of changes. Erases the whole log for good, and with it the trash and what could be undone. Every cursor of `GET /changes` expires. */
  erase(options: RequestOptions = {}): Call<void> {
    const input = {};
    return this.api.send("DELETE", "/activity", input, options);
  }

  /** Get a change set. One change set, by the `X-Activity-Id` of an answer or by its id in the list. Needs the scope `activity:read`. */
  get(id: string, options: RequestOptions = {}): Call<types.Activity> {
    const input = { path: { id } };
    return this.api.send("GET", "/activity/{id}", input, options);
  }

  /** Undo a change set. Every member goes back to what it was, what was deleted comes back with its memberships, links and photo, and what was created is deleted. All or nothing unless `partial`: where something was changed since, 409 `conflict` names it. The undoing is a change set too; undoing that one does it again. A limited API key may undo only what it may change now. Needs the scope `activity:write`. */
  undo(id: string, body: types.UndoCreate = {}, options: CreateOptions = {}): Call<types.UndoResult> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/activity/{id}/undo", input, options);
  }

  /** Undo everything that one actor did. Undoes at once what an API key, or the account with its access tokens, did since then. An API key may name only itself. Needs the scope `activity:write`. */
  undoActor(body: types.ActorUndoCreate, options: CreateOptions = {}): Call<types.UndoResult> {
    const input = { body };
    return this.api.send("POST", "/activity/undo", input, options);
  }
}

export class TrashMethods extends Resource {
  /** List the trash. One page of what was deleted and can come back, newest first. `POST /activity/{id}/undo` with its `id` brings it back. Needs the scope `activity:read`. */
  list(query: types.ListTrashQuery = {}, options: RequestOptions = {}): List<types.TrashItem> {
    return this.api.list("/trash", query, options);
  }

  /** Empty the trash. Erases for good what was deleted, the pictures included. */
  erase(options: RequestOptions = {}): Call<void> {
    const input = {};
    return this.api.send("DELETE", "/trash", input, options);
  }

  /** Erase something in the trash. Erases for good what this change set deleted. */
  eraseItem(id: string, options: RequestOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/trash/{id}", input, options);
  }
}

export class ApiKeysMethods extends Resource {
  /** List API keys. One page of the keys, oldest first, without the keys themselves. */
  list(query: types.ListApiKeysQuery = {}, options: RequestOptions = {}): List<types.ApiKey> {
    return this.api.list("/api-keys", query, options);
  }

  /** Create an API key. Only this answer contains the key itself. Absent or null `scopes`, `networkIds` and `expiresAt` set no limit. */
  create(body: types.ApiKeyCreate, options: CreateOptions = {}): Call<types.CreatedApiKey> {
    const input = { body };
    return this.api.send("POST", "/api-keys", input, options);
  }

  /** Get an API key. One key, without the key itself. */
  get(id: string, options: ReadOptions): Call<types.ApiKey | undefined>;
  /** Get an API key. One key, without the key itself. */
  get(id: string, options?: RequestOptions): Call<types.ApiKey>;
  get(id: string, options?: RequestOptions): Call<types.ApiKey | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/api-keys/{id}", input, options);
  }

  /** Rename an API key or change its limits. Absent members stay; null removes a limit. The new limits apply from the next request on. A key that has expired works again with a later expiry. */
  update(id: string, body: types.ApiKeyUpdate, options: ChangeOptions = {}): Call<types.ApiKey> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/api-keys/{id}", input, options);
  }

  /** Delete an API key. Requests with it are refused from then on. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/api-keys/{id}", input, options);
  }

  /** Rotate an API key. Replaces the key itself; its id, name, expiry, rate limit and history stay. Only this answer contains the new one. The one before works for `overlapSeconds`; rotating again ends it at once, so that at most two work at a time. */
  rotate(id: string, body: types.ApiKeyRotationCreate = {}, options: CreateOptions = {}): Call<types.CreatedApiKey> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/api-keys/{id}/rotate", input, options);
  }
}

export class ConnectionsMethods extends Resource {
  /** List connections. One page of the apps that were approved by OAuth, oldest first. */
  list(query: types.ListConnectionsQuery = {}, options: RequestOptions = {}): List<types.Connection> {
    return this.api.list("/connections", query, options);
  }

  /** Approve an OAuth client. From then on its access tokens work, within these limits, as an API key does. Absent or null `scopes`, `networkIds` and `expiresAt` set no limit. A client that has a connection keeps its id and gets the name and limits of this request. An account has at most 50. */
  create(body: types.ConnectionCreate, options: CreateOptions = {}): Call<types.Connection> {
    const input = { body };
    return this.api.send("POST", "/connections", input, options);
  }

  /** Get a connection. One connection. */
  get(id: string, options: ReadOptions): Call<types.Connection | undefined>;
  /** Get a connection. One connection. */
  get(id: string, options?: RequestOptions): Call<types.Connection>;
  get(id: string, options?: RequestOptions): Call<types.Connection | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/connections/{id}", input, options);
  }

  /** Rename a connection or change its limits. Absent members stay; null removes a limit. The new limits apply from the next request on. A connection that has expired works again with a later expiry. */
  update(id: string, body: types.ConnectionUpdate, options: ChangeOptions = {}): Call<types.Connection> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/connections/{id}", input, options);
  }

  /** Disconnect an OAuth client. From then on its requests are refused. Its sessions in Supabase Auth end; the consent stays there until it is revoked. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/connections/{id}", input, options);
  }
}

export class CalendarsMethods extends Resource {
  /** List calendars. One page of the calendars that Kith reads, oldest first. */
  list(query: types.ListReadCalendarsQuery = {}, options: RequestOptions = {}): List<types.ReadCalendar> {
    return this.api.list("/calendars", query, options);
  }

  /** Have a calendar read. Its provider publishes it at a secret address (Google: *Secret address in iCal format*; Apple, Outlook, Fastmail and Nextcloud have the like). It is read every hour, and what ended in the last 30 days is noticed where people of yours were there: by addresses of organizer and attendees, or by a first and last name in the title. Events of a whole day, of more than 12 people, cancelled and declined ones are left out. An account has at most 5. */
  create(body: types.ReadCalendarCreate, options: CreateOptions = {}): Call<types.ReadCalendar> {
    const input = { body };
    return this.api.send("POST", "/calendars", input, options);
  }

  /** Get a calendar. One calendar, without its address. */
  get(id: string, options: ReadOptions): Call<types.ReadCalendar | undefined>;
  /** Get a calendar. One calendar, without its address. */
  get(id: string, options?: RequestOptions): Call<types.ReadCalendar>;
  get(id: string, options?: RequestOptions): Call<types.ReadCalendar | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/calendars/{id}", input, options);
  }

  /** Update a calendar. Absent members stay. With another address it is read anew. */
  update(id: string, body: types.ReadCalendarUpdate, options: ChangeOptions = {}): Call<types.ReadCalendar> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/calendars/{id}", input, options);
  }

  /** Delete a calendar. It is not read any more, and its meetings go; notes of them stay. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/calendars/{id}", input, options);
  }
}

export class MeetingsMethods extends Resource {
  /** List meetings. One page of what was noticed in calendars in the last 90 days, at most 1,000, the latest first; those that are suggested, or in another `state`. */
  list(query: types.ListMeetingsQuery = {}, options: RequestOptions = {}): List<types.Meeting> {
    return this.api.list("/meetings", query, options);
  }

  /** Log a meeting. Makes a note of a meeting that is suggested, of the type Meeting, with its title and its day. 409 where it is not suggested any more. */
  log(id: string, body: types.MeetingLog = {}, options: CreateOptions = {}): Call<types.Meeting> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/meetings/{id}/log", input, options);
  }

  /** Dismiss a meeting. It was none, or is not worth a note; it is not suggested again. */
  dismiss(id: string, options: CreateOptions = {}): Call<types.Meeting> {
    const input = { path: { id } };
    return this.api.send("POST", "/meetings/{id}/dismiss", input, options);
  }
}

export class ChannelsMethods extends Resource {
  /** List channels. One page of the channels, oldest first. */
  list(query: types.ListChannelsQuery = {}, options: RequestOptions = {}): List<types.Channel> {
    return this.api.list("/channels", query, options);
  }

  /** Create a channel. A code is sent to an address or a topic, and nothing else before `POST /channels/{id}/verify` has it; a browser needs none, and has one channel. Then the channel gets a digest at `digestAt` of the profile on each day on which something is due, and reminders at their time, as `events` says. An account has at most 10; 409 for a mail where the deployment sends none. */
  create(body: types.ChannelCreate, options: CreateOptions = {}): Call<types.Channel> {
    const input = { body };
    return this.api.send("POST", "/channels", input, options);
  }

  /** Get a channel. One channel. */
  get(id: string, options: ReadOptions): Call<types.Channel | undefined>;
  /** Get a channel. One channel. */
  get(id: string, options?: RequestOptions): Call<types.Channel>;
  get(id: string, options?: RequestOptions): Call<types.Channel | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/channels/{id}", input, options);
  }

  /** Update a channel. Absent members stay. A channel that failed for ten days is switched off; `isEnabled` switches it on again. */
  update(id: string, body: types.ChannelUpdate, options: ChangeOptions = {}): Call<types.Channel> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/channels/{id}", input, options);
  }

  /** Delete a channel. What waits to be sent to it is not sent. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/channels/{id}", input, options);
  }

  /** Verify a channel. With the code that was sent, which is good for an hour and five tries. Without one another code is sent, at most three a day to an address. */
  verify(id: string, body: types.ChannelVerification = {}, options: CreateOptions = {}): Call<types.Channel> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/channels/{id}/verify", input, options);
  }

  /** Try a channel out. Sends a message that says that it works, at most five an hour. `GET /channels/{id}/deliveries` says whether it arrived. */
  test(id: string, options: CreateOptions = {}): Call<types.Channel> {
    const input = { path: { id } };
    return this.api.send("POST", "/channels/{id}/test", input, options);
  }

  /** List what was sent to a channel. One page of the deliveries of the last 30 days, the latest first. */
  listDeliveries(id: string, query: types.ListDeliveriesQuery = {}, options: RequestOptions = {}): List<types.Delivery> {
    return this.api.list("/channels/{id}/deliveries", query, options, { id });
  }
}

export class PushKeyMethods extends Resource {
  /** Get the key to subscribe a browser with. For `pushManager.subscribe`, whose answer is a channel's `target` and `keys`. The same for everybody. */
  get(options: RequestOptions = {}): Call<types.PushKey> {
    const input = {};
    return this.api.send("GET", "/push-key", input, options);
  }
}

export class WebhooksMethods extends Resource {
  /** List webhooks. One page of the webhooks, oldest first, without their secrets. */
  list(query: types.ListWebhooksQuery = {}, options: RequestOptions = {}): List<types.Webhook> {
    return this.api.list("/webhooks", query, options);
  }

  /** Create a webhook. Each change from now on is posted to the URL within about a minute, in order, one message for what one request changed: what kind of resource, which id, and who, but no text of yours. Messages are signed as Standard Webhooks 1.0 says; only this answer has the secret. What is not answered with 2xx within 15 s is tried ten times in three days, and what follows waits. An account has at most 10. */
  create(body: types.WebhookCreate, options: CreateOptions = {}): Call<types.CreatedWebhook> {
    const input = { body };
    return this.api.send("POST", "/webhooks", input, options);
  }

  /** Get a webhook. One webhook, without its secret. */
  get(id: string, options: ReadOptions): Call<types.Webhook | undefined>;
  /** Get a webhook. One webhook, without its secret. */
  get(id: string, options?: RequestOptions): Call<types.Webhook>;
  get(id: string, options?: RequestOptions): Call<types.Webhook | undefined> {
    const input = { path: { id } };
    return this.api.send("GET", "/webhooks/{id}", input, options);
  }

  /** Update a webhook. Absent members stay. One that is switched on again goes on where it was, as far as the log reaches back. */
  update(id: string, body: types.WebhookUpdate, options: ChangeOptions = {}): Call<types.Webhook> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/webhooks/{id}", input, options);
  }

  /** Delete a webhook. Nothing more is posted to it. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/webhooks/{id}", input, options);
  }

  /** Give a webhook another secret. Only this answer contains it. For a day messages have two signatures, the second by the secret before. */
  rotate(id: string, options: CreateOptions = {}): Call<types.CreatedWebhook> {
    const input = { path: { id } };
    return this.api.send("POST", "/webhooks/{id}/rotate", input, options);
  }

  /** Try a webhook out. Posts a message of the type `webhook.test`, before anything else that waits, at most once a minute. */
  test(id: string, options: CreateOptions = {}): Call<types.Webhook> {
    const input = { path: { id } };
    return this.api.send("POST", "/webhooks/{id}/test", input, options);
  }

  /** Tell a webhook again. Posts again what was changed since a change or after a cursor, in order, as far as the log reaches back: 30 days. Messages have the ids that they had. */
  replay(id: string, body: types.WebhookReplay, options: CreateOptions = {}): Call<types.Webhook> {
    const input = { path: { id }, body };
    return this.api.send("POST", "/webhooks/{id}/replay", input, options);
  }
}

export class ServiceMethods extends Resource {
  /** Check the service. 503 when the database does not answer. Needs no credential. */
  getHealth(options: RequestOptions = {}): Call<types.Health> {
    const input = {};
    return this.api.send("GET", "/health", input, options);
  }

  /** Describe the API. This document: OpenAPI 3.1, generated from the same schemas that validate requests. */
  getOpenapi(options: ReadOptions): Call<Record<string, unknown> | undefined>;
  /** Describe the API. This document: OpenAPI 3.1, generated from the same schemas that validate requests. */
  getOpenapi(options?: RequestOptions): Call<Record<string, unknown>>;
  getOpenapi(options?: RequestOptions): Call<Record<string, unknown> | undefined> {
    const input = {};
    return this.api.send("GET", "/openapi.json", input, options);
  }

  /** Explain the error codes. What each `code` means and what to do about it. The `type` of every problem is a link to this page. */
  getErrors(options: RequestOptions = {}): Call<string> {
    const input = {};
    return this.api.send("GET", "/errors", input, options, "text");
  }

  /** Explain the API to an agent. What an agent needs to use the API, in less than 150 lines. */
  getLlmsTxt(options: RequestOptions = {}): Call<string> {
    const input = {};
    return this.api.send("GET", "/llms.txt", input, options, "text");
  }
}

/** The methods of all resources. */
export class Resources {
  readonly contacts: ContactsMethods;
  readonly networks: NetworksMethods;
  readonly relationships: RelationshipsMethods;
  readonly notes: NotesMethods;
  readonly noteTypes: NoteTypesMethods;
  readonly fields: FieldsMethods;
  readonly reminders: RemindersMethods;
  readonly upcoming: UpcomingMethods;
  readonly imports: ImportsMethods;
  readonly me: MeMethods;
  readonly calendar: CalendarMethods;
  readonly inbound: InboundMethods;
  readonly activity: ActivityMethods;
  readonly trash: TrashMethods;
  readonly apiKeys: ApiKeysMethods;
  readonly connections: ConnectionsMethods;
  readonly calendars: CalendarsMethods;
  readonly meetings: MeetingsMethods;
  readonly channels: ChannelsMethods;
  readonly pushKey: PushKeyMethods;
  readonly webhooks: WebhooksMethods;
  readonly service: ServiceMethods;
  /** Export everything. Profile, fields, networks, note types, contacts, notes, relationships and reminders, as of one instant, as a file that can be imported again; photos are links, which expire within an hour. An answer that breaks off is not complete. Needs the scopes `contacts:read`, `networks:read`, `notes:read`, `reminders:read` and `profile:read`. */
  readonly export: (query?: Record<string, never>, options?: RequestOptions) => Promise<Response>;
  /** Read what changed since a cursor. For copies elsewhere: each resource that changed since, once, as it is now, or that it was deleted. Without `since` the cursor of now and no data. A changed membership shows the contact and the network. With a key that is limited to networks a contact that leaves them is reported as deleted, with its notes and reminders, and one that comes brings them; a cursor is valid while the key keeps its scopes and networks. Needs the scope `activity:read`. */
  readonly changes: (query?: types.ListChangesQuery, options?: RequestOptions) => Feed<types.ChangedResource>;

  constructor(api: Api) {
    this.contacts = new ContactsMethods(api);
    this.networks = new NetworksMethods(api);
    this.relationships = new RelationshipsMethods(api);
    this.notes = new NotesMethods(api);
    this.noteTypes = new NoteTypesMethods(api);
    this.fields = new FieldsMethods(api);
    this.reminders = new RemindersMethods(api);
    this.upcoming = new UpcomingMethods(api);
    this.imports = new ImportsMethods(api);
    this.me = new MeMethods(api);
    this.calendar = new CalendarMethods(api);
    this.inbound = new InboundMethods(api);
    this.activity = new ActivityMethods(api);
    this.trash = new TrashMethods(api);
    this.apiKeys = new ApiKeysMethods(api);
    this.connections = new ConnectionsMethods(api);
    this.calendars = new CalendarsMethods(api);
    this.meetings = new MeetingsMethods(api);
    this.channels = new ChannelsMethods(api);
    this.pushKey = new PushKeyMethods(api);
    this.webhooks = new WebhooksMethods(api);
    this.service = new ServiceMethods(api);
    this.export = (query = {}, options = {}) => api.download("/export", query, options);
    this.changes = (query = {}, options = {}) => api.feed("/changes", query, options);
  }
}
