/**
 * Lite: signs access tokens with the shared secret, has no key pair and publishes an empty key list.
 * The platform's Auth: signs with the project's ES256 key, published at `/auth/v1/.well-known/jwks.json`; its tokens
 * have more claims, also those in the redirect of a link in a mail. The function has to verify the platform's tokens.
 * So tokens are replaced: clients get tokens like the platform's, and requests to lite get lite's. Both have the same
 * `session_id` and `exp`.
 * Can be removed when lite signs with a key pair.
 */
import { decodeJwt, importJWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { jwtSecret, publicJwks, signingKey } from "./keys.ts";

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
  return await signPlatformToken({
    iss: issuer,
    ...claims,
    phone: user.phone ?? "",
    app_metadata: user.app_metadata ?? {},
    user_metadata: user.user_metadata ?? {},
    aal: "aal1",
    amr: [{ method: "password", timestamp: claims.iat }],
    is_anonymous: user.is_anonymous ?? false,
  });
}

/** Signs as the platform's Auth does. */
export async function signPlatformToken(claims: JWTPayload): Promise<string> {
  const header = { alg: "ES256", kid: signingKey.kid, typ: "JWT" };
  return await new SignJWT(claims).setProtectedHeader(header).sign(await privateKey);
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

interface Session {
  access_token?: string;
  user?: TokenUser;
}

/** Replaces lite's tokens and key list in an answer of Auth by the platform's. */
export async function adaptAuth(path: string, answer: Response, issuer: string): Promise<Response> {
  if (path === "/auth/v1/.well-known/jwks.json") {
    return Response.json(publicJwks, { headers: answer.headers });
  }
  const location = answer.headers.get("location");
  if (location?.includes("#access_token=")) return await redirect(answer, location, issuer);
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("application/json")) {
    return answer;
  }
  const body = await answer.json() as Session;
  if (typeof body?.access_token === "string") {
    body.access_token = await toPlatformToken(body.access_token, body.user ?? {}, issuer);
  }
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return new Response(JSON.stringify(body), { status: answer.status, headers });
}

async function redirect(answer: Response, location: string, issuer: string): Promise<Response> {
  const [page, fragment] = location.split("#");
  const session = new URLSearchParams(fragment);
  session.set("access_token", await toPlatformToken(session.get("access_token")!, {}, issuer));
  const headers = new Headers(answer.headers);
  headers.set("location", `${page}#${session}`);
  return new Response(null, { status: answer.status, headers });
}
