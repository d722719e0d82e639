// When an account was here last.
/** Where the browser keeps when the account that used it last was here: instants, and whose. */
const key = "kith-visit";

/** How far back a first visit looks, in milliseconds. */
const first = 7 * 86_400_000;

/** A visit ends when the page was not shown for so many milliseconds. */
const pause = 30 * 60_000;

interface Visit {
  account: string;
  /** When the visit before this one ended. */
  before: string;
  /** When the page was last shown. */
  at: string;
}

function read(account: string): Visit | undefined {
  try {
    const visit = JSON.parse(localStorage.getItem(key) ?? "null") as Visit | null;
    return visit?.account === account ? visit : undefined;
  } catch {
    return undefined;
  }
}

const write = (visit: Visit) => localStorage.setItem(key, JSON.stringify(visit));

/** When the visit before this one ended. */
export function lastVisit(account: string): string {
  const known = read(account);
  if (!known) return new Date(Date.now() - first).toISOString();
  return Date.now() - Date.parse(known.at) < pause ? known.before : known.at;
}

/** Notes that there is a visit now, which what was changed since `before` was shown to. */
export const noteVisit = (account: string, before: string) =>
  write({ account, before, at: new Date().toISOString() });

/** Takes what there is as seen. */
export function markSeen(account: string): void {
  const at = new Date().toISOString();
  write({ account, before: at, at });
}

/** Forgets it, when somebody signs out: nothing of one account is left for the next. */
export const forgetVisit = () => localStorage.removeItem(key);
