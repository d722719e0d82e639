import { storageKey } from "./auth.ts";
import { claimsOf } from "./claims.ts";

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

/** Milliseconds after which a session that another tab has stored is in this tab's storage too, or never. */
const longestWait = 2000;

/**
 * Waits until this tab finds the account's session in the storage, and says whether it does: what another tab says of a session may arrive before what it
 * has stored does.
 */
export function whenStored({ user }: SessionLike): Promise<boolean> {
  const isThere = () => storedSession()?.user.id === user.id;
  if (isThere()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener("storage", look);
      clearTimeout(timer);
      resolve(isThere());
    };
    const look = () => isThere() && end();
    const timer = setTimeout(end, longestWait);
    addEventListener("storage", look);
  });
}

/** The second factor that a session still lacks; undefined where it needs none. */
export function missingFactor({ access_token, user }: SessionLike): string | undefined {
  if (claimsOf(access_token)?.["aal"] === "aal2") return undefined;
  return user.factors?.find(({ status, factor_type }) =>
    status === "verified" && factor_type === "totp"
  )?.id;
}
