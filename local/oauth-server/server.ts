/**
 * A small OAuth server for the local stack, which answers in the shapes of Supabase Auth's (its beta, and off by default
 * there). The embedded Auth has none, and without one no client could be tried. It keeps what it knows in memory.
 * Can be removed when the embedded Auth has one.
 */
import { type Context, Hono } from "hono";
import { publishableKey } from "../core/keys.ts";
import { refuseClientToken } from "./client-tokens.ts";
import { beginAuthorization, describeClient, registerClient } from "./clients.ts";
import { createProtocol } from "./protocol.ts";
import { openSessions, type PendingAuthorization, scopes, State } from "./state.ts";

export interface OAuthServerOptions {
  /** URL of the gateway, which is the issuer's without its path. */
  url: string;
  /** As Auth's role. */
  databaseUrl: string;
  /** Answers for the embedded services; Auth knows the user of an access token. */
  services(request: Request): Promise<Response>;
}

interface User {
  id: string;
  email: string;
}

/** Answers requests for the OAuth server; the embedded services get all others. */
export function createOAuthServer(options: OAuthServerOptions) {
  const issuer = `${options.url}/auth/v1`;
  const [state, sessions] = [new State(), openSessions(options.databaseUrl)];
  const protocol = createProtocol(state, sessions, issuer);
  const metadata = {
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
  };

  /** For routes that need a user: who sends the request. */
  const asUser =
    (handler: (context: Context, user: User) => Promise<Response> | Response) =>
    async (context: Context) => {
      const headers = {
        authorization: context.req.header("authorization") ?? "",
        apikey: publishableKey,
      };
      const answer = await options.services(new Request(`${issuer}/user`, { headers }));
      if (!answer.ok) return refuse(401, "no_authorization", "This needs a user's access token");
      const { id, email } = await answer.json() as User;
      return await handler(context, { id, email });
    };

  /** For routes about an authorization that can be decided; otherwise answers that it cannot (any more), or not from there. */
  const asDecider = (
    handler: (context: Context, user: User, pending: PendingAuthorization) => Promise<Response>,
  ) =>
    asUser(async (context, user) => {
      const origin = context.req.header("origin");
      if (origin !== undefined && !isOwn(origin, options.url)) {
        return refuse(400, "validation_failed", "unauthorized request origin");
      }
      const pending = state.pending.get(context.req.param("id")!);
      if (!pending || pending.expiresAt <= Date.now()) return notFound();
      if (pending.isDecided) {
        return refuse(400, "validation_failed", "authorization request cannot be processed");
      }
      return await handler(context, user, pending);
    });

  const app = new Hono();
  app.use("/auth/v1/*", async ({ req }, next) => refuseClientToken(req.raw) ?? await next());
  // Where clients look for the metadata of an issuer with a path (RFC 8414, 3.1), and where Auth has it.
  for (
    const path of [
      "/auth/v1/.well-known/oauth-authorization-server",
      "/.well-known/oauth-authorization-server/auth/v1",
    ]
  ) {
    app.get(path, (context) => context.json(metadata));
  }
  app.post("/auth/v1/oauth/clients/register", ({ req }) => registerClient(state, req.raw));
  app.get(
    "/auth/v1/oauth/authorize",
    ({ req }) =>
      beginAuthorization(state, new URL(req.url).searchParams, `${options.url}/oauth/consent`),
  );

  // What the consent view shows; like Auth's, asking approves where the user has consented before.
  app.get(
    "/auth/v1/oauth/authorizations/:id",
    asDecider(async (context, user, pending) => {
      const { client, scopes: asked, redirectUri } = pending;
      const isFirst = pending.userId === undefined;
      pending.userId ??= user.id;
      if (pending.userId !== user.id) return notFound();
      const known = state.grants(user.id).get(client.id)?.scopes ?? [];
      if (isFirst && known.length > 0 && asked.every((scope) => known.includes(scope))) {
        pending.isDecided = true;
        return context.json({ redirect_url: await protocol.decide(user.id, pending, true) });
      }
      return context.json({
        authorization_id: pending.id,
        redirect_uri: redirectUri,
        client: describeClient(client),
        user,
        scope: asked.join(" "),
      });
    }),
  );

  app.post(
    "/auth/v1/oauth/authorizations/:id/consent",
    asDecider(async (context, user, pending) => {
      const { action } = await context.req.json().catch(() => ({})) as { action?: string };
      if (action !== "approve" && action !== "deny") {
        return refuse(400, "validation_failed", "The action is approve or deny");
      }
      if (pending.userId !== user.id) return notFound();
      pending.isDecided = true;
      if (action === "approve") state.consent(user.id, pending.client, pending.scopes);
      const redirect_url = await protocol.decide(user.id, pending, action === "approve");
      return context.json({ redirect_url });
    }),
  );

  app.post("/auth/v1/oauth/token", async ({ req }) => {
    const body = Object.fromEntries(new URLSearchParams(await req.text()));
    return await protocol.exchange(body, req.header("authorization") ?? null);
  });

  app.get(
    "/auth/v1/user/oauth/grants",
    asUser((context, user) =>
      context.json(
        [...state.grants(user.id).values()].map(({ client, scopes: granted, grantedAt }) => ({
          client: describeClient(client),
          scopes: granted,
          granted_at: grantedAt,
        })),
      )
    ),
  );

  app.delete(
    "/auth/v1/user/oauth/grants",
    asUser(async (context, user) => {
      const clientId = context.req.query("client_id") ?? "";
      if (!state.grants(user.id).delete(clientId)) {
        return refuse(404, "oauth_consent_not_found", "There is no such grant");
      }
      await sessions.endAll(user.id, clientId);
      return context.body(null, 204);
    }),
  );

  app.notFound(({ req }) => options.services(req.raw));
  // The gateway answers it.
  app.onError((error) => {
    throw error;
  });
  return async (request: Request): Promise<Response> => await app.fetch(request);
}

/** Like Auth's, by the name of the host alone; on this machine it has three. */
function isOwn(origin: string, url: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return [new URL(url).hostname, "localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

const notFound = () =>
  refuse(404, "oauth_authorization_not_found", "There is no such authorization, or it has expired");

/** An error in the shape of Auth's. */
function refuse(status: number, errorCode: string, message: string): Response {
  return Response.json({ code: status, error_code: errorCode, msg: message }, { status });
}
