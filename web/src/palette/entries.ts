import type { Group, Option } from "./combobox.tsx";
import {
  beginsWith,
  contactKey,
  latestFirst,
  matches,
  type Memory,
  openedContacts,
} from "./match.ts";
import type { People, Person } from "./palette.tsx";
import type { View } from "../shell/router.ts";
import type { IconName } from "../ui/icon.tsx";

/** A view or an action of the palette. */
interface Entry {
  key: string;
  label: string;
  icon: IconName;
  /** Other words by which it is found. */
  words: string;
}

interface Place {
  label: string;
  icon: IconName;
  words: string;
}

const place = (label: string, icon: IconName, words: string): Place => ({ label, icon, words });

/** Every view has to be here, so that the compiler names one that was forgotten. */
const places: Record<View, Place | undefined> = {
  "today": place("Today", "calendar", "upcoming due birthdays start home"),
  "contacts": place("People", "people", "contacts everybody list"),
  "notes": place("Notes", "note", "texts calls types search"),
  "reminders": place("Reminders", "clock", "tasks overdue open done"),
  "activity": place("Activity", "activity", "log changes history undo agents"),
  "trash": place("Trash", "trash", "deleted restore"),
  "duplicates": place("Duplicates", "people", "merge same twice"),
  "data": place("Data", "archive", "import export calendar files backup"),
  "keys": place("API keys", "key", "connections agents scripts"),
  "profile": place("Profile", "person", "account settings time zone country delete"),
  "consent": undefined,
  "sign-in": undefined,
  "sign-up": undefined,
  "forgot-password": undefined,
  "new-password": undefined,
};

export type ViewEntry = Entry & { view: View };

export const viewEntries: ViewEntry[] = (Object.entries(places) as [View, Place | undefined][])
  .flatMap(([view, place]) => place ? [{ key: `view ${view}`, view, ...place }] : []);

/** What is done with one contact, which is chosen next. */
export type PersonAction = "note" | "reminder" | "talked";
type PlainAction = "contact" | "import" | "export" | "calendar" | "connect" | "sign-out";

export type ActionEntry = Entry & { action: PersonAction | PlainAction };

const action = (
  action: ActionEntry["action"],
  label: string,
  icon: IconName,
  words: string,
): ActionEntry => ({ key: `action ${action}`, action, label, icon, words });

export const actionEntries: ActionEntry[] = [
  action("contact", "New contact", "plus", "add create person"),
  action("note", "Log a note about somebody", "note", "write add new"),
  action("reminder", "Set a reminder for somebody", "clock", "add new remind"),
  action("talked", "We talked: say with whom", "check", "met called in touch"),
  action("import", "Import a file", "archive", "vcard csv google outlook icloud linkedin upload"),
  action("export", "Export everything", "archive", "download backup vcard csv json"),
  action("calendar", "Subscribe to the calendar", "calendar", "feed ics birthdays"),
  action("connect", "Connect an assistant", "key", "mcp claude chatgpt agent api"),
  action("sign-out", "Sign out", "leave", "log out leave"),
];

/** What each action asks for, where it needs a contact. */
export const questions: Record<PersonAction, string> = {
  note: "Whom is the note about?",
  reminder: "Whom is the reminder about?",
  talked: "With whom did you talk?",
};

export const needsPerson = (action: ActionEntry["action"]): action is PersonAction =>
  action in questions;

export interface Choices {
  onPerson: (person: Person) => void;
  onEntry: (entry: ViewEntry | ActionEntry) => void;
}

/** How many of what was opened last are shown. */
const shownLast = 5;

/** The people that were opened last; those whose names are not known, such as deleted ones, are left out. */
const openedPeople = (memory: Memory): Person[] =>
  openedContacts(memory).flatMap((id) => {
    const displayName = memory.names.get(id);
    return displayName === undefined ? [] : [{ id, displayName }];
  });

const personOption = (person: Person, onPerson: Choices["onPerson"]): Option => ({
  key: contactKey(person.id),
  label: person.displayName,
  about: person.about,
  photoUrl: person.photoUrl,
  run: () => onPerson(person),
});

const entryOption = (entry: ViewEntry | ActionEntry, { onEntry }: Choices): Option => ({
  key: entry.key,
  label: entry.label,
  icon: entry.icon,
  run: () => onEntry(entry),
});

/** What was found of people, those first that were opened last. */
function foundPeople(found: People, memory: Memory, onPerson: Choices["onPerson"]): Group[] {
  const options = found.people.map((person) => personOption(person, onPerson));
  const suggested = found.suggestions.map((person) => ({
    ...personOption(person, onPerson),
    guess: true,
  }));
  return [
    { title: "People", options: latestFirst(options, memory.opened) },
    { title: "Did you mean", options: suggested },
  ];
}

/** Everything: what was opened last before anything is typed, then what matches. */
export function allGroups(
  query: string,
  here: string,
  online: boolean,
  found: People,
  memory: Memory,
  choices: Choices,
): Group[] {
  // While offline nothing can be changed, and nobody can be found.
  const actions = online ? actionEntries : [];
  const views = viewEntries.map((entry) => entryOption(entry, choices));
  if (query.trim()) return matchingGroups(query, actions, found, memory, choices);
  const known = [
    ...(online ? openedPeople(memory).map((person) => personOption(person, choices.onPerson)) : []),
    ...actions.map((entry) => entryOption(entry, choices)),
    ...views,
  ];
  const last = latestFirst(known, memory.opened)
    .filter(({ key }) => memory.opened.includes(key) && key !== here).slice(0, shownLast);
  const rest = (options: Option[]) =>
    options.filter(({ key }) => last.every((each) => each.key !== key));
  return [
    { title: "Opened last", options: last },
    { title: "Do", options: rest(actions.map((entry) => entryOption(entry, choices))) },
    { title: "Go to", options: rest(views) },
  ];
}

function matchingGroups(
  query: string,
  actions: ActionEntry[],
  found: People,
  memory: Memory,
  choices: Choices,
): Group[] {
  const entries = latestFirst(
    [...viewEntries, ...actions].filter((entry) => matches(entry, query)),
    memory.opened,
  );
  const first = entries.filter((entry) => beginsWith(entry, query));
  const others = entries.filter((entry) => !first.includes(entry));
  return [
    {
      title: "Go to or do",
      options: first.map((entry) => ({ ...entryOption(entry, choices), sure: true })),
    },
    ...foundPeople(found, memory, choices.onPerson),
    { title: "More", options: others.map((entry) => entryOption(entry, choices)) },
  ];
}

/** People only: those that were opened last stand first, the one whose page is shown among them. */
export function personGroups(
  query: string,
  found: People,
  memory: Memory,
  onPerson: Choices["onPerson"],
): Group[] {
  if (query.trim()) return foundPeople(found, memory, onPerson);
  const last = openedPeople(memory).slice(0, shownLast);
  const others = found.people.filter(({ id }) => last.every((each) => each.id !== id));
  const optionsOf = (list: Person[]) => list.map((person) => personOption(person, onPerson));
  return [
    { title: "Opened last", options: optionsOf(last) },
    { title: "People", options: optionsOf(others) },
  ];
}
