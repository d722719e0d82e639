import { randomUUID } from "node:crypto";
import type { components } from "../../client/src/index.ts";
import type { Json } from "./client.ts";
import type { WrittenMembers } from "./written-members.ts";

/** Ids that the values refer to: two resources of each kind, all of the account that the test acts for. */
export interface References {
  contacts: [string, string];
  networks: [string, string];
  noteTypes: [string, string];
}

/** How a test changes one member: the value that it has first, and the one that it is given. */
export interface Change {
  values(references: References): [before: Json, after: Json];
  /** Words by which search finds each of the two values; null for a member that search does not read. */
  searchedBy: [before: string, after: string] | null;
}

type Schemas = components["schemas"];
type Changes<Patch> = Record<WrittenMembers<Patch>, Change>;

const of = (before: Json, after: Json): Change => ({
  values: () => [before, after],
  searchedBy: null,
});

const byId = (kind: keyof References): Change => ({
  values: (references) => references[kind],
  searchedBy: null,
});

/** From one contact to two, of which it is not the first. */
const severalContacts: Change = {
  values: ({ contacts: [one, other] }) => [[one], [other, one]],
  searchedBy: null,
};

/** A text of a contact that search reads. */
const searched = (before: string, after: string): Change => ({
  values: () => [before, after],
  searchedBy: [before, after],
});

const contacts: Omit<Changes<Schemas["ContactUpdate"]>, keyof typeof singleItems> = {
  firstName: searched("Adalbert", "Brunhilde"),
  lastName: searched("Castellan", "Dragoman"),
  nickname: searched("Eulalia", "Fridolin"),
  company: searched("Gutenberg", "Halcyon"),
  jobTitle: searched("Illustrator", "Journalist"),
  description: searched("Kaleidoscope", "Labyrinth"),
  emails: {
    values: () => [
      [{ value: "marzipan@example.com", label: null }],
      [{ value: "nougat@example.com", label: null }],
    ],
    searchedBy: ["marzipan@example", "nougat@example"],
  },
  phones: {
    values: () => [[{ value: "+49 30 111222", label: null }], [{
      value: "+49 30 333444",
      label: null,
    }]],
    searchedBy: ["111222", "333444"],
  },
  urls: of([], [{ value: "https://example.com/a", label: "home" }]),
  addresses: of([], [{
    label: null,
    street: "Torstraße 1",
    city: "Berlin",
    region: null,
    postalCode: null,
    country: null,
  }]),
  birthday: of("1990-05-17", "--02-29"),
  isFavorite: of(false, true),
  isArchived: of(false, true),
  contactFrequencyDays: of(30, 60),
  lastContactedAt: of("2024-01-01T12:00:00.000Z", "2024-02-01T12:00:00.000Z"),
  networkIds: {
    values: ({ networks }) => [[networks[0]], [networks[1]]],
    searchedBy: null,
  },
  // A text is the path of an upload, so a photo is attached first, and what is changed by a value is its removal.
  photoUrl: of("(attached)", null),
};

/** Members of an update that change single items of a list, and the list: test/http/contact-items.test.ts tries them. */
export const singleItems = {
  addEmails: "emails",
  removeEmails: "emails",
  addPhones: "phones",
  removePhones: "phones",
  addUrls: "urls",
  removeUrls: "urls",
  addNetworkIds: "networkIds",
  removeNetworkIds: "networkIds",
} as const;

const networks: Changes<Schemas["NetworkUpdate"]> = {
  name: of(`Before ${randomUUID()}`, `After ${randomUUID()}`),
  description: of("Before", "After"),
  color: of("#000000", "#ffffff"),
};

const noteTypes: Changes<Schemas["NoteTypeUpdate"]> = {
  name: of(`Before ${randomUUID()}`, `After ${randomUUID()}`),
  icon: of("☎️", "✉️"),
  color: of("#000000", "#ffffff"),
  countsAsContact: of(true, false),
};

const notes: Changes<Schemas["NoteUpdate"]> = {
  content: of("Before", "After"),
  contactId: byId("contacts"),
  contactIds: severalContacts,
  noteTypeId: byId("noteTypes"),
  occurredAt: of("2024-01-01T12:00:00.000Z", "2024-02-01T12:00:00.000Z"),
};

const reminders: Changes<Schemas["ReminderUpdate"]> = {
  title: of("Before", "After"),
  description: of("Before", "After"),
  contactId: byId("contacts"),
  contactIds: severalContacts,
  dueAt: of("2024-01-01T12:00:00.000Z", "2024-02-01T12:00:00.000Z"),
  recurrence: of("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO"),
  recurrenceFrom: of("due", "completion"),
  completed: of(false, true),
};

const apiKeys: Changes<Schemas["ApiKeyUpdate"]> = {
  name: of("Before", "After"),
  expiresAt: of("2098-01-01T12:00:00.000Z", "2099-01-01T12:00:00.000Z"),
  scopes: of(["contacts:read"], ["notes:read", "notes:write"]),
  networkIds: {
    values: ({ networks }) => [[networks[0]], [networks[1]]],
    searchedBy: null,
  },
};

const connections: Changes<Schemas["ConnectionUpdate"]> = apiKeys;

const me: Changes<Schemas["ProfileUpdate"]> = {
  name: of("Before", "After"),
  timezone: of("Europe/Paris", "Pacific/Auckland"),
  country: of("FR", "NZ"),
};

/** A change of every member that a client may write, by the path of its resource. */
export const fieldChanges: Record<string, Record<string, Change>> = {
  "/contacts": contacts,
  "/networks": networks,
  "/note-types": noteTypes,
  "/notes": notes,
  "/reminders": reminders,
  "/api-keys": apiKeys,
  "/connections": connections,
  "/me": me,
};

/** What a new resource cannot be without. */
export const requiredFields: Record<string, () => Json> = {
  "/contacts": () => ({ nickname: "Nameless" }),
  "/networks": () => ({ name: `N ${randomUUID()}` }),
  "/note-types": () => ({ name: `T ${randomUUID()}` }),
  "/notes": () => ({ content: "C" }),
  "/reminders": () => ({ title: "T", dueAt: "2024-01-01" }),
  "/api-keys": () => ({ name: "K" }),
  "/connections": () => ({ name: "K", clientId: randomUUID(), redirectHost: "app.example.com" }),
};
