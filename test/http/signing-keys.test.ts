import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { as, baseUrl } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";

/** The project's key, its next one, and what a token that the next one signed looks like. */
const current = JSON.parse(inject("stack").jwks).keys[0];
let ada: Account;
const copies: FunctionCopy[] = [];

beforeAll(async () => {
  ada = await signUp();
});
afterAll(async () => {
  await Promise.all(copies.map((copy) => copy.stop()));
});

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
  copies.push(copy);
  return async (token: string) => (await as(token, copy.base).get("/me")).status;
}

describe.each(["ES256", "RS256"] as const)("rotating to a second key, %s", (alg) => {
  it("takes no more than that isolates start with it: first both are good, then the new one alone", async () => {
    const next = await makeNext(alg);
    expect((await as(next.token, baseUrl()).get("/me")).status).toBe(401);

    const during = await isolateWith(current, next.jwk);
    expect([await during(ada.token), await during(next.token)]).toEqual([200, 200]);

    const after = await isolateWith(next.jwk);
    expect([await after(ada.token), await after(next.token)]).toEqual([401, 200]);
  });
});

describe("a set of nothing but key pairs, as migrated projects have", () => {
  it("refuses a token under a shared secret, be the secret a guess or the public key", async () => {
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
});
