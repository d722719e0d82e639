import { AuthClient, type AuthError, isAuthError } from "@supabase/auth-js";
import { projectUrl, publishableKey } from "../settings.ts";

/** The key in localStorage of the session; the page stores nothing else. */
export const storageKey = `kith-session:${new URL(projectUrl).host}`;

/**
 * The part of supabase-js for sessions. Links in mails contain the session in the fragment
 * ("implicit"), so that they also work on a device other than the one that requested them.
 */
export const auth = new AuthClient({
  url: `${projectUrl}/auth/v1`,
  headers: { apikey: publishableKey },
  storageKey,
  flowType: "implicit",
});

/** The URL of this page, for links in mails. */
export const pageUrl = () => location.origin + location.pathname;

/** Messages for the error codes of Auth. */
const messages: Record<string, string> = {
  invalid_credentials: "The e-mail address or the password is wrong.",
  email_not_confirmed: "Open the link in the mail that was sent to you first.",
  user_already_exists: "There is an account with this address already. Sign in instead.",
  email_exists: "There is an account with this address already. Sign in instead.",
  weak_password: "This password is too easy to guess. Choose a longer one.",
  same_password: "This is your current password. Choose another one.",
  signup_disabled: "This project does not allow new accounts.",
  email_address_invalid: "This is not a valid e-mail address.",
  over_email_send_rate_limit: "Too many mails were requested. Try again in a few minutes.",
  over_request_rate_limit: "Too many attempts. Try again in a few minutes.",
  otp_expired: "This link was used before or has expired. Request a new one.",
  session_not_found: "Your session has ended. Sign in again.",
};

/** The message for an error of Auth; Auth's own message where there is no other. */
export function describeAuthError(error: AuthError | unknown): string {
  if (!isAuthError(error)) return "Something unexpected went wrong. Try again.";
  if (isUnreachable(error)) return "The server cannot be reached. Check your connection.";
  return (error.code && messages[error.code]) || `${error.message.replace(/\.?$/, ".")}`;
}

/** Whether there was no answer, or one that says that the server is unavailable. */
export const isUnreachable = (error: unknown) =>
  isAuthError(error) && error.name === "AuthRetryableFetchError";

/** The error message for the link in a mail that opened the page; undefined where there is no error. */
export function describeLinkError(fragment: string): string | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!parameters.has("error_description")) return undefined;
  const code = parameters.get("error_code") ?? "";
  return messages[code] ?? messages["otp_expired"];
}
