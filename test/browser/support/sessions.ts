import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { Person } from "./account.ts";

async function query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: inject("page").databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** How many sessions an account has at the server. */
export async function sessionsOf({ email }: Pick<Person, "email">): Promise<number> {
  const [row] = await query(
    `select count(*)::int as sessions from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = $1`,
    [email],
  );
  return row!["sessions"] as number;
}

/** An address that is still to be confirmed; the result is the token of the link that does. */
export async function unconfirm({ email }: Person): Promise<string> {
  const token = randomUUID();
  await query(
    `update auth.users set email_confirmed_at = null, confirmation_token = $2,
      confirmation_sent_at = now() where email = $1`,
    [email, token],
  );
  return token;
}

/**
 * The code that the platform's Auth puts into the redirect of a default mail that was asked for
 * with this challenge (PKCE). The local Auth exchanges such codes, but does not make them for mails.
 */
export async function codeFor({ email }: Person, challenge: string): Promise<string> {
  const code = randomUUID();
  await query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method,
        provider_type, authentication_method, created_at, updated_at, auth_code_issued_at)
      select $1, id, $2, $3, 's256', 'email', 'recovery', now(), now(), now()
      from auth.users where email = $4`,
    [randomUUID(), code, challenge, email],
  );
  return code;
}
