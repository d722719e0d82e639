import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { rolledBack, type Sql } from "../support/database.ts";
import { sqlState, superuser } from "../support/sql.ts";

const sql = superuser();

/** The statements of Auth 2.196 (`internal/models/user.go`, `sessions.go`), as its own role, on an account with these sessions. */
async function asAuth(
  sessions: ("own" | "client")[],
  work: (tx: Sql, user: string, sessions: string[]) => Promise<unknown>,
): Promise<string | null> {
  return await rolledBack(sql, async (tx) => {
    await tx`set local role supabase_auth_admin`;
    const user = randomUUID();
    await tx`
      insert into auth.users (id, email, encrypted_password, confirmation_token)
      values (${user}, ${`${user}@example.com`}, 'old', '')`;
    const ids = sessions.map(() => randomUUID());
    for (const [index, whose] of sessions.entries()) {
      await tx`
        insert into auth.sessions (id, user_id, aal, oauth_client_id, created_at, updated_at)
        values (${ids[index]!}, ${user}, 'aal1', ${
        whose === "client" ? randomUUID() : null
      }, now(), now())`;
    }
    return await sqlState((async () => {
      await work(tx, user, ids);
      await tx`set constraints all immediate`;
    })());
  });
}

/** Ends the other sessions, or all where the change is not one of a session (User.UpdatePassword). */
async function updatePassword(tx: Sql, user: string, session: string | null): Promise<void> {
  await tx`
    update auth.users set encrypted_password = 'new', confirmation_token = '', confirmation_sent_at = null,
      recovery_token = '', email_change_token_current = '', email_change_token_new = '', updated_at = now()
    where id = ${user}`;
  await tx`delete from auth.sessions where user_id = ${user} and id is distinct from ${session}::uuid`;
}

describe("Auth refuses a new password", () => {
  it.each<["own" | "client", ("own" | "client")[]]>([
    ["client", ["client", "own"]],
    ["client", ["client"]],
    ["client", ["client", "client", "own"]],
  ])("from the session of a %s, with the sessions %j", async (_, sessions) => {
    const refused = await asAuth(
      sessions,
      (tx, user, [session]) => updatePassword(tx, user, session!),
    );
    expect(refused).toBe("42501");
  });
});

describe("Auth goes on with", () => {
  it("the owner's own change, also after recovery by mail, with clients connected", async () => {
    expect(
      await asAuth(
        ["own", "client"],
        (tx, user, [session]) => updatePassword(tx, user, session!),
      ),
    ).toBeNull();
  });

  it.each([[["client"]], [["own", "client"]], [[]]] as ("own" | "client")[][][])(
    "an administrator's change, and an invitation that is accepted, with the sessions %j",
    async (sessions) => {
      expect(await asAuth(sessions, (tx, user) => updatePassword(tx, user, null))).toBeNull();
    },
  );

  it("a password that a sign-in encrypts anew, where only a client has a session", async () => {
    expect(
      await asAuth(
        ["client"],
        (tx, user) =>
          tx`update auth.users set encrypted_password = 'other', updated_at = now() where id = ${user}`,
      ),
    ).toBeNull();
  });

  it("what an administrator writes in SQL, where only a client has a session", async () => {
    expect(
      await asAuth(["client"], async (tx, user) => {
        await tx`reset role`;
        await tx`update auth.users set encrypted_password = 'other' where id = ${user}`;
      }),
    ).toBeNull();
  });

  it("soft deletion, where only a client has a session", async () => {
    expect(
      await asAuth(["client"], async (tx, user) => {
        await tx`
          update auth.users set encrypted_password = null, confirmation_token = '', deleted_at = now()
          where id = ${user}`;
        await tx`delete from auth.sessions where user_id = ${user}`;
      }),
    ).toBeNull();
  });

  it("every change where its sessions do not tell whose they are", async () => {
    const answer = await rolledBack(sql, async (tx) => {
      await tx.query("alter table auth.sessions rename column oauth_client_id to gone");
      const user = randomUUID();
      await tx`insert into auth.users (id, encrypted_password) values (${user}, 'old')`;
      await tx`insert into auth.sessions (id, user_id, gone) values (gen_random_uuid(), ${user}, gen_random_uuid())`;
      await tx`update auth.users set encrypted_password = 'new', confirmation_token = '' where id = ${user}`;
      return await sqlState(tx`set constraints all immediate`);
    });
    expect(answer).toBeNull();
  });
});
