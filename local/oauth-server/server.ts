/**
 * A small OAuth server for the local stack, which answers in the shapes of Supabase Auth's (its beta, and off by default
 * there). The embedded Auth has none, and without one no client could be tried. It keeps what it knows in memory.
 * Can be removed when the embedded Auth has one.
 */
import { publishableKey } from "../core/keys.ts";
import { beginAuthorization, describeClient } from "./authorize.ts";
import { createProtocol, type Protocol } from "./protocol.ts";
import { refuseClientToken } from "../core/client-tokens.ts";
import { registerClient } from "./register.ts";
import { Sessions } from "./sessions.ts";
import { type Grant, type PendingAuthorization, scopes, State } from "./state.ts";

export interface OAuthServerOptions {
  /** URL of the gateway, which is the issuer's without its path. */
  url: string;
  /** As Auth's role. */
  databaseUrl: string;
  /** Answers for the embedded Auth; it says whose an access token is. */
  auth(request: Request): Promise<Response>;
}

/** Answers a request that is for the OAuth server; undefined where it is for somebody else. */
export type OAuthServer = (request: Request) => Promise<Response> | undefined;

interface Context {
  options: OAuthServerOptions;
  state: State;
  sessions: Sessions;
  protocol: Protocol;
  request: Request;
  url: URL;
}

type Handler = (context: Context, id: string) => Promise<Response> | Response;

const prefix = "/auth/v1";

/** By method and path below `/auth/v1`. */
const routes: [method: string, path: RegExp, handler: Handler][] = [
  ["GET", /^\/\.well-known\/oauth-authorization-server$/, describeServer],
  ["POST", /^\/oauth\/clients\/register$/, ({ state, request }) => registerClient(state, request)],
  [
    "GET",
    /^\/oauth\/authorize$/,
    ({ state, url, options }) =>
      beginAuthorization(state, url.searchParams, `${options.url}/oauth/consent`),
  ],
  ["GET", /^\/oauth\/authorizations\/([\w-]+)$/, showAuthorization],
  ["POST", /^\/oauth\/authorizations\/([\w-]+)\/consent$/, decide],
  ["POST", /^\/oauth\/token$/, exchange],
  ["GET", /^\/user\/oauth\/grants$/, listGrants],
  ["DELETE", /^\/user\/oauth\/grants$/, revokeGrant],
];

/** Where clients look for the metadata of an issuer with a path (RFC 8414, 3.1). */
export const rootMetadataPath = `/.well-known/oauth-authorization-server${prefix}`;

export function createOAuthServer(options: OAuthServerOptions): OAuthServer {
  const [state, sessions] = [new State(), new Sessions(options.databaseUrl)];
  const protocol = createProtocol(state, sessions, options.url + prefix);
  return (request) => {
    const url = new URL(request.url);
    const path = url.pathname === rootMetadataPath
      ? "/.well-known/oauth-authorization-server"
      : url.pathname.startsWith(prefix)
      ? url.pathname.slice(prefix.length)
      : "";
    const ofPath = routes.filter(([, pattern]) => pattern.test(path));
    if (ofPath.length === 0) return undefined;
    if (request.method === "OPTIONS") return Promise.resolve(withCors(request, new Response(null)));
    const route = ofPath.find(([method]) => method === request.method);
    const context = { options, state, sessions, protocol, request, url };
    const refused = refuseClientToken(request);
    const answer = refused
      ? Promise.resolve(refused)
      : route
      ? Promise.resolve(route[2](context, route[1].exec(path)?.[1] ?? ""))
      : Promise.resolve(refuse(405, "method_not_allowed", "This method is not supported"));
    return answer.then((response) => withCors(request, response));
  };
}

