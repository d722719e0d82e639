import { AuthClient } from "@supabase/auth-js";
import { authOptions } from "./auth.ts";
import type { SessionLike } from "./stored-session.ts";

/** Ends a session at the server that this browser has given up; never fails, because nobody waits for it. */
export async function revokeSession({ access_token, refresh_token }: SessionLike): Promise<void> {
  const client = new AuthClient({
    ...authOptions,
    storageKey: `kith-ended-${performance.now()}`,
    autoRefreshToken: false,
    persistSession: false,
    // The page may be closed before there is an answer.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  });
  // Refreshes an access token that has expired, without which no session can be ended.
  const { error } = await client.setSession({ access_token, refresh_token });
  if (!error) await client.signOut({ scope: "local" });
}
