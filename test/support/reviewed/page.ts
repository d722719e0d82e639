/** What the settings page does not show: by schema of the API, each member with the reason. */
export const notShown: Record<string, Record<string, string>> = {
  Contact: {
    firstName: "displayName shows it",
    lastName: "displayName shows it",
    updatedAt: "of use to programs",
    isArchived: "its lists leave archived contacts out",
  },
  Network: {
    description: "networks appear only as names beside a contact",
    contactCount: "networks appear only as names beside a contact",
    createdAt: "networks appear only as names beside a contact",
    updatedAt: "of use to programs",
  },
  Note: {
    contactId: "notes are shown below their contact",
    createdAt: "occurredAt is shown",
    updatedAt: "of use to programs",
  },
  NoteType: {
    color: "the icon tells types apart",
    countsAsContact: "its effect, when the last contact was, is shown",
    createdAt: "note types appear only as names beside a note",
    updatedAt: "of use to programs",
  },
  Reminder: {
    contactId: "reminders are shown below their contact",
    completedAt: "that it is done is shown",
    createdAt: "dueAt is shown",
    updatedAt: "of use to programs",
  },
  Profile: {
    createdAt: "people know since when they have their account",
    updatedAt: "of use to programs",
    scopes: "null for everybody who is signed in",
    networkIds: "null for everybody who is signed in",
    expiresAt: "null for everybody who is signed in",
  },
  ApiKey: {
    updatedAt: "of use to programs",
  },
  CreatedApiKey: {
    id: "of use to programs",
    networkIds: "the table of keys shows it, as ApiKey",
    keyPrefix: "the table of keys shows it, as ApiKey",
    createdAt: "the table of keys shows it, as ApiKey",
    updatedAt: "of use to programs",
    expiresAt: "the table of keys shows it, as ApiKey",
    lastOperation: "the table of keys shows it, as ApiKey",
    lastUsedAt: "the table of keys shows it, as ApiKey",
  },
};

/** Schemas of which the page shows nothing at all. */
export const schemasNotShown: Record<string, string> = {
  Activity: "the page gets a view of the log later",
  UndoResult: "the page gets a view of the log later",
  TrashItem: "the page gets a view of the log later",
  ChangedResource: "for copies elsewhere",
  ContactDetails: "the page reads notes and reminders by themselves",
  Upcoming: "what is due is shown with each contact and reminder",
  Health: "for whoever watches the service",
  PhotoUpload: "the client uses it to upload a photo",
};
