// What the OAuth server of the local stack remembers.
import { withConnection } from "../core/connection.ts";

/** The scopes that Supabase's Auth knows; it has no others. */
export const scopes = ["openid", "profile", "email", "phone", "offline_access"];

/** An OAuth client that has registered itself. */
export interface RegisteredClient {
  id: string;
  name: string;
  redirectUris: string[];
  grants: string[];
  authMethod: string;
  /** Null for a public client, which has none. */
  secret: string | null;
}

/** A request to authorize that waits for the user's consent. */
export interface PendingAuthorization {
  id: string;
  client: RegisteredClient;
  query: Record<string, string>;
  redirectUri: string;
  scopes: string[];
  /** The user who read the details first; only this one can read or decide it then. */
  userId: string | undefined;
  /** It can be decided once. */
  isDecided: boolean;
  expiresAt: number;
}

/** What a user has consented to. */
export interface Grant {
  client: RegisteredClient;
  scopes: string[];
  grantedAt: string;
}

/** Clients and pending authorizations that are kept; the oldest are forgotten, because anybody may add some. */
const kept = 1_000;

class Kept<T extends { id: string }> extends Map<string, T> {
  add(value: T): T {
    this.set(value.id, value);
    if (this.size > kept) this.delete(this.keys().next().value!);
    return value;
  }
}

/** Everything that the server knows; it is lost when the stack stops, so that clients register again. */
export class State {
  readonly clients = new Kept<RegisteredClient>();
  readonly pending = new Kept<PendingAuthorization>();
  /** By user and client. */
  readonly #grants = new Map<string, Map<string, Grant>>();

  /** The grants of a user by client, in the order in which they were given. */
  grants(userId: string): Map<string, Grant> {
    const found = this.#grants.get(userId) ?? new Map<string, Grant>();
    this.#grants.set(userId, found);
    return found;
  }

  /** Adds scopes to what the user has consented to. */
  consent(userId: string, client: RegisteredClient, more: string[]): void {
    const known = this.grants(userId).get(client.id);
    this.grants(userId).set(client.id, {
      client,
      scopes: [...new Set([...known?.scopes ?? [], ...more])],
      grantedAt: known?.grantedAt ?? new Date().toISOString(),
    });
  }
}

/** A user as access tokens repeat it. */
export interface TokenUser {
  email: string | null;
  phone: string | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
}

export type Sessions = ReturnType<typeof openSessions>;

/**
 * The sessions of OAuth clients, in the table in which Auth has all sessions.
 * @param databaseUrl as Auth's role
 */
export function openSessions(databaseUrl: string) {
  const query = (text: string, ...values: unknown[]): Promise<unknown[]> =>
    withConnection(databaseUrl, async (client) => (await client.query(text, values)).rows);
  return {
    begin: (id: string, userId: string, clientId: string) =>
      query(
        `insert into auth.sessions (id, user_id, oauth_client_id, aal, created_at, updated_at)
        values ($1, $2, $3, 'aal1', now(), now())`,
        id,
        userId,
        clientId,
      ),
    exists: async (id: string) =>
      (await query("select from auth.sessions where id = $1", id)).length > 0,
    end: (id: string) => query("delete from auth.sessions where id = $1", id),
    endAll: (userId: string, clientId: string) =>
      query(
        "delete from auth.sessions where user_id = $1 and oauth_client_id = $2",
        userId,
        clientId,
      ),
    async user(id: string): Promise<TokenUser | undefined> {
      const [user] = await query(
        "select email, phone, raw_app_meta_data, raw_user_meta_data from auth.users where id = $1",
        id,
      );
      return user as TokenUser | undefined;
    },
  };
}
