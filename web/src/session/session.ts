/** The session of this browser, and who is shown. */
import { AuthClient } from "@supabase/auth-js";
import { useEffect, useState } from "preact/hooks";
import { useListener } from "../hooks/events.ts";
import { eraseSeen } from "../offline/seen.ts";
import { endPush } from "../offline/worker.ts";
import { navigate } from "../shell/router.ts";
import { forgetVisit } from "./last-visit.ts";
import { auth, authOptions, exclusively, isUnreachable, storageKey } from "./auth.ts";
import { claimsOf, setShownAccount } from "../base/account.ts";

/** What the page reads of a session. */
export interface SessionLike {
  access_token: string;
  refresh_token: string;
  user: {
    id: string;
    email?: string;
    factors?: { id: string; status: string; factor_type: string }[];
  };
}

/** The session as Auth's client keeps it, also where it cannot be refreshed because there is no connection. */
export function storedSession(): SessionLike | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    return stored?.access_token && stored.user?.id ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** The second factor that a session still lacks; undefined where it needs none. */
function missingFactor({ access_token, user }: SessionLike): string | undefined {
  if (claimsOf(access_token)?.["aal"] === "aal2") return undefined;
  return user.factors?.find(({ status, factor_type }) =>
    status === "verified" && factor_type === "totp"
  )?.id;
}

/** Ends a session at the server that this browser has given up; never fails, because nobody waits for it. */
export async function revokeSession({ access_token, refresh_token }: SessionLike): Promise<void> {
  const client = new AuthClient({
    ...authOptions,
    storageKey: `kith-ended-${performance.now()}`,
    autoRefreshToken: false,
    persistSession: false,
    // The page may be closed before there is an answer.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  });
  // Refreshes an access token that has expired, without which no session can be ended.
  const { error } = await client.setSession({ access_token, refresh_token });
  if (!error) await client.signOut({ scope: "local" });
}

export interface Account {
  id: string;
  email: string;
}

type SessionState =
  | { kind: "starting" }
  | { kind: "unreachable" }
  | { kind: "signed-out"; notice?: string | undefined }
  /** The password was right, and the code of an app is still to come. */
  | { kind: "second-factor"; account: Account; factorId: string }
  | { kind: "signed-in"; account: Account };

let signOutNotice: string | undefined;
/** Shows the account of a session, or the form to sign in. */
let show: (session?: SessionLike) => void = () => {};

/** Shows the account of a session that may have proven less than the one before it. */
export let showFromStart: (session: SessionLike) => void = () => {};

/** The state of this browser's session, which all tabs share. */
export function useSession(): { state: SessionState; retry: () => void } {
  const [state, setState] = useState<SessionState>({ kind: "starting" });
  const start = () => {
    setState({ kind: "starting" });
    const stored = storedSession();
    // Without a connection what was seen last can be read, also where the session would have to be refreshed.
    if (stored && !navigator.onLine) return setState((now) => signedIn(now, stored));
    void auth.getSession().then(({ data, error }) => {
      const session = data.session ?? (isUnreachable(error) ? stored : undefined);
      if (session) return setState((now) => signedIn(now, session));
      setState({ kind: isUnreachable(error) ? "unreachable" : "signed-out" });
    });
  };
  useEffect(() => {
    const { data } = auth.onAuthStateChange((event, session) => {
      if (event === "INITIAL_SESSION") return;
      if (event === "SIGNED_IN") signOutNotice = undefined;
      if (event === "SIGNED_OUT") show();
      // What another tab says of a session may arrive before what it has stored, which is followed below.
      if (!session || storedSession()?.user.id !== session.user.id) return;
      setState((now) => signedIn(now, session, event === "MFA_CHALLENGE_VERIFIED"));
    });
    // Several requests that are refused at once each sign out: the last one shows the notice too.
    show = (session) =>
      setState((now) =>
        session ? signedIn(now, session) : { kind: "signed-out", notice: signOutNotice }
      );
    showFromStart = (session) => setState(signedIn({ kind: "starting" }, session));
    start();
    return () => data.subscription.unsubscribe();
  }, []);
  useListener<StorageEvent>(globalThis, "storage", ({ key }) => {
    const stored = storedSession();
    if (key === storageKey && stored) show(stored);
  });
  // While rendering, because what is rendered sends requests.
  setShownAccount("account" in state ? state.account.id : undefined);
  useEffect(() => {
    if (state.kind === "signed-in") void eraseSeen(state.account.id);
    else if (state.kind === "signed-out") void eraseSeen();
  }, [state]);
  return { state, retry: start };
}

/**
 * Ends the session of an account after a request of it was refused. Where another tab has switched to another
 * account meanwhile, this tab shows that one.
 */
export async function endSessionOf(account: string | undefined, notice: string): Promise<void> {
  await exclusively(async () => {
    const stored = storedSession();
    if (stored && stored.user.id !== account) return show(stored);
    if (stored) return await forgetSession(notice);
    // Another tab has signed out, and somebody may be signing in there.
    signOutNotice = notice;
    show();
  });
}

/**
 * Signs this browser out, all tabs at once; the notice is shown above the form to sign in. The server is told
 * afterwards: whoever signs out and leaves has signed out, also where it is slow or not reached.
 */
export async function signOut(notice?: string): Promise<void> {
  const session = storedSession();
  await forgetSession(notice);
  if (session) void revokeSession(session);
}

async function forgetSession(notice: string | undefined): Promise<void> {
  signOutNotice = notice;
  localStorage.removeItem(storageKey);
  // Without a session Auth's client sends nothing, and tells the other tabs.
  await auth.signOut({ scope: "local" });
}

/** Signs out because the user wants to: after the next sign-in the first view is shown, not the current one. */
export async function signOutByUser(notice?: string): Promise<void> {
  forgetVisit();
  void endPush().catch(console.debug);
  await signOut(notice);
  navigate("sign-in");
}

/**
 * The same object for the same account, so that a refreshed token does not render the page again; nor is a
 * second factor asked for in the middle of something.
 */
function signedIn(now: SessionState, session: SessionLike, isProven = false): SessionState {
  const { id, email = "" } = session.user;
  const account = { id, email };
  if (now.kind === "signed-in" && now.account.id === id) {
    return now.account.email === email ? now : { kind: "signed-in", account };
  }
  const factorId = isProven ? undefined : missingFactor(session);
  return factorId ? { kind: "second-factor", account, factorId } : { kind: "signed-in", account };
}
