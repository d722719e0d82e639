/** The session of a link, apart from the one that is shown. */
import { AuthClient } from "@supabase/auth-js";
import type { Link } from "./arrival.ts";
import { auth, authOptions, exclusively, refuseFor, verifierKey } from "./auth.ts";
import { type Account, revokeSession, showFromStart } from "./session.ts";

/** The account that a link turned out to be for. */
export interface Opened {
  account: Account;
  /** Whether this browser asked for the link, so that nobody else can have made it. */
  isOwn: boolean;
  /** Whether a new password is what the link is for. */
  setsPassword: boolean;
  /** Whether the link confirmed another address. */
  changesAddress: boolean;
}

const linkKey = "kith-link";
const memory = new Map<string, string>();

/** A client beside the page's own: its session is in memory until somebody agrees to it. */
const visitor = new AuthClient({
  ...authOptions,
  storageKey: linkKey,
  autoRefreshToken: false,
  storage: {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => void memory.set(key, value),
    removeItem: (key) => void memory.delete(key),
  },
});

/**
 * Exchanges a link, which uses it up, without touching the session of the page.
 * @returns undefined for the first of two links that confirm another address: there is no session for it
 * @throws Refused
 */
export async function openLink(link: Link): Promise<Opened | undefined> {
  const isOwn = link.kind === "code";
  const { data, error } = link.kind === "code"
    ? await exchangeCode(link.code)
    : await visitor.verifyOtp({ token_hash: link.tokenHash, type: link.type });
  refuseFor(error);
  if (!data.session) return undefined;
  const { id, email = "" } = data.session.user;
  const purpose = link.kind === "token" ? link.type : (data as { redirectType?: string | null })
    .redirectType;
  const setsPassword = purpose === "recovery" || purpose === "invite";
  const changesAddress = purpose === "email_change";
  return { account: { id, email }, isOwn, setsPassword, changesAddress };
}

async function exchangeCode(code: string) {
  const verifier = localStorage.getItem(verifierKey);
  if (verifier) memory.set(`${linkKey}-code-verifier`, verifier);
  const result = await visitor.exchangeCodeForSession(code);
  // Kept after a failure: the code may be a stranger's, and the link that was asked for still on its way.
  if (!result.error) localStorage.removeItem(verifierKey);
  return result;
}

/**
 * Makes the link's session the one of the page, for all tabs.
 * @param standing the account whose session somebody agreed to replace
 * @returns false where another tab has changed that meanwhile: then nothing is adopted
 * @throws Refused
 */
export const adoptLinkSession = (standing: Account | undefined) =>
  exclusively(() => adopt(standing));

async function adopt(standing: Account | undefined): Promise<boolean> {
  const [{ data: link }, { data: page }] = await Promise.all([
    visitor.getSession(),
    auth.getSession(),
  ]);
  if (!link.session || page.session?.user.id !== standing?.id) return false;
  if (standing && standing.id !== link.session.user.id) {
    refuseFor((await auth.signOut({ scope: "local" })).error);
  }
  const { data, error } = await auth.setSession(link.session);
  refuseFor(error);
  memory.clear();
  if (page.session && standing?.id === link.session.user.id) void revokeSession(page.session);
  // A link proves a mailbox, and not the second factor that the session before it may have had.
  if (data.session) showFromStart(data.session);
  return true;
}

/** Ends the link's session, also at the server. */
export async function dropLinkSession(): Promise<void> {
  await visitor.signOut({ scope: "local" });
  memory.clear();
}
