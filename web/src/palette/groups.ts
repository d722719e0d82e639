import type { Group, Option } from "./combobox.tsx";
import { actionEntries, type ActionEntry, viewEntries, type ViewEntry } from "./entries.ts";
import { beginsWith, latestFirst, matches } from "./match.ts";
import { contactKey, type Memory, openedContacts } from "./memory.ts";
import type { People, Person } from "./people.ts";

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
