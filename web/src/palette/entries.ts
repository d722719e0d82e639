/** What the search for everything finds. */
import { t } from "../base/texts.ts";
import type { Network, Note, Reminder } from "@kith/client";
import type { Query, View } from "../shell/address.ts";
import type { IconName } from "../ui/icon.tsx";
import type { Group, Option } from "../ui/options.tsx";
import { contactKey, latestFirst, type Memory, openedContacts } from "../shell/opened.ts";
import { beginsWith, matches } from "./match.ts";

/** Where an option leads: to a view, to the form for something new, to a call, or out. */
export type Goal =
  | { view: View; id?: string | undefined; query?: Query }
  | { form: "contact" | "note" | "reminder"; begin?: string }
  | { call: string }
  | "sign-out";

type Named = [label: string, icon: IconName, words: string];

/** Every view has to be here, so that the compiler names one that was forgotten. */
const places: Record<View, Named | undefined> = {
  "today": [t("Today"), "calendar", t("upcoming due birthdays start home")],
  "contacts": [t("People"), "people", t("contacts everybody list")],
  "notes": [t("Notes"), "note", t("texts calls types search")],
  "reminders": [t("Reminders"), "clock", t("tasks overdue open done")],
  "activity": [t("Activity"), "activity", t("log changes history undo agents")],
  "trash": [t("Trash"), "trash", t("deleted restore")],
  "duplicates": [t("Duplicates"), "people", t("merge same twice")],
  "data": [t("Data"), "archive", t("import export calendar files backup")],
  "keys": [t("API keys"), "key", t("connections agents scripts")],
  "profile": [t("Profile"), "person", t("account settings time zone country delete")],
  "consent": undefined,
  "sign-in": undefined,
  "sign-up": undefined,
  "forgot-password": undefined,
  "new-password": undefined,
};

const talked = { form: "note", begin: t("Talked with @") } as const;
const data = { view: "data" } as const;

const actions: Record<string, [Goal, ...Named]> = {
  "contact": [{ form: "contact" }, t("New contact"), "plus", t("add create person")],
  "note": [{ form: "note" }, t("Write a note"), "note", t("log add new lunch met")],
  "reminder": [{ form: "reminder" }, t("Set a reminder"), "clock", t("add new remind")],
  "talked": [talked, t("We talked"), "check", t("met called in touch with whom")],
  "import": [
    data,
    t("Import a file"),
    "archive",
    t("vcard csv google outlook icloud linkedin upload"),
  ],
  "export": [data, t("Export everything"), "archive", t("download backup vcard csv json")],
  "calendar": [data, t("Subscribe to the calendar"), "calendar", t("feed ics birthdays")],
  "connect": [
    { view: "keys" },
    t("Connect an assistant"),
    "key",
    t("mcp claude chatgpt agent api"),
  ],
  "sign-out": ["sign-out", t("Sign out"), "leave", t("log out leave")],
};

/** A view or an action of the palette. */
interface Entry {
  key: string;
  label: string;
  icon: IconName;
  /** Other words by which it is found. */
  words: string;
  goal: Goal;
}

const entryOf = (key: string, [label, icon, words]: Named, goal: Goal): Entry => (
  { key, label, icon, words, goal }
);

const viewEntries = (Object.entries(places) as [View, Named | undefined][])
  .flatMap(([view, place]) => place ? [entryOf(`view ${view}`, place, { view })] : []);

const actionEntries = Object.entries(actions)
  .map(([action, [goal, ...named]]) => entryOf(`action ${action}`, named, goal));

/** A contact as the palette finds it. */
interface Person {
  id: string;
  displayName: string;
  about?: string | undefined;
  photoUrl?: string | null | undefined;
  phones?: { value: string }[];
}

/** What a search has found. */
export interface Found {
  people: Person[];
  /** Names that are like what was searched for, where nobody was found. */
  suggestions: Person[];
  notes: Pick<Note, "id" | "content" | "contactIds">[];
  /** All of them, of which those that match are shown. */
  networks: Pick<Network, "id" | "name">[];
  reminders: Pick<Reminder, "id" | "title" | "contactIds">[];
}

interface Options {
  query: string;
  /** The key of what is shown now. */
  here: string;
  online: boolean;
  found: Found;
  memory: Memory;
  /** @param key that of an entry, which is remembered */
  go: (goal: Goal, key?: string) => void;
}

