import { problems } from "../core/problems.ts";

/** URL of the project's Auth, and the key that the gateway requires. */
export interface AuthServer {
  /** `<project URL>/auth/v1` as the function reaches it. */
  url: string;
  publishableKey: string | undefined;
}

/** Timeout of a request to Auth; together with those of the database it is under ten seconds. */
const timeoutMs = 2_000;

/**
 * Verifies a token with a request to Auth, for projects whose signing secret the function does not get.
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
    const signal = AbortSignal.timeout(timeoutMs);
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
