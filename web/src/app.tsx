import { useState } from "preact/hooks";
import { getProfile } from "./api/kith.ts";
import { ContactView } from "./contacts/contact-view.tsx";
import { ContactsView, type Filter } from "./contacts/contacts-view.tsx";
import { useLoad } from "./hooks/use-load.ts";
import { KeysView } from "./keys/keys-view.tsx";
import { ProfileView } from "./profile/profile-view.tsx";
import { ForgotPassword } from "./session/forgot-password.tsx";
import { NewPassword } from "./session/new-password.tsx";
import { OpenLink } from "./session/open-link.tsx";
import { SignIn } from "./session/sign-in.tsx";
import { SignUp } from "./session/sign-up.tsx";
import { useArrival } from "./session/use-arrival.ts";
import { type Account, useSession } from "./session/use-session.ts";
import { ProfileContext } from "./shell/profile-context.tsx";
import { type Route, useRoute } from "./shell/router.ts";
import { Shell, SignedOutLayout } from "./shell/shell.tsx";
import { Announcer } from "./ui/announce.tsx";
import { unreachable } from "./api/problem.ts";
import { Failed, Loading } from "./ui/states.tsx";

export function App() {
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
  const route = useRoute();
  if (state.kind === "starting") {
    return (
      <main class="main">
        <Loading what="your session" rows={1} />
      </main>
    );
  }
  if (state.kind === "unreachable") {
    return (
      <SignedOutLayout>
        <Failed problem={unreachable} retry={retry} />
      </SignedOutLayout>
    );
  }
  if (arrival) {
    const account = state.kind === "signed-in" ? state.account : undefined;
    return (
      <SignedOutLayout>
        <OpenLink arrival={arrival} account={account} onDone={done} />
      </SignedOutLayout>
    );
  }
  if (state.kind === "signed-in") {
    return route.view === "new-password"
      ? (
        <SignedOutLayout>
          <NewPassword key={state.account.id} account={state.account} />
        </SignedOutLayout>
      )
      : <SignedIn key={state.account.id} account={state.account} route={route} />;
  }
  return (
    <SignedOutLayout>
      {route.view === "sign-up"
        ? <SignUp key="sign-up" />
        : route.view === "forgot-password"
        ? <ForgotPassword key="forgot" />
        : <SignIn key="sign-in" notice={state.notice} />}
    </SignedOutLayout>
  );
}

function SignedIn({ account, route }: { account: Account; route: Route }) {
  const profile = useLoad(getProfile, []);
  // Kept while a contact is open, so that going back leads to what was there.
  const [filter, setFilter] = useState<Filter>({ search: "" });
  return (
    <ProfileContext.Provider value={profile}>
      <Shell account={account} view={route.view}>
        {route.view === "keys"
          ? <KeysView key="keys" />
          : route.view === "profile"
          ? <ProfileView key="profile" />
          : route.view === "contacts" && route.id
          ? <ContactView key={route.id} id={route.id} />
          : <ContactsView key="contacts" filter={filter} onFilter={setFilter} />}
      </Shell>
    </ProfileContext.Provider>
  );
}
