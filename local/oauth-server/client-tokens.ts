/**
 * How Auth's routes treat a token that Auth gave to an OAuth client. The platform's Auth (2.196) does not distinguish it from
 * the user's own token, except where a setting of the project or a trigger of Kith's does (SECURITY.md). This stack answers
 * what OAuth needs and refuses everything else, so that no app that is tried here can take over an account.
 *
 * Further differences to the platform's OAuth server, on which Kith does not depend: PKCE needs S256, while the platform also
 * takes `plain`, and no PKCE from a client with a secret; a refresh token that is used again within ten seconds gives a new
 * pair of tokens, there the newest pair; clients and consents are kept in memory.
 */
import { decodeJwt } from "jose";

/** What is answered, by method and path below `/auth/v1`, with the query. */
const answered = [
  /^GET \/user$/,
  /^GET \/user\/oauth\/grants$/,
  /^GET \/oauth\/authorize\?/,
  /^GET \/oauth\/authorizations\/[\w-]+$/,
  /^POST \/oauth\/authorizations\/[\w-]+\/consent$/,
  /^POST \/oauth\/token$/,
  /^POST \/logout\?scope=local$/,
];

/** The refusal of a request to Auth with an OAuth client's token; undefined where it is answered. */
export function refuseClientToken(request: Request): Response | undefined {
  if (!hasClientToken(request.headers.get("authorization") ?? "")) return undefined;
  const { pathname, search } = new URL(request.url);
  const asked = `${request.method} ${pathname.slice("/auth/v1".length)}${search}`;
  if (answered.some((route) => route.test(asked))) return undefined;
  const msg = "An OAuth client's token does not manage the account.";
  return Response.json({ code: 403, error_code: "insufficient_scope", msg }, { status: 403 });
}

/** Whether it has a client's claim; whoever answers the request verifies the token. */
function hasClientToken(authorization: string): boolean {
  try {
    return "client_id" in decodeJwt(authorization.replace(/^bearer +/i, ""));
  } catch {
    return false;
  }
}
