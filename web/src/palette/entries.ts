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
