/**
 * Lite: signs access tokens with the shared secret, has no key pair and publishes an empty key list.
 * The platform's Auth: signs with the project's ES256 key, published at `/auth/v1/.well-known/jwks.json`; its tokens
 * have more claims, also those in the redirect of a link in a mail. The function has to verify the platform's tokens.
 * Can be removed, with tokens.ts, when lite signs with a key pair.
 */
import { publicJwks } from "../core/keys.ts";
import { type TokenUser, toPlatformToken } from "./tokens.ts";

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
