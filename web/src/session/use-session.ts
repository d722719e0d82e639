import { useEffect, useState } from "preact/hooks";
import { navigate } from "../shell/router.ts";
import { auth, isUnreachable, storageKey, verifierKey } from "./auth.ts";

export interface Account {
  id: string;
  email: string;
}

export type SessionState =
  | { kind: "starting" }
  | { kind: "unreachable" }
  | { kind: "signed-out"; notice?: string | undefined }
  | { kind: "signed-in"; account: Account };

let signOutNotice: string | undefined;
let showSignIn: () => void = () => {};

/** The state of this browser's session, which all tabs share. */
export function useSession(): { state: SessionState; retry: () => void } {
  const [state, setState] = useState<SessionState>({ kind: "starting" });
  const start = () => {
    setState({ kind: "starting" });
    void auth.getSession().then(({ data, error }) => {
      if (data.session) setState((now) => signedIn(now, data.session.user));
      else if (isUnreachable(error)) setState({ kind: "unreachable" });
      else setState({ kind: "signed-out" });
    });
  };
  useEffect(() => {
    const { data } = auth.onAuthStateChange((event, session) => {
      if (event === "INITIAL_SESSION") return;
      if (event === "SIGNED_IN") signOutNotice = undefined;
      if (session) setState((now) => signedIn(now, session.user));
      else if (event === "SIGNED_OUT") showSignIn();
    });
    // Several requests that are refused at once each sign out: the last one shows the notice too.
    showSignIn = () => setState({ kind: "signed-out", notice: signOutNotice });
    start();
    return () => data.subscription.unsubscribe();
  }, []);
  return { state, retry: start };
}

/**
 * Signs this browser out; the notice is shown above the form to sign in. The session is also removed
 * from this browser when the request to the server fails.
 */
export async function signOut(notice?: string): Promise<void> {
  signOutNotice = notice;
  const { error } = await auth.signOut({ scope: "local" });
  if (error) {
    localStorage.removeItem(storageKey);
    localStorage.removeItem(verifierKey);
    showSignIn();
  }
}

/** Signs out because the user wants to: after the next sign-in the first view is shown, not the current one. */
export async function signOutByUser(notice?: string): Promise<void> {
  await signOut(notice);
  navigate("sign-in");
}

/** The same object for the same account, so that a refreshed token does not render the page again. */
function signedIn(now: SessionState, user: { id: string; email?: string }): SessionState {
  if (now.kind === "signed-in" && now.account.id === user.id) return now;
  return { kind: "signed-in", account: { id: user.id, email: user.email ?? "" } };
}
