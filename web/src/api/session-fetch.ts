import { auth, isUnreachable } from "../session/auth.ts";
import { signOut } from "../session/use-session.ts";
import { SessionEnded, Unreachable } from "./problem.ts";

/**
 * The session's access token, which is refreshed when it is about to expire.
 * @throws SessionEnded, Unreachable
 */
export async function accessToken(): Promise<string> {
  const { data, error } = await auth.getSession();
  if (isUnreachable(error)) throw new Unreachable();
  return data.session?.access_token ?? await endSession();
}

/**
 * `fetch` for a request with the access token. After a 401 the token is refreshed and the request is
 * sent once more; when that fails too, the session has ended.
 * @throws SessionEnded, Unreachable
 */
export async function sessionFetch(request: Request): Promise<Response> {
  const retry = request.clone();
  const answer = await send(request);
  if (answer.status !== 401) return answer;
  const { data, error } = await auth.refreshSession();
  if (isUnreachable(error)) throw new Unreachable();
  if (!data.session) return await endSession();
  retry.headers.set("authorization", `Bearer ${data.session.access_token}`);
  const second = await send(retry);
  return second.status === 401 ? await endSession() : second;
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Unreachable();
  }
}

async function endSession(): Promise<never> {
  await signOut("Your session has ended. Sign in again.");
  throw new SessionEnded();
}
