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

let parting: string | undefined;
let leave: () => void = () => {};

/** Follows the session of this browser, in all its tabs. */
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
      if (session) setState((now) => signedIn(now, session.user));
      else if (event === "SIGNED_OUT") leave();
    });
    leave = () => {
      setState({ kind: "signed-out", notice: parting });
      parting = undefined;
    };
    start();
    return () => data.subscription.unsubscribe();
  }, []);
  return { state, retry: start };
}

/**
 * Signs this browser out; the notice is shown beside the form to sign in. Where the server cannot be
 * told, this browser forgets its session all the same.
 */
export async function signOut(notice?: string): Promise<void> {
  parting = notice;
  const { error } = await auth.signOut({ scope: "local" });
  if (error) {
    localStorage.removeItem(storageKey);
    localStorage.removeItem(verifierKey);
    leave();
  }
}

/** What somebody does on purpose: whoever signs in next begins at the beginning. */
export async function signOutForGood(notice?: string): Promise<void> {
  await signOut(notice);
  navigate("sign-in");
}

/** The same object for the same account, so that a refreshed token redraws nothing. */
function signedIn(now: SessionState, user: { id: string; email?: string }): SessionState {
  if (now.kind === "signed-in" && now.account.id === user.id) return now;
  return { kind: "signed-in", account: { id: user.id, email: user.email ?? "" } };
}
