// deno-lint-ignore-file require-await -- the library wants every function of its model to return a promise
import OAuth2Server from "@node-oauth/oauth2-server";
import { randomUUID } from "node:crypto";
import { signPlatformToken } from "../core/tokens.ts";
import { type PendingAuthorization, scopes, type Sessions, type State } from "./state.ts";

const { Request, Response } = OAuth2Server;

type Code = OAuth2Server.AuthorizationCode;
type Refresh = OAuth2Server.RefreshToken;

/** The protocol part, by a library: codes, PKCE, and the exchange for tokens. */
export interface Protocol {
  /** Where the client is sent after the user has decided. */
  decide(userId: string, pending: PendingAuthorization, allowed: boolean): Promise<string>;
  /** Answers a request to the token endpoint. */
  exchange(
    body: Record<string, string>,
    authorization: string | null,
  ): Promise<globalThis.Response>;
}

export function createProtocol(state: State, sessions: Sessions, issuer: string): Protocol {
  const server = new OAuth2Server({
    model: createModel(state, sessions, issuer),
    accessTokenLifetime: tokenLifetime,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  });
  return {
    async decide(userId, { query }, allowed) {
      const response = new Response();
      const decided = allowed ? query : { ...query, allowed: "false" };
      const request = new Request({ method: "GET", headers: {}, query: decided, body: {} });
      const user = { id: userId, sessionId: randomUUID() };
      const authenticateHandler = { handle: () => user };
      await server.authorize(request, response, { authenticateHandler, allowEmptyState: true })
        .catch((error: unknown) => {
          // The answer to the client, such as access_denied, is in the URL.
          if (!response.headers?.["location"]) throw error;
        });
      return response.headers!["location"]!;
    },
    async exchange(body, authorization) {
      const response = new Response();
      const request = new Request({
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": "1",
          ...(authorization ? { authorization } : {}),
        },
        query: {},
        body,
      });
      await server.token(request, response).catch((error: unknown) => {
        if (response.body === undefined) throw error;
      });
      return globalThis.Response.json(response.body, {
        status: response.status ?? 200,
        headers: response.headers ?? {},
      });
    },
  };
}

/** Milliseconds that a refresh token stays good after it was used, so that an answer may get lost. */
const reuseInterval = 10_000;

/** What the library asks for; codes are good once. */
function createModel(
  state: State,
  sessions: Sessions,
  issuer: string,
): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, Refresh & { usedAt?: number }>();
  const begun = new Set<string>();
  return {
    getClient: async (id, secret: string | null | undefined) => {
      const client = state.clients.get(id);
      // Null where a client asks for authorization, which it does without its secret.
      return client && (secret === null || (secret ?? null) === client.secret)
        ? { ...client }
        : undefined;
    },
    validateScope: async (_user, _client, asked) => {
      const wanted = asked && asked.length > 0 ? asked : ["email"];
      return wanted.every((scope) => scopes.includes(scope)) ? wanted : false;
    },
    saveAuthorizationCode: async (code, client, user) => {
      const saved = { ...code, client, user };
      codes.set(code.authorizationCode, saved);
      return saved;
    },
    getAuthorizationCode: async (code) => codes.get(code),
    revokeAuthorizationCode: async ({ authorizationCode }) => codes.delete(authorizationCode),
    generateAccessToken: async (client, { id: userId, sessionId }, granted) => {
      const user = await sessions.user(userId);
      if (!user) throw new OAuth2Server.InvalidGrantError("The user does not exist any more.");
      const now = Math.floor(Date.now() / 1000);
      // A user's own token, and two claims more.
      return await signPlatformToken({
        iss: issuer,
        sub: userId,
        aud: "authenticated",
        iat: now,
        exp: now + tokenLifetime,
        email: user.email ?? "",
        phone: user.phone ?? "",
        app_metadata: user.raw_app_meta_data ?? {},
        user_metadata: user.raw_user_meta_data ?? {},
        role: "authenticated",
        aal: "aal1",
        amr: [{ method: "oauth_provider/authorization_code", timestamp: now }],
        session_id: sessionId,
        is_anonymous: false,
        client_id: client.id,
        scope: granted.join(" "),
      });
    },
    saveToken: async (token, client, user) => {
      const { id: userId, sessionId } = user as { id: string; sessionId: string };
      if (!begun.has(sessionId)) {
        begun.add(sessionId);
        await sessions.begin(sessionId, userId, client.id);
      }
      const saved = { ...token, client, user };
      if (saved.refreshToken) refreshTokens.set(saved.refreshToken, saved as Refresh);
      return saved;
    },
    getRefreshToken: async (refreshToken) => {
      const found = refreshTokens.get(refreshToken);
      if (found?.usedAt !== undefined && Date.now() - found.usedAt > reuseInterval) {
        // It may have been stolen: the session ends.
        await sessions.end(found.user["sessionId"]);
        return undefined;
      }
      return found && await sessions.exists(found.user["sessionId"]) ? found : undefined;
    },
    revokeToken: async ({ refreshToken }) => {
      const found = refreshTokens.get(refreshToken);
      if (found) found.usedAt ??= Date.now();
      return found !== undefined;
    },
    // The function verifies access tokens by their signature.
    getAccessToken: async () => undefined,
  };
}

/** How long an access token is valid, in seconds. The same as in config.toml. */
const tokenLifetime = 3600;
