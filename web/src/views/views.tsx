/** The views, each loaded when it is opened. */
import type { FunctionComponent } from "preact";
import type { Route, View } from "../shell/router.ts";
import { TodayView } from "../today/today-view.tsx";
import { lazy } from "../ui/lazy.tsx";

// Today is the first view; the scripts of the others are loaded when one of their group is opened.
const people = () => import("./people.ts");
const account = () => import("./account.ts");
const session = () => import("./session.ts");

export const PeopleView = lazy(() => people().then((file) => file.PeopleView), "people");
export const DuplicatesView = lazy(() => people().then((file) => file.DuplicatesView), "pairs");
export const NotesView = lazy(() => people().then((file) => file.NotesView), "notes");
export const RemindersView = lazy(() => people().then((file) => file.RemindersView), "reminders");

export const ActivityView = lazy(() => account().then((file) => file.ActivityView), "the activity");
export const TrashView = lazy(() => account().then((file) => file.TrashView), "the trash");
export const ConsentView = lazy(() => account().then((file) => file.ConsentView), "the request");
export const DataView = lazy(() => account().then((file) => file.DataView), "the view");
export const KeysView = lazy(() => account().then((file) => file.KeysView), "keys");
export const ProfileView = lazy(() => account().then((file) => file.ProfileView), "your profile");

export const ForgotPassword = lazy(() => session().then((file) => file.ForgotPassword), "the form");
export const NewPassword = lazy(() => session().then((file) => file.NewPassword), "the form");
export const OpenLink = lazy(() => session().then((file) => file.OpenLink), "the link");
export const SecondFactor = lazy(() => session().then((file) => file.SecondFactor), "the form");
export const SignUp = lazy(() => session().then((file) => file.SignUp), "the form");

/** What a view may ask of its address and of the account. */
interface ViewProps {
  id: string | undefined;
  query: URLSearchParams;
  accountId: string;
}

const views: Partial<Record<View, FunctionComponent<ViewProps>>> = {
  contacts: PeopleView,
  notes: NotesView,
  reminders: RemindersView,
  duplicates: DuplicatesView,
  activity: ActivityView,
  trash: TrashView,
  data: DataView,
  keys: KeysView,
  profile: ProfileView,
};

/** The view that the address names, of a signed-in account; Today where it names none of them. */
export function CurrentView({ route, accountId }: { route: Route; accountId: string }) {
  const Shown = views[route.view] ?? TodayView;
  return <Shown id={route.id} query={route.query} accountId={accountId} />;
}
