import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { startFunctionCopy } from "../support/function-copy.ts";
import { authority, startTlsProxy } from "../support/tls-proxy.ts";

const database = new URL(inject("stack").databaseUrl);
const anotherAuthority = await readFile(
  new URL("../../supabase/deploy/supabase-root-2021.crt", import.meta.url),
  "utf8",
);
let ada: Account;
let proxy: Awaited<ReturnType<typeof startTlsProxy>>;

beforeAll(async () => {
  ada = await signUp();
  proxy = await startTlsProxy(Number(database.port));
});
afterAll(() => proxy.stop());

/** What a copy of the function answers that reaches the database through TLS. */
async function answered(certificate: string, query = "", host = "localhost") {
  const url = new URL(database);
  url.host = `${host}:${proxy.port}`;
  const copy = await startFunctionCopy({ KITH_DB_URL: url + query, KITH_DB_CA: certificate });
  try {
    return (await as(ada.token, copy.base).get("/me")).status;
  } finally {
    await copy.stop();
  }
}

describe("with KITH_DB_CA", () => {
  it("the database is spoken to when that authority has signed its certificate", async () => {
    expect(await answered(authority)).toBe(200);
    expect(await answered(authority, "?sslmode=verify-full")).toBe(200);
    expect(await answered(authority.replaceAll("\n", "\\n"))).toBe(200);
  });

  it("nothing is said to a database whose certificate another authority has signed", async () => {
    expect(await answered(anotherAuthority)).toBe(503);
  });

  it("nothing is said to a database that speaks no TLS", async () => {
    const copy = await startFunctionCopy({ KITH_DB_URL: database.href, KITH_DB_CA: authority });
    expect((await as(ada.token, copy.base).get("/me")).status).toBe(503);
    await copy.stop();
  });
});

describe("without KITH_DB_CA", () => {
  it("the connection is only encrypted with sslmode=require, and refused with verify-full", async () => {
    expect(await answered("", "?sslmode=require")).toBe(200);
    expect(await answered("", "?sslmode=verify-full")).toBe(503);
  });
});
