/** The application: signed out, or an account with its shell and views. */
import { t } from "./base/texts.ts";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useDirectory } from "./api/directory.ts";
import { changes, kith } from "./api/kith.ts";
import { unreachable } from "./base/problem.ts";
import { useWaitingConsent } from "./connections/consent-address.ts";
import { emptyMemory, MemoryContext } from "./shell/opened.ts";
import { type ListMemory, ListMemoryContext } from "./contacts/list/place.ts";
import { useInputMethodGuard } from "./hooks/events.ts";
import { useFreshness, useLoad } from "./hooks/load.ts";
import { TimeZoneContext } from "./hooks/time-zone.ts";
import { SignIn } from "./sign-in/sign-in.tsx";
import { useArrival } from "./session/arrival.ts";
import { type Account, useSession } from "./session/session.ts";
import { Drafts, DraftsContext } from "./hooks/kept-drafts.ts";
import { ProfileContext, timeZoneOf } from "./shell/profile.ts";
import { Managers } from "./layout/dialogs.tsx";
import { type Route, useOwnQuery, useRoute } from "./shell/router.ts";
import { Shell, SignedOutLayout, SignOutQuestion } from "./layout/layout.tsx";
import { Announcer } from "./ui/announce.tsx";
import { Failed, Loading } from "./ui/states.tsx";
import { Toasts } from "./ui/toast.tsx";
import {
  ConsentView,
  CurrentView,
  ForgotPassword,
  NewPassword,
  OpenLink,
  SecondFactor,
  SignUp,
} from "./views/views.tsx";

export function App() {
  useInputMethodGuard();
  return (
    <>
      <Page />
      <Announcer />
    </>
  );
}

function Page() {
  const { state, retry } = useSession();
  const { arrival, done } = useArrival();
  const route = useOwnQuery(
    useRoute(),
    state.kind === "signed-in" ? state.account.id : undefined,
  );
  useWaitingConsent(route, state.kind === "signed-in");
  const account = "account" in state ? state.account : undefined;
  if (state.kind === "starting") {
    return (
      <main class="main">
        <Loading what="your session" rows={1} />
      </main>
    );
  }
  if (state.kind === "signed-in" && !arrival) {
    if (route.view === "consent" && route.id) {
      return <Consent key={state.account.id} account={state.account} id={route.id} />;
    }
    if (route.view !== "new-password") {
      return <SignedIn key={state.account.id} account={state.account} route={route} />;
    }
  }
  return (
    <SignedOutLayout>
      {state.kind === "unreachable"
        ? <Failed problem={unreachable} retry={retry} />
        : arrival
        ? <OpenLink arrival={arrival} account={account} onDone={done} />
        : state.kind === "second-factor"
        ? <SecondFactor key={state.account.id} account={state.account} factorId={state.factorId} />
        : state.kind === "signed-in"
        ? <NewPassword key={state.account.id} account={state.account} />
        : route.view === "sign-up"
        ? <SignUp key="sign-up" />
        : route.view === "forgot-password"
        ? <ForgotPassword key="forgot" />
        : <SignIn key="sign-in" notice={state.notice ?? noticeOf(route)} />}
    </SignedOutLayout>
  );
}

const useProfileOf = () => useLoad((signal) => kith.me.get({ signal }), []);

const noticeOf = ({ view }: Route) =>
  view === "consent" ? t("An app asks to use your contacts. Sign in to decide.") : undefined;

interface ProfileProviderProps {
  profile: ReturnType<typeof useProfileOf>;
  children: ComponentChildren;
}

/** Gives the profile and its time zone to everything in it. */
const ProfileProvider = ({ profile, children }: ProfileProviderProps) => (
  <ProfileContext.Provider value={profile}>
    <TimeZoneContext.Provider value={timeZoneOf(profile)}>{children}</TimeZoneContext.Provider>
  </ProfileContext.Provider>
);

function Consent({ account, id }: { account: Account; id: string }) {
  const profile = useProfileOf();
  return (
    <ProfileProvider profile={profile}>
      <SignedOutLayout>
        <ConsentView key={id} account={account} id={id} />
      </SignedOutLayout>
    </ProfileProvider>
  );
}

function SignedIn({ account, route }: { account: Account; route: Route }) {
  const profile = useProfileOf();
  useFreshness(account.id, timeZoneOf(profile));
  useDirectory(account.id);
  // Kept while a contact is open, so that going back leads to what was there.
  const [list] = useState<ListMemory>({});
  const [memory] = useState(emptyMemory);
  const [drafts] = useState(() => new Drafts(account.id));
  return (
    <ProfileProvider profile={profile}>
      <DraftsContext.Provider value={drafts}>
        <ListMemoryContext.Provider value={list}>
          <MemoryContext.Provider value={memory}>
            <Shell account={account} view={route.view}>
              <CurrentView route={route} accountId={account.id} />
            </Shell>
          </MemoryContext.Provider>
        </ListMemoryContext.Provider>
        <Toasts {...changes} />
        <Managers route={route} />
        <SignOutQuestion />
      </DraftsContext.Provider>
    </ProfileProvider>
  );
}
