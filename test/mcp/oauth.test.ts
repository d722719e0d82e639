import { UnauthorizedError } from "@modelcontextprotocol/client";
import { decodeJwt } from "jose";
import { describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { eras } from "../support/mcp/client.ts";
import { App, approve, askAuth, authorizationId } from "../support/mcp/oauth.ts";
import { noteSecret } from "../support/secrets.ts";

/** An app of which the user was asked and said yes. */
async function connected(account: Account, limits = {}, era: (typeof eras)[number] = "2026") {
  const app = new App();
  await expect(app.connect(era)).rejects.toThrow(UnauthorizedError);
  const back = await approve(account, app, limits);
  expect(back.searchParams.get("state")).toBe("the state");
  await app.transport().finishAuth(back.searchParams);
  noteSecret(app.stored!.access_token, app.stored!.refresh_token!);
  return app;
}

const connectionOf = async (account: Account) =>
  expectStatus(await account.get("/connections"), 200).data[0];

describe.each(eras)("an app of %s", (era) => {
  it("registers, asks, is approved and does what it may, until it is disconnected", async () => {
    const me = await signUp();
    const app = await connected(me, { scopes: ["contacts:write"] }, era);
    const client = await app.connect(era);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("save_contact");
    expect(names).not.toContain("log_note");
    await client.callTool({ name: "save_contact", arguments: { firstName: "Zoë" } });
    expect((await me.get("/contacts")).body.total).toBe(1);
    const { id, lastUsedAt, ...connection } = await connectionOf(me);
    expect(lastUsedAt).not.toBeNull();
    expect(connection).toMatchObject({ name: "A test app", redirectHost: "127.0.0.1:9" });
    expectStatus(await me.delete(`/connections/${id}`), 204);
    const save = () => client.callTool({ name: "save_contact", arguments: { firstName: "B" } });
    app.authorizationUrl = undefined;
    // Its session in Auth has ended too, so that it does not renew its token, and asks the user again.
    await expect(save()).rejects.toThrow(UnauthorizedError);
    expect(app.authorizationUrl).toBeDefined();
    expect((await me.get("/contacts")).body.total).toBe(1);
    await client.close().catch(() => {});
  });
});

describe("the tokens of an app", () => {
  it("have the user's claims and the client's id, and are renewed", async () => {
    const me = await signUp();
    const app = await connected(me);
    const claims = decodeJwt(app.stored!.access_token);
    const own = decodeJwt(me.token);
    expect(claims).toMatchObject({
      iss: own.iss,
      sub: me.id,
      aud: "authenticated",
      role: "authenticated",
      client_id: app.registration!.client_id,
      scope: "email",
    });
    expect(claims["session_id"]).not.toBe(own["session_id"]);
    const before = app.stored!;
    // What is not valid any more is renewed with the refresh token, without the user.
    app.stored = { ...before, access_token: "x.y.z" };
    const client = await app.connect();
    expect(app.stored!.access_token).not.toBe(before.access_token);
    expect(app.stored!.refresh_token).not.toBe(before.refresh_token);
    expect(decodeJwt(app.stored!.access_token)["session_id"]).toBe(claims["session_id"]);
    await client.close();
    // The one before is good for ten seconds more, in case the answer got lost.
    app.stored = { ...before, access_token: "x.y.z" };
    await (await app.connect()).close();
  });

  it("end when the grant is revoked in Auth", async () => {
    const me = await signUp();
    const app = await connected(me);
    const { client_id } = app.registration!;
    const grants = await askAuth(me, "user/oauth/grants");
    expect(grants.body).toMatchObject([{ client: { id: client_id, name: "A test app" } }]);
    expect((await askAuth(me, `user/oauth/grants?client_id=${client_id}`, "DELETE")).status)
      .toBe(204);
    expect((await as(app.stored!.access_token).get("/contacts")).status).toBe(401);
    await expect(app.connect()).rejects.toThrow(UnauthorizedError);
    expect((await askAuth(me, "user/oauth/grants")).body).toEqual([]);
  });
});

describe("the OAuth server of the local stack", () => {
  it("describes itself where clients look", async () => {
    const { url } = inject("stack");
    const paths = [
      "/auth/v1/.well-known/oauth-authorization-server",
      "/.well-known/oauth-authorization-server/auth/v1",
    ];
    for (const path of paths) {
      expect(await (await fetch(url + path)).json()).toMatchObject({
        issuer: `${url}/auth/v1`,
        code_challenge_methods_supported: ["S256"],
        scopes_supported: ["openid", "profile", "email", "phone", "offline_access"],
      });
    }
  });

  async function asked(): Promise<App> {
    const app = new App();
    await expect(app.connect()).rejects.toThrow(UnauthorizedError);
    return app;
  }

  it.each<[string, (query: URLSearchParams) => void, string]>([
    ["PKCE", (query) => query.delete("code_challenge"), "invalid_request"],
    ["S256", (query) => query.set("code_challenge_method", "plain"), "invalid_request"],
    ["scopes that it knows", (query) => query.set("scope", "contacts:read"), "invalid_scope"],
  ])("needs %s", async (_, change, error) => {
    const { authorizationUrl } = await asked();
    change(authorizationUrl!.searchParams);
    const { location } = await askAuth(null, authorizationUrl!.href);
    expect(location).toContain(`http://127.0.0.1:9/callback?error=${error}`);
  });

  it("redirects only for clients and addresses that it knows", async () => {
    for (const [name, value] of [["client_id", "x"], ["redirect_uri", "https://evil.example/"]]) {
      const { authorizationUrl } = await asked();
      authorizationUrl!.searchParams.set(name!, value!);
      const { status, location } = await askAuth(null, authorizationUrl!.href);
      expect([status, location]).toEqual([400, null]);
    }
    for (
      const uri of ["javascript:alert(1)", "http://app.example/", "https://a.example/#b", "app:x"]
    ) {
      const client = { redirect_uris: [uri], token_endpoint_auth_method: "none" };
      expect((await askAuth(null, "oauth/clients/register", "POST", client)).status).toBe(400);
    }
    const { authorizationUrl } = await asked();
    authorizationUrl!.searchParams.delete("redirect_uri");
    expect((await askAuth(null, authorizationUrl!.href)).status).toBe(400);
  });

  it("tells the client that the user refused", async () => {
    const me = await signUp();
    const app = await asked();
    const id = await authorizationId(app.authorizationUrl!);
    await askAuth(me, `oauth/authorizations/${id}`);
    const { body } = await askAuth(me, `oauth/authorizations/${id}/consent`, "POST", {
      action: "deny",
    });
    const { searchParams } = new URL(body.redirect_url);
    expect([searchParams.get("error"), searchParams.get("state")])
      .toEqual(["access_denied", "the state"]);
    expect((await askAuth(me, `oauth/authorizations/${id}`)).status).toBe(400);
  });

  it("remembers a consent, so that asking for the details approves", async () => {
    const me = await signUp();
    const app = await connected(me);
    app.stored = undefined;
    await expect(app.connect()).rejects.toThrow(UnauthorizedError);
    const id = await authorizationId(app.authorizationUrl!);
    const { body } = await askAuth(me, `oauth/authorizations/${id}`);
    expect(Object.keys(body)).toEqual(["redirect_url"]);
    await app.transport().finishAuth(new URL(body.redirect_url).searchParams);
    await (await app.connect()).close();
  });

  it("takes one decision, and only from the account that read the details, and from no foreign page", async () => {
    const [me, other] = [await signUp(), await signUp()];
    const id = await authorizationId((await asked()).authorizationUrl!);
    const path = `oauth/authorizations/${id}`;
    const decide = (account: Account | null) =>
      askAuth(account, `${path}/consent`, "POST", { action: "approve" });
    for (const account of [me, other]) expect((await decide(account)).status).toBe(404);
    expect([(await askAuth(null, path)).status, (await decide(null)).status]).toEqual([401, 401]);
    const foreign = { origin: "https://foreign.example" };
    expect((await askAuth(me, path, "GET", undefined, foreign)).status).toBe(400);
    for (const _ of [1, 2]) expect((await askAuth(me, path)).body.authorization_id).toBe(id);
    expect([(await askAuth(other, path)).status, (await decide(other)).status]).toEqual([404, 404]);
    expect((await decide(me)).status).toBe(200);
    expect([(await askAuth(me, path)).status, (await decide(me)).status]).toEqual([400, 400]);
  });

  it("lets a client's token do what OAuth needs, and refuses what changes the account", async () => {
    const me = await signUp();
    const app = await connected(me);
    const its = { ...me, token: app.stored!.access_token };
    const id = await authorizationId((await asked()).authorizationUrl!);
    for (
      const [status, method, path, body] of [
        [403, "PUT", "user", { password: `taken ${me.password}` }],
        [403, "PUT", "user", { email: "taken@example.com" }],
        [403, "PUT", "user", { data: { name: "taken" } }],
        [403, "GET", "reauthenticate"],
        [403, "DELETE", `user/oauth/grants?client_id=${app.registration!.client_id}`],
        [403, "DELETE", "user/identities/0190a5c2-9d41-7a63-b1f0-6c8e2d4b7a15"],
        [403, "GET", "user/identities/authorize?provider=github"],
        [403, "POST", "factors", { factor_type: "totp" }],
        [403, "POST", "passkeys/registration/options", {}],
        [403, "POST", "anything/else", {}],
        [403, "POST", "logout?scope=others"],
        [403, "POST", "logout"],
        [200, "GET", "user"],
        // As the platform's Auth, which the consent view has to withstand.
        [200, "GET", "user/oauth/grants"],
        [200, "GET", `oauth/authorizations/${id}`],
        [200, "POST", `oauth/authorizations/${id}/consent`, { action: "approve" }],
        [204, "POST", "logout?scope=local"],
        [403, "GET", "user"],
      ] as const
    ) {
      const answer = await askAuth(its, path, method, body, {
        apikey: inject("stack").publishableKey,
      });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
    const { url, publishableKey } = inject("stack");
    const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: me.email, password: me.password }),
    });
    expect(signedIn.status).toBe(200);
    noteSecret((await signedIn.json()).access_token);
    expect((await me.get("/me")).status).toBe(200);
  });

  it("accepts a code once, and only from the client that asked for it", async () => {
    const me = await signUp();
    const app = await asked();
    const back = await approve(me, app);
    const other = await asked();
    other.registration = app.registration;
    await expect(other.transport().finishAuth(back.searchParams)).rejects.toThrow();
    const third = await asked();
    const backAgain = await approve(me, third);
    await third.transport().finishAuth(backAgain.searchParams);
    await expect(third.transport().finishAuth(backAgain.searchParams)).rejects.toThrow();
  });
});
