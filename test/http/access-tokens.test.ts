import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, baseUrl } from "../support/client.ts";
import { addFactor } from "../support/factors.ts";
import { signToken } from "../support/forged-tokens.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

let ada: Account;
/** Copies of the function, by their KITH_JWT_ISSUER, and those with keys of their own. */
const copies: Record<string, FunctionCopy> = {};
const isolates: FunctionCopy[] = [];
beforeAll(async () => {
  ada = await signUp();
  copies["none"] = await startFunctionCopy({ KITH_JWT_ISSUER: "none" });
  copies["another"] = await startFunctionCopy({ KITH_JWT_ISSUER: "https://auth.example/auth/v1" });
});
afterAll(async () => {
  await Promise.all([...Object.values(copies), ...isolates].map((copy) => copy.stop()));
});

const usual = "usual";
const issuers: Record<string, string | undefined> = {
  "no issuer": undefined,
  "the project's": usual,
  "another one": "https://auth.example/auth/v1",
  "an empty one": "",
  "the word none": "none",
};

/** Twice, because a token that was verified before takes another way. */
async function statuses(setting: string, issuer: string | undefined): Promise<number[]> {
  const { iss, ...claims } = decodeJwt(ada.token);
  const named: JWTPayload = issuer === undefined
    ? claims
    : { ...claims, iss: issuer === usual ? iss! : issuer };
  const client = as(await signToken(named), copies[setting]?.base ?? baseUrl());
  return [(await client.get("/me")).status, (await client.get("/me")).status];
}

it.each([
  ["not set", ["the project's"]],
  ["none", ["no issuer", "the project's"]],
  ["another", ["another one"]],
])(
  "where KITH_JWT_ISSUER is %s, tokens of %j are accepted and no others",
  async (setting, accepted) => {
    for (const [name, issuer] of Object.entries(issuers)) {
      const status = accepted.includes(name) ? 200 : 401;
      expect([name, await statuses(setting, issuer)]).toEqual([name, [status, status]]);
    }
  },
);

/** The project's key, its next one, and what a token that the next one signed looks like. */
const current = JSON.parse(inject("stack").jwks).keys[0];

async function makeNext(alg: "ES256" | "RS256") {
  const pair = await generateKeyPair(alg, { extractable: true });
  const kid = crypto.randomUUID();
  const jwk = { ...await exportJWK(pair.publicKey), kid, alg, use: "sig", key_ops: ["verify"] };
  const token = await new SignJWT(decodeJwt(ada.token)).setProtectedHeader({ alg, kid, typ: "JWT" })
    .sign(pair.privateKey);
  return { jwk, token };
}

/** An isolate that was started with these keys. */
async function isolateWith(...keys: unknown[]) {
  const copy = await startFunctionCopy({ SUPABASE_JWKS: JSON.stringify({ keys }) });
  isolates.push(copy);
  return async (token: string) => (await as(token, copy.base).get("/me")).status;
}

describe.each(["ES256", "RS256"] as const)("rotating to a second key, %s", (alg) => {
  it("needs only that isolates start with it: both are good, then the new one alone", async () => {
    const next = await makeNext(alg);
    expect((await as(next.token, baseUrl()).get("/me")).status).toBe(401);

    const during = await isolateWith(current, next.jwk);
    expect([await during(ada.token), await during(next.token)]).toEqual([200, 200]);

    const after = await isolateWith(next.jwk);
    expect([await after(ada.token), await after(next.token)]).toEqual([401, 200]);
  });
});

it("a set of key pairs only, as migrated projects have it, refuses a token under a shared secret, a guessed one or the public key", async () => {
  const ask = await isolateWith(current);
  const claims = decodeJwt(ada.token);
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const secret of [bytes("x".repeat(40)), bytes(JSON.stringify(current))]) {
    for (const kid of [undefined, current.kid as string]) {
      const header = { alg: "HS256", typ: "JWT", ...(kid && { kid }) };
      const forged = await new SignJWT(claims).setProtectedHeader(header).sign(secret);
      expect(await ask(forged)).toBe(401);
    }
  }
  expect(await ask(ada.token)).toBe(200);
});

const sql = superuser();
const withLevel = async (account: Account, aal: string | undefined) =>
  as(await signToken({ ...decodeJwt(account.token), aal }));

describe("an account with a second factor", () => {
  it.each(["aal1", undefined])(
    "reads and writes with a token of level %s, and manages no keys",
    async (aal) => {
      const me = await signUp();
      const { id, key } = await makeKey(me);
      await addFactor(sql, me.id, "verified");
      const client = await withLevel(me, aal);
      await client.make("/contacts", { firstName: "A" });
      for (
        const [method, path, body] of [
          ["GET", "/api-keys"],
          ["POST", "/api-keys", { name: "k" }],
          ["PATCH", `/api-keys/${id}`, { name: "k" }],
          ["POST", `/api-keys/${id}/rotate`],
          ["DELETE", `/api-keys/${id}`],
          ["DELETE", "/me"],
        ] as const
      ) {
        expectProblem(await client.send(method, path, body), 403, "second_factor_required");
      }
      expectStatus(await client.get("/me"), 200);
      expectStatus(await as(key).get("/contacts"), 200);
    },
  );

  it("manages keys and is deleted after a sign-in with the factor, or while the factor is not verified", async () => {
    for (const [aal, status] of [["aal2", "verified"], ["aal1", "unverified"]] as const) {
      const me = await signUp();
      await addFactor(sql, me.id, status);
      const client = await withLevel(me, aal);
      const { id } = await client.make("/api-keys", { name: "k" });
      expectStatus(await client.delete(`/api-keys/${id}`), 204);
      expectStatus(await client.delete("/me"), 204);
    }
  });
});
