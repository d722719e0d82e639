import { withConnection } from "../core/connection.ts";

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
