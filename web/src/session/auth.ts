import { AuthClient, type AuthError, isAuthError } from "@supabase/auth-js";
import { projectUrl, publishableKey } from "../settings.ts";

/** Where the session is kept, and nothing else is. */
export const storageKey = `kith-session:${new URL(projectUrl).host}`;

/**
 * The part of supabase-js that does sessions. Links in mails carry the session in the fragment
 * ("implicit"), so that they also work on another device than the one that asked for them.
 */
export const auth = new AuthClient({
  url: `${projectUrl}/auth/v1`,
  headers: { apikey: publishableKey },
  storageKey,
  flowType: "implicit",
});

/** The address of this page, for links in mails. */
export const pageUrl = () => location.origin + location.pathname;

/** Words for what Auth refused. */
const words: Record<string, string> = {
  invalid_credentials: "That e-mail address and password do not belong together.",
  email_not_confirmed: "Open the link in the mail that was sent to you first.",
  user_already_exists: "There is an account with this address already. Sign in instead.",
  email_exists: "There is an account with this address already. Sign in instead.",
  weak_password: "That password is too easy to guess. Choose a longer one.",
  same_password: "That is the password you have. Choose another one.",
  signup_disabled: "This project takes no new accounts.",
  email_address_invalid: "That is not an e-mail address.",
  over_email_send_rate_limit: "Too many mails were asked for. Try again in a few minutes.",
  over_request_rate_limit: "Too many attempts. Try again in a few minutes.",
  otp_expired: "This link was used before, or is too old. Ask for a new one.",
  session_not_found: "Your session has ended. Sign in again.",
};

/** A sentence for an error of Auth's, its own where there is none better. */
export function describeAuthError(error: AuthError | unknown): string {
  if (!isAuthError(error)) return "Something unexpected went wrong. Try again.";
  if (isUnreachable(error)) return "The server cannot be reached. Check your connection.";
  return (error.code && words[error.code]) || `${error.message.replace(/\.?$/, ".")}`;
}

/** Whether nobody answered, or only that the server is away. */
export const isUnreachable = (error: unknown) =>
  isAuthError(error) && error.name === "AuthRetryableFetchError";

/** What is wrong with the link that the page was opened with, if anything. */
export function describeLinkError(fragment: string): string | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!parameters.has("error_description")) return undefined;
  const code = parameters.get("error_code") ?? "";
  return words[code] ?? words["otp_expired"];
}
