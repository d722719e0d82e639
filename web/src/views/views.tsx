import type { ComponentType, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Problem, unreachable } from "../api/problem.ts";
import type { Route, View } from "../shell/router.ts";
import { TodayView } from "../today/today-view.tsx";
import { Failed, Loading } from "../ui/states.tsx";

const notLoaded: Problem = {
  ...unreachable,
  title: "This part of the page could not be loaded",
  detail: "Check your connection and try again. If it stays like this, load the page again.",
};

/**
 * A component whose script is loaded when it is first drawn.
 * @param what is loaded, in words for screen readers
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const [failed, setFailed] = useState(false);
    const [, setReady] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded) return;
      let isWanted = true;
      setFailed(false);
      load().then(
        (component) => {
          loaded = component;
          if (isWanted) setReady(true);
        },
        () => isWanted && setFailed(true),
      );
      return () => {
        isWanted = false;
      };
    }, [attempt]);
    if (loaded) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (!failed) return <Loading what={what} rows={2} />;
    // Some browsers remember that a script could not be loaded, so a second failure loads the page anew.
    const retry = () => attempt === 0 ? setAttempt(1) : location.reload();
    return <Failed problem={notLoaded} retry={retry} />;
  };
}

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
