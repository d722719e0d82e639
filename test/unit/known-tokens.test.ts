import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AccessTokenVerifier,
  createAccessTokenVerifier,
} from "../../functions/kith/auth/access-token.ts";
import { variantsOf } from "../support/forged-tokens.ts";

/** An isolate that has seen a token checks its signature no more. Whatever may change about it is looked at every time. */
const issuer = "https://project.example/auth/v1";
const sub = "0b9a6b1e-5a4e-4c3b-9f6e-3c1d2e4f5a6b";
const whose = { kind: "access_token", sub };
const start = new Date("2026-01-01T00:00:00Z");
let check: AccessTokenVerifier;
let sign: (claims?: Record<string, unknown>) => Promise<string>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const keys = [await exportJWK(publicKey)];
  const auth = { url: "http://127.0.0.1:9", publishableKey: "none" };
  check = createAccessTokenVerifier({ keys, issuers: [issuer], auth });
  const base = { iss: issuer, aud: "authenticated", role: "authenticated", sub };
  const exp = start.getTime() / 1000 + 60;
  sign = (claims) =>
    new SignJWT({ ...base, exp, ...claims }).setProtectedHeader({ alg: "ES256" }).sign(privateKey);
});
afterEach(() => {
  vi.useRealTimers();
});

const refusal = { code: "unauthorized" };

describe("a token that was accepted before", () => {
  it("the token is accepted again without checking its signature again", async () => {
    const token = await sign();
    const verify = vi.spyOn(crypto.subtle, "verify");
    try {
      expect([await check(token), await check(token), await check(token)]).toEqual([
        whose,
        whose,
        whose,
      ]);
      expect(verify).toHaveBeenCalledTimes(1);
    } finally {
      verify.mockRestore();
    }
  });

  it("the token is refused once it has expired", async () => {
    const token = await sign();
    expect(await check(token)).toEqual(whose);
    vi.setSystemTime(start.getTime() + 64_000);
    expect(await check(token)).toEqual(whose);
    vi.setSystemTime(start.getTime() + 66_000);
    await expect(check(token)).rejects.toMatchObject(refusal);
  });

  it("does not make another signature or content valid", async () => {
    const token = await sign();
    expect(await check(token)).toEqual(whose);
    const [header, claims, signature] = token.split(".");
    const [, otherClaims] = (await sign({ sub: sub.replace("0b", "1b") })).split(".");
    const [, , otherSignature] = (await sign({ nbf: 1 })).split(".");
    for (
      const forged of [
        `${header}.${claims}.${otherSignature}`,
        `${header}.${otherClaims}.${signature}`,
        `${header}.${claims}.`,
        `${token}A`,
      ]
    ) await expect(check(forged)).rejects.toMatchObject(refusal);
  });

  it("does not make another encoding of the same token valid", async () => {
    // Texts of each length, so that each part ends in letters with 0, 2 and 4 bits to spare.
    for (const note of ["", "x", "xx"]) {
      const token = await sign({ note });
      const variants = variantsOf(token);
      expect(variants.length).toBeGreaterThan(5);
      for (const known of [false, true]) {
        if (known) expect(await check(token)).toEqual(whose);
        for (const [how, variant] of [...variants, ...variants]) {
          await expect(check(variant), how).rejects.toMatchObject(refusal);
        }
      }
      expect(await check(token)).toEqual(whose);
    }
  });

  it("the token has at most 8 KiB", async () => {
    const withNote = (length: number) => sign({ note: "x".repeat(length) });
    const other = (await withNote(0)).length;
    const length = Math.floor((8_192 - other) / 4) * 3;
    const [longest, longer] = [await withNote(length), await withNote(length + 4)];
    expect([longest.length <= 8_192, longer.length > 8_192]).toEqual([true, true]);
    expect(await check(longest)).toEqual(whose);
    await expect(check(longer)).rejects.toMatchObject(refusal);
  });

  it("the token is forgotten after a thousand others, and then checked like a new one", async () => {
    const token = await sign();
    await check(token);
    for (let n = 0; n < 1000; n++) await check(await sign({ note: n }));
    const verify = vi.spyOn(crypto.subtle, "verify");
    try {
      expect(await check(token)).toEqual(whose);
      expect(verify).toHaveBeenCalledTimes(1);
    } finally {
      verify.mockRestore();
    }
  });
});

describe("a token that was refused", () => {
  it("the token is refused again: with a wrong signature, for a service role, before its time", async () => {
    const wrong = (await sign()).slice(0, -8) + "AAAAAAAA";
    const service = await sign({ role: "service_role" });
    const early = await sign({ nbf: start.getTime() / 1000 + 30 });
    for (const token of [wrong, service, early]) {
      await expect(check(token)).rejects.toMatchObject(refusal);
      await expect(check(token)).rejects.toMatchObject(refusal);
    }
    vi.setSystemTime(start.getTime() + 30_000);
    expect(await check(early)).toEqual(whose);
  });
});
