/** The client of Auth, which all tabs share. */
import { t } from "../base/texts.ts";
import { AuthClient, type AuthError, isAuthError } from "@supabase/auth-js";
import { projectUrl, publishableKey } from "../base/settings.ts";
import { Refused, unreachable } from "../base/problem.ts";
import { claimsOf, shownAccountId } from "../base/account.ts";

/** Where the session is kept. */
export const storageKey = `kith-session:${new URL(projectUrl).host}`;

/** Where Auth's client keeps the secret half of a link that this browser asked for (PKCE). */
export const verifierKey = `${storageKey}-code-verifier`;

export const authOptions = {
  url: `${projectUrl}/auth/v1`,
  headers: { apikey: publishableKey },
  flowType: "pkce",
  // Addresses are read by arrival.ts: a session in one is never adopted.
  detectSessionInUrl: false,
  experimental: { passkey: true },
} as const;

/** Changes of the account itself: of its password, its address, its second factors, its passkeys. */
const changesAccount = /\/(user|(factors|passkeys)(\/[^/]+)?|passkeys\/registration\/[^/]+)$/;

/** `fetch` that changes no other account than the one that this tab shows, also where another tab has switched. */
const ownFetch: typeof fetch = (input, init) => {
  const { sub } = claimsOf(new Headers(init?.headers).get("authorization") ?? "") ?? {};
  const isForeign = init?.method !== "GET" &&
    changesAccount.test(new URL(String(input)).pathname) &&
    sub !== shownAccountId();
  return isForeign ? Promise.resolve(anotherAccount()) : fetch(input, init);
};

const anotherAccount = () =>
  Response.json({ error_code: "another_account", msg: t("Another account") }, { status: 403 });

/** The part of supabase-js that is for sessions. */
export const auth = new AuthClient({ ...authOptions, storageKey, fetch: ownFetch });

/**
 * Runs something that replaces or ends the session while no other tab does: Auth's client ends whichever session
 * is there once the server has answered. Without a secure context there are no locks.
 */
export const exclusively = <T>(change: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(storageKey, change) as Promise<T> : change();

/** The URL of this page, for links in mails. */
export const pageUrl = () => location.origin + location.pathname;

const otherBrowser = t(
  "This link works only in the browser that asked for it, until that asks again or signs in. If it was to confirm your address, that is done: sign in. For a new password, ask for a link from here.",
);

/** Messages for the error codes of Auth. */
const messages: Record<string, string> = {
  invalid_credentials: t("The e-mail address or the password is wrong."),
  email_not_confirmed: t("Open the link in the mail that was sent to you first."),
  user_already_exists: t("There is an account with this address already. Sign in instead."),
  email_exists: t("There is an account with this address already. Sign in instead."),
  weak_password: t("This password is too easy to guess. Choose a longer one."),
  same_password: t("This is your current password. Choose another one."),
  signup_disabled: t("This project does not allow new accounts."),
  email_address_invalid: t("This is not a valid e-mail address."),
  over_email_send_rate_limit: t("Too many mails were requested. Try again in a few minutes."),
  over_request_rate_limit: t("Too many attempts. Try again in a few minutes."),
  otp_expired: t("This link was used before or has expired. Request a new one."),
  flow_state_expired: t("This link was used before or has expired. Request a new one."),
  flow_state_not_found: t("This link was used before or has expired. Request a new one."),
  bad_code_verifier: otherBrowser,
  pkce_code_verifier_not_found: otherBrowser,
  reauthentication_not_valid: t("This code is wrong or has expired."),
  current_password_invalid: t("The current password is wrong."),
  mfa_verification_failed: t("This code is wrong. The app shows a new one every 30 seconds."),
  mfa_challenge_expired: t("That took too long. Enter the code that the app shows now."),
  too_many_enrolled_mfa_factors: t(
    "There are as many apps as an account may have. Remove one first.",
  ),
  insufficient_aal: t("This needs your second factor. Sign out, and sign in again with its code."),
  another_account: t(
    "Another account was signed in meanwhile, in another tab. Load the page again.",
  ),
  session_not_found: t("Your session has ended. Sign in again."),
};

/** The message for an error of Auth; Auth's own message where there is no other. */
export function describeAuthError(error: AuthError | unknown): string {
  if (!isAuthError(error)) return t("Something unexpected went wrong. Try again.");
  if (isUnreachable(error)) return t("The server cannot be reached. Check your connection.");
  return describeAuthCode(error.code) || `${error.message.replace(/\.?$/, ".")}`;
}

/** @throws Refused for an error of Auth; its code says whether there was an answer */
export function refuseFor(error: Error | null): void {
  const code = isUnreachable(error) ? unreachable.code : undefined;
  if (error) throw new Refused(describeAuthError(error), undefined, undefined, code);
}

/** Whether there was no answer, or one that says that the server is unavailable. */
export const isUnreachable = (error: unknown) =>
  isAuthError(error) && error.name === "AuthRetryableFetchError";

/** A sentence for one of Auth's error codes, where there is one. */
export const describeAuthCode = (code: string | null | undefined): string | undefined =>
  code && Object.hasOwn(messages, code) ? messages[code] : undefined;
