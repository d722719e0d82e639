// Generated from docs/openapi.json by `npm run build`. Do not edit.
// deno-fmt-ignore-file
// deno-lint-ignore-file

export interface paths {
    "/contacts/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List possible duplicates
         * @description Pairs of contacts that may be the same person, the most likely first: they share an e-mail address, a phone number or a name, or have similar names. Archived contacts, dismissed pairs, and values that more than 50 contacts share are left out. The `country` of the profile says which numbers without a calling code are the same as one with it. Needs the scope `contacts:read`.
         */
        get: operations["listDuplicates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/duplicates/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss possible duplicates
         * @description Pairs of these contacts are no longer listed. `dismissed: false` lists them again; `undo` does not, because this is not in the log of changes. The last 10,000 pairs are kept. Needs the scope `contacts:write`.
         */
        post: operations["dismissDuplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a duplicate into a contact
         * @description Lists are united, at most 20 items each. So are values of own fields, of which the contact keeps its own. Of other members the contact keeps its own, or gets the duplicate's if it has none. It is a favourite if either is, and archived if both are. It keeps the earlier creation and the later last contact. It gets the notes, reminders, relationships and memberships of the duplicate, and its photo if it has none itself. The duplicate is deleted. One undo takes all of this back. Not for keys that are limited to networks. Needs the scopes `contacts:write`, `notes:write` and `reminders:write`.
         */
        post: operations["mergeContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export contacts
         * @description All contacts that match every filter, archived ones too unless `isArchived` says otherwise, as of one instant, as a file: vCards, a table for Google Contacts and others, JSON, or Cards of JSContact, all of which can be imported again. Networks are named where the credential may read them. Only `json` has photos, as links to them, which expire within an hour. An answer that breaks off is not complete. Needs the scope `contacts:read`.
         */
        get: operations["exportContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description One page of the contacts that match every filter, by name unless `sort` says otherwise. Archived ones are left out unless `isArchived` asks for them. Needs the scope `contacts:read`.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create a contact
         * @description A contact needs a first name, last name, nickname or company; everything else is optional. Needs the scope `contacts:write`.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, update and delete contacts
         * @description At most 200 at once, in one change set. If one cannot be done, nothing is done; with `partial` the others are done. Needs the scope `contacts:write`.
         */
        post: operations["bulkContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description One contact with all its members; with `include` also its newest notes, open reminders, networks or relationships. The `ETag` then covers these too: for `If-Match` read the contact without `include`. The 404 of a contact that was merged has `mergedInto`. Needs the scope `contacts:read`.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Its notes and reminders stay, but are no longer about it; with `withNotes` the notes about nobody else go too. Its relationships go with it. Needs the scope `contacts:write`.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Absent members stay, null clears, arrays are replaced; `addEmails`, `removeEmails` and so on change single items. `photoUrl` takes the path of a new upload, or null. Needs the scope `contacts:write`.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/contacts/{id}/photo-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare the upload of a photo
         * @description Send the file's bytes to `uploadUrl` with `method` and `headers` and no other headers, then set the contact's `photoUrl` to `path`. An upload that is never attached is removed. Needs the scope `contacts:write`.
         */
        post: operations["createPhotoUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List networks
         * @description One page of the networks, by name unless `sort` says otherwise. Needs the scope `networks:read`.
         */
        get: operations["listNetworks"];
        put?: never;
        /**
         * Create a network
         * @description The name must be unique, ignoring case. Needs the scope `networks:write`.
         */
        post: operations["createNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a network
         * @description One network. `GET /contacts?networkId=…` lists its contacts. Needs the scope `networks:read`.
         */
        get: operations["getNetwork"];
        put?: never;
        post?: never;
        /**
         * Delete a network
         * @description Its contacts stay. Needs the scope `networks:write`.
         */
        delete: operations["deleteNetwork"];
        options?: never;
        head?: never;
        /**
         * Update a network
         * @description Absent members stay, null clears. Needs the scope `networks:write`.
         */
        patch: operations["updateNetwork"];
        trace?: never;
    };
    "/networks/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the contacts of a network
         * @description Adds those that are missing, and removes those that are not in the list. Needs the scopes `contacts:write` and `networks:read`.
         */
        put: operations["setNetworkContacts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{id}/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a contact to a network
         * @description Adding a contact that already belongs to it changes nothing. Needs the scopes `contacts:write` and `networks:read`.
         */
        put: operations["addNetworkContact"];
        post?: never;
        /**
         * Remove a contact from a network
         * @description Removing a contact that does not belong to it changes nothing. Needs the scopes `contacts:write` and `networks:read`.
         */
        delete: operations["removeNetworkContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relationships
         * @description One page of the relationships; with `contactId` those of this contact, each as seen from it, whichever side it was written from. Needs the scope `contacts:read`.
         */
        get: operations["listRelationships"];
        put?: never;
        /**
         * Create a relationship
         * @description Says what somebody is to a contact. It is written once and read from both sides. At most 200 a contact; of two people, a kind and its labels once. Needs the scope `contacts:write`.
         */
        post: operations["createRelationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/relationships/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a relationship
         * @description One relationship, as it was written. Needs the scope `contacts:read`.
         */
        get: operations["getRelationship"];
        put?: never;
        post?: never;
        /**
         * Delete a relationship
         * @description Both people stay. Needs the scope `contacts:write`.
         */
        delete: operations["deleteRelationship"];
        options?: never;
        head?: never;
        /**
         * Update a relationship
         * @description Absent members stay, null clears. Needs the scope `contacts:write`.
         */
        patch: operations["updateRelationship"];
        trace?: never;
    };
    "/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes
         * @description One page of the notes that match every filter, the newest first unless `sort` says otherwise. Needs the scope `notes:read`.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Create a note
         * @description A note about contacts changes their `lastContactedAt`, unless the note's type has `countsAsContact: false`. Needs the scope `notes:write`.
         */
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a note
         * @description One note, with its content as it was sent. Needs the scope `notes:read`.
         */
        get: operations["getNote"];
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description The `lastContactedAt` of its contacts is computed again from the remaining notes. Needs the scope `notes:write`.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        /**
         * Update a note
         * @description Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only. Needs the scope `notes:write`.
         */
        patch: operations["updateNote"];
        trace?: never;
    };
    "/notes/with-reminder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a note and a reminder
         * @description Both or neither, in one change set. A reminder without `contactIds` and `contactId` is about the contacts of the note. Needs the scopes `notes:write` and `reminders:write`.
         */
        post: operations["createNoteWithReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/note-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List note types
         * @description One page of the note types, by name unless `sort` says otherwise. Needs the scope `notes:read`.
         */
        get: operations["listNoteTypes"];
        put?: never;
        /**
         * Create a note type
         * @description The name must be unique, ignoring case. Needs the scope `notes:write`.
         */
        post: operations["createNoteType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/note-types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a note type
         * @description One note type. Needs the scope `notes:read`.
         */
        get: operations["getNoteType"];
        put?: never;
        post?: never;
        /**
         * Delete a note type
         * @description Its notes stay, without a type. Needs the scope `notes:write`.
         */
        delete: operations["deleteNoteType"];
        options?: never;
        head?: never;
        /**
         * Update a note type
         * @description Absent members stay, null clears. Needs the scope `notes:write`.
         */
        patch: operations["updateNoteType"];
        trace?: never;
    };
    "/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fields
         * @description One page of the fields, by `position` and name unless `sort` says otherwise. Needs the scope `contacts:read`.
         */
        get: operations["listFields"];
        put?: never;
        /**
         * Create a field
         * @description A field of one's own: contacts have its values in `custom`, by its key. At most 50. Needs the scope `contacts:write`.
         */
        post: operations["createField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a field
         * @description One field. Needs the scope `contacts:read`.
         */
        get: operations["getField"];
        put?: never;
        post?: never;
        /**
         * Delete a field
         * @description Its values stay with the contacts until they are cleared. Needs the scope `contacts:write`.
         */
        delete: operations["deleteField"];
        options?: never;
        head?: never;
        /**
         * Update a field
         * @description Absent members stay. Needs the scope `contacts:write`.
         */
        patch: operations["updateField"];
        trace?: never;
    };
    "/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reminders
         * @description One page of the reminders that match every filter, the open ones first and by due time unless `sort` says otherwise. Needs the scope `reminders:read`.
         */
        get: operations["listReminders"];
        put?: never;
        /**
         * Create a reminder
         * @description A reminder may have contacts and a due time, and one with a due time may recur. Needs the scope `reminders:write`.
         */
        post: operations["createReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reminders/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, update and delete reminders
         * @description At most 200 at once, in one change set. If one cannot be done, nothing is done; with `partial` the others are done. Deleting a recurring one ends its series. Needs the scope `reminders:write`.
         */
        post: operations["bulkReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reminders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a reminder
         * @description One reminder. Needs the scope `reminders:read`.
         */
        get: operations["getReminder"];
        put?: never;
        post?: never;
        /**
         * Delete a reminder
         * @description Deletes an open or completed reminder. Deleting a recurring one ends its series, unless `keepSeries` is true. Needs the scope `reminders:write`.
         */
        delete: operations["deleteReminder"];
        options?: never;
        head?: never;
        /**
         * Update or complete a reminder
         * @description Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only. Completing twice keeps the first `completedAt`. Completing a recurring one creates the next, `nextId`, due after now; opening this one again deletes the next, unless that was changed. Needs the scope `reminders:write`.
         */
        patch: operations["updateReminder"];
        trace?: never;
    };
    "/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is due in the next days
         * @description Open reminders, contacts to be in touch with, birthdays and other dates, by day in the profile's time zone. What is overdue comes first. 29 February falls on 28 February in other years. Archived contacts are left out; of who has died only memorials come up. Needs the scopes `contacts:read` and `reminders:read`.
         */
        get: operations["listUpcoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description At most the last three, newest first. Needs the scopes `contacts:write`, `networks:write` and `notes:write`.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Preview a file
         * @description Reads vCards (2.1, 3 and 4), CSV (as Google, Outlook, iCloud, LinkedIn, HubSpot and Dex write it, Outlook in eight languages, or any other with `mapping`), LDIF, jCard, JSContact, the export of Monica, or a JSON document of Kith, at most 1,000 records, and changes nothing: rows say what applying it would do. Contacts are found by uid, then e-mail address, then phone number, archived ones too. Rows of a file with a common e-mail address become one contact if their names are the same or one has none, unless their uids differ. A preview is kept for a day, and an account has at most the last three. Reminders in a document also need `reminders:write`; its profile is left out without `profile:write`. `dropped` lists what is left out, such as links to photos. `questions` asks what the file does not tell: in which order birthdays such as 3/4 are, where neither other days nor the country of the profile nor the language of the file say so, and whether the first line is a contact. Not for keys that are limited to networks. Needs the scopes `contacts:write`, `networks:write` and `notes:write`.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import
         * @description One import, until it expires. Needs the scopes `contacts:write`, `networks:write` and `notes:write`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /**
         * Delete an import
         * @description Deletes the preview; what was applied stays. Needs the scopes `contacts:write`, `networks:write` and `notes:write`.
         */
        delete: operations["deleteImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rows of an import
         * @description One page of the rows, in the order of the file. Needs the scopes `contacts:write`, `networks:write` and `notes:write`.
         */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply an import
         * @description Writes the rows in one change set. `onMatch` says whether a row that matches a contact is merged into it, skipped or created: merging unites lists, adds networks and notes, and fills empty members. A profile only fills empty members. Conflicts and errors are skipped unless `rows` says otherwise. An import is applied once: a second request gets the answer of the first. Needs the scopes `contacts:write`, `networks:write` and `notes:write`.
         */
        post: operations["applyImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything
         * @description Profile, fields, networks, note types, contacts, notes, relationships and reminders, as of one instant, as a file that can be imported again; photos are links, which expire within an hour. An answer that breaks off is not complete. Needs the scopes `contacts:read`, `networks:read`, `notes:read`, `reminders:read` and `profile:read`.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profile
         * @description The account of the credential: name, e-mail address, time zone and country; and the limits of the credential. Every key may ask for it: without `profile:read` name, country and e-mail address are null.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        /**
         * Delete the account
         * @description Deletes the account and everything that belongs to it. Access tokens only. After a 503 send the request again.
         */
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        /**
         * Update the profile
         * @description Absent members stay, null clears. Needs the scope `profile:write`.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/me/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the calendar feed
         * @description Whether it is switched on.
         */
        get: operations["getCalendar"];
        put?: never;
        /**
         * Switch the calendar feed on, or reset it
         * @description Gives it a new URL, which only this answer contains; one that it had works no longer. Whoever has the URL can read birthdays, reminders and who is due.
         */
        post: operations["createCalendar"];
        /**
         * Switch the calendar feed off
         * @description Its URL works no longer. Also 204 where it is off already.
         */
        delete: operations["deleteCalendar"];
        options?: never;
        head?: never;
        /**
         * Change what the calendar feed has
         * @description Absent members stay. Its URL stays the same; 404 where the feed is off.
         */
        patch: operations["updateCalendar"];
        trace?: never;
    };
    "/me/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the inbox
         * @description Whether it is switched on, and when it last got a message.
         */
        get: operations["getInbox"];
        put?: never;
        /**
         * Switch the inbox on, or reset it
         * @description Gives it a new address, which only this answer contains; one that it had works no longer. Whoever has the address can write notes.
         */
        post: operations["createInbox"];
        /**
         * Switch the inbox off
         * @description Its address works no longer. Also 204 where it is off already.
         */
        delete: operations["deleteInbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendar/{secret}.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the calendar feed
         * @description Birthdays, other dates of contacts, open reminders and who is due, for calendar apps; at most 2,000 birthdays and 1,000 of each of the others, those that come first. Without a credential but the secret in the URL, which `POST /me/calendar` gives. At most 30 times a minute.
         */
        get: operations["getCalendarFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a message to the inbox
         * @description For a mail provider: a message becomes a note about the contacts that have one of the addresses of From, To and Cc, with its subject, its day and the first 2,000 characters of its text. All contacts that share an address are meant; an address that no contact has is named in the text; addresses of the owner are left out. Takes JSON as Postmark, forms as Mailgun and SendGrid, and `message/rfc822`, of which the first 128 KiB are read. A message is one note in a day, however often it is posted; at most 200 a day.
         */
        post: operations["receiveMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the log of changes
         * @description One page of the change sets that match every filter, newest first. What is older than 30 days is removed. Needs the scope `activity:read`.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        /**
         * Erase the log of changes
         * @description Erases the whole log for good, and with it the trash and what could be undone. Every cursor of `GET /changes` expires.
         */
        delete: operations["eraseActivity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a change set
         * @description One change set, by the `X-Activity-Id` of an answer or by its id in the list. Needs the scope `activity:read`.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change set
         * @description Every member goes back to what it was, what was deleted comes back with its memberships, links and photo, and what was created is deleted. All or nothing unless `partial`: where something was changed since, 409 `conflict` names it. The undoing is a change set too; undoing that one does it again. A limited API key may undo only what it may change now. Needs the scope `activity:write`.
         */
        post: operations["undoActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo everything that one actor did
         * @description Undoes at once what an API key, or the account with its access tokens, did since then. An API key may name only itself. Needs the scope `activity:write`.
         */
        post: operations["undoActor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the trash
         * @description One page of what was deleted and can come back, newest first. `POST /activity/{id}/undo` with its `id` brings it back. Needs the scope `activity:read`.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        /**
         * Empty the trash
         * @description Erases for good what was deleted, the pictures included.
         */
        delete: operations["eraseTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase something in the trash
         * @description Erases for good what this change set deleted.
         */
        delete: operations["eraseTrashItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what changed since a cursor
         * @description For copies elsewhere: each resource that changed since, once, as it is now, or that it was deleted. Without `since` the cursor of now and no data. A changed membership shows the contact and the network. With a key that is limited to networks a contact that leaves them is reported as deleted, with its notes and reminders, and one that comes brings them; a cursor is valid while the key keeps its scopes and networks. Needs the scope `activity:read`.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description One page of the keys, oldest first, without the keys themselves.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Only this answer contains the key itself. Absent or null `scopes`, `networkIds` and `expiresAt` set no limit.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description One key, without the key itself.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Requests with it are refused from then on.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key or change its limits
         * @description Absent members stay; null removes a limit. The new limits apply from the next request on. A key that has expired works again with a later expiry.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Replaces the key itself; its id, name, expiry, rate limit and history stay. Only this answer contains the new one. The one before works for `overlapSeconds`; rotating again ends it at once, so that at most two work at a time.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description One page of the apps that were approved by OAuth, oldest first.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Approve an OAuth client
         * @description From then on its access tokens work, within these limits, as an API key does. Absent or null `scopes`, `networkIds` and `expiresAt` set no limit. A client that has a connection keeps its id and gets the name and limits of this request. An account has at most 50.
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection
         * @description One connection.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Disconnect an OAuth client
         * @description From then on its requests are refused. Its sessions in Supabase Auth end; the consent stays there until it is revoked.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Rename a connection or change its limits
         * @description Absent members stay; null removes a limit. The new limits apply from the next request on. A connection that has expired works again with a later expiry.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendars
         * @description One page of the calendars that Kith reads, oldest first.
         */
        get: operations["listReadCalendars"];
        put?: never;
        /**
         * Have a calendar read
         * @description Its provider publishes it at a secret address (Google: *Secret address in iCal format*; Apple, Outlook, Fastmail and Nextcloud have the like). It is read every hour, and what ended in the last 30 days is noticed where people of yours were there: by addresses of organizer and attendees, or by a first and last name in the title. Events of a whole day, of more than 12 people, cancelled and declined ones are left out. An account has at most 5.
         */
        post: operations["createReadCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendars/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a calendar
         * @description One calendar, without its address.
         */
        get: operations["getReadCalendar"];
        put?: never;
        post?: never;
        /**
         * Delete a calendar
         * @description It is not read any more, and its meetings go; notes of them stay.
         */
        delete: operations["deleteReadCalendar"];
        options?: never;
        head?: never;
        /**
         * Update a calendar
         * @description Absent members stay. With another address it is read anew.
         */
        patch: operations["updateReadCalendar"];
        trace?: never;
    };
    "/meetings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List meetings
         * @description One page of what was noticed in calendars in the last 90 days, at most 1,000, the latest first; those that are suggested, or in another `state`.
         */
        get: operations["listMeetings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meetings/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log a meeting
         * @description Makes a note of a meeting that is suggested, of the type Meeting, with its title and its day. 409 where it is not suggested any more.
         */
        post: operations["logMeeting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meetings/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a meeting
         * @description It was none, or is not worth a note; it is not suggested again.
         */
        post: operations["dismissMeeting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description One page of the channels, oldest first.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Create a channel
         * @description A code is sent to an address or a topic, and nothing else before `POST /channels/{id}/verify` has it; a browser needs none, and has one channel. Then the channel gets a digest at `digestAt` of the profile on each day on which something is due, and reminders at their time, as `events` says. An account has at most 10; 409 for a mail where the deployment sends none.
         */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a channel
         * @description One channel.
         */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description What waits to be sent to it is not sent.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        /**
         * Update a channel
         * @description Absent members stay. A channel that failed for ten days is switched off; `isEnabled` switches it on again.
         */
        patch: operations["updateChannel"];
        trace?: never;
    };
    "/channels/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a channel
         * @description With the code that was sent, which is good for an hour and five tries. Without one another code is sent, at most three a day to an address.
         */
        post: operations["verifyChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a channel out
         * @description Sends a message that says that it works, at most five an hour. `GET /channels/{id}/deliveries` says whether it arrived.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a channel
         * @description One page of the deliveries of the last 30 days, the latest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key to subscribe a browser with
         * @description For `pushManager.subscribe`, whose answer is a channel's `target` and `keys`. The same for everybody.
         */
        get: operations["getPushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description One page of the webhooks, oldest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Each change from now on is posted to the URL within about a minute, in order, one message for what one request changed: what kind of resource, which id, and who, but no text of yours. Messages are signed as Standard Webhooks 1.0 says; only this answer has the secret. What is not answered with 2xx within 15 s is tried ten times in three days, and what follows waits. An account has at most 10.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description One webhook, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing more is posted to it.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Absent members stay. One that is switched on again goes on where it was, as far as the log reaches back.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook another secret
         * @description Only this answer contains it. For a day messages have two signatures, the second by the secret before.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a webhook out
         * @description Posts a message of the type `webhook.test`, before anything else that waits, at most once a minute.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell a webhook again
         * @description Posts again what was changed since a change or after a cursor, in order, as far as the log reaches back: 30 days. Messages have the ids that they had.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether mails are to stop
         * @description Says how to stop them. Changes nothing: programs open links before people do.
         */
        get: operations["askToStop"];
        put?: never;
        /**
         * Stop the mails of a channel
         * @description Switches the channel off whose secret the link has, as RFC 8058 says. Its owner can switch it on again.
         */
        post: operations["stopMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the service
         * @description 503 when the database does not answer. Needs no credential.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the clock tick
         * @description For a scheduler, once a minute: does what is due although nobody asks. Any number of calls at once do nothing twice. Needs `Authorization: Bearer kith_tick_…`, the secret of the deployment's clock; docs/operating.md says where it is.
         */
        post: operations["tick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the API
         * @description This document: OpenAPI 3.1, generated from the same schemas that validate requests.
         */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the error codes
         * @description What each `code` means and what to do about it. The `type` of every problem is a link to this page.
         */
        get: operations["getErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the API to an agent
         * @description What an agent needs to use the API, in less than 150 lines.
         */
        get: operations["getLlmsTxt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Everything of an account, but for photos, which are links. */
        AccountExport: {
            /** @description Version of the format. */
            kith: number;
            /**
             * Format: date-time
             * @description The instant of the export.
             * @example 2026-03-14T09:26:53.000Z
             */
            exportedAt: string;
            profile: components["schemas"]["Profile"];
            fields: components["schemas"]["Field"][];
            networks: components["schemas"]["Network"][];
            noteTypes: components["schemas"]["NoteType"][];
            /** @description Archived ones too. */
            contacts: components["schemas"]["Contact"][];
            notes: components["schemas"]["Note"][];
            relationships: components["schemas"]["Relationship"][];
            /** @description Completed ones too. */
            reminders: components["schemas"]["Reminder"][];
        };
        /** @description A change set: everything that one request changed. */
        Activity: {
            /**
             * Format: uuid
             * @description Identifies the change set.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was.
             * @example 2026-03-14T09:26:53.000Z
             */
            at: string;
            /**
             * @description The `X-Request-Id` of the request; null where it did not come through this API.
             * @example 5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11
             */
            requestId: string | null;
            actor: components["schemas"]["Actor"];
            /**
             * @description The `operationId`; null where it did not come through this API.
             * @example updateContact
             */
            operation: string | null;
            /**
             * @description The change set in a sentence.
             * @example Deleted contact Zoë Müller, changed 3 notes
             */
            summary: string;
            /** @description What changed: at most 20 in a list, else 200, and at most about 256 KB; `changeCount` says how many there are. */
            changes: components["schemas"]["ResourceChange"][];
            /** @description How many resources changed; of more than 1,000 changes of rows, how many changes there are. */
            changeCount: number;
            /** @description The change sets that this one undid, at most 100. */
            undoes: string[];
            /**
             * Format: uuid
             * @description The change set that undid this one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            undoneBy: string | null;
            /** @description Whether this credential may undo it and it is not undone yet. An API key may undo what it did itself, an access token everything. */
            undoable: boolean;
        };
        ActivityPage: {
            data: components["schemas"]["Activity"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        /** @description Who changed something. */
        Actor: {
            /** @description What it did it with. */
            kind: "api_key" | "connection" | "inbox" | "calendar" | "access_token" | "database" | (string & {});
            /**
             * Format: uuid
             * @description Id of the API key, connection, inbox or calendar, or of the account; null for the database.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string | null;
            /**
             * @description Name of the API key, connection or calendar then, Mail for the inbox, or the role in the database; null for an access token.
             * @example Mail assistant
             */
            name: string | null;
        };
        ActorUndoCreate: {
            /**
             * Format: uuid
             * @description The API key, or the account for its access tokens.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            actorId: string;
            /**
             * @description Everything since then; a date means that whole day in the profile's time zone. Not after `until`.
             * @example 2026-03-14T09:26:53.000Z
             */
            since: string;
            /**
             * @description Everything before then; a date means that whole day in the profile's time zone, included. Until now where absent.
             * @example 2026-03-14T09:26:53.000Z
             */
            until?: string;
            /** @description Whether to change nothing and only answer what would be undone, with the conflicts. False by default. */
            dryRun?: boolean;
            /** @description Whether to undo what can be undone and list the rest in `conflicts`. False by default: then all or nothing. */
            partial?: boolean;
        };
        /** @description Has at least one part other than the label. */
        Address: {
            label?: string | null;
            street?: string | null;
            city?: string | null;
            region?: string | null;
            postalCode?: string | null;
            country?: string | null;
        };
        ApiKey: {
            /**
             * Format: uuid
             * @description Identifies the key.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description What the key is for.
             * @example Mail assistant
             */
            name: string;
            /**
             * Format: date-time
             * @description When the key expires; null for never.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt: string | null;
            /**
             * @description What the key may do, in alphabetical order; each `:write` comes with its `:read`. Null for everything, including what later versions add.
             * @example [
             *       "contacts:read",
             *       "notes:read",
             *       "notes:write"
             *     ]
             */
            scopes: string[] | null;
            /**
             * @description Networks: only their contacts, and the notes and reminders of these, exist for the key. A network that was deleted stays here, and counts again if that is undone. Null for all.
             * @example [
             *       "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
             *     ]
             */
            networkIds: string[] | null;
            /**
             * @description The key's first nine characters.
             * @example kith_3f9a
             */
            keyPrefix: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the key was last used, to about a minute.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastUsedAt: string | null;
            /**
             * @description The operation that it was used for then.
             * @example listContacts
             */
            lastOperation: string | null;
            /** @description The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now. */
            lastRefusal: {
                /**
                 * Format: date-time
                 * @description When it was, to about a minute.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                at: string;
                /** @description The scopes that it lacked. */
                scopes: components["schemas"]["Scope"][];
            } | null;
            /**
             * Format: date-time
             * @description Until when the key as it was before it was rotated works; null where it does not work any more.
             * @example 2026-03-14T09:26:53.000Z
             */
            previousKeyExpiresAt: string | null;
        };
        ApiKeyCreate: {
            /**
             * @description What the key is for.
             * @example Mail assistant
             */
            name: string;
            /**
             * @description When the key expires, in the future; a date means the start of that day in the profile's time zone. Null for never.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt?: string | null;
            /**
             * @description What the key may do. `:write` includes `:read`. Null for everything, including what later versions add.
             * @example [
             *       "contacts:read",
             *       "notes:write"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * @description Networks of the account: only their contacts, and the notes and reminders of these, exist for the key. Null for all.
             * @example [
             *       "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
             *     ]
             */
            networkIds?: string[] | null;
            /**
             * Format: uuid
             * @description Identifies the key.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description The key's first nine characters.
             * @example kith_3f9a
             */
            readonly keyPrefix?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
            /**
             * Format: date-time
             * @description When the key was last used, to about a minute.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastUsedAt?: string | null;
            /**
             * @description The operation that it was used for then.
             * @example listContacts
             */
            readonly lastOperation?: string | null;
            /** @description The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now. */
            readonly lastRefusal?: {
                /**
                 * Format: date-time
                 * @description When it was, to about a minute.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                at: string;
                /** @description The scopes that it lacked. */
                scopes: components["schemas"]["Scope"][];
            } | null;
            /**
             * Format: date-time
             * @description Until when the key as it was before it was rotated works; null where it does not work any more.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly previousKeyExpiresAt?: string | null;
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        ApiKeyRotationCreate: {
            /**
             * @description How long the key as it was until now still works. Not at all where it is absent.
             * @example 86400
             */
            overlapSeconds?: number;
        };
        ApiKeyUpdate: {
            /**
             * @description What the key is for.
             * @example Mail assistant
             */
            name?: string;
            /**
             * @description When the key expires, in the future; a date means the start of that day in the profile's time zone. Null for never.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt?: string | null;
            /**
             * @description What the key may do. `:write` includes `:read`. Null for everything, including what later versions add.
             * @example [
             *       "contacts:read",
             *       "notes:write"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * @description Networks of the account: only their contacts, and the notes and reminders of these, exist for the key. Null for all.
             * @example [
             *       "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
             *     ]
             */
            networkIds?: string[] | null;
            /**
             * Format: uuid
             * @description Identifies the key.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description The key's first nine characters.
             * @example kith_3f9a
             */
            readonly keyPrefix?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
            /**
             * Format: date-time
             * @description When the key was last used, to about a minute.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastUsedAt?: string | null;
            /**
             * @description The operation that it was used for then.
             * @example listContacts
             */
            readonly lastOperation?: string | null;
            /** @description The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now. */
            readonly lastRefusal?: {
                /**
                 * Format: date-time
                 * @description When it was, to about a minute.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                at: string;
                /** @description The scopes that it lacked. */
                scopes: components["schemas"]["Scope"][];
            } | null;
            /**
             * Format: date-time
             * @description Until when the key as it was before it was rotated works; null where it does not work any more.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly previousKeyExpiresAt?: string | null;
        };
        AppliedImport: {
            /**
             * Format: uuid
             * @description Identifies the import.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @description What the file was: jCard is `vcard`, JSContact and Monica's export are `json`. */
            format: components["schemas"]["ImportFormat"];
            counts: components["schemas"]["ImportCounts"];
            /** @description What Kith has no field for, could not store or had to guess, and how many rows were united. Of some values the first are named. */
            dropped: components["schemas"]["DroppedProperty"][];
            /** @description What the file does not tell. */
            questions: components["schemas"]["ImportQuestion"][];
            /** @description Rows with a photo. */
            photos: number;
            /**
             * Format: date-time
             * @description When the file was read.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the preview is deleted, a day later.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was applied; null before.
             * @example 2026-03-14T09:26:53.000Z
             */
            appliedAt: string | null;
            /**
             * Format: uuid
             * @description The change set, to undo all of it; null where nothing was changed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            appliedActivityId: string | null;
            /** @description Rows that were created. */
            created: number;
            /** @description Rows that were merged into contacts, and a profile that filled something. */
            merged: number;
            /** @description Rows that were skipped, or were there already. */
            skipped: number;
            /** @description Rows that could not be written; see their `problem`. */
            failed: number;
            /** @description Whether there was no time for all rows: those that are counted here are written. Send the request again; it goes on. */
            hasMore: boolean;
        };
        /** @enum {string} */
        ArchivedFilter: "true" | "false" | "any";
        Calendar: {
            /** @description Whether there is a feed. */
            isEnabled: boolean;
            /**
             * Format: date-time
             * @description When the feed got its URL; null where there is none.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string | null;
            /** @description Whose birthdays it has: of `all`, of those who are `close` (favourites, and who has `contactFrequencyDays`), or of `none`; null where there is no feed. */
            birthdays: "all" | "close" | "none" | (string & {}) | null;
        };
        /** @enum {string} */
        CalendarBirthdays: "all" | "close" | "none";
        CalendarUpdate: {
            /** @description Whose birthdays the feed has: of `all`, of those who are `close`, or of `none`. */
            birthdays?: components["schemas"]["CalendarBirthdays"];
        };
        /** @enum {string} */
        ChangeAction: "create" | "update" | "delete";
        ChangePage: {
            /** @description Each resource that changed, once. */
            data: components["schemas"]["ChangedResource"][];
            /**
             * @description Where to go on: the next `since`.
             * @example MTc2Mzc0MDgwMA
             */
            cursor: string;
            /** @description Whether there is more to read from `cursor` on now. */
            hasMore: boolean;
        };
        ChangedResource: {
            /** @description What kind of resource it is. */
            resource: "contact" | "field" | "network" | "note" | "note_type" | "relationship" | "reminder" | "profile" | (string & {});
            /**
             * Format: uuid
             * @description Identifies the resource.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @description True where it does not exist any more, and then there is no `value`; else absent. */
            deleted?: boolean;
            /** @description The resource as it is now, as its own path answers it. */
            value?: {
                [key: string]: unknown;
            };
        };
        Channel: {
            /**
             * Format: uuid
             * @description Identifies the channel.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @description How you are told. */
            kind: "email" | "webPush" | "ntfy" | (string & {});
            /**
             * @description What you call it.
             * @example My mail
             */
            name: string;
            /**
             * @description The address of a mail; null for the others.
             * @example ada@example.com
             */
            target: string | null;
            /** @description Whether anything is sent to it. */
            isEnabled: boolean;
            /** @description What it is told. */
            events: ("digest" | "reminder" | (string & {}))[];
            /** @description Whether messages name people and reminders. A mail always does; a browser's messages are encrypted, and do unless you say otherwise; those of ntfy can be read by its server, and do not unless you say so. */
            withNames: boolean;
            /**
             * Format: date-time
             * @description When you proved that the address or topic is yours; null before. A browser's is from the beginning.
             * @example 2026-03-14T09:26:53.000Z
             */
            verifiedAt: string | null;
            /**
             * Format: date-time
             * @description When it was last told something, or tried out.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastDeliveredAt: string | null;
            /** @description Why the last delivery failed: the address was refused, the service was not reached, its certificate was wrong, it took too long, it answered with an error, it does not know the address any more, or more reminders of a day were due than are told; null where it did not. */
            lastError: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | "too_many" | (string & {}) | null;
            /**
             * Format: date-time
             * @description Since when all deliveries fail: after ten days the channel is switched off.
             * @example 2026-03-14T09:26:53.000Z
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        ChannelCreate: {
            /** @description How you are told: `email`, `webPush` or `ntfy`. */
            kind: string;
            /**
             * @description What you call it.
             * @example My mail
             */
            name: string;
            /**
             * @description The address; the `endpoint` of a browser's `PushSubscription`; or the URL of a topic of ntfy. The latter two are credentials, and are not shown again.
             * @example ada@example.com
             */
            target: string;
            keys?: components["schemas"]["PushKeys"];
            /** @description Whether anything is sent to it. */
            isEnabled?: boolean;
            /**
             * @description What it is told: `digest`, what is due on a day at `digestAt` of the profile, and `reminder`, each reminder at its time. Without it a mail is the digest, and the others are told both.
             * @example [
             *       "digest"
             *     ]
             */
            events?: string[];
            /** @description Whether messages name people and reminders. A mail always does; a browser's messages are encrypted, and do unless you say otherwise; those of ntfy can be read by its server, and do not unless you say so. */
            withNames?: boolean;
            /**
             * Format: uuid
             * @description Identifies the channel.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When you proved that the address or topic is yours; null before. A browser's is from the beginning.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly verifiedAt?: string | null;
            /**
             * Format: date-time
             * @description When it was last told something, or tried out.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastDeliveredAt?: string | null;
            /** @description Why the last delivery failed: the address was refused, the service was not reached, its certificate was wrong, it took too long, it answered with an error, it does not know the address any more, or more reminders of a day were due than are told; null where it did not. */
            readonly lastError?: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | "too_many" | (string & {}) | null;
            /**
             * Format: date-time
             * @description Since when all deliveries fail: after ten days the channel is switched off.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly failingSince?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        ChannelPage: {
            data: components["schemas"]["Channel"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        ChannelUpdate: {
            /**
             * @description What you call it.
             * @example My mail
             */
            name?: string;
            /** @description Whether anything is sent to it. */
            isEnabled?: boolean;
            /**
             * @description What it is told: `digest`, what is due on a day at `digestAt` of the profile, and `reminder`, each reminder at its time. Without it a mail is the digest, and the others are told both.
             * @example [
             *       "digest"
             *     ]
             */
            events?: string[];
            /** @description Whether messages name people and reminders. A mail always does; a browser's messages are encrypted, and do unless you say otherwise; those of ntfy can be read by its server, and do not unless you say so. */
            withNames?: boolean;
            /**
             * Format: uuid
             * @description Identifies the channel.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /** @description How you are told. */
            readonly kind?: "email" | "webPush" | "ntfy" | (string & {});
            /**
             * @description The address of a mail; null for the others.
             * @example ada@example.com
             */
            readonly target?: string | null;
            /**
             * Format: date-time
             * @description When you proved that the address or topic is yours; null before. A browser's is from the beginning.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly verifiedAt?: string | null;
            /**
             * Format: date-time
             * @description When it was last told something, or tried out.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastDeliveredAt?: string | null;
            /** @description Why the last delivery failed: the address was refused, the service was not reached, its certificate was wrong, it took too long, it answered with an error, it does not know the address any more, or more reminders of a day were due than are told; null where it did not. */
            readonly lastError?: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | "too_many" | (string & {}) | null;
            /**
             * Format: date-time
             * @description Since when all deliveries fail: after ten days the channel is switched off.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly failingSince?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        ChannelVerification: {
            /**
             * @description The code in the message; without it another one is sent.
             * @example 123456
             */
            code?: string;
        };
        Connection: {
            /**
             * Format: uuid
             * @description Identifies the connection.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description The OAuth client.
             * @example 0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15
             */
            clientId: string;
            /**
             * @description The host that the client returned to when it was approved.
             * @example claude.ai
             */
            redirectHost: string;
            /**
             * @description What the owner calls it, at first the name that the client gave itself.
             * @example Claude
             */
            name: string;
            /**
             * Format: date-time
             * @description When the connection expires; null for never.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt: string | null;
            /**
             * @description What the connection may do, in alphabetical order; each `:write` comes with its `:read`. Null for everything, including what later versions add.
             * @example [
             *       "contacts:read",
             *       "notes:read",
             *       "notes:write"
             *     ]
             */
            scopes: string[] | null;
            /**
             * @description Networks: only their contacts, and the notes and reminders of these, exist for the connection. A network that was deleted stays here, and counts again if that is undone. Null for all.
             * @example [
             *       "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
             *     ]
             */
            networkIds: string[] | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the connection was last used, to about a minute.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastUsedAt: string | null;
            /**
             * @description The operation that it was used for then.
             * @example listContacts
             */
            lastOperation: string | null;
            /** @description The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now. */
            lastRefusal: {
                /**
                 * Format: date-time
                 * @description When it was, to about a minute.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                at: string;
                /** @description The scopes that it lacked. */
                scopes: components["schemas"]["Scope"][];
            } | null;
        };
        ConnectionCreate: {
            /**
             * @description The OAuth client, as Supabase Auth names it.
             * @example 0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15
             */
            clientId: string;
            /**
             * @description The host that the client returns to.
             * @example claude.ai
             */
            redirectHost: string;
            /**
             * @description What the owner calls it, at first the name that the client gave itself.
             * @example Claude
             */
            name: string;
            /**
             * @description When the connection expires, in the future; a date means the start of that day in the profile's time zone. Null for never.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt?: string | null;
            /**
             * @description What the connection may do. `:write` includes `:read`. Null for everything, including what later versions add.
             * @example [
             *       "contacts:read",
             *       "notes:write"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * @description Networks of the account: only their contacts, and the notes and reminders of these, exist for the connection. Null for all.
             * @example [
             *       "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
             *     ]
             */
            networkIds?: string[] | null;
            /**
             * Format: uuid
             * @description Identifies the connection.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
            /**
             * Format: date-time
             * @description When the connection was last used, to about a minute.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastUsedAt?: string | null;
            /**
             * @description The operation that it was used for then.
             * @example listContacts
             */
            readonly lastOperation?: string | null;
            /** @description The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now. */
            readonly lastRefusal?: {
                /**
                 * Format: date-time
                 * @description When it was, to about a minute.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                at: string;
                /** @description The scopes that it lacked. */
                scopes: components["schemas"]["Scope"][];
            } | null;
        };
        ConnectionPage: {
            data: components["schemas"]["Connection"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        ConnectionUpdate: {
            /**
             * @description What the owner calls it, at first the name that the client gave itself.
             * @example Claude
             */
            name?: string;
            /**
             * @description When the connection expires, in the future; a date means the start of that day in the profile's time zone. Null for never.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt?: string | null;
            /**
             * @description What the connection may do. `:write` includes `:read`. Null for everything, including what later versions add.
             * @example [
             *       "contacts:read",
             *       "notes:write"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * @description Networks of the account: only their contacts, and the notes and reminders of these, exist for the connection. Null for all.
             * @example [
             *       "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
             *     ]
             */
            networkIds?: string[] | null;
            /**
             * Format: uuid
             * @description Identifies the connection.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description The OAuth client.
             * @example 0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15
             */
            readonly clientId?: string;
            /**
             * @description The host that the client returned to when it was approved.
             * @example claude.ai
             */
            readonly redirectHost?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
            /**
             * Format: date-time
             * @description When the connection was last used, to about a minute.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastUsedAt?: string | null;
            /**
             * @description The operation that it was used for then.
             * @example listContacts
             */
            readonly lastOperation?: string | null;
            /** @description The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now. */
            readonly lastRefusal?: {
                /**
                 * Format: date-time
                 * @description When it was, to about a minute.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                at: string;
                /** @description The scopes that it lacked. */
                scopes: components["schemas"]["Scope"][];
            } | null;
        };
        Contact: {
            /** @example Zoë */
            firstName: string | null;
            middleName: string | null;
            /** @example Müller */
            lastName: string | null;
            namePrefix: string | null;
            nameSuffix: string | null;
            phoneticFirstName: string | null;
            phoneticLastName: string | null;
            nickname: string | null;
            company: string | null;
            department: string | null;
            jobTitle: string | null;
            pronouns: string | null;
            /** @description E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored. */
            emails: components["schemas"]["Email"][];
            /** @description Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice. */
            phones: components["schemas"]["Phone"][];
            /** @description Web pages; the first is the primary one. No page occurs twice. */
            urls: components["schemas"]["Url"][];
            /** @description Postal addresses; the first is the primary one. */
            addresses: components["schemas"]["Address"][];
            /**
             * @description A real date: YYYY-MM-DD, or --MM-DD when the year is unknown.
             * @example --02-29
             */
            birthday: string | null;
            /** @description Dates besides the birthday, such as anniversaries. None occurs twice. */
            dates: components["schemas"]["ContactDate"][];
            /** @description Values of your own fields, by the `key` of each (see `/fields`); together at most 16 KiB. A change of some keeps the others, null clears. */
            custom: {
                [key: string]: unknown;
            };
            description: string | null;
            /**
             * @description Properties of vCards that Kith does not know, one a line, such as from a phone. They are kept, and written into vCards again.
             * @example X-AIM;TYPE=home:zoe
             */
            vcardLines: string | null;
            /** @description Whether it is a favourite. */
            isFavorite: boolean;
            /** @description Whether it is archived: lists of contacts leave it out unless they ask for archived ones. */
            isArchived: boolean;
            /** @description In answers a signed URL, valid for half an hour to an hour. To change the photo send the path of an upload, or null to remove it. */
            photoUrl: string | null;
            /** @description The networks that the contact belongs to. */
            networkIds: string[];
            /** @description After how many days to contact them again; null for never. */
            contactFrequencyDays: number | null;
            /**
             * Format: date-time
             * @description When the last contact was: the time that a client set, or that of a later note.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastContactedAt: string | null;
            /**
             * Format: date
             * @description Until when they are not due, whatever `contactFrequencyDays` says; null for not at all. Being in touch ends it: it is null then.
             * @example 2026-03-14
             */
            snoozedUntil: string | null;
            /**
             * Format: uuid
             * @description Identifies the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description “Prefix first middle last, suffix”, else the nickname, else the company. A name in Han, Kana or Hangul is “lastfirst”, unless `eastAsianNames` of the profile says otherwise.
             * @example Zoë Müller
             */
            displayName: string;
            /** @description Whether there is a photo. If this is true and `photoUrl` is null, Storage did not answer. */
            hasPhoto: boolean;
            /**
             * Format: date
             * @description When to contact them next, in the profile's time zone; null for who has died, and for your own contact.
             * @example 2026-03-14
             */
            nextContactOn: string | null;
            /** @description Whether `nextContactOn` is today or earlier. */
            needsContact: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        ContactBulkResult: {
            /** @description The result of each item: first those of `create`, then of `update`, then of `delete`. */
            results: components["schemas"]["ItemResult"][];
            /** @description Whether there was no time for some, because contacts have many notes: those with the error `unavailable`. Send these again. */
            hasMore: boolean;
        };
        /** @description At most 200 items in all lists together. */
        ContactBulkUpdate: {
            /** @description New contacts. */
            create?: components["schemas"]["ContactCreate"][];
            /** @description Changes of contacts, each with the `id` of its contact. */
            update?: components["schemas"]["ContactItemUpdate"][];
            /** @description Contacts to delete. */
            delete?: string[];
            /** @description Whether to do the others if some cannot be done. False by default: then nothing is done. */
            partial?: boolean;
        };
        /** @description Needs a `firstName`, `lastName`, `nickname` or `company` that is not blank. */
        ContactCreate: {
            /** @example Zoë */
            firstName?: string | null;
            middleName?: string | null;
            /** @example Müller */
            lastName?: string | null;
            namePrefix?: string | null;
            nameSuffix?: string | null;
            phoneticFirstName?: string | null;
            phoneticLastName?: string | null;
            nickname?: string | null;
            company?: string | null;
            department?: string | null;
            jobTitle?: string | null;
            pronouns?: string | null;
            /** @description E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored. */
            emails?: components["schemas"]["Email"][];
            /** @description Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice. */
            phones?: components["schemas"]["Phone"][];
            /** @description Web pages; the first is the primary one. No page occurs twice. */
            urls?: components["schemas"]["Url"][];
            /** @description Postal addresses; the first is the primary one. */
            addresses?: components["schemas"]["Address"][];
            /**
             * @description A real date: YYYY-MM-DD, or --MM-DD when the year is unknown.
             * @example --02-29
             */
            birthday?: string | null;
            /** @description Dates besides the birthday, such as anniversaries. None occurs twice. */
            dates?: components["schemas"]["ContactDate"][];
            /** @description Values of your own fields, by the `key` of each (see `/fields`); together at most 16 KiB. A change of some keeps the others, null clears. */
            custom?: {
                [key: string]: unknown;
            };
            description?: string | null;
            /**
             * @description Properties of vCards that Kith does not know, one a line, such as from a phone. They are kept, and written into vCards again.
             * @example X-AIM;TYPE=home:zoe
             */
            vcardLines?: string | null;
            /** @description Whether it is a favourite. */
            isFavorite?: boolean;
            /** @description Whether it is archived: lists of contacts leave it out unless they ask for archived ones. */
            isArchived?: boolean;
            /** @description The networks that the contact belongs to. */
            networkIds?: string[];
            /** @description After how many days to contact them again; null for never. */
            contactFrequencyDays?: number | null;
            /**
             * @description When the last contact was: the time that is set here, or that of a later note.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastContactedAt?: string | null;
            /**
             * Format: date
             * @description Until when they are not due, whatever `contactFrequencyDays` says; null for not at all. Being in touch ends it: it is null then.
             * @example 2026-03-14
             */
            snoozedUntil?: string | null;
            /**
             * Format: uuid
             * @description Identifies the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description “Prefix first middle last, suffix”, else the nickname, else the company. A name in Han, Kana or Hangul is “lastfirst”, unless `eastAsianNames` of the profile says otherwise.
             * @example Zoë Müller
             */
            readonly displayName?: string;
            /** @description Whether there is a photo. If this is true and `photoUrl` is null, Storage did not answer. */
            readonly hasPhoto?: boolean;
            /**
             * Format: date
             * @description When to contact them next, in the profile's time zone; null for who has died, and for your own contact.
             * @example 2026-03-14
             */
            readonly nextContactOn?: string | null;
            /** @description Whether `nextContactOn` is today or earlier. */
            readonly needsContact?: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        ContactDate: {
            /** @description After a `death` the contact is never due, and nobody is congratulated. */
            kind: string;
            /** @description What you call it. */
            label?: string | null;
            /**
             * @description As far as it is known: YYYY-MM-DD, --MM-DD, YYYY-MM or YYYY. One with month and day comes up each year.
             * @example 2015-06-20
             */
            date: string;
        };
        ContactDetails: {
            /** @example Zoë */
            firstName: string | null;
            middleName: string | null;
            /** @example Müller */
            lastName: string | null;
            namePrefix: string | null;
            nameSuffix: string | null;
            phoneticFirstName: string | null;
            phoneticLastName: string | null;
            nickname: string | null;
            company: string | null;
            department: string | null;
            jobTitle: string | null;
            pronouns: string | null;
            /** @description E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored. */
            emails: components["schemas"]["Email"][];
            /** @description Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice. */
            phones: components["schemas"]["Phone"][];
            /** @description Web pages; the first is the primary one. No page occurs twice. */
            urls: components["schemas"]["Url"][];
            /** @description Postal addresses; the first is the primary one. */
            addresses: components["schemas"]["Address"][];
            /**
             * @description A real date: YYYY-MM-DD, or --MM-DD when the year is unknown.
             * @example --02-29
             */
            birthday: string | null;
            /** @description Dates besides the birthday, such as anniversaries. None occurs twice. */
            dates: components["schemas"]["ContactDate"][];
            /** @description Values of your own fields, by the `key` of each (see `/fields`); together at most 16 KiB. A change of some keeps the others, null clears. */
            custom: {
                [key: string]: unknown;
            };
            description: string | null;
            /**
             * @description Properties of vCards that Kith does not know, one a line, such as from a phone. They are kept, and written into vCards again.
             * @example X-AIM;TYPE=home:zoe
             */
            vcardLines: string | null;
            /** @description Whether it is a favourite. */
            isFavorite: boolean;
            /** @description Whether it is archived: lists of contacts leave it out unless they ask for archived ones. */
            isArchived: boolean;
            /** @description In answers a signed URL, valid for half an hour to an hour. To change the photo send the path of an upload, or null to remove it. */
            photoUrl: string | null;
            /** @description The networks that the contact belongs to. */
            networkIds: string[];
            /** @description After how many days to contact them again; null for never. */
            contactFrequencyDays: number | null;
            /**
             * Format: date-time
             * @description When the last contact was: the time that a client set, or that of a later note.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastContactedAt: string | null;
            /**
             * Format: date
             * @description Until when they are not due, whatever `contactFrequencyDays` says; null for not at all. Being in touch ends it: it is null then.
             * @example 2026-03-14
             */
            snoozedUntil: string | null;
            /**
             * Format: uuid
             * @description Identifies the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description “Prefix first middle last, suffix”, else the nickname, else the company. A name in Han, Kana or Hangul is “lastfirst”, unless `eastAsianNames` of the profile says otherwise.
             * @example Zoë Müller
             */
            displayName: string;
            /** @description Whether there is a photo. If this is true and `photoUrl` is null, Storage did not answer. */
            hasPhoto: boolean;
            /**
             * Format: date
             * @description When to contact them next, in the profile's time zone; null for who has died, and for your own contact.
             * @example 2026-03-14
             */
            nextContactOn: string | null;
            /** @description Whether `nextContactOn` is today or earlier. */
            needsContact: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
            /** @description The newest ten notes about the contact, with `include=notes` only. */
            notes?: components["schemas"]["Note"][];
            /** @description The ten open reminders about the contact that are due first, with `include=reminders` only. */
            reminders?: components["schemas"]["Reminder"][];
            /** @description The networks of the contact, by name, with `include=networks` only. */
            networks?: components["schemas"]["Network"][];
            /** @description What others are to the contact, as seen from it, with `include=relationships` only. */
            relationships?: components["schemas"]["Relationship"][];
        };
        ContactExport: {
            /** @description Version of the format. */
            kith: number;
            /**
             * Format: date-time
             * @description The instant of the export.
             * @example 2026-03-14T09:26:53.000Z
             */
            exportedAt: string;
            fields: components["schemas"]["Field"][];
            networks: components["schemas"]["Network"][];
            /** @description `photoUrl` is a signed URL, valid for half an hour to an hour. */
            contacts: components["schemas"]["Contact"][];
        };
        /** @description Does not clear all four names, and does not both replace a list and add to it or remove from it. */
        ContactItemUpdate: {
            /** @example Zoë */
            firstName?: string | null;
            middleName?: string | null;
            /** @example Müller */
            lastName?: string | null;
            namePrefix?: string | null;
            nameSuffix?: string | null;
            phoneticFirstName?: string | null;
            phoneticLastName?: string | null;
            nickname?: string | null;
            company?: string | null;
            department?: string | null;
            jobTitle?: string | null;
            pronouns?: string | null;
            /** @description E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored. */
            emails?: components["schemas"]["Email"][];
            /** @description Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice. */
            phones?: components["schemas"]["Phone"][];
            /** @description Web pages; the first is the primary one. No page occurs twice. */
            urls?: components["schemas"]["Url"][];
            /** @description Postal addresses; the first is the primary one. */
            addresses?: components["schemas"]["Address"][];
            /**
             * @description A real date: YYYY-MM-DD, or --MM-DD when the year is unknown.
             * @example --02-29
             */
            birthday?: string | null;
            /** @description Dates besides the birthday, such as anniversaries. None occurs twice. */
            dates?: components["schemas"]["ContactDate"][];
            /** @description Values of your own fields, by the `key` of each (see `/fields`); together at most 16 KiB. A change of some keeps the others, null clears. */
            custom?: {
                [key: string]: unknown;
            };
            description?: string | null;
            /**
             * @description Properties of vCards that Kith does not know, one a line, such as from a phone. They are kept, and written into vCards again.
             * @example X-AIM;TYPE=home:zoe
             */
            vcardLines?: string | null;
            /** @description Whether it is a favourite. */
            isFavorite?: boolean;
            /** @description Whether it is archived: lists of contacts leave it out unless they ask for archived ones. */
            isArchived?: boolean;
            /** @description In answers a signed URL, valid for half an hour to an hour. To change the photo send the path of an upload, or null to remove it. */
            photoUrl?: string | null;
            /** @description The networks that the contact belongs to. */
            networkIds?: string[];
            /** @description After how many days to contact them again; null for never. */
            contactFrequencyDays?: number | null;
            /**
             * @description When the last contact was: the time that is set here, or that of a later note.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastContactedAt?: string | null;
            /**
             * Format: date
             * @description Until when they are not due, whatever `contactFrequencyDays` says; null for not at all. Being in touch ends it: it is null then.
             * @example 2026-03-14
             */
            snoozedUntil?: string | null;
            /** @description E-mail addresses to add at the end. An item that is there already stays as it is. */
            addEmails?: components["schemas"]["Email"][];
            /** @description Values of e-mail addresses to remove, before others are added. */
            removeEmails?: string[];
            /** @description Phone numbers to add at the end. An item that is there already stays as it is. Numbers with the same digits are the same; `00` is `+`. */
            addPhones?: components["schemas"]["Phone"][];
            /** @description Values of phone numbers to remove, before others are added. Numbers with the same digits are the same; `00` is `+`. */
            removePhones?: string[];
            /** @description Web pages to add at the end. An item that is there already stays as it is. */
            addUrls?: components["schemas"]["Url"][];
            /** @description Values of web pages to remove, before others are added. */
            removeUrls?: string[];
            /** @description Dates to add at the end. One that is there already stays as it is. */
            addDates?: components["schemas"]["ContactDate"][];
            /** @description Dates to remove, before others are added: the `date` of each. */
            removeDates?: string[];
            /** @description Networks to add the contact to. */
            addNetworkIds?: string[];
            /** @description Networks to remove the contact from, unless it is also added. */
            removeNetworkIds?: string[];
            /**
             * Format: uuid
             * @description Id of the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
        };
        ContactMatch: {
            /**
             * Format: uuid
             * @description Id of the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId: string;
            /** @description Where it is. */
            field: "middleName" | "namePrefix" | "nameSuffix" | "phoneticFirstName" | "phoneticLastName" | "nickname" | "company" | "department" | "jobTitle" | "pronouns" | "description" | "email" | "phone" | "place" | "street" | "label" | "custom" | "network" | "note" | (string & {});
            /** @description What is there, or about 120 characters of it. Written by people. */
            text: string;
            /**
             * Format: uuid
             * @description Id of the note.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            noteId?: string;
            /**
             * Format: date-time
             * @description When the event of the note happened.
             * @example 2026-03-14T09:26:53.000Z
             */
            occurredAt?: string;
        };
        ContactMergeCreate: {
            /**
             * Format: uuid
             * @description The contact to merge into this one. It is deleted.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            duplicateId: string;
            /** @description Whose value to keep: that of the `target` or of the `duplicate`. Members that are not named are merged as described above. */
            fields?: {
                firstName?: components["schemas"]["MergeChoice"];
                middleName?: components["schemas"]["MergeChoice"];
                lastName?: components["schemas"]["MergeChoice"];
                namePrefix?: components["schemas"]["MergeChoice"];
                nameSuffix?: components["schemas"]["MergeChoice"];
                phoneticFirstName?: components["schemas"]["MergeChoice"];
                phoneticLastName?: components["schemas"]["MergeChoice"];
                nickname?: components["schemas"]["MergeChoice"];
                company?: components["schemas"]["MergeChoice"];
                department?: components["schemas"]["MergeChoice"];
                jobTitle?: components["schemas"]["MergeChoice"];
                pronouns?: components["schemas"]["MergeChoice"];
                emails?: components["schemas"]["MergeChoice"];
                phones?: components["schemas"]["MergeChoice"];
                urls?: components["schemas"]["MergeChoice"];
                addresses?: components["schemas"]["MergeChoice"];
                birthday?: components["schemas"]["MergeChoice"];
                dates?: components["schemas"]["MergeChoice"];
                description?: components["schemas"]["MergeChoice"];
                vcardLines?: components["schemas"]["MergeChoice"];
                custom?: components["schemas"]["MergeChoice"];
                photoUrl?: components["schemas"]["MergeChoice"];
                contactFrequencyDays?: components["schemas"]["MergeChoice"];
            };
            /** @description Whether to change nothing and only answer what the contact would be. False by default. */
            dryRun?: boolean;
        };
        /** @enum {string} */
        ContactOrder: "displayName" | "-displayName" | "lastName" | "-lastName" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastContactedAt" | "-lastContactedAt" | "nextContactOn" | "-nextContactOn" | "birthday" | "-birthday";
        ContactPage: {
            data: components["schemas"]["Contact"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
            /** @description Only where `search` is given without `isArchived`: how many archived contacts match, if any do. */
            archivedCount?: number;
            /** @description Only where `search` finds nothing: at most five contacts whose names look or sound similar, the most similar first. The other filters are ignored. */
            suggestions?: components["schemas"]["ContactSuggestion"][];
            /** @description Only where `search` finds somebody: why the contacts of this page are found, where it is not by their names. */
            matches?: components["schemas"]["ContactMatch"][];
            /** @description True where there are so many notes that `search` has read the newest alone; absent otherwise. */
            olderNotesLeftOut?: boolean;
        };
        ContactSuggestion: {
            /**
             * Format: uuid
             * @description Id of the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            displayName: string;
        };
        /** @description Does not clear all four names, and does not both replace a list and add to it or remove from it. */
        ContactUpdate: {
            /** @example Zoë */
            firstName?: string | null;
            middleName?: string | null;
            /** @example Müller */
            lastName?: string | null;
            namePrefix?: string | null;
            nameSuffix?: string | null;
            phoneticFirstName?: string | null;
            phoneticLastName?: string | null;
            nickname?: string | null;
            company?: string | null;
            department?: string | null;
            jobTitle?: string | null;
            pronouns?: string | null;
            /** @description E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored. */
            emails?: components["schemas"]["Email"][];
            /** @description Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice. */
            phones?: components["schemas"]["Phone"][];
            /** @description Web pages; the first is the primary one. No page occurs twice. */
            urls?: components["schemas"]["Url"][];
            /** @description Postal addresses; the first is the primary one. */
            addresses?: components["schemas"]["Address"][];
            /**
             * @description A real date: YYYY-MM-DD, or --MM-DD when the year is unknown.
             * @example --02-29
             */
            birthday?: string | null;
            /** @description Dates besides the birthday, such as anniversaries. None occurs twice. */
            dates?: components["schemas"]["ContactDate"][];
            /** @description Values of your own fields, by the `key` of each (see `/fields`); together at most 16 KiB. A change of some keeps the others, null clears. */
            custom?: {
                [key: string]: unknown;
            };
            description?: string | null;
            /**
             * @description Properties of vCards that Kith does not know, one a line, such as from a phone. They are kept, and written into vCards again.
             * @example X-AIM;TYPE=home:zoe
             */
            vcardLines?: string | null;
            /** @description Whether it is a favourite. */
            isFavorite?: boolean;
            /** @description Whether it is archived: lists of contacts leave it out unless they ask for archived ones. */
            isArchived?: boolean;
            /** @description In answers a signed URL, valid for half an hour to an hour. To change the photo send the path of an upload, or null to remove it. */
            photoUrl?: string | null;
            /** @description The networks that the contact belongs to. */
            networkIds?: string[];
            /** @description After how many days to contact them again; null for never. */
            contactFrequencyDays?: number | null;
            /**
             * @description When the last contact was: the time that is set here, or that of a later note.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastContactedAt?: string | null;
            /**
             * Format: date
             * @description Until when they are not due, whatever `contactFrequencyDays` says; null for not at all. Being in touch ends it: it is null then.
             * @example 2026-03-14
             */
            snoozedUntil?: string | null;
            /** @description E-mail addresses to add at the end. An item that is there already stays as it is. */
            addEmails?: components["schemas"]["Email"][];
            /** @description Values of e-mail addresses to remove, before others are added. */
            removeEmails?: string[];
            /** @description Phone numbers to add at the end. An item that is there already stays as it is. Numbers with the same digits are the same; `00` is `+`. */
            addPhones?: components["schemas"]["Phone"][];
            /** @description Values of phone numbers to remove, before others are added. Numbers with the same digits are the same; `00` is `+`. */
            removePhones?: string[];
            /** @description Web pages to add at the end. An item that is there already stays as it is. */
            addUrls?: components["schemas"]["Url"][];
            /** @description Values of web pages to remove, before others are added. */
            removeUrls?: string[];
            /** @description Dates to add at the end. One that is there already stays as it is. */
            addDates?: components["schemas"]["ContactDate"][];
            /** @description Dates to remove, before others are added: the `date` of each. */
            removeDates?: string[];
            /** @description Networks to add the contact to. */
            addNetworkIds?: string[];
            /** @description Networks to remove the contact from, unless it is also added. */
            removeNetworkIds?: string[];
            /**
             * Format: uuid
             * @description Identifies the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description “Prefix first middle last, suffix”, else the nickname, else the company. A name in Han, Kana or Hangul is “lastfirst”, unless `eastAsianNames` of the profile says otherwise.
             * @example Zoë Müller
             */
            readonly displayName?: string;
            /** @description Whether there is a photo. If this is true and `photoUrl` is null, Storage did not answer. */
            readonly hasPhoto?: boolean;
            /**
             * Format: date
             * @description When to contact them next, in the profile's time zone; null for who has died, and for your own contact.
             * @example 2026-03-14
             */
            readonly nextContactOn?: string | null;
            /** @description Whether `nextContactOn` is today or earlier. */
            readonly needsContact?: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
            /** @description The newest ten notes about the contact, with `include=notes` only. */
            readonly notes?: components["schemas"]["Note"][];
            /** @description The ten open reminders about the contact that are due first, with `include=reminders` only. */
            readonly reminders?: components["schemas"]["Reminder"][];
            /** @description The networks of the contact, by name, with `include=networks` only. */
            readonly networks?: components["schemas"]["Network"][];
            /** @description What others are to the contact, as seen from it, with `include=relationships` only. */
            readonly relationships?: components["schemas"]["Relationship"][];
        };
        CreatedApiKey: {
            /**
             * Format: uuid
             * @description Identifies the key.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description What the key is for.
             * @example Mail assistant
             */
            name: string;
            /**
             * Format: date-time
             * @description When the key expires; null for never.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt: string | null;
            /**
             * @description What the key may do, in alphabetical order; each `:write` comes with its `:read`. Null for everything, including what later versions add.
             * @example [
             *       "contacts:read",
             *       "notes:read",
             *       "notes:write"
             *     ]
             */
            scopes: string[] | null;
            /**
             * @description Networks: only their contacts, and the notes and reminders of these, exist for the key. A network that was deleted stays here, and counts again if that is undone. Null for all.
             * @example [
             *       "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
             *     ]
             */
            networkIds: string[] | null;
            /**
             * @description The key's first nine characters.
             * @example kith_3f9a
             */
            keyPrefix: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the key was last used, to about a minute.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastUsedAt: string | null;
            /**
             * @description The operation that it was used for then.
             * @example listContacts
             */
            lastOperation: string | null;
            /** @description The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now. */
            lastRefusal: {
                /**
                 * Format: date-time
                 * @description When it was, to about a minute.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                at: string;
                /** @description The scopes that it lacked. */
                scopes: components["schemas"]["Scope"][];
            } | null;
            /**
             * Format: date-time
             * @description Until when the key as it was before it was rotated works; null where it does not work any more.
             * @example 2026-03-14T09:26:53.000Z
             */
            previousKeyExpiresAt: string | null;
            /**
             * @description The key itself. It is shown only once: null if the answer is repeated for an `Idempotency-Key`.
             * @example kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345
             */
            key: string | null;
        };
        /** @enum {string} */
        CreatedAtOrder: "createdAt" | "-createdAt";
        CreatedCalendar: {
            /** @description Whether there is a feed. */
            isEnabled: boolean;
            /**
             * Format: date-time
             * @description When the feed got its URL; null where there is none.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string | null;
            /** @description Whose birthdays it has: of `all`, of those who are `close` (favourites, and who has `contactFrequencyDays`), or of `none`; null where there is no feed. */
            birthdays: "all" | "close" | "none" | (string & {}) | null;
            /**
             * @description The URL of the feed, for calendar apps; it is shown only here. Without scheme and host where the service does not know its address. Null in an answer that is repeated.
             * @example https://abc.supabase.co/functions/v1/kith/api/v1/calendar/0f1e….ics
             */
            url: string | null;
        };
        CreatedInbox: {
            /** @description Whether there is an inbox. */
            isEnabled: boolean;
            /**
             * Format: date-time
             * @description When it got its address; null where there is none.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description When a message was last posted to it; null where none was.
             * @example 2026-03-14T09:26:53.000Z
             */
            receivedAt: string | null;
            /**
             * @description The address for a mail provider; it is shown only here. Without scheme and host where the service does not know its address. Null in an answer that is repeated.
             * @example https://abc.supabase.co/functions/v1/kith/api/v1/inbound/0f1e…
             */
            url: string | null;
        };
        CreatedWebhook: {
            /**
             * Format: uuid
             * @description Identifies the webhook.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description What you call it.
             * @example n8n
             */
            name: string;
            /**
             * @description Where messages are posted: https, on the usual port, at a host of the internet.
             * @example https://n8n.example.com/webhook/kith
             */
            url: string;
            /** @description Whether messages are posted. It is switched off after ten tries in three days, and where the address answers 410. */
            isEnabled: boolean;
            /**
             * @description Whose changes it is not told of: those of the API key that the receiver itself writes with, so that it does not answer itself.
             * @example [
             *       "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
             *     ]
             */
            ignoreActorIds: string[];
            /**
             * Format: date-time
             * @description When a message was last taken: answered with 2xx.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastDeliveredAt: string | null;
            /** @description Why the last try failed; null after one that did not. */
            lastError: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | (string & {}) | null;
            /** @description The status of the last answer; null before one. */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description Since when all tries fail.
             * @example 2026-03-14T09:26:53.000Z
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
            /**
             * @description What its messages are signed with, in this answer only; null where the answer is repeated for an `Idempotency-Key`.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDpOvwM7YVq1M=
             */
            secret: string | null;
        };
        /** @enum {string} */
        DateKind: "anniversary" | "nameDay" | "death" | "memorial" | "other";
        Delivery: {
            /**
             * Format: uuid
             * @description Identifies the delivery.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @description What it is. */
            kind: "digest" | "reminder" | "code" | "test" | (string & {});
            /** @description Whether it was sent. `empty`: nothing was due by then, so nothing was sent. */
            state: "waiting" | "sent" | "empty" | "failed" | (string & {});
            /** @description How often it was tried. */
            tries: number;
            /** @description Why the last try failed: the address was refused, the service was not reached, its certificate was wrong, it took too long, it answered with an error, it does not know the address any more, or more reminders of a day were due than are told; null where it did not. */
            error: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | "too_many" | (string & {}) | null;
            /**
             * Format: date-time
             * @description When it was planned.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was sent; null where it was not.
             * @example 2026-03-14T09:26:53.000Z
             */
            sentAt: string | null;
        };
        DeliveryPage: {
            data: components["schemas"]["Delivery"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        DroppedProperty: {
            /** @description Its name in the file. */
            property: string;
            /** @description How often. */
            count: number;
            /** @description Where in the file the first records begin of which it is left out for a reason. */
            lines?: number[];
        };
        Duplicate: {
            /** @description Both contacts, the one that was created earlier first. */
            contacts: components["schemas"]["DuplicateContact"][];
            /** @description How likely they are the same person, from 0 to 1. */
            score: number;
            evidence: components["schemas"]["DuplicateEvidence"][];
        };
        DuplicateContact: {
            /**
             * Format: uuid
             * @description Id of the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            displayName: string;
            company: string | null;
            /** @description E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored. */
            emails: components["schemas"]["Email"][];
            /** @description Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice. */
            phones: components["schemas"]["Phone"][];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
        };
        DuplicateDismissalCreate: {
            /** @description Contacts that are all different people. Each pair of them is dismissed. */
            contactIds: string[];
            /** @description False lists the pairs again. True by default. */
            dismissed?: boolean;
        };
        DuplicateEvidence: {
            /** @description `email`: the same address; `phone`: the same number; `name`: the same words in any order; `similar_name`: one word differs by one letter, is an initial, or is missing. */
            kind: "email" | "phone" | "name" | "similar_name" | (string & {});
            /** @description What they share, or both names where these are similar. Phone numbers are in international form. */
            value: string;
        };
        DuplicatePage: {
            data: components["schemas"]["Duplicate"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        Email: {
            value: string;
            /** @description What it is for, such as “work”. */
            label?: string | null;
        };
        /** @enum {string} */
        ExportFormat: "vcard" | "vcard3" | "csv" | "json" | "jscontact";
        Field: {
            /**
             * Format: uuid
             * @description Identifies the field.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description By which contacts have the value in `custom`. Made from the name where it is absent, and never changed.
             * @example diet
             */
            key: string;
            /**
             * @description What its values are. Never changed.
             * @example choice
             */
            type: string;
            /**
             * @description Unique, ignoring case.
             * @example Diet
             */
            name: string;
            /** @description Of a `choice` or `choices`, which need them. Values that are no option any more stay. */
            options: string[];
            /** @description Where it stands among the others, the lowest first; the same ones by name. */
            position: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        /** @description Texts of more than 1,000 characters are cut and end with “…”. */
        FieldChange: {
            /** @description The value before; null where the resource was created. */
            before: unknown;
            /** @description The value after; null where it was deleted. */
            after: unknown;
        };
        FieldCreate: {
            /**
             * @description Unique, ignoring case.
             * @example Diet
             */
            name: string;
            /** @description Of a `choice` or `choices`, which need them. Values that are no option any more stay. */
            options?: string[];
            /** @description Where it stands among the others, the lowest first; the same ones by name. */
            position?: number;
            /**
             * @description By which contacts have the value in `custom`. Made from the name where it is absent, and never changed.
             * @example diet
             */
            key?: string;
            /**
             * @description What its values are. Never changed.
             * @example choice
             */
            type?: string;
            /**
             * Format: uuid
             * @description Identifies the field.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        FieldPage: {
            data: components["schemas"]["Field"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        FieldUpdate: {
            /**
             * @description Unique, ignoring case.
             * @example Diet
             */
            name?: string;
            /** @description Of a `choice` or `choices`, which need them. Values that are no option any more stay. */
            options?: string[];
            /** @description Where it stands among the others, the lowest first; the same ones by name. */
            position?: number;
            /**
             * Format: uuid
             * @description Identifies the field.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description By which contacts have the value in `custom`. Made from the name where it is absent, and never changed.
             * @example diet
             */
            readonly key?: string;
            /**
             * @description What its values are. Never changed.
             * @example choice
             */
            readonly type?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        Import: {
            /**
             * Format: uuid
             * @description Identifies the import.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @description What the file was: jCard is `vcard`, JSContact and Monica's export are `json`. */
            format: components["schemas"]["ImportFormat"];
            counts: components["schemas"]["ImportCounts"];
            /** @description What Kith has no field for, could not store or had to guess, and how many rows were united. Of some values the first are named. */
            dropped: components["schemas"]["DroppedProperty"][];
            /** @description What the file does not tell. */
            questions: components["schemas"]["ImportQuestion"][];
            /** @description Rows with a photo. */
            photos: number;
            /**
             * Format: date-time
             * @description When the file was read.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the preview is deleted, a day later.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was applied; null before.
             * @example 2026-03-14T09:26:53.000Z
             */
            appliedAt: string | null;
            /**
             * Format: uuid
             * @description The change set, to undo all of it; null where nothing was changed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            appliedActivityId: string | null;
        };
        ImportApplicationCreate: {
            /** @description What to do with rows that match a contact. */
            onMatch: components["schemas"]["ImportMatchChoice"];
            /** @description What to do with single rows instead. */
            rows?: {
                /** @description The row. */
                number: number;
                action: components["schemas"]["ImportRowChoice"];
                /**
                 * Format: uuid
                 * @description The contact to merge it into; the one that it matches where it is absent.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                contactId?: string;
            }[];
        };
        ImportCandidate: {
            /**
             * Format: uuid
             * @description Id of the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            displayName: string;
        };
        /** @description How many rows have each action. */
        ImportCounts: {
            /** @description New ones. */
            create: number;
            /** @description Those that are there already. */
            match: number;
            /** @description Those that are skipped unless `rows` says what to do with them. */
            conflict: number;
            /** @description Those that could not be read. */
            error: number;
        };
        /** @description At most 1,000 items, and the profile. Ids are only used to find the items that others refer to. */
        ImportCreate: {
            /** @description The version of the format. */
            kith: number;
            /** @description The profile: its `name`, `timezone` and `country` fill those that are empty, or UTC. Needs `profile:write`. */
            profile?: {
                [key: string]: unknown;
            } | null;
            /** @description Fields, as the API answers them. */
            fields?: {
                [key: string]: unknown;
            }[];
            /** @description Networks, as the API answers them. */
            networks?: {
                [key: string]: unknown;
            }[];
            /** @description Note types, as the API answers them. */
            noteTypes?: {
                [key: string]: unknown;
            }[];
            /** @description Contacts, as the API answers them. */
            contacts?: {
                [key: string]: unknown;
            }[];
            /** @description Notes, as the API answers them. */
            notes?: {
                [key: string]: unknown;
            }[];
            /** @description Relationships, as the API answers them. */
            relationships?: {
                [key: string]: unknown;
            }[];
            /** @description Reminders, as the API answers them. */
            reminders?: {
                [key: string]: unknown;
            }[];
        };
        /** @enum {string} */
        ImportFormat: "vcard" | "csv" | "json" | "ldif";
        /** @enum {string} */
        ImportMatchChoice: "merge" | "skip" | "create";
        ImportPage: {
            data: components["schemas"]["Import"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        ImportQuestion: {
            /** @description `dayOrder`: nothing tells whether the day or the month comes first. `header`: the first line is read as a contact, as it has an address or number. */
            kind: "dayOrder" | "header" | (string & {});
            /** @description The column that it is about. */
            column: string | null;
            /** @description How many values it is about. */
            count: number;
            /** @description Some of these. */
            examples: string[];
            /** @description How they were read. */
            readAs: string;
            /** @description What can be said: of a column by `columns`, of the header by `header`, with the file once more. */
            answers: string[];
        };
        ImportRow: {
            /** @description Its place in the file, from 1. */
            number: number;
            /** @description Its first line in the file, from 1. */
            line: number;
            resource: components["schemas"]["ImportRowResource"];
            /** @description How it compares with what is there already. */
            action: components["schemas"]["ImportRowAction"];
            /** @description The body that would create it, or the members that a profile fills; null if it could not be read. */
            value: {
                [key: string]: unknown;
            } | null;
            /** @description Names of the contact's networks. */
            networks: string[];
            /** @description Notes of the contact. */
            notes: {
                [key: string]: unknown;
            }[];
            /** @description Who is related to the contact. */
            relationships: {
                [key: string]: unknown;
            }[];
            /** @description Whether it has a photo. */
            hasPhoto: boolean;
            /** @description The contact that it matches, or has become. */
            contact: {
                /**
                 * Format: uuid
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
                displayName: string;
            } | null;
            /** @description What they have in common; `uid` also for a contact of a file of the same name (`fileName`). Only networks and note types match by name. */
            matchedBy: "uid" | "email" | "phone" | "name" | (string & {}) | null;
            /** @description In a conflict the contacts that it may be; for a new contact at most three with the same name. */
            candidates: components["schemas"]["ImportCandidate"][];
            /** @description Why it is a conflict or an error, or failed. */
            problem: string | null;
            /** @description What was done with it; null before. */
            outcome: "created" | "merged" | "skipped" | "failed" | (string & {}) | null;
        };
        /** @enum {string} */
        ImportRowAction: "create" | "match" | "conflict" | "error";
        /** @enum {string} */
        ImportRowChoice: "create" | "merge" | "skip";
        ImportRowPage: {
            data: components["schemas"]["ImportRow"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        /** @enum {string} */
        ImportRowResource: "profile" | "contact" | "field" | "network" | "note_type" | "note" | "relationship" | "reminder";
        InboundMessage: {
            /** @description Who sent it. */
            FromFull?: {
                /**
                 * @description The address.
                 * @example zoe@example.com
                 */
                Email: string;
                /**
                 * @description The name.
                 * @example Zoë Müller
                 */
                Name?: string;
            };
            /** @description To whom. */
            ToFull?: {
                /**
                 * @description The address.
                 * @example zoe@example.com
                 */
                Email: string;
                /**
                 * @description The name.
                 * @example Zoë Müller
                 */
                Name?: string;
            }[];
            /** @description To whom a copy. */
            CcFull?: {
                /**
                 * @description The address.
                 * @example zoe@example.com
                 */
                Email: string;
                /**
                 * @description The name.
                 * @example Zoë Müller
                 */
                Name?: string;
            }[];
            /**
             * @description The subject.
             * @example Climbing
             */
            Subject?: string;
            /**
             * @description The text.
             * @example See you there.
             */
            TextBody?: string;
            /**
             * @description The text as HTML, which is read where `TextBody` is empty.
             * @example <p>See you there.</p>
             */
            HtmlBody?: string;
            /**
             * @description When it was sent, as in RFC 5322.
             * @example Sat, 14 Mar 2026 09:26:53 +0100
             */
            Date?: string;
            /**
             * @description Identifies it: it becomes one note in a day, however often it is posted.
             * @example 73e6d360-66eb-11e1-8e72-a8904824019b
             */
            MessageID?: string;
        };
        Inbox: {
            /** @description Whether there is an inbox. */
            isEnabled: boolean;
            /**
             * Format: date-time
             * @description When it got its address; null where there is none.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description When a message was last posted to it; null where none was.
             * @example 2026-03-14T09:26:53.000Z
             */
            receivedAt: string | null;
        };
        ItemProblem: {
            /** @description What happened, for programs: a code of a `Problem`. */
            code: string;
            /** @description What happened, for people. */
            detail: string;
            errors?: components["schemas"]["Violation"][];
        };
        ItemResult: {
            /** @description The list of the item. */
            action: components["schemas"]["ChangeAction"];
            /** @description Its place in that list, from 0. */
            index: number;
            /**
             * Format: uuid
             * @description What it is about, where that is known.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string | null;
            /** @description Whether it was done. */
            status: components["schemas"]["ItemStatus"];
            /** @description Why it was not done. */
            error?: components["schemas"]["ItemProblem"];
        };
        /** @enum {string} */
        ItemStatus: "done" | "failed";
        /** @enum {string} */
        LoggedResource: "contact" | "field" | "network" | "membership" | "note" | "note_type" | "relationship" | "reminder" | "profile";
        Meeting: {
            /**
             * Format: uuid
             * @description Identifies the meeting.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * Format: uuid
             * @description The calendar that has it.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            calendarId: string;
            /**
             * @description Its title.
             * @example Team lunch
             */
            title: string;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-03-14T09:26:53.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it ended.
             * @example 2026-03-14T09:26:53.000Z
             */
            endedAt: string;
            /** @description Whom it was with. */
            contactIds: string[];
            /** @description `suggested`, `logged` as a note, or `dismissed`. It is suggested once. */
            state: "suggested" | "logged" | "dismissed" | (string & {});
            /**
             * Format: uuid
             * @description The note; null where there is none, or not any more.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            noteId: string | null;
            /**
             * Format: date-time
             * @description When it was noticed.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
        };
        MeetingLog: {
            /** @description Whom it was with; without them those of the meeting. */
            contactIds?: string[];
            /**
             * @description The note's text; without it the title.
             * @example Team lunch: the climbing trip is in May.
             */
            content?: string;
        };
        MeetingPage: {
            data: components["schemas"]["Meeting"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        /** @enum {string} */
        MeetingState: "suggested" | "logged" | "dismissed";
        /** @enum {string} */
        MergeChoice: "target" | "duplicate";
        MergedContact: {
            /** @description The contact as it is now, or would be. */
            contact: components["schemas"]["Contact"];
            moved: components["schemas"]["MovedResources"];
            /**
             * Format: uuid
             * @description The change set, to undo all of it; null where nothing was changed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            activityId: string | null;
            /** @description Whether this was a dry run, which changed nothing. */
            dryRun: boolean;
        };
        MovedResources: {
            /** @description Notes that are about it now. */
            notes: number;
            /** @description Reminders that are about it now. */
            reminders: number;
            /** @description Networks that it belongs to now and did not before. */
            networks: number;
            /** @description Relationships that it has now and did not before. */
            relationships: number;
        };
        /** @enum {string} */
        NameOrder: "name" | "-name" | "createdAt" | "-createdAt";
        Network: {
            /**
             * Format: uuid
             * @description Identifies the network.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description Unique, ignoring case.
             * @example Climbing
             */
            name: string;
            description: string | null;
            /**
             * @description Colour as #RRGGBB.
             * @example #3ECF8E
             */
            color: string | null;
            /** @description Contacts that belong to it. */
            contactCount: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        NetworkContactsUpdate: {
            /** @description All contacts that belong to the network from now on. */
            contactIds: string[];
        };
        NetworkCreate: {
            /**
             * @description Unique, ignoring case.
             * @example Climbing
             */
            name: string;
            description?: string | null;
            /**
             * @description Colour as #RRGGBB.
             * @example #3ECF8E
             */
            color?: string | null;
            /**
             * Format: uuid
             * @description Identifies the network.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /** @description Contacts that belong to it. */
            readonly contactCount?: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        NetworkPage: {
            data: components["schemas"]["Network"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        NetworkUpdate: {
            /**
             * @description Unique, ignoring case.
             * @example Climbing
             */
            name?: string;
            description?: string | null;
            /**
             * @description Colour as #RRGGBB.
             * @example #3ECF8E
             */
            color?: string | null;
            /**
             * Format: uuid
             * @description Identifies the network.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /** @description Contacts that belong to it. */
            readonly contactCount?: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        Note: {
            /**
             * Format: uuid
             * @description Identifies the note.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description Stored as it was sent, without trimming.
             * @example Talked about the climbing trip in May.
             */
            content: string;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds: string[];
            /**
             * Format: uuid
             * @description The note's type.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            noteTypeId: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-14T09:26:53.000Z
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        NoteCreate: {
            /**
             * @description Stored as it was sent, without trimming.
             * @example Talked about the climbing trip in May.
             */
            content: string;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds?: string[];
            /**
             * Format: uuid
             * @description The note's type.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            noteTypeId?: string | null;
            /**
             * @description When it happened, at most a day in the future; a date means the start of that day.
             * @example 2026-03-14T09:26:53.000Z
             */
            occurredAt?: string;
            /**
             * Format: uuid
             * @description Identifies the note.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        /** @enum {string} */
        NoteOrder: "occurredAt" | "-occurredAt" | "createdAt" | "-createdAt";
        NotePage: {
            data: components["schemas"]["Note"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        NoteType: {
            /**
             * Format: uuid
             * @description Identifies the note type.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description Unique, ignoring case.
             * @example Phone call
             */
            name: string;
            /**
             * @description An emoji or a short name.
             * @example ☎️
             */
            icon: string | null;
            /**
             * @description Colour as #RRGGBB.
             * @example #3ECF8E
             */
            color: string | null;
            /** @description Whether a note of this type counts as contact with the person. */
            countsAsContact: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        NoteTypeCreate: {
            /**
             * @description Unique, ignoring case.
             * @example Phone call
             */
            name: string;
            /**
             * @description An emoji or a short name.
             * @example ☎️
             */
            icon?: string | null;
            /**
             * @description Colour as #RRGGBB.
             * @example #3ECF8E
             */
            color?: string | null;
            /** @description Whether a note of this type counts as contact with the person. */
            countsAsContact?: boolean;
            /**
             * Format: uuid
             * @description Identifies the note type.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        NoteTypePage: {
            data: components["schemas"]["NoteType"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        NoteTypeUpdate: {
            /**
             * @description Unique, ignoring case.
             * @example Phone call
             */
            name?: string;
            /**
             * @description An emoji or a short name.
             * @example ☎️
             */
            icon?: string | null;
            /**
             * @description Colour as #RRGGBB.
             * @example #3ECF8E
             */
            color?: string | null;
            /** @description Whether a note of this type counts as contact with the person. */
            countsAsContact?: boolean;
            /**
             * Format: uuid
             * @description Identifies the note type.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        NoteUpdate: {
            /**
             * @description Stored as it was sent, without trimming.
             * @example Talked about the climbing trip in May.
             */
            content?: string;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds?: string[];
            /**
             * Format: uuid
             * @description The note's type.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            noteTypeId?: string | null;
            /**
             * @description When it happened, at most a day in the future; a date means the start of that day.
             * @example 2026-03-14T09:26:53.000Z
             */
            occurredAt?: string;
            /**
             * Format: uuid
             * @description Identifies the note.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        NoteWithReminder: {
            note: components["schemas"]["Note"];
            reminder: components["schemas"]["Reminder"];
        };
        NoteWithReminderCreate: {
            note: components["schemas"]["NoteCreate"];
            reminder: components["schemas"]["ReminderCreate"];
        };
        /** @description A `Activity` in a list, with all its members, or with those that `fields` names. */
        PartialActivity: {
            /**
             * Format: uuid
             * @description Identifies the change set.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was.
             * @example 2026-03-14T09:26:53.000Z
             */
            at?: string;
            /**
             * @description The `X-Request-Id` of the request; null where it did not come through this API.
             * @example 5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11
             */
            requestId?: string | null;
            actor?: components["schemas"]["Actor"];
            /**
             * @description The `operationId`; null where it did not come through this API.
             * @example updateContact
             */
            operation?: string | null;
            /**
             * @description The change set in a sentence.
             * @example Deleted contact Zoë Müller, changed 3 notes
             */
            summary?: string;
            /** @description What changed: at most 20 in a list, else 200, and at most about 256 KB; `changeCount` says how many there are. */
            changes?: components["schemas"]["ResourceChange"][];
            /** @description How many resources changed; of more than 1,000 changes of rows, how many changes there are. */
            changeCount?: number;
            /** @description The change sets that this one undid, at most 100. */
            undoes?: string[];
            /**
             * Format: uuid
             * @description The change set that undid this one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            undoneBy?: string | null;
            /** @description Whether this credential may undo it and it is not undone yet. An API key may undo what it did itself, an access token everything. */
            undoable?: boolean;
        };
        /** @description A `Contact` in a list, with all its members, or with those that `fields` names. */
        PartialContact: {
            /** @example Zoë */
            firstName?: string | null;
            middleName?: string | null;
            /** @example Müller */
            lastName?: string | null;
            namePrefix?: string | null;
            nameSuffix?: string | null;
            phoneticFirstName?: string | null;
            phoneticLastName?: string | null;
            nickname?: string | null;
            company?: string | null;
            department?: string | null;
            jobTitle?: string | null;
            pronouns?: string | null;
            /** @description E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored. */
            emails?: components["schemas"]["Email"][];
            /** @description Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice. */
            phones?: components["schemas"]["Phone"][];
            /** @description Web pages; the first is the primary one. No page occurs twice. */
            urls?: components["schemas"]["Url"][];
            /** @description Postal addresses; the first is the primary one. */
            addresses?: components["schemas"]["Address"][];
            /**
             * @description A real date: YYYY-MM-DD, or --MM-DD when the year is unknown.
             * @example --02-29
             */
            birthday?: string | null;
            /** @description Dates besides the birthday, such as anniversaries. None occurs twice. */
            dates?: components["schemas"]["ContactDate"][];
            /** @description Values of your own fields, by the `key` of each (see `/fields`); together at most 16 KiB. A change of some keeps the others, null clears. */
            custom?: {
                [key: string]: unknown;
            };
            description?: string | null;
            /**
             * @description Properties of vCards that Kith does not know, one a line, such as from a phone. They are kept, and written into vCards again.
             * @example X-AIM;TYPE=home:zoe
             */
            vcardLines?: string | null;
            /** @description Whether it is a favourite. */
            isFavorite?: boolean;
            /** @description Whether it is archived: lists of contacts leave it out unless they ask for archived ones. */
            isArchived?: boolean;
            /** @description In answers a signed URL, valid for half an hour to an hour. To change the photo send the path of an upload, or null to remove it. */
            photoUrl?: string | null;
            /** @description The networks that the contact belongs to. */
            networkIds?: string[];
            /** @description After how many days to contact them again; null for never. */
            contactFrequencyDays?: number | null;
            /**
             * Format: date-time
             * @description When the last contact was: the time that a client set, or that of a later note.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastContactedAt?: string | null;
            /**
             * Format: date
             * @description Until when they are not due, whatever `contactFrequencyDays` says; null for not at all. Being in touch ends it: it is null then.
             * @example 2026-03-14
             */
            snoozedUntil?: string | null;
            /**
             * Format: uuid
             * @description Identifies the contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description “Prefix first middle last, suffix”, else the nickname, else the company. A name in Han, Kana or Hangul is “lastfirst”, unless `eastAsianNames` of the profile says otherwise.
             * @example Zoë Müller
             */
            displayName?: string;
            /** @description Whether there is a photo. If this is true and `photoUrl` is null, Storage did not answer. */
            hasPhoto?: boolean;
            /**
             * Format: date
             * @description When to contact them next, in the profile's time zone; null for who has died, and for your own contact.
             * @example 2026-03-14
             */
            nextContactOn?: string | null;
            /** @description Whether `nextContactOn` is today or earlier. */
            needsContact?: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt?: string;
        };
        /** @description A `Note` in a list, with all its members, or with those that `fields` names. */
        PartialNote: {
            /**
             * Format: uuid
             * @description Identifies the note.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description Stored as it was sent, without trimming.
             * @example Talked about the climbing trip in May.
             */
            content?: string;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds?: string[];
            /**
             * Format: uuid
             * @description The note's type.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            noteTypeId?: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-14T09:26:53.000Z
             */
            occurredAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt?: string;
        };
        /** @description A `Reminder` in a list, with all its members, or with those that `fields` names. */
        PartialReminder: {
            /**
             * Format: uuid
             * @description Identifies the reminder.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @example Send the photos */
            title?: string;
            description?: string | null;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds?: string[];
            /**
             * Format: date-time
             * @description When it is due.
             * @example 2026-03-14T09:26:53.000Z
             */
            dueAt?: string | null;
            /**
             * @description How it recurs, as an RFC 5545 rule whose parts are in a fixed order; null if it does not.
             * @example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR
             */
            recurrence?: string | null;
            /**
             * @description Whether the next one counts from `dueAt` (`due`) or from the day of completion (`completion`).
             * @example due
             */
            recurrenceFrom?: string;
            /** @description Whether it is completed. */
            completed?: boolean;
            /**
             * Format: date-time
             * @description When it was completed.
             * @example 2026-03-14T09:26:53.000Z
             */
            completedAt?: string | null;
            /**
             * Format: uuid
             * @description The reminder that was created when this one was completed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            nextId?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt?: string;
        };
        Phone: {
            value: string;
            /** @description What it is for, such as “work”. */
            label?: string | null;
        };
        PhotoUpload: {
            /**
             * Format: uri
             * @description Where to send the file.
             */
            uploadUrl: string;
            /** @description Value for `photoUrl` after the upload. */
            path: string;
            /** @description The token in `uploadUrl`, for Storage's own clients. */
            token: string;
            /**
             * Format: date-time
             * @description When `uploadUrl` expires.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt: string;
            /** @constant */
            method: "PUT";
            headers: components["schemas"]["PhotoUploadHeaders"];
        };
        PhotoUploadCreate: {
            /**
             * @description Extension of the file, in any case.
             * @example jpg
             */
            extension: string;
            /** @description A copy of at most 16 KiB, JPEG or PNG in base64, for address books: some 160 pixels wide. Without it they get the photo itself where that is a JPEG or PNG of at most 16 KiB, and otherwise none. */
            preview?: string;
        };
        /**
         * @description Headers to send with the file, by name.
         * @example {
         *       "content-type": "image/jpeg"
         *     }
         */
        PhotoUploadHeaders: {
            [key: string]: string;
        };
        /** @enum {string} */
        PositionOrder: "position" | "-position" | "name" | "-name" | "createdAt" | "-createdAt";
        Problem: {
            /**
             * Format: uri-reference
             * @description Page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description HTTP status. */
            status: number;
            /** @description What happened, for people. */
            detail: string;
            /** @description What happened, for programs. Codes may be added, so treat an unknown one like the status. */
            code: "unauthorized" | "access_token_required" | "second_factor_required" | "connection_required" | "insufficient_scope" | "not_found" | "method_not_allowed" | "request_timeout" | "validation_failed" | "invalid_json" | "invalid_reference" | "invalid_photo_path" | "invalid_photo" | "idempotency_key_in_use" | "idempotency_key_reused" | "precondition_failed" | "name_taken" | "conflict" | "api_key_limit_reached" | "quota_exceeded" | "cursor_expired" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal" | "unavailable" | (string & {});
            /** @description The X-Request-Id of the answer. */
            requestId: string;
            /** @description Every violation of an invalid request. */
            errors?: components["schemas"]["Violation"][];
            /**
             * Format: uuid
             * @description With 404 of `GET /contacts/{id}`: the contact that this one was merged into.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            mergedInto?: string;
        };
        Profile: {
            /**
             * Format: uuid
             * @description Identifies the account.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @description The address that the account signs in with. */
            email: string | null;
            name: string | null;
            /**
             * @description IANA time zone. It decides when a day begins and ends.
             * @example Pacific/Auckland
             */
            timezone: string;
            /**
             * @description Two-letter code of ISO 3166-1. The search for duplicates takes phone numbers without a calling code as numbers of this country.
             * @example NZ
             */
            country: string | null;
            /**
             * @description By which name apps sort contacts, and which of both they show first. Answers are the same either way.
             * @example firstName
             */
            nameOrder: string;
            /**
             * @description Which name comes first in `displayName` where both are in Han, Kana or Hangul: the last name, followed by the first without a space, or the first name, as in all other names.
             * @example lastName
             */
            eastAsianNames: string;
            /**
             * @description At what time of the day channels get a digest, in the profile's time zone.
             * @example 08:00
             */
            digestAt: string;
            /** @description On which days of the week channels get a digest: 1 for Monday to 7 for Sunday. */
            digestDays: number[];
            /** @description How many days before a birthday or another date a digest says so too; 0 for not before. */
            leadDays: number;
            /**
             * @description Filters of people that you keep, for all apps.
             * @example [
             *       {
             *         "name": "Dentists",
             *         "query": "search=dentist&sort=lastName"
             *       }
             *     ]
             */
            savedFilters: {
                /** @description What it is called. */
                name: string;
                /** @description The query of `GET /contacts`, without a page. */
                query: string;
            }[];
            /**
             * Format: uuid
             * @description The contact that is you: never due, nobody's duplicate, and *you* in the sentences of relationships. Null where there is none, and for keys that do not see all contacts.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
            /**
             * @description What the API key may do, in alphabetical order. Null for everything, and for access tokens.
             * @example [
             *       "contacts:read",
             *       "notes:read",
             *       "notes:write"
             *     ]
             */
            scopes: string[] | null;
            /** @description Networks: only their contacts, and the notes and reminders of these, exist for the API key. Null for all, and for access tokens. */
            networkIds: string[] | null;
            /**
             * Format: date-time
             * @description When the API key expires. Null for never, and for access tokens.
             * @example 2026-03-14T09:26:53.000Z
             */
            expiresAt: string | null;
        };
        ProfileUpdate: {
            name?: string | null;
            /**
             * @description IANA time zone. It decides when a day begins and ends.
             * @example Pacific/Auckland
             */
            timezone?: string;
            /**
             * @description Two-letter code of ISO 3166-1. The search for duplicates takes phone numbers without a calling code as numbers of this country.
             * @example NZ
             */
            country?: string | null;
            /**
             * @description By which name apps sort contacts, and which of both they show first. Answers are the same either way.
             * @example firstName
             */
            nameOrder?: string;
            /**
             * @description Which name comes first in `displayName` where both are in Han, Kana or Hangul: the last name, followed by the first without a space, or the first name, as in all other names.
             * @example lastName
             */
            eastAsianNames?: string;
            /**
             * @description At what time of the day channels get a digest, in the profile's time zone.
             * @example 08:00
             */
            digestAt?: string;
            /** @description On which days of the week channels get a digest: 1 for Monday to 7 for Sunday. */
            digestDays?: number[];
            /** @description How many days before a birthday or another date a digest says so too; 0 for not before. */
            leadDays?: number;
            /**
             * @description Filters of people that you keep, for all apps.
             * @example [
             *       {
             *         "name": "Dentists",
             *         "query": "search=dentist&sort=lastName"
             *       }
             *     ]
             */
            savedFilters?: {
                /** @description What it is called. */
                name: string;
                /** @description The query of `GET /contacts`, without a page. */
                query: string;
            }[];
            /**
             * Format: uuid
             * @description The contact that is you: never due, nobody's duplicate, and *you* in the sentences of relationships. Null where there is none, and for keys that do not see all contacts.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /**
             * Format: uuid
             * @description Identifies the account.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /** @description The address that the account signs in with. */
            readonly email?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
            /**
             * @description What the API key may do, in alphabetical order. Null for everything, and for access tokens.
             * @example [
             *       "contacts:read",
             *       "notes:read",
             *       "notes:write"
             *     ]
             */
            readonly scopes?: string[] | null;
            /** @description Networks: only their contacts, and the notes and reminders of these, exist for the API key. Null for all, and for access tokens. */
            readonly networkIds?: string[] | null;
            /**
             * Format: date-time
             * @description When the API key expires. Null for never, and for access tokens.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly expiresAt?: string | null;
        };
        PushKey: {
            /**
             * @description The `applicationServerKey` to subscribe a browser with, in base64url.
             * @example BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo
             */
            publicKey: string;
        };
        /** @description What messages to a browser are encrypted for, as its `PushSubscription` says. */
        PushKeys: {
            p256dh: string;
            auth: string;
        };
        ReadCalendar: {
            /**
             * Format: uuid
             * @description Identifies the calendar.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description What you call it.
             * @example Work
             */
            name: string;
            /** @description Whether meetings are suggested, or logged as notes. */
            mode: "suggest" | "log" | (string & {});
            /**
             * @description Addresses that are you in it, besides those that Kith knows of you: of the account, of channels, and of your own contact.
             * @example [
             *       "ada@work.example"
             *     ]
             */
            ownAddresses: string[];
            /**
             * Format: date-time
             * @description When it was last read; null before.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastReadAt: string | null;
            /** @description Why it was not read the last time; null where it was. */
            lastError: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | "too_large" | "not_a_calendar" | (string & {}) | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        ReadCalendarCreate: {
            /**
             * @description What you call it.
             * @example Work
             */
            name: string;
            /**
             * @description The secret address in iCalendar format that its provider publishes. It is a credential: it is not shown again.
             * @example https://calendar.google.com/calendar/ical/ada%40example.com/private-0f1e/basic.ics
             */
            url: string;
            /** @description Whether meetings are suggested, or logged as notes at once: `suggest` or `log`. */
            mode?: string;
            /**
             * @description Addresses that are you in it, besides those that Kith knows of you: of the account, of channels, and of your own contact.
             * @example [
             *       "ada@work.example"
             *     ]
             */
            ownAddresses?: string[];
            /**
             * Format: uuid
             * @description Identifies the calendar.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was last read; null before.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastReadAt?: string | null;
            /** @description Why it was not read the last time; null where it was. */
            readonly lastError?: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | "too_large" | "not_a_calendar" | (string & {}) | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        ReadCalendarPage: {
            data: components["schemas"]["ReadCalendar"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        ReadCalendarUpdate: {
            /**
             * @description What you call it.
             * @example Work
             */
            name?: string;
            /**
             * @description The secret address in iCalendar format that its provider publishes. It is a credential: it is not shown again.
             * @example https://calendar.google.com/calendar/ical/ada%40example.com/private-0f1e/basic.ics
             */
            url?: string;
            /** @description Whether meetings are suggested, or logged as notes at once: `suggest` or `log`. */
            mode?: string;
            /**
             * @description Addresses that are you in it, besides those that Kith knows of you: of the account, of channels, and of your own contact.
             * @example [
             *       "ada@work.example"
             *     ]
             */
            ownAddresses?: string[];
            /**
             * Format: uuid
             * @description Identifies the calendar.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was last read; null before.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastReadAt?: string | null;
            /** @description Why it was not read the last time; null where it was. */
            readonly lastError?: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | "too_large" | "not_a_calendar" | (string & {}) | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        Relationship: {
            /**
             * Format: uuid
             * @description Identifies the relationship.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * Format: uuid
             * @description The contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId: string;
            /**
             * Format: uuid
             * @description Who is related to it: another contact. Null where `relatedName` says it.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            relatedContactId: string | null;
            /** @description Who is related to it, where that is not a contact. */
            relatedName: string | null;
            /** @description What the related one is to the contact. `other` needs a label. */
            kind: "spouse" | "partner" | "exPartner" | "parent" | "child" | "grandparent" | "grandchild" | "sibling" | "relative" | "godparent" | "godchild" | "friend" | "acquaintance" | "neighbor" | "housemate" | "colleague" | "manager" | "report" | "assistant" | "assisted" | "mentor" | "mentee" | "introducedBy" | "introduced" | "emergencyContact" | "emergencyContactOf" | "other" | (string & {});
            /**
             * @description What you call the related one, in place of the kind's word.
             * @example sister
             */
            label: string | null;
            /**
             * @description What you call the contact, as the related one sees it.
             * @example brother
             */
            inverseLabel: string | null;
            /**
             * Format: date
             * @description Since when.
             * @example 2026-03-14
             */
            startedOn: string | null;
            /**
             * Format: date
             * @description Until when.
             * @example 2026-03-14
             */
            endedOn: string | null;
            note: string | null;
            /**
             * @description What it says, in English.
             * @example Zoë Müller is Max Weber's sister
             */
            sentence: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        /** @description Needs either a `relatedContactId` or a `relatedName`. */
        RelationshipCreate: {
            /**
             * Format: uuid
             * @description The contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId: string;
            /**
             * Format: uuid
             * @description Who is related to it: another contact. Null where `relatedName` says it.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            relatedContactId?: string | null;
            /** @description Who is related to it, where that is not a contact. */
            relatedName?: string | null;
            /**
             * @description What the related one is to the contact. `other` needs a label.
             * @example sibling
             */
            kind: string;
            /**
             * @description What you call the related one, in place of the kind's word.
             * @example sister
             */
            label?: string | null;
            /**
             * @description What you call the contact, as the related one sees it.
             * @example brother
             */
            inverseLabel?: string | null;
            /**
             * Format: date
             * @description Since when.
             * @example 2026-03-14
             */
            startedOn?: string | null;
            /**
             * Format: date
             * @description Until when.
             * @example 2026-03-14
             */
            endedOn?: string | null;
            note?: string | null;
            /**
             * Format: uuid
             * @description Identifies the relationship.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description What it says, in English.
             * @example Zoë Müller is Max Weber's sister
             */
            readonly sentence?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        RelationshipPage: {
            data: components["schemas"]["Relationship"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        RelationshipUpdate: {
            /**
             * Format: uuid
             * @description The contact.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string;
            /**
             * Format: uuid
             * @description Who is related to it: another contact. Null where `relatedName` says it.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            relatedContactId?: string | null;
            /** @description Who is related to it, where that is not a contact. */
            relatedName?: string | null;
            /**
             * @description What the related one is to the contact. `other` needs a label.
             * @example sibling
             */
            kind?: string;
            /**
             * @description What you call the related one, in place of the kind's word.
             * @example sister
             */
            label?: string | null;
            /**
             * @description What you call the contact, as the related one sees it.
             * @example brother
             */
            inverseLabel?: string | null;
            /**
             * Format: date
             * @description Since when.
             * @example 2026-03-14
             */
            startedOn?: string | null;
            /**
             * Format: date
             * @description Until when.
             * @example 2026-03-14
             */
            endedOn?: string | null;
            note?: string | null;
            /**
             * Format: uuid
             * @description Identifies the relationship.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * @description What it says, in English.
             * @example Zoë Müller is Max Weber's sister
             */
            readonly sentence?: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        Reminder: {
            /**
             * Format: uuid
             * @description Identifies the reminder.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @example Send the photos */
            title: string;
            description: string | null;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds: string[];
            /**
             * Format: date-time
             * @description When it is due.
             * @example 2026-03-14T09:26:53.000Z
             */
            dueAt: string | null;
            /**
             * @description How it recurs, as an RFC 5545 rule whose parts are in a fixed order; null if it does not.
             * @example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR
             */
            recurrence: string | null;
            /**
             * @description Whether the next one counts from `dueAt` (`due`) or from the day of completion (`completion`).
             * @example due
             */
            recurrenceFrom: string;
            /** @description Whether it is completed. */
            completed: boolean;
            /**
             * Format: date-time
             * @description When it was completed.
             * @example 2026-03-14T09:26:53.000Z
             */
            completedAt: string | null;
            /**
             * Format: uuid
             * @description The reminder that was created when this one was completed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            nextId: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        ReminderBulkResult: {
            /** @description The result of each item: first those of `create`, then of `update`, then of `delete`. */
            results: components["schemas"]["ItemResult"][];
            /** @description Whether there was no time for some: those with the error `unavailable`. Send these again. */
            hasMore: boolean;
        };
        /** @description At most 200 items in all lists together. */
        ReminderBulkUpdate: {
            /** @description New reminders. */
            create?: components["schemas"]["ReminderCreate"][];
            /** @description Changes of reminders, each with the `id` of its reminder. */
            update?: components["schemas"]["ReminderItemUpdate"][];
            /** @description Reminders to delete. */
            delete?: string[];
            /** @description Whether to do the others if some cannot be done. False by default: then nothing is done. */
            partial?: boolean;
        };
        /** @description Needs a `dueAt` if it has a `recurrence`. */
        ReminderCreate: {
            /** @example Send the photos */
            title: string;
            description?: string | null;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds?: string[];
            /**
             * @description When it is due; a date means 09:00 of that day in the profile's time zone.
             * @example 2026-03-14T09:26:53.000Z
             */
            dueAt?: string | null;
            /**
             * @description How it recurs, as an RFC 5545 rule: `FREQ` with `INTERVAL`, `BYDAY`, `BYSETPOS` and `BYMONTH` where it has days of months or years, and `COUNT` or `UNTIL`. `FREQ=MONTHLY;BYDAY=1MO` is every first Monday, `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1` every last working day. Null if it does not recur. Completing it creates the next one.
             * @example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR
             */
            recurrence?: string | null;
            /**
             * @description Whether the next one counts from `dueAt` (`due`) or from the day of completion (`completion`). `due` where it is absent.
             * @example due
             */
            recurrenceFrom?: string;
            /** @description Whether it is completed. */
            completed?: boolean;
            /**
             * Format: uuid
             * @description Identifies the reminder.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was completed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly completedAt?: string | null;
            /**
             * Format: uuid
             * @description The reminder that was created when this one was completed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly nextId?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        ReminderItemUpdate: {
            /** @example Send the photos */
            title?: string;
            description?: string | null;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds?: string[];
            /**
             * @description When it is due; a date means 09:00 of that day in the profile's time zone.
             * @example 2026-03-14T09:26:53.000Z
             */
            dueAt?: string | null;
            /**
             * @description How it recurs, as an RFC 5545 rule: `FREQ` with `INTERVAL`, `BYDAY`, `BYSETPOS` and `BYMONTH` where it has days of months or years, and `COUNT` or `UNTIL`. `FREQ=MONTHLY;BYDAY=1MO` is every first Monday, `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1` every last working day. Null if it does not recur. Completing it creates the next one.
             * @example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR
             */
            recurrence?: string | null;
            /**
             * @description Whether the next one counts from `dueAt` (`due`) or from the day of completion (`completion`). `due` where it is absent.
             * @example due
             */
            recurrenceFrom?: string;
            /** @description Whether it is completed. */
            completed?: boolean;
            /**
             * Format: uuid
             * @description Id of the reminder.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
        };
        /** @enum {string} */
        ReminderOrder: "dueAt" | "-dueAt" | "createdAt" | "-createdAt";
        ReminderPage: {
            data: components["schemas"]["Reminder"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        ReminderUpdate: {
            /** @example Send the photos */
            title?: string;
            description?: string | null;
            /**
             * Format: uuid
             * @description The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string | null;
            /** @description The contacts that it is about, each once. */
            contactIds?: string[];
            /**
             * @description When it is due; a date means 09:00 of that day in the profile's time zone.
             * @example 2026-03-14T09:26:53.000Z
             */
            dueAt?: string | null;
            /**
             * @description How it recurs, as an RFC 5545 rule: `FREQ` with `INTERVAL`, `BYDAY`, `BYSETPOS` and `BYMONTH` where it has days of months or years, and `COUNT` or `UNTIL`. `FREQ=MONTHLY;BYDAY=1MO` is every first Monday, `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1` every last working day. Null if it does not recur. Completing it creates the next one.
             * @example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR
             */
            recurrence?: string | null;
            /**
             * @description Whether the next one counts from `dueAt` (`due`) or from the day of completion (`completion`). `due` where it is absent.
             * @example due
             */
            recurrenceFrom?: string;
            /** @description Whether it is completed. */
            completed?: boolean;
            /**
             * Format: uuid
             * @description Identifies the reminder.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When it was completed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly completedAt?: string | null;
            /**
             * Format: uuid
             * @description The reminder that was created when this one was completed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly nextId?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        ResourceChange: {
            /** @description What kind of resource it is. */
            resource: "contact" | "field" | "network" | "membership" | "note" | "note_type" | "relationship" | "reminder" | "profile" | (string & {});
            /**
             * Format: uuid
             * @description Identifies the resource. A membership has the id of its contact, and the name of its network.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description The name of the resource at that time; null if it has none.
             * @example Zoë Müller
             */
            name: string | null;
            /** @description What was done to it. */
            action: "create" | "update" | "delete" | (string & {});
            /** @description The members that changed. `hasPhoto` stands for the photo. Members that are computed are not among them. */
            fields: {
                [key: string]: components["schemas"]["FieldChange"];
            };
        };
        /**
         * @description What an API key may do. `:write` includes `:read`; `notes` includes the note types, `activity:write` undoes.
         * @enum {string}
         */
        Scope: "contacts:read" | "contacts:write" | "networks:read" | "networks:write" | "notes:read" | "notes:write" | "reminders:read" | "reminders:write" | "profile:read" | "profile:write" | "activity:read" | "activity:write";
        Tick: {
            /** @description Owners whose digests were planned. */
            digests: number;
            /** @description Reminders that were planned for channels. */
            reminders: number;
            /** @description Messages that were sent to channels. */
            sent: number;
            /** @description Messages that webhooks have taken. */
            webhooks: number;
            /** @description Stored answers to requests with an `Idempotency-Key` that were deleted. */
            answers: number;
            /** @description Deliveries of more than 30 days ago that were forgotten. */
            deliveries: number;
            /** @description Previews of imports that were deleted. */
            imports: number;
            /** @description Times that a log of changes was shortened. */
            logs: number;
            /** @description Files of photos that were removed. */
            photos: number;
            /** @description Calendars that were read, or were to be. */
            calendars: number;
            /** @description Meetings of more than 90 days ago that were forgotten. */
            meetings: number;
        };
        TrashItem: {
            /**
             * Format: uuid
             * @description The change set that deleted it. Undoing that brings it back.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /** @description What kind of resource it is. */
            resource: "contact" | "field" | "network" | "membership" | "note" | "note_type" | "relationship" | "reminder" | "profile" | (string & {});
            /**
             * Format: uuid
             * @description Identifies the resource. A membership has the id of its contact, and the name of its network.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            resourceId: string;
            /**
             * @description The name of the resource at that time; null if it has none.
             * @example Zoë Müller
             */
            name: string | null;
            /**
             * Format: date-time
             * @description When it was deleted.
             * @example 2026-03-14T09:26:53.000Z
             */
            deletedAt: string;
            actor: components["schemas"]["Actor"];
        };
        TrashPage: {
            data: components["schemas"]["TrashItem"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        /** @enum {string} */
        TrashedResource: "contact" | "field" | "network" | "note" | "note_type" | "relationship" | "reminder";
        UndoConflict: {
            /** @description What kind of resource it is. */
            resource: "contact" | "field" | "network" | "membership" | "note" | "note_type" | "relationship" | "reminder" | "profile" | (string & {});
            /**
             * Format: uuid
             * @description Identifies the resource. A membership has the id of its contact, and the name of its network.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description The name of the resource at that time; null if it has none.
             * @example Zoë Müller
             */
            name: string | null;
            /**
             * @description The member in conflict; null for the whole resource.
             * @example nickname
             */
            field: string | null;
            /** @description Why it cannot be undone: the member was `changed` since, the resource was `deleted` or `exists` again, others refer to it (`in_use`, with their kind in `field`), its name is taken, what it referred to does not exist any more, the account is full, or it was erased from the log. */
            reason: "changed" | "deleted" | "exists" | "in_use" | "name_taken" | "missing_reference" | "limit_reached" | "erased" | (string & {});
        };
        UndoCreate: {
            /** @description Whether to change nothing and only answer what would be undone, with the conflicts. False by default. */
            dryRun?: boolean;
            /** @description Whether to undo what can be undone and list the rest in `conflicts`. False by default: then all or nothing. */
            partial?: boolean;
        };
        UndoResult: {
            /** @description Whether this was a dry run, which undid nothing. */
            dryRun: boolean;
            /**
             * Format: uuid
             * @description The new change set; null where nothing was changed.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            activityId: string | null;
            /**
             * @description The change set in a sentence.
             * @example Deleted contact Zoë Müller, changed 3 notes
             */
            summary: string | null;
            /** @description What changed: at most 20 in a list, else 200, and at most about 256 KB; `changeCount` says how many there are. */
            changes: components["schemas"]["ResourceChange"][];
            /** @description How many resources changed; of more than 1,000 changes of rows, how many changes there are. */
            changeCount: number;
            /** @description What could not be undone, at most 200; `conflictCount` says how many there are. */
            conflicts: components["schemas"]["UndoConflict"][];
            /** @description How many conflicts there are. */
            conflictCount: number;
            /** @description Whether there was no time for all of it: what is here is undone. Send the request again. */
            hasMore: boolean;
        };
        Upcoming: {
            /**
             * Format: date
             * @description Today, in the profile's time zone.
             * @example 2026-03-14
             */
            today: string;
            /** @description The profile's time zone. */
            timezone: string;
            /** @description Days that have items, the earliest first. */
            days: components["schemas"]["UpcomingDay"][];
            /** @description Whether later items are left out: an answer has at most 500 items of 4 MiB together. */
            hasMore: boolean;
            /** @description The last ten meetings that are suggested, the latest first; with `include=meetings` only, and empty for keys with limits. */
            meetings?: {
                /**
                 * Format: uuid
                 * @description Identifies the meeting.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
                /** @description Its title. */
                title: string;
                /**
                 * Format: date-time
                 * @description When it began.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                startedAt: string;
                /** @description Whom it was with. */
                contactIds: string[];
            }[];
            /** @description The names of the contacts that the reminders are about, by their ids; with `include=names` only. At most 1 MiB of them: the rest is left out. */
            names?: {
                [key: string]: string;
            };
        };
        UpcomingDay: {
            /**
             * Format: date
             * @description The day, in the profile's time zone; before `today` what is overdue.
             * @example 2026-03-14
             */
            date: string;
            /** @description Reminders, then contacts, birthdays and other dates. */
            items: components["schemas"]["UpcomingItem"][];
        };
        UpcomingItem: {
            /** @description What it is: `contact` is a person to be in touch with, `date` one of the `dates` of a contact. */
            kind: "reminder" | "contact" | "birthday" | "date" | (string & {});
            /** @description The reminder; with `reminder` only. */
            reminder?: components["schemas"]["Reminder"];
            /**
             * Format: uuid
             * @description The contact; not with `reminder`.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            contactId?: string;
            /**
             * @description The contact's name; not with `reminder`.
             * @example Zoë Müller
             */
            displayName?: string;
            /**
             * Format: date
             * @description When to contact them next, which is the same as the date; with `contact` only.
             * @example 2026-03-14
             */
            nextContactOn?: string;
            /**
             * @description The contact's birthday, as the contact has it; with `birthday` only.
             * @example 1990-03-20
             */
            birthday?: string;
            /**
             * @description How old they become; null where the year is unknown; with `birthday` only.
             * @example 36
             */
            age?: number | null;
            /** @description The kind of the date; with `date` only. */
            dateKind?: "anniversary" | "nameDay" | "death" | "memorial" | "other" | (string & {});
            /** @description What it is called; with `date` only. */
            label?: string | null;
            /** @description The date, as the contact has it; with `date` only. */
            date?: string;
            /** @description How many years ago it was; null where the year is unknown; with `date` only. */
            years?: number | null;
            /** @description Whether they are a favourite or have `contactFrequencyDays`; with `birthday` and `date` only. */
            isClose?: boolean;
        };
        Url: {
            value: string;
            /** @description What it is for, such as “work”. */
            label?: string | null;
        };
        Violation: {
            /** @description Where in the request it is, or in which resource. */
            in: components["schemas"]["ViolationPlace"];
            /** @description JSON pointer (RFC 6901) to what is wrong. */
            pointer: string;
            /** @description What is wrong with it, for programs. Codes may be added, so treat an unknown one like the status. */
            code: "required" | "unknown_member" | "unknown_parameter" | "invalid_type" | "invalid_format" | "too_short" | "too_long" | "too_small" | "too_big" | "duplicate" | "invalid_reference" | "conflict" | (string & {});
            message: string;
        };
        /** @enum {string} */
        ViolationPlace: "body" | "query" | "path" | "header" | "resource";
        Webhook: {
            /**
             * Format: uuid
             * @description Identifies the webhook.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            id: string;
            /**
             * @description What you call it.
             * @example n8n
             */
            name: string;
            /**
             * @description Where messages are posted: https, on the usual port, at a host of the internet.
             * @example https://n8n.example.com/webhook/kith
             */
            url: string;
            /** @description Whether messages are posted. It is switched off after ten tries in three days, and where the address answers 410. */
            isEnabled: boolean;
            /**
             * @description Whose changes it is not told of: those of the API key that the receiver itself writes with, so that it does not answer itself.
             * @example [
             *       "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
             *     ]
             */
            ignoreActorIds: string[];
            /**
             * Format: date-time
             * @description When a message was last taken: answered with 2xx.
             * @example 2026-03-14T09:26:53.000Z
             */
            lastDeliveredAt: string | null;
            /** @description Why the last try failed; null after one that did not. */
            lastError: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | (string & {}) | null;
            /** @description The status of the last answer; null before one. */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description Since when all tries fail.
             * @example 2026-03-14T09:26:53.000Z
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            updatedAt: string;
        };
        WebhookCreate: {
            /**
             * @description What you call it.
             * @example n8n
             */
            name: string;
            /**
             * @description Where messages are posted: https, on the usual port, at a host of the internet.
             * @example https://n8n.example.com/webhook/kith
             */
            url: string;
            /** @description Whether messages are posted. It is switched off after ten tries in three days, and where the address answers 410. */
            isEnabled?: boolean;
            /**
             * @description Whose changes it is not told of: those of the API key that the receiver itself writes with, so that it does not answer itself.
             * @example [
             *       "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
             *     ]
             */
            ignoreActorIds?: string[];
            /**
             * Format: uuid
             * @description Identifies the webhook.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When a message was last taken: answered with 2xx.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastDeliveredAt?: string | null;
            /** @description Why the last try failed; null after one that did not. */
            readonly lastError?: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | (string & {}) | null;
            /** @description The status of the last answer; null before one. */
            readonly lastStatus?: number | null;
            /**
             * Format: date-time
             * @description Since when all tries fail.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly failingSince?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            /** @description The requested page, from 1. */
            page: number;
            /** @description Items on a full page. */
            pageSize: number;
            /** @description Items that the filters match. */
            total: number;
        };
        WebhookReplay: {
            /**
             * Format: uuid
             * @description The change from which it is told again, this one included.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            activityId?: string;
            /**
             * @description The cursor of a message, or of `GET /changes`, after which it is told again.
             * @example 0190a5c2-d186-7e5d-b4f7-a25b60708f9d-999999999-3f9a1c0b72de
             */
            cursor?: string;
        };
        WebhookUpdate: {
            /**
             * @description What you call it.
             * @example n8n
             */
            name?: string;
            /**
             * @description Where messages are posted: https, on the usual port, at a host of the internet.
             * @example https://n8n.example.com/webhook/kith
             */
            url?: string;
            /** @description Whether messages are posted. It is switched off after ten tries in three days, and where the address answers 410. */
            isEnabled?: boolean;
            /**
             * @description Whose changes it is not told of: those of the API key that the receiver itself writes with, so that it does not answer itself.
             * @example [
             *       "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
             *     ]
             */
            ignoreActorIds?: string[];
            /**
             * Format: uuid
             * @description Identifies the webhook.
             * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
             */
            readonly id?: string;
            /**
             * Format: date-time
             * @description When a message was last taken: answered with 2xx.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly lastDeliveredAt?: string | null;
            /** @description Why the last try failed; null after one that did not. */
            readonly lastError?: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone" | (string & {}) | null;
            /** @description The status of the last answer; null before one. */
            readonly lastStatus?: number | null;
            /**
             * Format: date-time
             * @description Since when all tries fail.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly failingSince?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-14T09:26:53.000Z
             */
            readonly updatedAt?: string;
        };
    };
    responses: {
        /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). Invalid photo path (`invalid_photo_path`). Invalid photo (`invalid_photo`). */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency key in use (`idempotency_key_in_use`). Name taken (`name_taken`). Conflict (`conflict`). API key limit reached (`api_key_limit_reached`). Quota exceeded (`quota_exceeded`). */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["InsufficientScope"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Cursor expired (`cursor_expired`). */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency key reused (`idempotency_key_reused`). */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal error (`internal`). */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found (`not_found`). */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Payload too large (`payload_too_large`). */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Precondition failed (`precondition_failed`). */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request timeout (`request_timeout`). */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service unavailable (`unavailable`). */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests (`rate_limited`). */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unauthorized (`unauthorized`). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported media type (`unsupported_media_type`). */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request, also in the log. The value that the client sent, or a new one.
         * @example 5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11
         */
        RequestId: string;
        /**
         * @description URL of the new resource, relative to the request's URL.
         * @example ./contacts/0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
         */
        Location: string;
        /**
         * @description The name under which to save the file.
         * @example attachment; filename="kith-contacts-2026-03-14.vcf"
         */
        ContentDisposition: string;
        /**
         * @description The address of the next part of an export in parts; absent after the last one.
         * @example <?rows=100000&after=contacts.0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f>; rel="next"
         */
        NextPart: string;
        /**
         * @description Entity tag of the resource, for `If-Match` and `If-None-Match`, which take it as it is. It is weak where a gateway has compressed the answer.
         * @example "6f1d2c3b4a5968778695a4b3c2d1e0f9"
         */
        EntityTag: string;
        /**
         * @description Present when this is the stored answer to an earlier request with the same key.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description The change set of what the request changed: read or undo it at `/activity/{id}`. Absent if nothing was changed.
         * @example 0190a5c2-d186-7e5d-b4f7-a25b607f8e9d
         */
        ActivityId: string;
        /**
         * @description Seconds to wait before trying again.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description The authentication scheme.
         * @example Bearer
         */
        Authenticate: "Bearer";
        /**
         * @description With `insufficient_scope`: RFC 6750, and in `scope` the scopes that the key lacks, separated by spaces. Without `scope` if the reason is that the key is limited to networks.
         * @example Bearer error="insufficient_scope", scope="notes:write"
         */
        InsufficientScope: string;
        /**
         * @description Requests that an API key may send in any 60 seconds.
         * @example 120
         */
        RateLimit: number;
        /**
         * @description Requests that the API key may still send now.
         * @example 87
         */
        RateLimitRemaining: number;
        /**
         * @description When the oldest counted request leaves the window, in Unix seconds.
         * @example 1789000000
         */
        RateLimitReset: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listDuplicates: {
        parameters: {
            query?: {
                /** @description Only pairs with this `score` or a higher one. */
                minScore?: number;
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of pairs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "contacts": [
                     *             {
                     *               "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *               "displayName": "Zoë Müller",
                     *               "company": null,
                     *               "emails": [
                     *                 {
                     *                   "value": "zoe@example.com",
                     *                   "label": "home"
                     *                 }
                     *               ],
                     *               "phones": [],
                     *               "createdAt": "2026-03-02T08:15:00.000Z"
                     *             },
                     *             {
                     *               "id": "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
                     *               "displayName": "Zoe Mueller",
                     *               "company": "Kletterhalle",
                     *               "emails": [
                     *                 {
                     *                   "value": "Zoe@example.com",
                     *                   "label": null
                     *                 }
                     *               ],
                     *               "phones": [],
                     *               "createdAt": "2026-03-05T10:00:00.000Z"
                     *             }
                     *           ],
                     *           "score": 0.9,
                     *           "evidence": [
                     *             {
                     *               "kind": "email",
                     *               "value": "zoe@example.com"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["DuplicatePage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dismissDuplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contactIds": [
                 *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                 *         "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DuplicateDismissalCreate"];
            };
        };
        responses: {
            /** @description Dismissed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    mergeContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "duplicateId": "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
                 *       "fields": {
                 *         "jobTitle": "duplicate"
                 *       },
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["ContactMergeCreate"];
            };
        };
        responses: {
            /** @description The merged contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contact": {
                     *         "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *         "firstName": "Zoë",
                     *         "middleName": null,
                     *         "lastName": "Müller",
                     *         "namePrefix": null,
                     *         "nameSuffix": null,
                     *         "phoneticFirstName": null,
                     *         "phoneticLastName": null,
                     *         "nickname": "Zo",
                     *         "company": null,
                     *         "department": null,
                     *         "jobTitle": "Route setter",
                     *         "pronouns": null,
                     *         "displayName": "Zoë Müller",
                     *         "emails": [
                     *           {
                     *             "value": "zoe@example.com",
                     *             "label": "home"
                     *           }
                     *         ],
                     *         "phones": [
                     *           {
                     *             "value": "+49 30 901820",
                     *             "label": null
                     *           }
                     *         ],
                     *         "urls": [
                     *           {
                     *             "value": "https://zoe.example.com",
                     *             "label": null
                     *           }
                     *         ],
                     *         "addresses": [
                     *           {
                     *             "label": "home",
                     *             "street": "Torstraße 1",
                     *             "city": "Berlin",
                     *             "region": null,
                     *             "postalCode": "10119",
                     *             "country": "Germany"
                     *           }
                     *         ],
                     *         "birthday": "--02-29",
                     *         "dates": [
                     *           {
                     *             "kind": "anniversary",
                     *             "label": null,
                     *             "date": "2015-06-20"
                     *           }
                     *         ],
                     *         "custom": {
                     *           "diet": "vegan"
                     *         },
                     *         "description": "Met at the wall.",
                     *         "vcardLines": null,
                     *         "isFavorite": true,
                     *         "isArchived": false,
                     *         "photoUrl": null,
                     *         "hasPhoto": false,
                     *         "networkIds": [
                     *           "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *         ],
                     *         "contactFrequencyDays": 30,
                     *         "lastContactedAt": "2026-03-14T09:00:00.000Z",
                     *         "snoozedUntil": null,
                     *         "nextContactOn": "2026-04-13",
                     *         "needsContact": false,
                     *         "createdAt": "2026-03-02T08:15:00.000Z",
                     *         "updatedAt": "2026-03-14T09:26:53.000Z"
                     *       },
                     *       "moved": {
                     *         "notes": 3,
                     *         "reminders": 1,
                     *         "networks": 0,
                     *         "relationships": 0
                     *       },
                     *       "activityId": "0190a5c2-e297-7f6e-85a8-b36c71809fae",
                     *       "dryRun": false
                     *     }
                     */
                    "application/json": components["schemas"]["MergedContact"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                /** @description Words that must all occur in the contact, the names of its networks or its notes, each anywhere there. Case and accents are ignored. Words of less than three letters are not looked for in notes. A phone number is found however it is dialled. Where nothing is found, see `suggestions`. */
                search?: string;
                /** @description Only the contacts with these ids. Unknown ids are ignored. At most 50, with commas between. */
                ids?: string;
                /** @description Only members of this network. */
                networkId?: string;
                /** @description Only contacts that are due, or only those that are not. `1` and `yes`, `0` and `no` mean the same, in any case. */
                needsContact?: boolean;
                /** @description Only contacts whose `nextContactOn` is before this day, in the profile's time zone. */
                nextContactBefore?: string;
                /** @description Only contacts whose last contact was before this, or who had none. A date means the start of that day. */
                lastContactedBefore?: string;
                /** @description Only contacts with an e-mail address, or only those without. `1` and `yes`, `0` and `no` mean the same, in any case. */
                hasEmail?: boolean;
                /** @description Only contacts with a phone number, or only those without. `1` and `yes`, `0` and `no` mean the same, in any case. */
                hasPhone?: boolean;
                /** @description Words that must all occur in the company of the contact. Case and accents are ignored. */
                company?: string;
                /** @description Words that must all occur in the city, region, postal code and country of one address. Case, accents, and the language of a country's name are ignored: `Germany` finds `Deutschland` and `DE`. */
                place?: string;
                /** @description Only contacts whose birthday is in this month, from 1 to 12. */
                birthdayMonth?: number;
                /** @description Only contacts with a date of this kind; with `dateMonth` in that month. */
                dateKind?: components["schemas"]["DateKind"];
                /** @description Only contacts with a date in this month, from 1 to 12, besides the birthday. */
                dateMonth?: number;
                /** @description Only contacts whose own fields have these values, by their keys: `custom.diet=vegan`, or `custom=diet:vegan`. Case and accents are ignored. */
                custom?: string[];
                /** @description Only favourites, or only others. `1` and `yes`, `0` and `no` mean the same, in any case. */
                isFavorite?: boolean;
                /** @description Only archived contacts (`true`), only the others (`false`), or both (`any`, the default). */
                isArchived?: components["schemas"]["ArchivedFilter"];
                /** @description `vcard` (version 4), `vcard3` for old software, `csv`, `json` or `jscontact` (RFC 9553). By default what `Accept` asks for, else `vcard`. */
                format?: components["schemas"]["ExportFormat"];
                /** @description The most rows of a part (contacts). Each part is as of its own instant, and is a file that can be imported by itself. The header `Link` has the address of the next part, if there is one. By default everything is in one file. */
                rows?: number;
                /** @description Where the part begins, from the `Link` of the part before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    Link: components["headers"]["NextPart"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCARD
                     *     VERSION:4.0
                     *     FN:Zoë Müller
                     *     END:VCARD
                     */
                    "text/vcard": string;
                    /**
                     * @example First Name,Last Name
                     *     Zoë,Müller
                     */
                    "text/csv": string;
                    /**
                     * @example {
                     *       "kith": 1,
                     *       "exportedAt": "2026-03-14T09:26:53.000Z",
                     *       "fields": [],
                     *       "networks": [],
                     *       "contacts": []
                     *     }
                     */
                    "application/json": components["schemas"]["ContactExport"];
                    /**
                     * @example [
                     *       {
                     *         "@type": "Card",
                     *         "version": "1.0",
                     *         "name": {
                     *           "full": "Zoë Müller"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/jscontact+json": ({
                        /**
                         * @description A Card of JSContact (RFC 9553).
                         * @constant
                         */
                        "@type": "Card";
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Field to sort by, ascending; with a leading minus descending. Nulls come last. `displayName` where it is absent; with `search` first who is called so, then whose names begin so. `displayName` sorts by first and last name, `lastName` by the phonetic names where there are some, and contacts without a last name by their first name, nickname or company. `custom.<key>` sorts by one of your own fields. */
                sort?: components["schemas"]["ContactOrder"];
                /** @description Words that must all occur in the contact, the names of its networks or its notes, each anywhere there. Case and accents are ignored. Words of less than three letters are not looked for in notes. A phone number is found however it is dialled. Where nothing is found, see `suggestions`. */
                search?: string;
                /** @description Only the contacts with these ids. Unknown ids are ignored. At most 50, with commas between. */
                ids?: string;
                /** @description Only members of this network. */
                networkId?: string;
                /** @description Only contacts that are due, or only those that are not. `1` and `yes`, `0` and `no` mean the same, in any case. */
                needsContact?: boolean;
                /** @description Only contacts whose `nextContactOn` is before this day, in the profile's time zone. */
                nextContactBefore?: string;
                /** @description Only contacts whose last contact was before this, or who had none. A date means the start of that day. */
                lastContactedBefore?: string;
                /** @description Only contacts with an e-mail address, or only those without. `1` and `yes`, `0` and `no` mean the same, in any case. */
                hasEmail?: boolean;
                /** @description Only contacts with a phone number, or only those without. `1` and `yes`, `0` and `no` mean the same, in any case. */
                hasPhone?: boolean;
                /** @description Words that must all occur in the company of the contact. Case and accents are ignored. */
                company?: string;
                /** @description Words that must all occur in the city, region, postal code and country of one address. Case, accents, and the language of a country's name are ignored: `Germany` finds `Deutschland` and `DE`. */
                place?: string;
                /** @description Only contacts whose birthday is in this month, from 1 to 12. */
                birthdayMonth?: number;
                /** @description Only contacts with a date of this kind; with `dateMonth` in that month. */
                dateKind?: components["schemas"]["DateKind"];
                /** @description Only contacts with a date in this month, from 1 to 12, besides the birthday. */
                dateMonth?: number;
                /** @description Only contacts whose own fields have these values, by their keys: `custom.diet=vegan`, or `custom=diet:vegan`. Case and accents are ignored. */
                custom?: string[];
                /** @description Only favourites, or only others. `1` and `yes`, `0` and `no` mean the same, in any case. */
                isFavorite?: boolean;
                /** @description Only archived contacts (`true`), only the others (`false`, the default), or both (`any`). */
                isArchived?: components["schemas"]["ArchivedFilter"];
                /** @description The members of each item, with commas between them; `id` is always included. By default all of them. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of contacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "firstName": "Zoë",
                     *           "middleName": null,
                     *           "lastName": "Müller",
                     *           "namePrefix": null,
                     *           "nameSuffix": null,
                     *           "phoneticFirstName": null,
                     *           "phoneticLastName": null,
                     *           "nickname": "Zo",
                     *           "company": null,
                     *           "department": null,
                     *           "jobTitle": "Route setter",
                     *           "pronouns": null,
                     *           "displayName": "Zoë Müller",
                     *           "emails": [
                     *             {
                     *               "value": "zoe@example.com",
                     *               "label": "home"
                     *             }
                     *           ],
                     *           "phones": [
                     *             {
                     *               "value": "+49 30 901820",
                     *               "label": null
                     *             }
                     *           ],
                     *           "urls": [
                     *             {
                     *               "value": "https://zoe.example.com",
                     *               "label": null
                     *             }
                     *           ],
                     *           "addresses": [
                     *             {
                     *               "label": "home",
                     *               "street": "Torstraße 1",
                     *               "city": "Berlin",
                     *               "region": null,
                     *               "postalCode": "10119",
                     *               "country": "Germany"
                     *             }
                     *           ],
                     *           "birthday": "--02-29",
                     *           "dates": [
                     *             {
                     *               "kind": "anniversary",
                     *               "label": null,
                     *               "date": "2015-06-20"
                     *             }
                     *           ],
                     *           "custom": {
                     *             "diet": "vegan"
                     *           },
                     *           "description": "Met at the wall.",
                     *           "vcardLines": null,
                     *           "isFavorite": true,
                     *           "isArchived": false,
                     *           "photoUrl": null,
                     *           "hasPhoto": false,
                     *           "networkIds": [
                     *             "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *           ],
                     *           "contactFrequencyDays": 30,
                     *           "lastContactedAt": "2026-03-14T09:00:00.000Z",
                     *           "snoozedUntil": null,
                     *           "nextContactOn": "2026-04-13",
                     *           "needsContact": false,
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `displayName`, `hasPhoto`, `nextContactOn`, `needsContact`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Zoë",
                 *       "lastName": "Müller",
                 *       "emails": [
                 *         {
                 *           "value": "zoe@example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ContactCreate"];
            };
        };
        responses: {
            /** @description The new contact. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "firstName": "Zoë",
                     *       "middleName": null,
                     *       "lastName": "Müller",
                     *       "namePrefix": null,
                     *       "nameSuffix": null,
                     *       "phoneticFirstName": null,
                     *       "phoneticLastName": null,
                     *       "nickname": "Zo",
                     *       "company": null,
                     *       "department": null,
                     *       "jobTitle": "Route setter",
                     *       "pronouns": null,
                     *       "displayName": "Zoë Müller",
                     *       "emails": [
                     *         {
                     *           "value": "zoe@example.com",
                     *           "label": "home"
                     *         }
                     *       ],
                     *       "phones": [
                     *         {
                     *           "value": "+49 30 901820",
                     *           "label": null
                     *         }
                     *       ],
                     *       "urls": [
                     *         {
                     *           "value": "https://zoe.example.com",
                     *           "label": null
                     *         }
                     *       ],
                     *       "addresses": [
                     *         {
                     *           "label": "home",
                     *           "street": "Torstraße 1",
                     *           "city": "Berlin",
                     *           "region": null,
                     *           "postalCode": "10119",
                     *           "country": "Germany"
                     *         }
                     *       ],
                     *       "birthday": "--02-29",
                     *       "dates": [
                     *         {
                     *           "kind": "anniversary",
                     *           "label": null,
                     *           "date": "2015-06-20"
                     *         }
                     *       ],
                     *       "custom": {
                     *         "diet": "vegan"
                     *       },
                     *       "description": "Met at the wall.",
                     *       "vcardLines": null,
                     *       "isFavorite": true,
                     *       "isArchived": false,
                     *       "photoUrl": null,
                     *       "hasPhoto": false,
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "contactFrequencyDays": 30,
                     *       "lastContactedAt": "2026-03-14T09:00:00.000Z",
                     *       "snoozedUntil": null,
                     *       "nextContactOn": "2026-04-13",
                     *       "needsContact": false,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). Invalid photo path (`invalid_photo_path`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    bulkContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "create": [
                 *         {
                 *           "firstName": "Zoë"
                 *         }
                 *       ],
                 *       "update": [
                 *         {
                 *           "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                 *           "nickname": "Zo"
                 *         }
                 *       ],
                 *       "delete": [
                 *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ContactBulkUpdate"];
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "action": "create",
                     *           "index": 0,
                     *           "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "status": "done"
                     *         },
                     *         {
                     *           "action": "delete",
                     *           "index": 0,
                     *           "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *           "status": "failed",
                     *           "error": {
                     *             "code": "not_found",
                     *             "detail": "There is no such resource.",
                     *             "errors": [
                     *               {
                     *                 "in": "body",
                     *                 "pointer": "/delete/0",
                     *                 "code": "invalid_reference",
                     *                 "message": "There is no such resource."
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["ContactBulkResult"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContact: {
        parameters: {
            query?: {
                /** @description What to read with the contact, with commas between: `notes` (the newest ten), `reminders` (open ones, the ten that are due first), `networks`, `relationships`. A key needs the scope to read each. */
                include?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "firstName": "Zoë",
                     *       "middleName": null,
                     *       "lastName": "Müller",
                     *       "namePrefix": null,
                     *       "nameSuffix": null,
                     *       "phoneticFirstName": null,
                     *       "phoneticLastName": null,
                     *       "nickname": "Zo",
                     *       "company": null,
                     *       "department": null,
                     *       "jobTitle": "Route setter",
                     *       "pronouns": null,
                     *       "displayName": "Zoë Müller",
                     *       "emails": [
                     *         {
                     *           "value": "zoe@example.com",
                     *           "label": "home"
                     *         }
                     *       ],
                     *       "phones": [
                     *         {
                     *           "value": "+49 30 901820",
                     *           "label": null
                     *         }
                     *       ],
                     *       "urls": [
                     *         {
                     *           "value": "https://zoe.example.com",
                     *           "label": null
                     *         }
                     *       ],
                     *       "addresses": [
                     *         {
                     *           "label": "home",
                     *           "street": "Torstraße 1",
                     *           "city": "Berlin",
                     *           "region": null,
                     *           "postalCode": "10119",
                     *           "country": "Germany"
                     *         }
                     *       ],
                     *       "birthday": "--02-29",
                     *       "dates": [
                     *         {
                     *           "kind": "anniversary",
                     *           "label": null,
                     *           "date": "2015-06-20"
                     *         }
                     *       ],
                     *       "custom": {
                     *         "diet": "vegan"
                     *       },
                     *       "description": "Met at the wall.",
                     *       "vcardLines": null,
                     *       "isFavorite": true,
                     *       "isArchived": false,
                     *       "photoUrl": null,
                     *       "hasPhoto": false,
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "contactFrequencyDays": 30,
                     *       "lastContactedAt": "2026-03-14T09:00:00.000Z",
                     *       "snoozedUntil": null,
                     *       "nextContactOn": "2026-04-13",
                     *       "needsContact": false,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. Never for a contact with a photo, whose URL expires. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteContact: {
        parameters: {
            query?: {
                /** @description Whether the notes that are about nobody else are deleted too, which needs the scope `notes:write`. `1` and `yes`, `0` and `no` mean the same, in any case. */
                withNotes?: boolean;
            };
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `displayName`, `hasPhoto`, `nextContactOn`, `needsContact`, `createdAt`, `updatedAt`, `notes`, `reminders`, `networks`, `relationships`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nickname": "Zo",
                 *       "contactFrequencyDays": 30
                 *     }
                 */
                "application/json": components["schemas"]["ContactUpdate"];
            };
        };
        responses: {
            /** @description The contact as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "firstName": "Zoë",
                     *       "middleName": null,
                     *       "lastName": "Müller",
                     *       "namePrefix": null,
                     *       "nameSuffix": null,
                     *       "phoneticFirstName": null,
                     *       "phoneticLastName": null,
                     *       "nickname": "Zo",
                     *       "company": null,
                     *       "department": null,
                     *       "jobTitle": "Route setter",
                     *       "pronouns": null,
                     *       "displayName": "Zoë Müller",
                     *       "emails": [
                     *         {
                     *           "value": "zoe@example.com",
                     *           "label": "home"
                     *         }
                     *       ],
                     *       "phones": [
                     *         {
                     *           "value": "+49 30 901820",
                     *           "label": null
                     *         }
                     *       ],
                     *       "urls": [
                     *         {
                     *           "value": "https://zoe.example.com",
                     *           "label": null
                     *         }
                     *       ],
                     *       "addresses": [
                     *         {
                     *           "label": "home",
                     *           "street": "Torstraße 1",
                     *           "city": "Berlin",
                     *           "region": null,
                     *           "postalCode": "10119",
                     *           "country": "Germany"
                     *         }
                     *       ],
                     *       "birthday": "--02-29",
                     *       "dates": [
                     *         {
                     *           "kind": "anniversary",
                     *           "label": null,
                     *           "date": "2015-06-20"
                     *         }
                     *       ],
                     *       "custom": {
                     *         "diet": "vegan"
                     *       },
                     *       "description": "Met at the wall.",
                     *       "vcardLines": null,
                     *       "isFavorite": true,
                     *       "isArchived": false,
                     *       "photoUrl": null,
                     *       "hasPhoto": false,
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "contactFrequencyDays": 30,
                     *       "lastContactedAt": "2026-03-14T09:00:00.000Z",
                     *       "snoozedUntil": null,
                     *       "nextContactOn": "2026-04-13",
                     *       "needsContact": false,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). Invalid photo path (`invalid_photo_path`). Invalid photo (`invalid_photo`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPhotoUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "extension": "jpg"
                 *     }
                 */
                "application/json": components["schemas"]["PhotoUploadCreate"];
            };
        };
        responses: {
            /** @description Where and how to upload. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadUrl": "https://example.supabase.co/storage/v1/object/upload/sign/kith-photos/uploads/0190a5c2-d186-7e5d-b4f7-a25b607f8e9d.jpg?token=eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk",
                     *       "path": "uploads/0190a5c2-d186-7e5d-b4f7-a25b607f8e9d.jpg",
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk",
                     *       "expiresAt": "2026-03-14T11:26:53.000Z",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "content-type": "image/jpeg"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoUpload"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listNetworks: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Field to sort by, ascending, or descending with a leading minus. Nulls come last. `name` by default. */
                sort?: components["schemas"]["NameOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of networks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *           "name": "Climbing",
                     *           "description": "Thursdays at the wall",
                     *           "color": "#3ECF8E",
                     *           "contactCount": 12,
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["NetworkPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createNetwork: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `contactCount`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Climbing",
                 *       "color": "#3ECF8E"
                 *     }
                 */
                "application/json": components["schemas"]["NetworkCreate"];
            };
        };
        responses: {
            /** @description The new network. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *       "name": "Climbing",
                     *       "description": "Thursdays at the wall",
                     *       "color": "#3ECF8E",
                     *       "contactCount": 12,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Network"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Name taken (`name_taken`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getNetwork: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the network.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The network. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *       "name": "Climbing",
                     *       "description": "Thursdays at the wall",
                     *       "color": "#3ECF8E",
                     *       "contactCount": 12,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Network"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteNetwork: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the network.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateNetwork: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the network.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `contactCount`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Thursdays at the wall"
                 *     }
                 */
                "application/json": components["schemas"]["NetworkUpdate"];
            };
        };
        responses: {
            /** @description The network as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *       "name": "Climbing",
                     *       "description": "Thursdays at the wall",
                     *       "color": "#3ECF8E",
                     *       "contactCount": 12,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Network"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Name taken (`name_taken`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setNetworkContacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the network.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contactIds": [
                 *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NetworkContactsUpdate"];
            };
        };
        responses: {
            /** @description Exactly these contacts belong to the network. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addNetworkContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the network.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
                /**
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact belongs to the network. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeNetworkContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the network.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
                /**
                 * @description Id of the contact.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact does not belong to the network. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRelationships: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Field to sort by, ascending, or descending with a leading minus. Nulls come last. `createdAt` by default. */
                sort?: components["schemas"]["CreatedAtOrder"];
                /** @description Only relationships of this contact, as seen from it. */
                contactId?: string;
                /** @description Only relationships of this kind. */
                kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of relationships. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6c",
                     *           "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "relatedContactId": "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
                     *           "relatedName": null,
                     *           "kind": "sibling",
                     *           "label": "sister",
                     *           "inverseLabel": null,
                     *           "startedOn": null,
                     *           "endedOn": null,
                     *           "note": null,
                     *           "sentence": "Zoë Müller is Max Weber's sister",
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RelationshipPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `sentence`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                 *       "relatedContactId": "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
                 *       "kind": "sibling",
                 *       "label": "sister"
                 *     }
                 */
                "application/json": components["schemas"]["RelationshipCreate"];
            };
        };
        responses: {
            /** @description The new relationship. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6c",
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "relatedContactId": "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
                     *       "relatedName": null,
                     *       "kind": "sibling",
                     *       "label": "sister",
                     *       "inverseLabel": null,
                     *       "startedOn": null,
                     *       "endedOn": null,
                     *       "note": null,
                     *       "sentence": "Zoë Müller is Max Weber's sister",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Relationship"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the relationship.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relationship. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6c",
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "relatedContactId": "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
                     *       "relatedName": null,
                     *       "kind": "sibling",
                     *       "label": "sister",
                     *       "inverseLabel": null,
                     *       "startedOn": null,
                     *       "endedOn": null,
                     *       "note": null,
                     *       "sentence": "Zoë Müller is Max Weber's sister",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Relationship"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the relationship.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the relationship.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `sentence`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inverseLabel": "brother"
                 *     }
                 */
                "application/json": components["schemas"]["RelationshipUpdate"];
            };
        };
        responses: {
            /** @description The relationship as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6c",
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "relatedContactId": "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
                     *       "relatedName": null,
                     *       "kind": "sibling",
                     *       "label": "sister",
                     *       "inverseLabel": null,
                     *       "startedOn": null,
                     *       "endedOn": null,
                     *       "note": null,
                     *       "sentence": "Zoë Müller is Max Weber's sister",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Relationship"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listNotes: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Field to sort by, ascending, or descending with a leading minus. Nulls come last. `-occurredAt` by default. */
                sort?: components["schemas"]["NoteOrder"];
                /** @description Only notes about this contact, alone or with others. */
                contactId?: string;
                /** @description Only notes of this type. */
                noteTypeId?: string;
                /** @description Only notes of this day or later, in the profile's time zone. Not after `to`. */
                from?: string;
                /** @description Only notes of this day or earlier, in the profile's time zone. Not before `from`. */
                to?: string;
                /** @description Words that must all occur in the note. Case and accents are ignored. `boat OR ship` finds either. */
                search?: string;
                /** @description The members of each item, with commas between them; `id` is always included. By default all of them. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of notes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59",
                     *           "content": "Talked about the climbing trip in May.",
                     *           "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "contactIds": [
                     *             "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *           ],
                     *           "noteTypeId": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *           "occurredAt": "2026-03-14T09:00:00.000Z",
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "updatedAt": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["NotePage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Talked about the climbing trip in May."
                 *     }
                 */
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59",
                     *       "content": "Talked about the climbing trip in May.",
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "contactIds": [
                     *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *       ],
                     *       "noteTypeId": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *       "occurredAt": "2026-03-14T09:00:00.000Z",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Note"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the note.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59",
                     *       "content": "Talked about the climbing trip in May.",
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "contactIds": [
                     *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *       ],
                     *       "noteTypeId": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *       "occurredAt": "2026-03-14T09:00:00.000Z",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Note"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the note.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the note.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "occurredAt": "2026-03-14"
                 *     }
                 */
                "application/json": components["schemas"]["NoteUpdate"];
            };
        };
        responses: {
            /** @description The note as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59",
                     *       "content": "Talked about the climbing trip in May.",
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "contactIds": [
                     *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *       ],
                     *       "noteTypeId": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *       "occurredAt": "2026-03-14T09:00:00.000Z",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Note"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createNoteWithReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": {
                 *         "content": "Talked about the climbing trip in May."
                 *       },
                 *       "reminder": {
                 *         "title": "Send the photos",
                 *         "dueAt": "2026-03-14"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NoteWithReminderCreate"];
            };
        };
        responses: {
            /** @description The new note and reminder. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59",
                     *         "content": "Talked about the climbing trip in May.",
                     *         "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *         "contactIds": [
                     *           "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *         ],
                     *         "noteTypeId": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *         "occurredAt": "2026-03-14T09:00:00.000Z",
                     *         "createdAt": "2026-03-14T09:26:53.000Z",
                     *         "updatedAt": "2026-03-14T09:26:53.000Z"
                     *       },
                     *       "reminder": {
                     *         "id": "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
                     *         "title": "Send the photos",
                     *         "description": null,
                     *         "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *         "contactIds": [
                     *           "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *         ],
                     *         "dueAt": "2026-03-20T09:00:00.000Z",
                     *         "recurrence": "FREQ=MONTHLY",
                     *         "recurrenceFrom": "due",
                     *         "completed": false,
                     *         "completedAt": null,
                     *         "nextId": null,
                     *         "createdAt": "2026-03-14T09:26:53.000Z",
                     *         "updatedAt": "2026-03-14T09:26:53.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NoteWithReminder"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listNoteTypes: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Field to sort by, ascending, or descending with a leading minus. Nulls come last. `name` by default. */
                sort?: components["schemas"]["NameOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of note types. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *           "name": "Phone call",
                     *           "icon": "☎️",
                     *           "color": null,
                     *           "countsAsContact": true,
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["NoteTypePage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createNoteType: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Phone call",
                 *       "icon": "☎️"
                 *     }
                 */
                "application/json": components["schemas"]["NoteTypeCreate"];
            };
        };
        responses: {
            /** @description The new note type. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *       "name": "Phone call",
                     *       "icon": "☎️",
                     *       "color": null,
                     *       "countsAsContact": true,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NoteType"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Name taken (`name_taken`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getNoteType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the note type.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note type. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *       "name": "Phone call",
                     *       "icon": "☎️",
                     *       "color": null,
                     *       "countsAsContact": true,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NoteType"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteNoteType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the note type.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateNoteType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the note type.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "countsAsContact": false
                 *     }
                 */
                "application/json": components["schemas"]["NoteTypeUpdate"];
            };
        };
        responses: {
            /** @description The note type as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
                     *       "name": "Phone call",
                     *       "icon": "☎️",
                     *       "color": null,
                     *       "countsAsContact": true,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NoteType"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Name taken (`name_taken`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFields: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Field to sort by, ascending, or descending with a leading minus. Nulls come last. `position` by default. */
                sort?: components["schemas"]["PositionOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-a1c4-7b2a-9e53-7f2e3d4c5b6a",
                     *           "key": "diet",
                     *           "name": "Diet",
                     *           "type": "choice",
                     *           "options": [
                     *             "vegan",
                     *             "vegetarian"
                     *           ],
                     *           "position": 0,
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["FieldPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createField: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Diet",
                 *       "type": "choice",
                 *       "options": [
                 *         "vegan",
                 *         "vegetarian"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["FieldCreate"];
            };
        };
        responses: {
            /** @description The new field. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-a1c4-7b2a-9e53-7f2e3d4c5b6a",
                     *       "key": "diet",
                     *       "name": "Diet",
                     *       "type": "choice",
                     *       "options": [
                     *         "vegan",
                     *         "vegetarian"
                     *       ],
                     *       "position": 0,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Name taken (`name_taken`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getField: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the field.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The field. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-a1c4-7b2a-9e53-7f2e3d4c5b6a",
                     *       "key": "diet",
                     *       "name": "Diet",
                     *       "type": "choice",
                     *       "options": [
                     *         "vegan",
                     *         "vegetarian"
                     *       ],
                     *       "position": 0,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteField: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the field.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateField: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the field.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `key`, `type`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Eats"
                 *     }
                 */
                "application/json": components["schemas"]["FieldUpdate"];
            };
        };
        responses: {
            /** @description The field as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-a1c4-7b2a-9e53-7f2e3d4c5b6a",
                     *       "key": "diet",
                     *       "name": "Diet",
                     *       "type": "choice",
                     *       "options": [
                     *         "vegan",
                     *         "vegetarian"
                     *       ],
                     *       "position": 0,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Name taken (`name_taken`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReminders: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Field to sort by, ascending, or descending with a leading minus. Nulls come last. By default open reminders come before completed ones, each by `dueAt`. */
                sort?: components["schemas"]["ReminderOrder"];
                /** @description Only reminders about this contact, alone or with others. */
                contactId?: string;
                /** @description Only completed reminders, or only open ones. `1` and `yes`, `0` and `no` mean the same, in any case. */
                completed?: boolean;
                /** @description Only reminders that are due at this time or later. A date means the start of that day. */
                dueAfter?: string;
                /** @description Only reminders that are due before this time. A date means the start of that day. */
                dueBefore?: string;
                /** @description The members of each item, with commas between them; `id` is always included. By default all of them. */
                fields?: string;
                /** @description Words that must all occur in the title or the description. Case and accents are ignored. */
                search?: string;
                /** @description Only reminders that are due at some time, or only those without. `1` and `yes`, `0` and `no` mean the same, in any case. */
                hasDueAt?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of reminders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
                     *           "title": "Send the photos",
                     *           "description": null,
                     *           "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "contactIds": [
                     *             "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *           ],
                     *           "dueAt": "2026-03-20T09:00:00.000Z",
                     *           "recurrence": "FREQ=MONTHLY",
                     *           "recurrenceFrom": "due",
                     *           "completed": false,
                     *           "completedAt": null,
                     *           "nextId": null,
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "updatedAt": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ReminderPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `completedAt`, `nextId`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Send the photos",
                 *       "dueAt": "2026-03-14"
                 *     }
                 */
                "application/json": components["schemas"]["ReminderCreate"];
            };
        };
        responses: {
            /** @description The new reminder. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
                     *       "title": "Send the photos",
                     *       "description": null,
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "contactIds": [
                     *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *       ],
                     *       "dueAt": "2026-03-20T09:00:00.000Z",
                     *       "recurrence": "FREQ=MONTHLY",
                     *       "recurrenceFrom": "due",
                     *       "completed": false,
                     *       "completedAt": null,
                     *       "nextId": null,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    bulkReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "create": [
                 *         {
                 *           "title": "Send the photos"
                 *         }
                 *       ],
                 *       "update": [
                 *         {
                 *           "id": "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
                 *           "dueAt": "2026-03-21"
                 *         }
                 *       ],
                 *       "delete": [
                 *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReminderBulkUpdate"];
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "action": "create",
                     *           "index": 0,
                     *           "id": "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
                     *           "status": "done"
                     *         },
                     *         {
                     *           "action": "delete",
                     *           "index": 0,
                     *           "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *           "status": "failed",
                     *           "error": {
                     *             "code": "not_found",
                     *             "detail": "There is no such resource.",
                     *             "errors": [
                     *               {
                     *                 "in": "body",
                     *                 "pointer": "/delete/0",
                     *                 "code": "invalid_reference",
                     *                 "message": "There is no such resource."
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["ReminderBulkResult"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the reminder.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminder. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
                     *       "title": "Send the photos",
                     *       "description": null,
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "contactIds": [
                     *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *       ],
                     *       "dueAt": "2026-03-20T09:00:00.000Z",
                     *       "recurrence": "FREQ=MONTHLY",
                     *       "recurrenceFrom": "due",
                     *       "completed": false,
                     *       "completedAt": null,
                     *       "nextId": null,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReminder: {
        parameters: {
            query?: {
                /** @description Whether to delete only this one of a recurring reminder and create the next one. `1` and `yes`, `0` and `no` mean the same, in any case. */
                keepSeries?: boolean;
            };
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the reminder.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the reminder.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `completedAt`, `nextId`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "completed": true
                 *     }
                 */
                "application/json": components["schemas"]["ReminderUpdate"];
            };
        };
        responses: {
            /** @description The reminder as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
                     *       "title": "Send the photos",
                     *       "description": null,
                     *       "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *       "contactIds": [
                     *         "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"
                     *       ],
                     *       "dueAt": "2026-03-20T09:00:00.000Z",
                     *       "recurrence": "FREQ=MONTHLY",
                     *       "recurrenceFrom": "due",
                     *       "completed": false,
                     *       "completedAt": null,
                     *       "nextId": null,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUpcoming: {
        parameters: {
            query?: {
                /** @description How many days, beginning with today. */
                days?: number;
                /** @description `names` adds the names of the contacts that the reminders are about, and `meetings` what was noticed in calendars lately. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days that have items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "today": "2026-03-14",
                     *       "timezone": "Europe/Berlin",
                     *       "days": [
                     *         {
                     *           "date": "2026-03-12",
                     *           "items": [
                     *             {
                     *               "kind": "contact",
                     *               "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *               "displayName": "Zoë Müller",
                     *               "nextContactOn": "2026-03-12"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "date": "2026-03-20",
                     *           "items": [
                     *             {
                     *               "kind": "birthday",
                     *               "contactId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *               "displayName": "Zoë Müller",
                     *               "birthday": "1990-03-20",
                     *               "age": 36,
                     *               "isClose": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["Upcoming"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of imports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c3-04b9-7181-a7ca-d58e93a2cbd0",
                     *           "format": "vcard",
                     *           "counts": {
                     *             "create": 12,
                     *             "match": 3,
                     *             "conflict": 1,
                     *             "error": 0
                     *           },
                     *           "dropped": [
                     *             {
                     *               "property": "SOUND",
                     *               "count": 1
                     *             }
                     *           ],
                     *           "questions": [],
                     *           "photos": 2,
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "expiresAt": "2026-03-15T09:26:53.000Z",
                     *           "appliedAt": null,
                     *           "appliedActivityId": null
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createImport: {
        parameters: {
            query?: {
                /** @description For CSV with columns that Kith does not know: a JSON object such as `{"Rufname": "firstName"}`, which says the field of each column. Other columns are left out. Some fields take a label: `phone:work`, `birthday:day-first`. `field` makes it one of your own. */
                mapping?: string;
                /** @description As `mapping`, for some columns: the others are read by their names. It answers a question about a column: `{"Birthday": "birthday:day-first"}`. `birthday:by-country` reads them as the country of the profile writes them, whatever other days of the file tell. */
                columns?: string;
                /** @description Whether columns of a table that Kith does not know become fields of your own; else they are left out. `1` and `yes`, `0` and `no` mean the same, in any case. */
                newFields?: boolean;
                /** @description What the file is called. Contacts that have only a name are found where a file of this name made them before. */
                fileName?: string;
                /** @description The day of the file, for notes of contacts that have no day of their own; the day of the import unless it is set. */
                fileDay?: string;
                /** @description Whether the table has a line with the names of its columns. Without it, a first line with an e-mail address or phone number is a contact; columns are then named `Column 1` and so on. `1` and `yes`, `0` and `no` mean the same, in any case. */
                header?: boolean;
            };
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kith": 1,
                 *       "contacts": [
                 *         {
                 *           "firstName": "Zoë"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ImportCreate"];
                /**
                 * @example BEGIN:VCARD
                 *     VERSION:4.0
                 *     FN:Zoë Müller
                 *     EMAIL:zoe@example.com
                 *     END:VCARD
                 */
                "text/vcard": string;
                /**
                 * @example BEGIN:VCARD
                 *     VERSION:4.0
                 *     FN:Zoë Müller
                 *     EMAIL:zoe@example.com
                 *     END:VCARD
                 */
                "text/x-vcard": string;
                /**
                 * @example First Name,Last Name,E-mail 1 - Value
                 *     Zoë,Müller,zoe@example.com
                 */
                "text/csv": string;
                /**
                 * @example dn: cn=Zoë Müller
                 *     givenName: Zoë
                 *     sn: Müller
                 *     mail: zoe@example.com
                 *     objectclass: person
                 */
                "text/ldif": string;
                /**
                 * @example dn: cn=Zoë Müller
                 *     givenName: Zoë
                 *     sn: Müller
                 *     mail: zoe@example.com
                 *     objectclass: person
                 */
                "text/x-ldif": string;
                /**
                 * @example BEGIN:VCARD
                 *     VERSION:4.0
                 *     FN:Zoë Müller
                 *     EMAIL:zoe@example.com
                 *     END:VCARD
                 */
                "text/directory": string;
                /** @example ["vcard",[["version",{},"text","4.0"],["fn",{},"text","Zoë Müller"],["email",{},"text","zoe@example.com"]]] */
                "application/vcard+json": string;
                /** @example {"@type":"Card","version":"1.0","uid":"22B2C7DF-9120-4969-8460-05956FE6B065","name":{"full":"Zoë Müller"}} */
                "application/jscontact+json": string;
            };
        };
        responses: {
            /** @description The preview. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c3-04b9-7181-a7ca-d58e93a2cbd0",
                     *       "format": "vcard",
                     *       "counts": {
                     *         "create": 12,
                     *         "match": 3,
                     *         "conflict": 1,
                     *         "error": 0
                     *       },
                     *       "dropped": [
                     *         {
                     *           "property": "SOUND",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "questions": [],
                     *       "photos": 2,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "expiresAt": "2026-03-15T09:26:53.000Z",
                     *       "appliedAt": null,
                     *       "appliedActivityId": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c3-04b9-7181-a7ca-d58e93a2cbd0",
                     *       "format": "vcard",
                     *       "counts": {
                     *         "create": 12,
                     *         "match": 3,
                     *         "conflict": 1,
                     *         "error": 0
                     *       },
                     *       "dropped": [
                     *         {
                     *           "property": "SOUND",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "questions": [],
                     *       "photos": 2,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "expiresAt": "2026-03-15T09:26:53.000Z",
                     *       "appliedAt": null,
                     *       "appliedActivityId": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Only rows with this action. */
                action?: components["schemas"]["ImportRowAction"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "number": 1,
                     *           "line": 1,
                     *           "resource": "contact",
                     *           "action": "match",
                     *           "value": {
                     *             "firstName": "Zoë",
                     *             "emails": [
                     *               {
                     *                 "value": "zoe@example.com",
                     *                 "label": null
                     *               }
                     *             ]
                     *           },
                     *           "networks": [
                     *             "Climbing"
                     *           ],
                     *           "notes": [],
                     *           "relationships": [],
                     *           "hasPhoto": false,
                     *           "contact": {
                     *             "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *             "displayName": "Zoë Müller"
                     *           },
                     *           "matchedBy": "email",
                     *           "candidates": [],
                     *           "problem": null,
                     *           "outcome": null
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ImportRowPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    applyImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "onMatch": "merge",
                 *       "rows": [
                 *         {
                 *           "number": 4,
                 *           "action": "skip"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ImportApplicationCreate"];
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c3-04b9-7181-a7ca-d58e93a2cbd0",
                     *       "format": "vcard",
                     *       "counts": {
                     *         "create": 12,
                     *         "match": 3,
                     *         "conflict": 1,
                     *         "error": 0
                     *       },
                     *       "dropped": [
                     *         {
                     *           "property": "SOUND",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "questions": [],
                     *       "photos": 2,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "expiresAt": "2026-03-15T09:26:53.000Z",
                     *       "appliedAt": "2026-03-14T09:28:01.000Z",
                     *       "appliedActivityId": "0190a5c2-e297-7f6e-85a8-b36c71809fae",
                     *       "created": 12,
                     *       "merged": 3,
                     *       "skipped": 1,
                     *       "failed": 0,
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedImport"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportAccount: {
        parameters: {
            query?: {
                /** @description The most rows of a part (contacts, notes, relationships, reminders). Each part is as of its own instant, and is a file that can be imported by itself. The header `Link` has the address of the next part, if there is one. By default everything is in one file. */
                rows?: number;
                /** @description Where the part begins, from the `Link` of the part before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    Link: components["headers"]["NextPart"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kith": 1,
                     *       "exportedAt": "2026-03-14T09:26:53.000Z",
                     *       "profile": {
                     *         "id": "0190a5c2-5e6d-7bb2-87b3-cbfbfbf6287e",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "timezone": "Pacific/Auckland",
                     *         "country": "NZ",
                     *         "nameOrder": "firstName",
                     *         "eastAsianNames": "lastName",
                     *         "digestAt": "08:00",
                     *         "digestDays": [
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5,
                     *           6,
                     *           7
                     *         ],
                     *         "leadDays": 7,
                     *         "savedFilters": [],
                     *         "contactId": null,
                     *         "createdAt": "2026-03-02T08:15:00.000Z",
                     *         "updatedAt": "2026-03-14T09:26:53.000Z",
                     *         "scopes": null,
                     *         "networkIds": null,
                     *         "expiresAt": null
                     *       },
                     *       "fields": [],
                     *       "networks": [],
                     *       "noteTypes": [],
                     *       "contacts": [],
                     *       "notes": [],
                     *       "relationships": [],
                     *       "reminders": []
                     *     }
                     */
                    "application/json": components["schemas"]["AccountExport"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-5e6d-7bb2-87b3-cbfbfbf6287e",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "timezone": "Pacific/Auckland",
                     *       "country": "NZ",
                     *       "nameOrder": "firstName",
                     *       "eastAsianNames": "lastName",
                     *       "digestAt": "08:00",
                     *       "digestDays": [
                     *         1,
                     *         2,
                     *         3,
                     *         4,
                     *         5,
                     *         6,
                     *         7
                     *       ],
                     *       "leadDays": 7,
                     *       "savedFilters": [
                     *         {
                     *           "name": "Dentists",
                     *           "query": "search=dentist&sort=lastName"
                     *         }
                     *       ],
                     *       "contactId": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z",
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": null,
                     *       "expiresAt": "2099-05-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `email`, `createdAt`, `updatedAt`, `scopes`, `networkIds`, `expiresAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Pacific/Auckland"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileUpdate"];
            };
        };
        responses: {
            /** @description The profile as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-5e6d-7bb2-87b3-cbfbfbf6287e",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "timezone": "Pacific/Auckland",
                     *       "country": "NZ",
                     *       "nameOrder": "firstName",
                     *       "eastAsianNames": "lastName",
                     *       "digestAt": "08:00",
                     *       "digestDays": [
                     *         1,
                     *         2,
                     *         3,
                     *         4,
                     *         5,
                     *         6,
                     *         7
                     *       ],
                     *       "leadDays": 7,
                     *       "savedFilters": [
                     *         {
                     *           "name": "Dentists",
                     *           "query": "search=dentist&sort=lastName"
                     *         }
                     *       ],
                     *       "contactId": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-14T09:26:53.000Z",
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": null,
                     *       "expiresAt": "2099-05-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isEnabled": true,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "birthdays": "all"
                     *     }
                     */
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed with its URL. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isEnabled": true,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "birthdays": "all",
                     *       "url": "https://abc.supabase.co/functions/v1/kith/api/v1/calendar/0f1e….ics"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedCalendar"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is off. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "birthdays": "close"
                 *     }
                 */
                "application/json": components["schemas"]["CalendarUpdate"];
            };
        };
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isEnabled": true,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "birthdays": "all"
                     *     }
                     */
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isEnabled": true,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "receivedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Inbox"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox with its address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isEnabled": true,
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "receivedAt": null,
                     *       "url": "https://abc.supabase.co/functions/v1/kith/api/v1/inbound/0f1e…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedInbox"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is off. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The secret, as the URL has it.
                 * @example 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     VERSION:2.0
                     *     END:VCALENDAR
                     */
                    "text/calendar": string;
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The secret, as the URL has it.
                 * @example 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "FromFull": {
                 *         "Email": "ada@example.com",
                 *         "Name": "Ada"
                 *       },
                 *       "ToFull": [
                 *         {
                 *           "Email": "zoe@example.com",
                 *           "Name": "Zoë Müller"
                 *         }
                 *       ],
                 *       "Subject": "Climbing",
                 *       "TextBody": "See you there.",
                 *       "Date": "Sat, 14 Mar 2026 09:26:53 +0100",
                 *       "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b"
                 *     }
                 */
                "application/json": components["schemas"]["InboundMessage"];
                /**
                 * @example From: ada@example.com
                 *     To: zoe@example.com
                 *     Subject: Climbing
                 *
                 *     See you there.
                 */
                "message/rfc822": string;
                /**
                 * @example --a
                 *     Content-Disposition: form-data; name="subject"
                 *
                 *     Climbing
                 *     --a--
                 */
                "multipart/form-data": string;
                /** @example from=ada%40example.com&to=zoe%40example.com&subject=Climbing&body-plain=See+you+there. */
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: {
            /** @description It is a note. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example Kept as a note. */
                    "text/plain": string;
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Only what this API key did; the account's id for its access tokens. */
                actorId?: string;
                /** @description Only change sets that changed a resource of this kind. */
                resource?: components["schemas"]["LoggedResource"];
                /** @description Only change sets that changed this resource; `changes` has only its own. */
                resourceId?: string;
                /** @description Only change sets that did this to a resource. */
                action?: components["schemas"]["ChangeAction"];
                /** @description Only change sets since then; a date means that whole day in the profile's time zone. Not after `to`. */
                from?: string;
                /** @description Only change sets before then; a date means that whole day in the profile's time zone, included. Not before `from`. */
                to?: string;
                /** @description The members of each item, with commas between them; `id` is always included. By default all of them. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of change sets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "requestId": "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
                     *           "actor": {
                     *             "kind": "api_key",
                     *             "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *             "name": "Mail assistant"
                     *           },
                     *           "operation": "updateContact",
                     *           "summary": "Changed contact Zoë Müller",
                     *           "changes": [
                     *             {
                     *               "resource": "contact",
                     *               "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *               "name": "Zoë Müller",
                     *               "action": "update",
                     *               "fields": {
                     *                 "nickname": {
                     *                   "before": "Zo",
                     *                   "after": "Zoe"
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "changeCount": 1,
                     *           "undoes": [],
                     *           "undoneBy": null,
                     *           "undoable": true
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erased. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the change set.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d",
                     *       "at": "2026-03-14T09:26:53.000Z",
                     *       "requestId": "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
                     *       "actor": {
                     *         "kind": "api_key",
                     *         "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *         "name": "Mail assistant"
                     *       },
                     *       "operation": "updateContact",
                     *       "summary": "Changed contact Zoë Müller",
                     *       "changes": [
                     *         {
                     *           "resource": "contact",
                     *           "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "name": "Zoë Müller",
                     *           "action": "update",
                     *           "fields": {
                     *             "nickname": {
                     *               "before": "Zo",
                     *               "after": "Zoe"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "changeCount": 1,
                     *       "undoes": [],
                     *       "undoneBy": null,
                     *       "undoable": true
                     *     }
                     */
                    "application/json": components["schemas"]["Activity"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    undoActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the change set.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "dryRun": true,
                 *       "partial": false
                 *     }
                 */
                "application/json": components["schemas"]["UndoCreate"];
            };
        };
        responses: {
            /** @description What was undone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dryRun": false,
                     *       "activityId": "0190a5c2-e297-7f6e-85a8-b36c71809fae",
                     *       "summary": "Changed contact Zoë Müller",
                     *       "changes": [
                     *         {
                     *           "resource": "contact",
                     *           "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "name": "Zoë Müller",
                     *           "action": "update",
                     *           "fields": {
                     *             "nickname": {
                     *               "before": "Zoe",
                     *               "after": "Zo"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "changeCount": 1,
                     *       "conflicts": [],
                     *       "conflictCount": 0,
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["UndoResult"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Name taken (`name_taken`). Conflict (`conflict`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    undoActor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "actorId": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                 *       "since": "2026-03-14T09:00:00.000Z",
                 *       "until": "2026-03-14T10:00:00.000Z",
                 *       "dryRun": true,
                 *       "partial": false
                 *     }
                 */
                "application/json": components["schemas"]["ActorUndoCreate"];
            };
        };
        responses: {
            /** @description What was undone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dryRun": false,
                     *       "activityId": "0190a5c2-e297-7f6e-85a8-b36c71809fae",
                     *       "summary": "Changed contact Zoë Müller",
                     *       "changes": [
                     *         {
                     *           "resource": "contact",
                     *           "id": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "name": "Zoë Müller",
                     *           "action": "update",
                     *           "fields": {
                     *             "nickname": {
                     *               "before": "Zoe",
                     *               "after": "Zo"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "changeCount": 1,
                     *       "conflicts": [],
                     *       "conflictCount": 0,
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["UndoResult"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Name taken (`name_taken`). Conflict (`conflict`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTrash: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Only resources of this kind. */
                resource?: components["schemas"]["TrashedResource"];
                /** @description Words that must all occur in the name. Case and accents are ignored. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the trash. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d",
                     *           "resource": "contact",
                     *           "resourceId": "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
                     *           "name": "Zoë Müller",
                     *           "deletedAt": "2026-03-14T09:26:53.000Z",
                     *           "actor": {
                     *             "kind": "api_key",
                     *             "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *             "name": "Mail assistant"
                     *           }
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["TrashPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erased. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseTrashItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the change set that deleted it.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erased. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `cursor` of the answer before. Absent to get the cursor of now. */
                since?: string;
                /** @description Items on a page at most, except where one change has more: a contact that comes into the networks of a key brings its notes and reminders. A page has about 4 MiB at most, and then fewer items and `hasMore`. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "resource": "note",
                     *           "id": "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59",
                     *           "deleted": true
                     *         },
                     *         {
                     *           "resource": "network",
                     *           "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *           "value": {
                     *             "id": "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
                     *             "name": "Climbing",
                     *             "description": "Thursdays at the wall",
                     *             "color": "#3ECF8E",
                     *             "contactCount": 12,
                     *             "createdAt": "2026-03-02T08:15:00.000Z",
                     *             "updatedAt": "2026-03-14T09:26:53.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "cursor": "MTc2Mzc0MDgwMA",
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["ChangePage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Connection required (`connection_required`). Insufficient scope (`insufficient_scope`). */
            403: components["responses"]["Forbidden"];
            /** @description Cursor expired (`cursor_expired`). */
            410: components["responses"]["Gone"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of API keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *           "name": "Mail assistant",
                     *           "expiresAt": "2099-05-31T12:00:00.000Z",
                     *           "scopes": [
                     *             "contacts:read",
                     *             "notes:read",
                     *             "notes:write"
                     *           ],
                     *           "networkIds": [
                     *             "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *           ],
                     *           "keyPrefix": "kith_3f9a",
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z",
                     *           "lastUsedAt": "2026-03-14T09:26:00.000Z",
                     *           "lastOperation": "listContacts",
                     *           "lastRefusal": {
                     *             "at": "2026-03-14T09:26:00.000Z",
                     *             "scopes": [
                     *               "reminders:write"
                     *             ]
                     *           },
                     *           "previousKeyExpiresAt": null
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `keyPrefix`, `createdAt`, `updatedAt`, `lastUsedAt`, `lastOperation`, `lastRefusal`, `previousKeyExpiresAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Mail assistant",
                 *       "expiresAt": "2099-06-01",
                 *       "scopes": [
                 *         "contacts:read",
                 *         "notes:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *       "name": "Mail assistant",
                     *       "expiresAt": "2099-05-31T12:00:00.000Z",
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "keyPrefix": "kith_3f9a",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "lastUsedAt": null,
                     *       "lastOperation": null,
                     *       "lastRefusal": null,
                     *       "previousKeyExpiresAt": null,
                     *       "key": "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). API key limit reached (`api_key_limit_reached`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the API key.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *       "name": "Mail assistant",
                     *       "expiresAt": "2099-05-31T12:00:00.000Z",
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "keyPrefix": "kith_3f9a",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "lastUsedAt": "2026-03-14T09:26:00.000Z",
                     *       "lastOperation": "listContacts",
                     *       "lastRefusal": {
                     *         "at": "2026-03-14T09:26:00.000Z",
                     *         "scopes": [
                     *           "reminders:write"
                     *         ]
                     *       },
                     *       "previousKeyExpiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the API key.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the API key.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `keyPrefix`, `createdAt`, `updatedAt`, `lastUsedAt`, `lastOperation`, `lastRefusal`, `previousKeyExpiresAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "contacts:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description The API key as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *       "name": "Mail assistant",
                     *       "expiresAt": "2099-05-31T12:00:00.000Z",
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "keyPrefix": "kith_3f9a",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "lastUsedAt": "2026-03-14T09:26:00.000Z",
                     *       "lastOperation": "listContacts",
                     *       "lastRefusal": {
                     *         "at": "2026-03-14T09:26:00.000Z",
                     *         "scopes": [
                     *           "reminders:write"
                     *         ]
                     *       },
                     *       "previousKeyExpiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the API key.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRotationCreate"];
            };
        };
        responses: {
            /** @description The key with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
                     *       "name": "Mail assistant",
                     *       "expiresAt": "2099-05-31T12:00:00.000Z",
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "keyPrefix": "kith_3f9a",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "lastUsedAt": null,
                     *       "lastOperation": null,
                     *       "lastRefusal": null,
                     *       "previousKeyExpiresAt": null,
                     *       "key": "kith_3f9a0c1b2d4e5f60718293a4b5c6d7e8f9012345"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of connections. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-d186-7e5d-b4f7-a25b60708f9d",
                     *           "clientId": "0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15",
                     *           "redirectHost": "claude.ai",
                     *           "name": "Claude",
                     *           "expiresAt": null,
                     *           "scopes": [
                     *             "contacts:read",
                     *             "notes:read",
                     *             "notes:write"
                     *           ],
                     *           "networkIds": [
                     *             "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *           ],
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z",
                     *           "lastUsedAt": "2026-03-14T09:26:00.000Z",
                     *           "lastOperation": "listContacts",
                     *           "lastRefusal": null
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `createdAt`, `updatedAt`, `lastUsedAt`, `lastOperation`, `lastRefusal`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15",
                 *       "name": "Claude",
                 *       "redirectHost": "claude.ai",
                 *       "scopes": [
                 *         "contacts:read",
                 *         "notes:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionCreate"];
            };
        };
        responses: {
            /** @description The connection. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-d186-7e5d-b4f7-a25b60708f9d",
                     *       "clientId": "0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15",
                     *       "redirectHost": "claude.ai",
                     *       "name": "Claude",
                     *       "expiresAt": null,
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "lastUsedAt": "2026-03-14T09:26:00.000Z",
                     *       "lastOperation": "listContacts",
                     *       "lastRefusal": null
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the connection.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-d186-7e5d-b4f7-a25b60708f9d",
                     *       "clientId": "0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15",
                     *       "redirectHost": "claude.ai",
                     *       "name": "Claude",
                     *       "expiresAt": null,
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "lastUsedAt": "2026-03-14T09:26:00.000Z",
                     *       "lastOperation": "listContacts",
                     *       "lastRefusal": null
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the connection.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the connection.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `clientId`, `redirectHost`, `createdAt`, `updatedAt`, `lastUsedAt`, `lastOperation`, `lastRefusal`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "contacts:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionUpdate"];
            };
        };
        responses: {
            /** @description The connection as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-d186-7e5d-b4f7-a25b60708f9d",
                     *       "clientId": "0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15",
                     *       "redirectHost": "claude.ai",
                     *       "name": "Claude",
                     *       "expiresAt": null,
                     *       "scopes": [
                     *         "contacts:read",
                     *         "notes:read",
                     *         "notes:write"
                     *       ],
                     *       "networkIds": [
                     *         "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"
                     *       ],
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "lastUsedAt": "2026-03-14T09:26:00.000Z",
                     *       "lastOperation": "listContacts",
                     *       "lastRefusal": null
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReadCalendars: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of read calendars. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20",
                     *           "name": "Work",
                     *           "mode": "suggest",
                     *           "ownAddresses": [
                     *             "ada@work.example"
                     *           ],
                     *           "lastReadAt": "2026-03-14T09:00:02.000Z",
                     *           "lastError": null,
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ReadCalendarPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReadCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `lastReadAt`, `lastError`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Work",
                 *       "url": "https://calendar.google.com/calendar/ical/ada%40example.com/private-0f1e/basic.ics",
                 *       "mode": "suggest",
                 *       "ownAddresses": [
                 *         "ada@work.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReadCalendarCreate"];
            };
        };
        responses: {
            /** @description The new read calendar. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20",
                     *       "name": "Work",
                     *       "mode": "suggest",
                     *       "ownAddresses": [
                     *         "ada@work.example"
                     *       ],
                     *       "lastReadAt": "2026-03-14T09:00:02.000Z",
                     *       "lastError": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReadCalendar"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReadCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the read calendar.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The read calendar. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20",
                     *       "name": "Work",
                     *       "mode": "suggest",
                     *       "ownAddresses": [
                     *         "ada@work.example"
                     *       ],
                     *       "lastReadAt": "2026-03-14T09:00:02.000Z",
                     *       "lastError": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReadCalendar"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReadCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the read calendar.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReadCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the read calendar.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `lastReadAt`, `lastError`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "log"
                 *     }
                 */
                "application/json": components["schemas"]["ReadCalendarUpdate"];
            };
        };
        responses: {
            /** @description The read calendar as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20",
                     *       "name": "Work",
                     *       "mode": "suggest",
                     *       "ownAddresses": [
                     *         "ada@work.example"
                     *       ],
                     *       "lastReadAt": "2026-03-14T09:00:02.000Z",
                     *       "lastError": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReadCalendar"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMeetings: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
                /** @description Only meetings in this state; without it those that are suggested. */
                state?: components["schemas"]["MeetingState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of meetings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-15ca-7c9f-98db-e69fa4b4bd31",
                     *           "calendarId": "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20",
                     *           "title": "Team lunch",
                     *           "startedAt": "2026-03-10T11:30:00.000Z",
                     *           "endedAt": "2026-03-10T12:30:00.000Z",
                     *           "contactIds": [
                     *             "0190a5c2-8d42-7c1f-9b65-3e8a1f2c7d10"
                     *           ],
                     *           "state": "suggested",
                     *           "noteId": null,
                     *           "createdAt": "2026-03-10T13:00:02.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    logMeeting: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the meeting.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "content": "Team lunch: the climbing trip is in May."
                 *     }
                 */
                "application/json": components["schemas"]["MeetingLog"];
            };
        };
        responses: {
            /** @description The meeting. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Activity-Id": components["headers"]["ActivityId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-15ca-7c9f-98db-e69fa4b4bd31",
                     *       "calendarId": "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20",
                     *       "title": "Team lunch",
                     *       "startedAt": "2026-03-10T11:30:00.000Z",
                     *       "endedAt": "2026-03-10T12:30:00.000Z",
                     *       "contactIds": [
                     *         "0190a5c2-8d42-7c1f-9b65-3e8a1f2c7d10"
                     *       ],
                     *       "state": "suggested",
                     *       "noteId": null,
                     *       "createdAt": "2026-03-10T13:00:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Meeting"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Conflict (`conflict`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dismissMeeting: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the meeting.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meeting. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-15ca-7c9f-98db-e69fa4b4bd31",
                     *       "calendarId": "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20",
                     *       "title": "Team lunch",
                     *       "startedAt": "2026-03-10T11:30:00.000Z",
                     *       "endedAt": "2026-03-10T12:30:00.000Z",
                     *       "contactIds": [
                     *         "0190a5c2-8d42-7c1f-9b65-3e8a1f2c7d10"
                     *       ],
                     *       "state": "suggested",
                     *       "noteId": null,
                     *       "createdAt": "2026-03-10T13:00:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Meeting"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Conflict (`conflict`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of channels. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-e297-7f6e-85a8-b36c71819a0e",
                     *           "kind": "email",
                     *           "name": "My mail",
                     *           "target": "ada@example.com",
                     *           "isEnabled": true,
                     *           "events": [
                     *             "digest"
                     *           ],
                     *           "withNames": true,
                     *           "verifiedAt": "2026-03-02T08:16:00.000Z",
                     *           "lastDeliveredAt": "2026-03-14T07:00:04.000Z",
                     *           "lastError": null,
                     *           "failingSince": null,
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:16:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `verifiedAt`, `lastDeliveredAt`, `lastError`, `failingSince`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "email",
                 *       "name": "My mail",
                 *       "target": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ChannelCreate"];
            };
        };
        responses: {
            /** @description The channel. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-e297-7f6e-85a8-b36c71819a0e",
                     *       "kind": "email",
                     *       "name": "My mail",
                     *       "target": "ada@example.com",
                     *       "isEnabled": true,
                     *       "events": [
                     *         "digest"
                     *       ],
                     *       "withNames": true,
                     *       "verifiedAt": "2026-03-02T08:16:00.000Z",
                     *       "lastDeliveredAt": "2026-03-14T07:00:04.000Z",
                     *       "lastError": null,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:16:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Conflict (`conflict`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-e297-7f6e-85a8-b36c71819a0e",
                     *       "kind": "email",
                     *       "name": "My mail",
                     *       "target": "ada@example.com",
                     *       "isEnabled": true,
                     *       "events": [
                     *         "digest"
                     *       ],
                     *       "withNames": true,
                     *       "verifiedAt": "2026-03-02T08:16:00.000Z",
                     *       "lastDeliveredAt": "2026-03-14T07:00:04.000Z",
                     *       "lastError": null,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:16:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `kind`, `target`, `verifiedAt`, `lastDeliveredAt`, `lastError`, `failingSince`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isEnabled": false
                 *     }
                 */
                "application/json": components["schemas"]["ChannelUpdate"];
            };
        };
        responses: {
            /** @description The channel as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-e297-7f6e-85a8-b36c71819a0e",
                     *       "kind": "email",
                     *       "name": "My mail",
                     *       "target": "ada@example.com",
                     *       "isEnabled": true,
                     *       "events": [
                     *         "digest"
                     *       ],
                     *       "withNames": true,
                     *       "verifiedAt": "2026-03-02T08:16:00.000Z",
                     *       "lastDeliveredAt": "2026-03-14T07:00:04.000Z",
                     *       "lastError": null,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:16:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    verifyChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["ChannelVerification"];
            };
        };
        responses: {
            /** @description The channel. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-e297-7f6e-85a8-b36c71819a0e",
                     *       "kind": "email",
                     *       "name": "My mail",
                     *       "target": "ada@example.com",
                     *       "isEnabled": true,
                     *       "events": [
                     *         "digest"
                     *       ],
                     *       "withNames": true,
                     *       "verifiedAt": "2026-03-02T08:16:00.000Z",
                     *       "lastDeliveredAt": "2026-03-14T07:00:04.000Z",
                     *       "lastError": null,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:16:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Conflict (`conflict`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-e297-7f6e-85a8-b36c71819a0e",
                     *       "kind": "email",
                     *       "name": "My mail",
                     *       "target": "ada@example.com",
                     *       "isEnabled": true,
                     *       "events": [
                     *         "digest"
                     *       ],
                     *       "withNames": true,
                     *       "verifiedAt": "2026-03-02T08:16:00.000Z",
                     *       "lastDeliveredAt": "2026-03-14T07:00:04.000Z",
                     *       "lastError": null,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:16:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Conflict (`conflict`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-f3a8-7a7f-96b9-c47d82929b1f",
                     *           "kind": "digest",
                     *           "state": "sent",
                     *           "tries": 1,
                     *           "error": null,
                     *           "createdAt": "2026-03-14T07:00:00.000Z",
                     *           "sentAt": "2026-03-14T07:00:04.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPushKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publicKey": "BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo"
                     *     }
                     */
                    "application/json": components["schemas"]["PushKey"];
                };
            };
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
                     *           "name": "n8n",
                     *           "url": "https://n8n.example.com/webhook/kith",
                     *           "isEnabled": true,
                     *           "ignoreActorIds": [
                     *             "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
                     *           ],
                     *           "lastDeliveredAt": "2026-03-14T09:26:12.000Z",
                     *           "lastError": null,
                     *           "lastStatus": 204,
                     *           "failingSince": null,
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pageSize": 50,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Read-only members (`id`, `lastDeliveredAt`, `lastError`, `lastStatus`, `failingSince`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "n8n",
                 *       "url": "https://n8n.example.com/webhook/kith"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
                     *       "name": "n8n",
                     *       "url": "https://n8n.example.com/webhook/kith",
                     *       "isEnabled": true,
                     *       "ignoreActorIds": [
                     *         "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
                     *       ],
                     *       "lastDeliveredAt": "2026-03-14T09:26:12.000Z",
                     *       "lastError": null,
                     *       "lastStatus": 204,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDpOvwM7YVq1M="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
                     *       "name": "n8n",
                     *       "url": "https://n8n.example.com/webhook/kith",
                     *       "isEnabled": true,
                     *       "ignoreActorIds": [
                     *         "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
                     *       ],
                     *       "lastDeliveredAt": "2026-03-14T09:26:12.000Z",
                     *       "lastError": null,
                     *       "lastStatus": 204,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Change the resource only if this is still its `ETag`: one, several, or `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Read-only members (`id`, `lastDeliveredAt`, `lastError`, `lastStatus`, `failingSince`, `createdAt`, `updatedAt`) may be sent back; they are ignored. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isEnabled": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
                     *       "name": "n8n",
                     *       "url": "https://n8n.example.com/webhook/kith",
                     *       "isEnabled": true,
                     *       "ignoreActorIds": [
                     *         "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
                     *       ],
                     *       "lastDeliveredAt": "2026-03-14T09:26:12.000Z",
                     *       "lastError": null,
                     *       "lastStatus": 204,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Precondition failed (`precondition_failed`). */
            412: components["responses"]["PreconditionFailed"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
                     *       "name": "n8n",
                     *       "url": "https://n8n.example.com/webhook/kith",
                     *       "isEnabled": true,
                     *       "ignoreActorIds": [
                     *         "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
                     *       ],
                     *       "lastDeliveredAt": "2026-03-14T09:26:12.000Z",
                     *       "lastError": null,
                     *       "lastStatus": 204,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDpOvwM7YVq1M="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
                     *       "name": "n8n",
                     *       "url": "https://n8n.example.com/webhook/kith",
                     *       "isEnabled": true,
                     *       "ignoreActorIds": [
                     *         "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
                     *       ],
                     *       "lastDeliveredAt": "2026-03-14T09:26:12.000Z",
                     *       "lastError": null,
                     *       "lastStatus": 204,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Validation failed (`validation_failed`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). Conflict (`conflict`). Quota exceeded (`quota_exceeded`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "activityId": "0190a5c2-d186-7e5d-b4f7-a25b60708f9d"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
                     *       "name": "n8n",
                     *       "url": "https://n8n.example.com/webhook/kith",
                     *       "isEnabled": true,
                     *       "ignoreActorIds": [
                     *         "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c"
                     *       ],
                     *       "lastDeliveredAt": "2026-03-14T09:26:12.000Z",
                     *       "lastError": null,
                     *       "lastStatus": 204,
                     *       "failingSince": null,
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "updatedAt": "2026-03-02T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Validation failed (`validation_failed`). Invalid JSON (`invalid_json`). Invalid reference (`invalid_reference`). */
            400: components["responses"]["BadRequest"];
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Access token required (`access_token_required`). Second factor required (`second_factor_required`). Connection required (`connection_required`). */
            403: components["responses"]["Forbidden"];
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Request timeout (`request_timeout`). */
            408: components["responses"]["RequestTimeout"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Cursor expired (`cursor_expired`). */
            410: components["responses"]["Gone"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Unsupported media type (`unsupported_media_type`). */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Too many requests (`rate_limited`). */
            429: components["responses"]["TooManyRequests"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    askToStop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret, as the URL has it.
                 * @example 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Words for people. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example Kith sends no more mails to this address. */
                    "text/plain": string;
                };
            };
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
        };
    };
    stopMails: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The secret, as the URL has it.
                 * @example 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Words for people. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example Kith sends no more mails to this address. */
                    "text/plain": string;
                };
            };
            /** @description Not found (`not_found`). */
            404: components["responses"]["NotFound"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service and its database answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    tick: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not run again: the first answer is repeated. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How much was done. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "digests": 2,
                     *       "reminders": 1,
                     *       "sent": 3,
                     *       "webhooks": 4,
                     *       "answers": 12,
                     *       "deliveries": 0,
                     *       "imports": 1,
                     *       "logs": 0,
                     *       "photos": 3,
                     *       "calendars": 1,
                     *       "meetings": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Tick"];
                };
            };
            /** @description Unauthorized (`unauthorized`). */
            401: components["responses"]["Unauthorized"];
            /** @description Idempotency key in use (`idempotency_key_in_use`). */
            409: components["responses"]["Conflict"];
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Idempotency key reused (`idempotency_key_reused`). */
            422: components["responses"]["IdempotencyKeyReused"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
            /** @description Service unavailable (`unavailable`). */
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the resource's `ETag`. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Kith",
                     *         "version": "1.0.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.0";
                        info: {
                            title: string;
                            version: string;
                        } & {
                            [key: string]: unknown;
                        };
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not changed: `If-None-Match` contains the current `ETag`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
        };
    };
    getErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue, with a heading for each code. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # Errors
                     *
                     *     ## not_found
                     *
                     *     **404 Not found.** There is no such path, or …
                     */
                    "text/markdown": string;
                };
            };
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
        };
    };
    getLlmsTxt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guide. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # Kith
                     *
                     *     > A personal contact manager over HTTP …
                     */
                    "text/markdown": string;
                };
            };
            /** @description Payload too large (`payload_too_large`). */
            413: components["responses"]["PayloadTooLarge"];
            /** @description Internal error (`internal`). */
            500: components["responses"]["InternalError"];
        };
    };
}
