import { problems } from "../http/problems.ts";

/** Where the project's Auth is, and the key that lets a request through its gateway. */
export interface AuthServer {
  /** `<project URL>/auth/v1` as the function reaches it. */
  url: string;
  publishableKey: string | undefined;
}

/** Milliseconds that Auth may take; with the database's own they stay under ten seconds. */
const patience = 2_000;

/**
 * Asks Auth whether a token is good, for projects that sign with a secret they do not list.
 * @throws Problem unavailable when Auth does not answer
 */
export async function isConfirmedByAuth(
  auth: AuthServer,
  token: string,
  user: string,
): Promise<boolean> {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (auth.publishableKey) headers.set("apikey", auth.publishableKey);
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(`${auth.url}/user`, { headers, signal, redirect: "error" });
    if (response.ok) {
      const account: unknown = await response.json();
      return (account as { id?: unknown } | null)?.id === user;
    }
    await response.body?.cancel();
    if (response.status < 500 && response.status !== 429) return false;
    throw new Error(`Auth answered ${response.status}.`);
  } catch (error) {
    throw problems.unavailable(error);
  }
}
