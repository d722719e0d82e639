import { decodeJwt, importJWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { jwtSecret, publicJwks, signingKey } from "../core/keys.ts";

/*
 * Lite knows one kind of access token: signed with the shared secret, with few claims and no issuer; see auth.ts. So the
 * gateway replaces tokens: answers carry the platform's, requests to lite carry lite's. Both have the same `session_id`
 * and `exp`.
 */

const secret = new TextEncoder().encode(jwtSecret);
// The key file allows signing and verifying; Web Crypto wants one use for each imported half.
const privateKey = importJWK({ ...signingKey, key_ops: ["sign"] }, "ES256");
const publicKey = importJWK(publicJwks.keys[0]!, "ES256");

/** The members of Auth's user object that its tokens repeat. */
export interface TokenUser {
  phone?: string;
  app_metadata?: Record<string, unknown>;
  user_metadata?: Record<string, unknown>;
  is_anonymous?: boolean;
}

/** The token that the platform would have issued in place of lite's. */
export async function outward(token: string, user: TokenUser, issuer: string): Promise<string> {
  const claims = decodeJwt(token);
  const key = await privateKey;
  return await new SignJWT({
    iss: issuer,
    ...claims,
    phone: user.phone ?? "",
    app_metadata: user.app_metadata ?? {},
    user_metadata: user.user_metadata ?? {},
    aal: "aal1",
    amr: [{ method: "password", timestamp: claims.iat }],
    is_anonymous: user.is_anonymous ?? false,
  }).setProtectedHeader({ alg: "ES256", kid: signingKey.kid, typ: "JWT" }).sign(key);
}

/**
 * The `Authorization` header that lite understands in place of the client's. Anything that is
 * not a valid ES256 token stays as it is: lite accepts it if signed with the shared secret, else refuses.
 */
export async function inward(authorization: string): Promise<string> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (!token) return authorization;
  let claims: JWTPayload;
  try {
    // Lite checks the expiry, so that the refusal is its own: with this date no token has expired.
    const options = { algorithms: ["ES256"], currentDate: new Date(0) };
    claims = (await jwtVerify(token, await publicKey, options)).payload;
  } catch {
    return authorization;
  }
  const inner = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(secret);
  return `Bearer ${inner}`;
}
