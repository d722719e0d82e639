import { decodeJwt, type JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { as, baseUrl } from "../support/client.ts";
import { signToken } from "../support/forged-tokens.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";

let ada: Account;
const copies: Record<string, FunctionCopy> = {};
beforeAll(async () => {
  ada = await signUp();
  copies["none"] = await startFunctionCopy({ KITH_JWT_ISSUER: "none" });
  copies["another"] = await startFunctionCopy({ KITH_JWT_ISSUER: "https://auth.example/auth/v1" });
});
afterAll(async () => {
  await Promise.all(Object.values(copies).map((copy) => copy.stop()));
});

const usual = "usual";
const issuers: Record<string, string | undefined> = {
  "no issuer": undefined,
  "the project's": usual,
  "another": "https://auth.example/auth/v1",
  "an empty one": "",
  "none": "none",
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

describe.each([
  ["not set", ["the project's"]],
  ["none", ["no issuer", "the project's"]],
  ["another", ["another"]],
])("where KITH_JWT_ISSUER is %s", (setting, accepted) => {
  it.each(Object.keys(issuers))("a token with %s as its issuer", async (name) => {
    const status = accepted.includes(name) ? 200 : 401;
    expect(await statuses(setting, issuers[name])).toEqual([status, status]);
  });
});