/** How many of what was opened last are shown. */
const shownLast = 5;
/** How many networks and reminders are shown. */
const most = 4;

const personOption = (person: Person, { go }: Options): Option => ({
  key: contactKey(person.id),
  label: person.displayName,
  about: person.about,
  photoUrl: person.photoUrl,
  run: () => go({ view: "contacts", id: person.id }),
});

/** A call, which the first of those who are found has below their name. */
const callOption = ({ id, displayName, phones = [] }: Person, { go }: Options): Option[] =>
  phones.slice(0, 1).map(({ value }) => ({
    key: `call ${id}`,
    label: t("Call {0}", displayName),
    about: value,
    icon: "phone",
    run: () => go({ call: value }),
  }));

const entryOption = ({ key, label, icon, goal }: Entry, { go }: Options): Option => ({
  key,
  label,
  icon,
  run: () => go(goal, key),
});

/** Everything: what was opened last before anything is typed, then what matches. */
export function allGroups(options: Options): Group[] {
  const { query, here, online, memory } = options;
  if (query.trim()) return matchingGroups(options);
  // While offline nothing can be changed, and nobody can be found.
  const actions = (online ? actionEntries : []).map((entry) => entryOption(entry, options));
  const views = viewEntries.map((entry) => entryOption(entry, options));
  // Those whose page was not shown, such as deleted ones, are left out.
  const people = openedContacts(memory).flatMap((id) => {
    const displayName = online && memory.names.get(id);
    return displayName ? [personOption({ id, displayName }, options)] : [];
  });
  const last = latestFirst([...people, ...actions, ...views], memory.opened)
    .filter(({ key }) => memory.opened.includes(key) && key !== here).slice(0, shownLast);
  const rest = (options: Option[]) =>
    options.filter(({ key }) => last.every((each) => each.key !== key));
  return [
    { title: t("Opened last"), options: last },
    { title: t("Do"), options: rest(actions) },
    { title: t("Go to"), options: rest(views) },
  ];
}

function matchingGroups(options: Options): Group[] {
  const { query, online, found, memory, go } = options;
  const entries = latestFirst(
    [...viewEntries, ...online ? actionEntries : []].filter((entry) => matches(entry, query)),
    memory.opened,
  );
  const first = entries.filter((entry) => beginsWith(entry, query));
  const others = entries.filter((entry) => !first.includes(entry));
  const people = (list: Person[]) => list.map((person) => personOption(person, options));
  const few = (options: Option[]) =>
    options.filter(({ label }) => matches({ label, words: "" }, query)).slice(0, most);
  return [
    {
      title: t("Go to or do"),
      options: first.map((entry) => ({ ...entryOption(entry, options), sure: true })),
    },
    {
      title: t("People"),
      options: latestFirst(people(found.people), memory.opened).flatMap((option, index) => {
        const person = found.people.find(({ id }) => contactKey(id) === option.key);
        return [option, ...index === 0 && person ? callOption(person, options) : []];
      }),
    },
    {
      title: t("Did you mean"),
      options: people(found.suggestions).map((option) => ({ ...option, guess: true })),
    },
    {
      title: t("Networks"),
      options: few(found.networks.map(({ id, name }) => ({
        key: `network ${id}`,
        label: name,
        icon: "people",
        run: () => go({ view: "contacts", query: { networkId: id } }),
      }))),
    },
    {
      title: t("Reminders"),
      options: few(found.reminders.map(({ id, title, contactIds: [contactId] }) => ({
        key: `reminder ${id}`,
        label: title,
        icon: "clock",
        run: () => go(contactId ? { view: "contacts", id: contactId } : { view: "reminders" }),
      }))),
    },
    {
      title: t("Notes"),
      options: found.notes.map(({ id, content, contactIds: [contactId] }) => ({
        key: `note ${id}`,
        label: content.replace(/\s+/g, " ").slice(0, 120),
        icon: "note",
        run: () =>
          go(
            contactId
              ? { view: "contacts", id: contactId }
              : { view: "notes", query: { search: query.trim() } },
          ),
      })),
    },
    { title: t("More"), options: others.map((entry) => entryOption(entry, options)) },
    {
      title: t("Or write it down"),
      options: online
        ? [{
          key: "compose",
          label: query.trim(),
          icon: "edit",
          guess: true,
          run: () => go({ form: "note", begin: query }),
        }]
        : [],
    },
  ];
}
