import { decodeJwt, type JWTPayload } from "jose";
import { randomUUID } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { connectClient } from "../support/connections.ts";
import { signToken } from "../support/forged-tokens.ts";
import { mcpUrl } from "../support/mcp/client.ts";
import { makeWithPhoto, photoPath } from "../support/photos.ts";
import { postgrestClient, storageClient } from "../support/supabase-clients.ts";
import { superuser } from "../support/sql.ts";

// A credential that the API refuses is refused by PostgREST and Storage too, from the next request on.
const sql = superuser();

interface Owner extends Account {
  contactId: string;
  photo: string;
}

async function ownerWithPhoto(): Promise<Owner> {
  const account = await signUp();
  const contact = await makeWithPhoto(account);
  return { ...account, contactId: contact.id, photo: await photoPath(sql, contact.id) ?? "" };
}

/** What a token gets: the API's status and code, the rows PostgREST reads and writes, and Storage's status. */
async function reach(owner: Owner, token: string) {
  const api = await as(token).get("/contacts");
  const rest = postgrestClient(token);
  const read = await rest.get("/contacts?select=id");
  const changed = await rest.patch(`/contacts?id=eq.${owner.contactId}`, {
    nickname: randomUUID(),
  });
  const created = await rest.post("/notes", { content: "x" });
  const file = await storageClient(token).get(`/object/authenticated/kith-photos/${owner.photo}`);
  const signed = await storageClient(token).post(`/object/sign/kith-photos/${owner.photo}`, {
    expiresIn: 60,
  });
  return {
    api: [api.status, api.body.code],
    read: read.body.length,
    changed: (changed.body ?? []).length,
    created: created.status,
    storage: [file.status, signed.status].map((status) => status < 400),
  };
}

const everything = {
  api: [200, undefined],
  read: 1,
  changed: 1,
  created: 201,
  storage: [true, true],
};
const nothing = { read: 0, changed: 0, created: 403, storage: [false, false] };

const refused = { ...nothing, api: [401, "unauthorized"] };

/** What `/mcp` answers to this token. */
async function statusAtMcp(token: string): Promise<number> {
  const answer = await fetch(mcpUrl(), {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await answer.body?.cancel();
  return answer.status;
}

const withClaims = (token: string, changed: JWTPayload) =>
  signToken({ ...decodeJwt(token), ...changed });

describe("a token that works everywhere is refused everywhere", () => {
  it("once its account is banned or marked as deleted, and works again afterwards", async () => {
    const owner = await ownerWithPhoto();
    expect(await reach(owner, owner.token)).toEqual(everything);
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${owner.id}`;
    expect(await reach(owner, owner.token)).toEqual(refused);
    await sql`update auth.users set banned_until = now() - interval '1 second' where id = ${owner.id}`;
    expect(await reach(owner, owner.token)).toEqual(everything);
    await sql`update auth.users set deleted_at = now() where id = ${owner.id}`;
    expect(await reach(owner, owner.token)).toEqual(refused);
  });

  it("once its session is signed out", async () => {
    const owner = await ownerWithPhoto();
    expect(decodeJwt(owner.token)["session_id"]).toEqual(expect.any(String));
    const { url, publishableKey } = inject("stack");
    const signedOut = await fetch(`${url}/auth/v1/logout?scope=global`, {
      method: "POST",
      headers: { apikey: publishableKey, authorization: `Bearer ${owner.token}` },
    });
    expect(signedOut.status).toBe(204);
    expect(await reach(owner, owner.token)).toEqual(refused);
  });

  it("when its session is past its deadline, another account's or unknown", async () => {
    const owner = await ownerWithPhoto();
    const other = await signUp();
    const foreign = { session_id: decodeJwt(other.token)["session_id"] };
    for (const claims of [foreign, { session_id: randomUUID() }]) {
      expect(await reach(owner, await withClaims(owner.token, claims)))
        .toEqual(refused);
    }
    await sql`update auth.sessions set not_after = now() - interval '1 second' where user_id = ${owner.id}`;
    expect(await reach(owner, owner.token)).toEqual(refused);
  });

  it("when it was issued to an OAuth client", async () => {
    const owner = await ownerWithPhoto();
    const token = await withClaims(owner.token, { client_id: randomUUID(), scope: "openid email" });
    expect(await reach(owner, token)).toEqual({ ...nothing, api: [403, "connection_required"] });
    for (
      const [method, path, body] of [
        ["POST", "/api-keys", { name: "k" }],
        ["DELETE", "/me"],
        ["PATCH", "/me", { name: 1 }],
      ] as const
    ) {
      const answer = await as(token).send(method, path, body);
      expect([answer.status, answer.body.code]).toEqual([403, "connection_required"]);
    }
    expect((await owner.get("/me")).status).toBe(200);
  });

  // Auth answers so to an app that has enrolled a second factor with its own token.
  it("when only its session says that it is an OAuth client's, or it says another client's", async () => {
    const owner = await ownerWithPhoto();
    const [app, other] = [await connectClient(owner), await connectClient(owner)];
    const session = randomUUID();
    await sql`
      insert into auth.sessions (id, user_id, aal, oauth_client_id) values (${session}, ${owner.id}, 'aal2', ${app.clientId})`;
    const claims = { session_id: session, aal: "aal2" };
    const token = await withClaims(owner.token, claims);
    expect(await reach(owner, token)).toEqual(refused);
    expect(await statusAtMcp(token)).toBe(401);
    expect((await as(token).post("/api-keys", { name: "k" })).status).toBe(401);
    const others = await withClaims(other.token, claims);
    expect(await reach(owner, others)).toEqual(refused);
    const own = await withClaims(app.token, claims);
    expect(await reach(owner, own)).toEqual({ ...nothing, api: [200, undefined] });
    expect(await statusAtMcp(own)).toBe(200);
  });
});

it("a token without a session works everywhere, and an API key after its owner signed out", async () => {
  const owner = await ownerWithPhoto();
  const { session_id: _, ...claims } = decodeJwt(owner.token);
  expect(await reach(owner, await signToken(claims))).toEqual(everything);
  const { key } = await owner.make("/api-keys", { name: "k" });
  await sql`delete from auth.sessions where user_id = ${owner.id}`;
  expect((await as(key).get("/contacts")).status).toBe(200);
  expect((await owner.get("/contacts")).status).toBe(401);
});
