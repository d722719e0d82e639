/** Sends requests with the token of the session, and refreshes it. */
import { t } from "../base/texts.ts";
import { accountOf, worthKeeping } from "../offline/kept-answers.ts";
import { tellOtherTabs } from "../hooks/load.ts";
import { noteSeen } from "../offline/connection.ts";
import { directoryAnswer } from "../offline/directory.ts";
import { forgetSeen, prepareToKeep, seenAnswer, seenAt } from "../offline/seen.ts";
import { auth, isUnreachable } from "../session/auth.ts";
import { endSessionOf, type SessionLike, storedSession } from "../session/session.ts";
import { shownAccountId } from "../base/account.ts";
import { SessionEnded, Unreachable } from "../base/problem.ts";

/**
 * The session's access token, which is refreshed when it is about to expire. Where that needs a connection and
 * there is none, the one that may have expired: it says whose answers may be shown. Never that of an account
 * that another tab has just switched to: what this tab sends belongs to the account that it shows.
 * @param asking for whom something is to be sent: the account that was shown when that was begun
 * @throws SessionEnded, Unreachable
 */
export async function accessToken(asking = shownAccountId()): Promise<string> {
  if (!navigator.onLine) return kept(asking);
  const { data, error } = await auth.getSession();
  if (isUnreachable(error)) return kept(asking);
  return await tokenOf(data.session, asking);
}

/** `accessToken` for work of several requests, which is the account's that is shown now: it ends when another one is. */
export function tokenOfShownAccount(): () => Promise<string> {
  const asking = shownAccountId();
  return () => accessToken(asking);
}

async function kept(asking: string | undefined): Promise<string> {
  const session = storedSession();
  if (!session) throw new Unreachable();
  return await tokenOf(session, asking);
}

async function tokenOf(session: SessionLike | null, asking: string | undefined): Promise<string> {
  const account = shownAccountId();
  if (asking && asking !== account) throw new SessionEnded();
  // Without a session there is none to end: one that is stored by now is another tab's.
  if (!session) return await endSession(undefined);
  return session.user.id === account ? session.access_token : await endSession(account);
}

let writes = 0;

/** How many requests that may change something this page has sent. */
export const writesSoFar = () => writes;

/**
 * `fetch` for a request with the access token. After a 401 the token is refreshed and the request is
 * sent once more; when that fails too, the session has ended, and so it has for what asked when another account is shown
 * by the time of the answer. Where nobody answers a GET, the answer is what the account saw last.
 * @throws SessionEnded, Unreachable
 */
export async function sessionFetch(request: Request): Promise<Response> {
  const account = accountOf(request.headers.get("authorization"));
  const answer = request.method === "GET"
    ? await read(request, account)
    : await write(request, account);
  // What follows, such as a message or another view, would be shown to somebody else.
  if (account && account !== shownAccountId()) {
    void answer.body?.cancel();
    throw new SessionEnded();
  }
  return answer;
}

async function write(request: Request, account: string | undefined): Promise<Response> {
  writes++;
  if (!navigator.onLine) throw new Unreachable();
  const answer = await exchange(request, account);
  if (answer.ok) tellOtherTabs();
  if (request.method === "DELETE" && answer.ok && account) await forgetSeen(account);
  return answer;
}

async function read(request: Request, account: string | undefined): Promise<Response> {
  try {
    return await exchange(request, account);
  } catch (error) {
    if (!(error instanceof Unreachable) || !account) throw error;
    const seen = await seenAnswer(account, request.url) ??
      await directoryAnswer(account, request.url);
    error.reading = true;
    if (!seen) throw error;
    noteSeen(seen.headers.get(seenAt)!);
    return seen;
  }
}

async function exchange(request: Request, account: string | undefined): Promise<Response> {
  const retry = request.clone();
  const answer = await send(request, account);
  if (answer.status !== 401) return answer;
  // Another account's session, which another tab has switched to, is neither refreshed nor used for this request.
  if (storedSession()?.user.id !== account) return await endSession(account);
  const { data, error } = await auth.refreshSession();
  if (isUnreachable(error)) throw new Unreachable();
  if (!data.session || data.session.user.id !== account) return await endSession(account);
  retry.headers.set("authorization", `Bearer ${data.session.access_token}`);
  const second = await send(retry, account);
  return second.status === 401 ? await endSession(account) : second;
}

async function send(request: Request, account: string | undefined): Promise<Response> {
  try {
    const { method, url } = request;
    const isSignedIn = () => storedSession()?.user.id === account;
    const keep = method === "GET" && account ? prepareToKeep(account, url, isSignedIn) : undefined;
    const answer = await fetch(request);
    // A copy holds the whole body in memory, and lets the download go on after the page has given it up.
    if (keep && worthKeeping(url, answer)) void keep(answer.clone());
    return answer;
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Unreachable();
  }
}

async function endSession(account: string | undefined): Promise<never> {
  await endSessionOf(account, t("Your session has ended. Sign in again."));
  throw new SessionEnded();
}
