/** A link from a mail by which somebody arrives. */
import { t } from "../base/texts.ts";
import type { EmailOtpType } from "@supabase/auth-js";
import { useState } from "preact/hooks";
import { useListener } from "../hooks/events.ts";
import { describeAuthCode } from "./auth.ts";

/** A link that can be exchanged for a session. */
export type Link =
  | { kind: "token"; tokenHash: string; type: EmailOtpType }
  | { kind: "code"; code: string };

/** What a link from a mail has put into the address of the page. */
export type Arrival = Link | { kind: "refused"; reason: string } | { kind: "half-confirmed" };

const types: readonly string[] = [
  "signup",
  "email",
  "invite",
  "magiclink",
  "recovery",
  "email_change",
] satisfies EmailOtpType[];

const carriesSession = t(
  "The address of this link carries a session. None is taken from an address, because anybody could have written theirs into it. Sign in, or ask for a new link with “Forgotten your password?”.",
);

/** Auth's sentence, which it adds instead of a session after the first of the two links that confirm another address. */
const oneMoreLink =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** Reads what the address carries and removes it from the address. */
function takeArrival(): Arrival | undefined {
  const arrival = read(
    new URLSearchParams(location.search),
    new URLSearchParams(location.hash.slice(1)),
  );
  if (arrival) history.replaceState(null, "", location.pathname);
  return arrival;
}

function read(query: URLSearchParams, fragment: URLSearchParams): Arrival | undefined {
  // Auth reports errors in the query or in the fragment, depending on the flow.
  for (const part of [query, fragment]) {
    if (["access_token", "refresh_token"].some((name) => part.has(name))) {
      return { kind: "refused", reason: carriesSession };
    }
    if (["error", "error_code", "error_description"].some((name) => part.has(name))) {
      const reason = describeAuthCode(part.get("error_code")) ?? describeAuthCode("otp_expired")!;
      return { kind: "refused", reason };
    }
  }
  if ([query, fragment].some((part) => part.get("message") === oneMoreLink)) {
    return { kind: "half-confirmed" };
  }
  const tokenHash = query.get("token_hash");
  const type = query.get("type") ?? "";
  if (tokenHash && types.includes(type)) {
    return { kind: "token", tokenHash, type: type as EmailOtpType };
  }
  if (tokenHash) {
    return { kind: "refused", reason: t("This link is not complete. Copy all of it.") };
  }
  const code = query.get("code");
  return code ? { kind: "code", code } : undefined;
}

// Before anything is drawn: what is in an address should not stay there.
const first = takeArrival();

/** The link that this page was opened with, until somebody has decided about it. */
export function useArrival(): { arrival: Arrival | undefined; done: () => void } {
  const [arrival, setArrival] = useState(first);
  // A link that differs in the fragment only does not load the page again.
  useListener(globalThis, "hashchange", () => setArrival((now) => takeArrival() ?? now));
  return { arrival, done: () => setArrival(undefined) };
}
