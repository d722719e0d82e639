import { importJWK, SignJWT } from "jose";
import { signingKey } from "../core/keys.ts";
import type { TokenUser } from "./sessions.ts";

/** How long an access token is valid, in seconds. The same as in config.toml. */
export const tokenLifetime = 3600;

const privateKey = importJWK({ ...signingKey, key_ops: ["sign"] }, "ES256");

interface Claims {
  issuer: string;
  userId: string;
  user: TokenUser;
  sessionId: string;
  clientId: string;
  scopes: string[];
}

/** An access token as Auth issues it to an OAuth client: a user's own, and two claims more. */
export async function signAccessToken(given: Claims): Promise<string> {
  const { issuer, userId, user, sessionId, clientId, scopes } = given;
  const now = Math.floor(Date.now() / 1000);
  return await new SignJWT({
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "oauth_provider/authorization_code", timestamp: now }],
    session_id: sessionId,
    is_anonymous: false,
    client_id: clientId,
    scope: scopes.join(" "),
  }).setProtectedHeader({ alg: "ES256", kid: signingKey.kid, typ: "JWT" })
    .setIssuer(issuer).setSubject(userId).setAudience("authenticated")
    .setIssuedAt(now).setExpirationTime(now + tokenLifetime)
    .sign(await privateKey);
}
