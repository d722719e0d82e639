// Generated from docs/openapi.json by `npm run build`. Do not edit.

import {
  type Api,
  type Call,
  type ChangeOptions,
  type CreateOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from "./api.ts";
import type { Feed } from "./feed.ts";
import type { List } from "./list.ts";
import type * as types from "./types.ts";

export class ContactsMethods extends Resource {
  /** List contacts. One page of the contacts that match every filter, by name unless `sort` says otherwise. Archived ones are left out unless `isArchived` asks for them. Needs the scope `contacts:read`. */
  list(query: types.ListContactsQuery = {}, options: RequestOptions = {}): List<types.Contact> {
    return this.api.list("/contacts", query, options);
  }

  /** Create a contact. A contact needs a first name, last name, nickname or company; everything else is optional. Needs the scope `contacts:write`. */
  create(body: types.ContactCreate, options: CreateOptions = {}): Call<types.Contact> {
    const input = { body };
    return this.api.send("POST", "/contacts", input, options);
  }

  /** Get a contact. One contact with all its members; with `include` also its newest notes, open reminders or networks. The `ETag` is then that of all of it: for `If-Match` read the contact without `include`. Needs the scope `contacts:read`. */
  get(id: string, options: ReadOptions & types.GetContactQuery): Call<types.ContactDetails | undefined>;
  /** Get a contact. One contact with all its members; with `include` also its newest notes, open reminders or networks. The `ETag` is then that of all of it: for `If-Match` read the contact without `include`. Needs the scope `contacts:read`. */
  get(id: string, options?: RequestOptions & types.GetContactQuery): Call<types.ContactDetails>;
  get(id: string, { include, ...options }: RequestOptions & types.GetContactQuery = {}): Call<types.ContactDetails | undefined> {
    const input = { path: { id }, query: { include } };
    return this.api.sendUnlessCurrent<types.ContactDetails>("GET", "/contacts/{id}", input, options);
  }

  /** Update a contact. Absent members stay, null clears, arrays are replaced; `addEmails`, `removeEmails` and so on change single items of them. `photoUrl`: the path of a new upload, or null. Needs the scope `contacts:write`. */
  update(id: string, body: types.ContactUpdate, options: ChangeOptions = {}): Call<types.Contact> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/contacts/{id}", input, options);
  }

  /** Delete a contact. Its notes and reminders stay, without a contact. Needs the scope `contacts:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
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
    return this.api.sendUnlessCurrent<types.Network>("GET", "/networks/{id}", input, options);
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

export class NotesMethods extends Resource {
  /** List notes. One page of the notes that match every filter, the newest first unless `sort` says otherwise. Needs the scope `notes:read`. */
  list(query: types.ListNotesQuery = {}, options: RequestOptions = {}): List<types.Note> {
    return this.api.list("/notes", query, options);
  }

  /** Create a note. A note about a contact changes its `lastContactedAt`, unless the note's type has `countsAsContact: false`. Needs the scope `notes:write`. */
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
    return this.api.sendUnlessCurrent<types.Note>("GET", "/notes/{id}", input, options);
  }

  /** Update a note. Absent members stay, null clears. Needs the scope `notes:write`. */
  update(id: string, body: types.NoteUpdate, options: ChangeOptions = {}): Call<types.Note> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/notes/{id}", input, options);
  }

  /** Delete a note. The contact’s `lastContactedAt` is computed again from the remaining notes. Needs the scope `notes:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/notes/{id}", input, options);
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
    return this.api.sendUnlessCurrent<types.NoteType>("GET", "/note-types/{id}", input, options);
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

export class RemindersMethods extends Resource {
  /** List reminders. One page of the reminders that match every filter, the open ones first and by due time unless `sort` says otherwise. Needs the scope `reminders:read`. */
  list(query: types.ListRemindersQuery = {}, options: RequestOptions = {}): List<types.Reminder> {
    return this.api.list("/reminders", query, options);
  }

  /** Create a reminder. A reminder may have a contact and a due time. Needs the scope `reminders:write`. */
  create(body: types.ReminderCreate, options: CreateOptions = {}): Call<types.Reminder> {
    const input = { body };
    return this.api.send("POST", "/reminders", input, options);
  }

  /** Get a reminder. One reminder. Needs the scope `reminders:read`. */
  get(id: string, options: ReadOptions): Call<types.Reminder | undefined>;
  /** Get a reminder. One reminder. Needs the scope `reminders:read`. */
  get(id: string, options?: RequestOptions): Call<types.Reminder>;
  get(id: string, options?: RequestOptions): Call<types.Reminder | undefined> {
    const input = { path: { id } };
    return this.api.sendUnlessCurrent<types.Reminder>("GET", "/reminders/{id}", input, options);
  }

  /** Update or complete a reminder. Absent members stay, null clears. Completing twice keeps the first `completedAt`. Needs the scope `reminders:write`. */
  update(id: string, body: types.ReminderUpdate, options: ChangeOptions = {}): Call<types.Reminder> {
    const input = { path: { id }, body };
    return this.api.send("PATCH", "/reminders/{id}", input, options);
  }

  /** Delete a reminder. Deletes it whether it is completed or not. Needs the scope `reminders:write`. */
  delete(id: string, options: ChangeOptions = {}): Call<void> {
    const input = { path: { id } };
    return this.api.send("DELETE", "/reminders/{id}", input, options);
  }
}

