import { randomUUID } from "node:crypto";
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

/** Everything that the server knows; it is lost when the stack stops, so that clients register again. */
export class State {
  readonly #clients = new Map<string, RegisteredClient>();
  readonly #pending = new Map<string, PendingAuthorization>();
  readonly #grants = new Map<string, Map<string, Grant>>();

  addClient(client: Omit<RegisteredClient, "id">): RegisteredClient {
    const added = { id: randomUUID(), ...client };
    addTo(this.#clients, added.id, added);
    return added;
  }

  client(id: string): RegisteredClient | undefined {
    return this.#clients.get(id);
  }

  addPending(authorization: PendingAuthorization): string {
    const id = randomUUID();
    addTo(this.#pending, id, authorization);
    return id;
  }

  pending(id: string): PendingAuthorization | undefined {
    const found = this.#pending.get(id);
    return found && found.expiresAt > Date.now() ? found : undefined;
  }

  grants(userId: string): Grant[] {
    return [...this.#grants.get(userId)?.values() ?? []];
  }

  grant(userId: string, clientId: string): Grant | undefined {
    return this.#grants.get(userId)?.get(clientId);
  }

  /** Adds scopes to what the user has consented to. */
  consent(userId: string, client: RegisteredClient, more: string[]): void {
    const ofUser = this.#grants.get(userId) ?? new Map<string, Grant>();
    this.#grants.set(userId, ofUser);
    const known = ofUser.get(client.id);
    ofUser.set(client.id, {
      client,
      scopes: [...new Set([...known?.scopes ?? [], ...more])],
      grantedAt: known?.grantedAt ?? new Date().toISOString(),
    });
  }

  revoke(userId: string, clientId: string): void {
    this.#grants.get(userId)?.delete(clientId);
  }
}

function addTo<T>(map: Map<string, T>, id: string, value: T): void {
  map.set(id, value);
  if (map.size > kept) map.delete(map.keys().next().value!);
}

/** A user as access tokens repeat it. */
export interface TokenUser {
  email: string | null;
  phone: string | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
}

/** The sessions of OAuth clients, in the table in which Auth has all sessions. */
export class Sessions {
  readonly #databaseUrl: string;

  /** @param databaseUrl as Auth's role */
  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  async begin(id: string, userId: string, clientId: string): Promise<void> {
    await this.#query(
      `insert into auth.sessions (id, user_id, oauth_client_id, aal, created_at, updated_at)
        values ($1, $2, $3, 'aal1', now(), now())`,
      [id, userId, clientId],
    );
  }

  async exists(id: string): Promise<boolean> {
    return (await this.#query("select from auth.sessions where id = $1", [id])).length > 0;
  }

  async end(id: string): Promise<void> {
    await this.#query("delete from auth.sessions where id = $1", [id]);
  }

  async endAll(userId: string, clientId: string): Promise<void> {
    await this.#query("delete from auth.sessions where user_id = $1 and oauth_client_id = $2", [
      userId,
      clientId,
    ]);
  }

  async user(id: string): Promise<TokenUser | undefined> {
    const [user] = await this.#query(
      "select email, phone, raw_app_meta_data, raw_user_meta_data from auth.users where id = $1",
      [id],
    );
    return user as TokenUser | undefined;
  }

  async #query(text: string, values: unknown[]): Promise<unknown[]> {
    return await withConnection(
      this.#databaseUrl,
      async (client) => (await client.query(text, values)).rows,
    );
  }
}
