/** What the settings page does not show: by schema of the API, each member with the reason. */
export const notShown: Record<string, Record<string, string>> = {
  Network: {
    createdAt: "of use to programs",
    updatedAt: "of use to programs",
  },
  Note: {
    contactId: "contactIds are shown",
    createdAt: "occurredAt is shown",
    updatedAt: "of use to programs",
  },
  NoteType: {
    createdAt: "of use to programs",
    updatedAt: "of use to programs",
  },
  Reminder: {
    contactId: "contactIds are shown",
    createdAt: "dueAt is shown",
  },
  Profile: {
    createdAt: "people know since when they have their account",
    updatedAt: "of use to programs",
    scopes: "null for everybody who is signed in",
    networkIds: "null for everybody who is signed in",
    expiresAt: "null for everybody who is signed in",
  },
  Activity: {
    operation: "the summary says it in words",
    requestId: "for whoever reads logs",
  },
  UndoResult: {
    dryRun: "the page knows what it asked for",
    summary: "the names of what was undone are shown",
  },
  Duplicate: {
    score: "the order and the evidence say it",
  },
  MergedContact: {
    dryRun: "the page knows what it asked for",
  },
  ApiKey: {
    updatedAt: "of use to programs",
  },
  Connection: {
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
  AccountExport: "the page saves it as a file",
  ContactExport: "the page saves it as a file",
  Import: "the client's fromFile reads it, part by part, and gives the page the sum",
  AppliedImport: "the client's fromFile reads it, part by part, and gives the page the sum",
  CreatedCalendar: "the page reads the URL, and the rest from GET /me/calendar",
  ChangedResource: "for copies elsewhere",
  ContactBulkResult: "the page changes one contact at a time",
  ContactDetails: "the page reads notes and reminders by themselves",
  Health: "for whoever watches the service",
  PhotoUpload: "the client uses it to upload a photo",
};