function describeServer({ options }: Context): Response {
  const issuer = options.url + prefix;
  return Response.json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/clients/register`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256"],
  });
}

/** What the consent view shows; like Auth's, asking approves where the user has consented before. */
async function showAuthorization(context: Context, id: string): Promise<Response> {
  const { state, protocol } = context;
  const user = await userOf(context);
  if (!user) return unauthorized();
  const pending = undecided(context, id);
  if (pending instanceof Response) return pending;
  const { client, scopes: asked, redirectUri } = pending;
  const isFirst = pending.userId === undefined;
  pending.userId ??= user.id;
  if (pending.userId !== user.id) return notFound();
  const known = state.grant(user.id, client.id)?.scopes ?? [];
  if (isFirst && known.length > 0 && asked.every((scope) => known.includes(scope))) {
    pending.isDecided = true;
    return Response.json({ redirect_url: await protocol.decide(user.id, pending, true) });
  }
  return Response.json({
    authorization_id: id,
    redirect_uri: redirectUri,
    client: describeClient(client),
    user,
    scope: asked.join(" "),
  });
}

async function decide(context: Context, id: string): Promise<Response> {
  const { state, protocol, request } = context;
  const user = await userOf(context);
  if (!user) return unauthorized();
  const { action } = await request.json().catch(() => ({})) as { action?: string };
  if (action !== "approve" && action !== "deny") {
    return refuse(400, "validation_failed", "The action is approve or deny");
  }
  const pending = undecided(context, id);
  if (pending instanceof Response) return pending;
  if (pending.userId !== user.id) return notFound();
  pending.isDecided = true;
  if (action === "approve") state.consent(user.id, pending.client, pending.scopes);
  const redirect_url = await protocol.decide(user.id, pending, action === "approve");
  return Response.json({ redirect_url });
}

async function exchange({ protocol, request }: Context): Promise<Response> {
  const body = Object.fromEntries(new URLSearchParams(await request.text()));
  return await protocol.exchange(body, request.headers.get("authorization"));
}

async function listGrants(context: Context): Promise<Response> {
  const user = await userOf(context);
  if (!user) return unauthorized();
  const shown = ({ client, scopes: granted, grantedAt }: Grant) => ({
    client: describeClient(client),
    scopes: granted,
    granted_at: grantedAt,
  });
  return Response.json(context.state.grants(user.id).map(shown));
}

async function revokeGrant(context: Context): Promise<Response> {
  const { state, sessions, url } = context;
  const user = await userOf(context);
  if (!user) return unauthorized();
  const clientId = url.searchParams.get("client_id") ?? "";
  if (!state.grant(user.id, clientId)) {
    return refuse(404, "oauth_consent_not_found", "There is no such grant");
  }
  state.revoke(user.id, clientId);
  await sessions.endAll(user.id, clientId);
  return new Response(null, { status: 204 });
}

/** An authorization that can be decided, or the answer where it cannot (any more), or not from there. */
function undecided(
  { options, state, request }: Context,
  id: string,
): PendingAuthorization | Response {
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwn(origin, options.url)) {
    return refuse(400, "validation_failed", "unauthorized request origin");
  }
  const pending = state.pending(id);
  if (!pending) return notFound();
  return pending.isDecided
    ? refuse(400, "validation_failed", "authorization request cannot be processed")
    : pending;
}

/** Like Auth's, by the name of the host alone; on this machine it has three. */
function isOwn(origin: string, url: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return [new URL(url).hostname, "localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** The user that a request is from. */
async function userOf(
  { options, request }: Context,
): Promise<{ id: string; email: string } | undefined> {
  const authorization = request.headers.get("authorization") ?? "";
  const answer = await options.auth(
    new Request(`${options.url}${prefix}/user`, {
      headers: { authorization, apikey: publishableKey },
    }),
  );
  if (!answer.ok) return undefined;
  const { id, email } = await answer.json() as { id: string; email: string };
  return { id, email };
}

const unauthorized = () => refuse(401, "no_authorization", "This needs a user's access token");
const notFound = () =>
  refuse(404, "oauth_authorization_not_found", "There is no such authorization, or it has expired");

/** An error in the shape of Auth's. */
function refuse(status: number, errorCode: string, message: string): Response {
  return Response.json({ code: status, error_code: errorCode, msg: message }, { status });
}

function withCors(request: Request, answer: Response): Response {
  if (!request.headers.has("origin")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("access-control-allow-origin", "*");
  if (request.method === "OPTIONS") {
    const wanted = request.headers.get("access-control-request-headers");
    headers.set("access-control-allow-methods", "GET, POST, DELETE");
    if (wanted) headers.set("access-control-allow-headers", wanted);
  }
  return new Response(answer.body, { status: answer.status, headers });
}
