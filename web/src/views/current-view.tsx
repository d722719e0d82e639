import type { Route } from "../shell/router.ts";
import { TodayView } from "../today/today-view.tsx";
import {
  ActivityView,
  ContactsView,
  ContactView,
  DataView,
  DuplicatesView,
  KeysView,
  NotesView,
  ProfileView,
  RemindersView,
  TrashView,
} from "./lazy-views.ts";

interface Props {
  route: Route;
  accountId: string;
}

/** The view that the address names, of a signed-in account; Today where it names none of them. */
export function CurrentView({ route: { view, id, query }, accountId }: Props) {
  switch (view) {
    case "contacts":
      return id ? <ContactView key={id} id={id} /> : <ContactsView key="contacts" query={query} />;
    case "notes":
      return <NotesView key="notes" query={query} />;
    case "reminders":
      return <RemindersView key="reminders" query={query} />;
    case "duplicates":
      return <DuplicatesView key="duplicates" />;
    case "activity":
      return <ActivityView key="activity" accountId={accountId} />;
    case "trash":
      return <TrashView key="trash" />;
    case "data":
      return <DataView key="data" />;
    case "keys":
      return <KeysView key="keys" />;
    case "profile":
      return <ProfileView key="profile" />;
    default:
      return <TodayView key="today" accountId={accountId} />;
  }
}
