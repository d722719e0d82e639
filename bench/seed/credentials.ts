import { createHash } from "node:crypto";
import { UnsecuredJWT } from "jose";
import { toPlatformToken } from "../../supabase/local/lite/tokens.ts";
import { idOf } from "./random.ts";

/** The n-th API key of an owner. */
export function apiKeyOf(owner: number, n: number): string {
  return "kith_" + createHash("sha256").update(`bench ${owner} ${n}`).digest("hex").slice(0, 40);
}

export const emailOf = (owner: number) => `owner-${owner}@bench.example`;

/** The session that the owner's access tokens name. */
export const sessionOf = (owner: number) => idOf("owner", owner, 1);

/** An access token for twelve hours, as Auth of the project at this URL would have issued it. */
export async function accessTokenOf(owner: number, projectUrl: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: idOf("owner", owner, 0),
    aud: "authenticated",
    role: "authenticated",
    email: emailOf(owner),
    session_id: sessionOf(owner),
    iat: now,
    exp: now + 12 * 3600,
  };
  const user = { app_metadata: { provider: "email", providers: ["email"] } };
  return await toPlatformToken(new UnsecuredJWT(claims).encode(), user, `${projectUrl}/auth/v1`);
}
