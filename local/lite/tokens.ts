import { decodeJwt, importJWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { jwtSecret, publicJwks, signingKey } from "../core/keys.ts";

/*
 * Lite supports one kind of access token: signed with the shared secret, with few claims and no issuer; see auth.ts.
 * Therefore tokens are replaced: clients get tokens like the platform's, and requests to lite get lite's tokens. Both have
 * the same `session_id` and `exp`.
 */

const secret = new TextEncoder().encode(jwtSecret);
// The key allows signing and verifying; Web Crypto needs one of the two for the private and one for the public key.
const privateKey = importJWK({ ...signingKey, key_ops: ["sign"] }, "ES256");
const publicKey = importJWK(publicJwks.keys[0]!, "ES256");

/** The members of Auth's user object that its tokens repeat. */
export interface TokenUser {
  phone?: string;
  app_metadata?: Record<string, unknown>;
  user_metadata?: Record<string, unknown>;
  is_anonymous?: boolean;
}

/** Converts lite's token to the one that the platform would have issued. */
export async function toPlatformToken(
  token: string,
  user: TokenUser,
  issuer: string,
): Promise<string> {
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
 * Replaces an ES256 token in the client's `Authorization` header by lite's token. Anything that is not a
 * valid ES256 token is not changed: lite accepts it if it is signed with the shared secret, else refuses it.
 */
export async function toLiteAuthorization(authorization: string): Promise<string> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (!token) return authorization;
  let claims: JWTPayload;
  try {
    // Expired tokens are accepted here (the date is 1970), because lite checks the expiry itself.
    const options = { algorithms: ["ES256"], currentDate: new Date(0) };
    claims = (await jwtVerify(token, await publicKey, options)).payload;
  } catch {
    return authorization;
  }
  const inner = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(secret);
  return `Bearer ${inner}`;
}