export class UpcomingMethods extends Resource {
  /** List what is due in the next days. Open reminders, contacts to be in touch with and birthdays, by day in the profile's time zone. What is overdue comes first. A birthday on 29 February falls on 28 February in other years. Archived contacts are left out. Needs the scopes `contacts:read` and `reminders:read`. */
  list(query: types.ListUpcomingQuery = {}, options: RequestOptions = {}): Call<types.Upcoming> {
    const input = { query };
    return this.api.send("GET", "/upcoming", input, options);
  }
}

export class MeMethods extends Resource {
  /** Get the profile. The account of the credential: name, e-mail address and time zone; and the limits of the credential. Every key may ask for it: without `profile:read` name and e-mail address are null. */
  get(options: ReadOptions): Call<types.Profile | undefined>;
  /** Get the profile. The account of the credential: name, e-mail address and time zone; and the limits of the credential. Every key may ask for it: without `profile:read` name and e-mail address are null. */
  get(options?: RequestOptions): Call<types.Profile>;
  get(options?: RequestOptions): Call<types.Profile | undefined> {
    const input = {};
    return this.api.sendUnlessCurrent<types.Profile>("GET", "/me", input, options);
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
}

export class ActivityMethods extends Resource {
  /** List the log of changes. One page of the change sets that match every filter, newest first. What is older than 30 days is removed. Needs the scope `activity:read`. */
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
    return this.api.sendUnlessCurrent<types.ApiKey>("GET", "/api-keys/{id}", input, options);
  }

  /** Rename an API key or change its limits. Absent members stay; null removes a limit. From the next request on the key may do what it is allowed then. A key that has expired works again with a later expiry. */
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
    return this.api.sendUnlessCurrent<Record<string, unknown>>("GET", "/openapi.json", input, options);
  }

  /** Explain the error codes. What each `code` means and what to do about it. The `type` of every problem is a link to this page. */
  getErrors(options: RequestOptions = {}): Call<string> {
    const input = {};
    return this.api.sendForText("GET", "/errors", input, options);
  }

  /** Explain the API to an agent. What an agent needs to use the API, in less than 150 lines. */
  getLlmsTxt(options: RequestOptions = {}): Call<string> {
    const input = {};
    return this.api.sendForText("GET", "/llms.txt", input, options);
  }
}

/** The methods of all resources. */
export class Resources {
  readonly contacts: ContactsMethods;
  readonly networks: NetworksMethods;
  readonly notes: NotesMethods;
  readonly noteTypes: NoteTypesMethods;
  readonly reminders: RemindersMethods;
  readonly upcoming: UpcomingMethods;
  readonly me: MeMethods;
  readonly activity: ActivityMethods;
  readonly trash: TrashMethods;
  readonly apiKeys: ApiKeysMethods;
  readonly service: ServiceMethods;
  /** Read what changed since a cursor. For copies elsewhere: each resource that changed since, once, as it is now, or that it was deleted. Without `since` the cursor of now and no data. A changed membership shows the contact and the network. With a key that is limited to networks a contact that leaves them is reported as deleted, with its notes and reminders, and one that comes brings them; a cursor is valid while the key keeps its scopes and networks. Needs the scope `activity:read`. */
  readonly changes: (query?: types.ListChangesQuery, options?: RequestOptions) => Feed<types.ChangedResource>;

  constructor(api: Api) {
    this.contacts = new ContactsMethods(api);
    this.networks = new NetworksMethods(api);
    this.notes = new NotesMethods(api);
    this.noteTypes = new NoteTypesMethods(api);
    this.reminders = new RemindersMethods(api);
    this.upcoming = new UpcomingMethods(api);
    this.me = new MeMethods(api);
    this.activity = new ActivityMethods(api);
    this.trash = new TrashMethods(api);
    this.apiKeys = new ApiKeysMethods(api);
    this.service = new ServiceMethods(api);
    this.changes = (query = {}, options = {}) => api.feed("/changes", query, options);
  }
}
