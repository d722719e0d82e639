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

/** By method and path below `/auth/v1`, with the query; the first that matches. */
export const clientTokenRoutes: {
  route: RegExp;
  platform: string;
  here: "answered" | "refused";
}[] = [
  { route: /^GET \/user$/, platform: "200", here: "answered" },
  { route: /^GET \/user\/oauth\/grants$/, platform: "200", here: "answered" },
  { route: /^GET \/oauth\/authorize\?/, platform: "302", here: "answered" },
  { route: /^GET \/oauth\/authorizations\/[\w-]+$/, platform: "200", here: "answered" },
  { route: /^POST \/oauth\/authorizations\/[\w-]+\/consent$/, platform: "200", here: "answered" },
  { route: /^POST \/oauth\/token$/, platform: "200", here: "answered" },
  { route: /^POST \/logout\?scope=local$/, platform: "204", here: "answered" },
  { route: /^POST \/logout/, platform: "204", here: "refused" },
  {
    route: /^PUT \/user$/,
    platform: "200; for a password 400 with the current one required, or 500 by Kith's trigger",
    here: "refused",
  },
  { route: /^GET \/reauthenticate$/, platform: "200", here: "refused" },
  { route: /^DELETE \/user\/oauth\/grants\?/, platform: "204", here: "refused" },
  { route: /^DELETE \/user\/identities\//, platform: "200", here: "refused" },
  { route: /^GET \/user\/identities\/authorize\?/, platform: "302", here: "refused" },
  { route: /^POST \/factors/, platform: "200", here: "refused" },
  { route: /^DELETE \/factors\//, platform: "200, of a verified one at aal2", here: "refused" },
  { route: /^POST \/passkeys\/registration\//, platform: "200, where on", here: "refused" },
];

/** The refusal of a request to Auth with an OAuth client's token; undefined where it is answered. */
export function refuseClientToken(request: Request): Response | undefined {
  if (!hasClientToken(request.headers.get("authorization") ?? "")) return undefined;
  const { pathname, search } = new URL(request.url);
  const asked = `${request.method} ${pathname.slice("/auth/v1".length)}${search}`;
  const found = clientTokenRoutes.find(({ route }) => route.test(asked));
  if (found?.here === "answered") return undefined;
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
