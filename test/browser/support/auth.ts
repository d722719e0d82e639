import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import pg from "pg";
import { expect, inject } from "vitest";
import { tickSecret } from "../../../local/core/keys.ts";
import type { Mail } from "../../../local/core/mail.ts";
import { linkIn } from "../../../local/lite/mail.ts";
import { App } from "../../support/mcp/oauth.ts";
import { askAuth } from "./account.ts";

type Somebody = { email: string };

/** The newest mail to somebody. */
async function mailTo(email: string): Promise<Mail> {
  const lines = (await readFile(inject("page").mails, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Mail).findLast(({ to }) => to === email)!;
}

/** The link in the newest mail to somebody. */
export async function linkMailedTo(email: string): Promise<string> {
  return linkIn(await mailTo(email))!;
}

/** Lets the clock tick; the newest mail to somebody then. */
export async function tickAndReadMail({ email }: Somebody): Promise<Mail> {
  const headers = { authorization: `Bearer ${tickSecret}` };
  const url = `${inject("page").url}/functions/v1/kith/api/v1/tick`;
  expect((await fetch(url, { method: "POST", headers })).status).toBe(202);
  return await mailTo(email);
}

/** Has a link mailed to somebody who forgot their password. */
export async function recoveryLink({ email }: Somebody): Promise<string> {
  await askAuth("recover", { email });
  return await linkMailedTo(email);
}

/** Uses a link up; whether it was good. */
export async function exchange(link: string): Promise<boolean> {
  const { token_hash, type } = Object.fromEntries(new URL(link).searchParams);
  return (await askAuth("verify", { token_hash, type })).ok;
}

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
export async function sessionsOf({ email }: Somebody): Promise<number> {
  const [row] = await query(
    `select count(*)::int as sessions from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = $1`,
    [email],
  );
  return row!["sessions"] as number;
}

/** Lets what an account has approved end. */
export async function expireConnections({ email }: Somebody): Promise<void> {
  await query(
    `update kith_private.api_keys k set expires_at = now() + interval '1 millisecond'
      from auth.users u where u.id = k.owner_id and u.email = $1 and k.client_id is not null`,
    [email],
  );
}

/** An address that is still to be confirmed; the result is the token of the link that does. */
export async function unconfirm({ email }: Somebody): Promise<string> {
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
export async function codeFor({ email }: Somebody, challenge: string): Promise<string> {
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

/** An app that has asked for authorization; it is led back to a file of the page's own host. */
export async function askingApp(name = "Assistant <b>"): Promise<App> {
  const { url } = inject("page");
  const app = new App(`${url}/favicon.svg`, name, `${url}/functions/v1/kith/mcp`);
  await ask(app);
  return app;
}

/** Lets an app ask again, as if it had lost its tokens; returns where it leads the browser. */
export async function ask(app: App): Promise<string> {
  app.stored = undefined;
  await expect(app.connect()).rejects.toThrow(UnauthorizedError);
  return app.authorizationUrl!.href;
}

/** A meeting with these people that a calendar of an account had, as the clock notices it. */
export async function noticeMeeting({ email }: Somebody, title: string, contactIds: string[]) {
  await query(
    `with calendar as (
       insert into kith_private.read_calendars (owner_id, name, url)
       select u.id, 'Work', 'https://calendar.example.com/basic.ics' from auth.users u where u.email = $1 returning owner_id, id)
     insert into kith_private.meetings (owner_id, calendar_id, event, title, started_at, ended_at, contact_ids)
     select c.owner_id, c.id, repeat('a', 64), $2, now() - interval '1 day', now() - interval '23 hours', $3 from calendar c`,
    [email, title, contactIds],
  );
}
