import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { isVerifiedBy } from "../../supabase/deploy/pooler.ts";
import { makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { committed } from "../support/database.ts";
import { withFunctionCopy } from "../support/function-copy.ts";
import { listen } from "../support/listen.ts";
import { superuser } from "../support/sql.ts";
import { until } from "../support/wait.ts";

const database = new URL(inject("stack").databaseUrl);
const sql = superuser(2);
const ada = await signUp();

const certificate = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

/** What a Postgres client sends first to ask for TLS: a message of eight bytes with this code. */
const sslRequest = 80877103;

/** Accepts TLS connections for a Postgres that does not support TLS, and refuses others. */
async function startTlsProxy(): Promise<{ port: number; stop(): Promise<void> }> {
  const [key, cert] = [await certificate("tls/server.key"), await certificate("tls/server.crt")];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (first) => {
      if (first.length !== 8 || first.readInt32BE(4) !== sslRequest) return socket.destroy();
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      const upstream = connect(Number(database.port), "127.0.0.1");
      for (const [one, other] of [[secure, upstream], [upstream, secure]] as const) {
        one.on("error", () => other.destroy()).on("close", () => other.destroy());
        one.pipe(other);
      }
    });
  });
  const { port, stop } = await listen(server);
  return {
    port,
    stop() {
      for (const socket of sockets) socket.destroy();
      return stop();
    },
  };
}

describe("the certificate of the database", async () => {
  /** The authority that signed the proxy's certificate, which is one for `localhost`. */
  const authority = await certificate("tls/authority.crt");
  const anotherAuthority = await certificate("../../supabase/deploy/supabase-root-2021.crt");
  let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
  beforeAll(async () => {
    proxy = await startTlsProxy();
  });
  afterAll(() => proxy.stop());

  const statusWith = (environment: Record<string, string>) =>
    withFunctionCopy(environment, async (base) => (await as(ada.token, base).get("/me")).status);

  const overTls = (query: string) => {
    const url = new URL(database);
    url.host = `localhost:${proxy.port}`;
    return url.href + query;
  };

  it.each([
    ["is accepted with KITH_DB_CA where that authority has signed it", "", authority, 200],
    ["is accepted with KITH_DB_CA and sslmode=verify-full", "?sslmode=verify-full", authority, 200],
    [
      "is accepted with a KITH_DB_CA that has \\n for line breaks",
      "",
      authority.replaceAll("\n", "\\n"),
      200,
    ],
    ["is refused with KITH_DB_CA where another authority has signed it", "", anotherAuthority, 503],
    ["is not verified with sslmode=require and no KITH_DB_CA", "?sslmode=require", "", 200],
    ["is refused with sslmode=verify-full and no KITH_DB_CA", "?sslmode=verify-full", "", 503],
  ])("%s", async (_, query, authority, status) => {
    const environment = { KITH_DB_URL: overTls(query), KITH_DB_CA: authority };
    expect(await statusWith(environment)).toBe(status);
  });

  it("is found out by an installation, which signs nobody in", async () => {
    expect(await isVerifiedBy(authority, overTls(""))).toBe(true);
    expect(await isVerifiedBy(anotherAuthority, overTls(""))).toBe(false);
    expect(await isVerifiedBy(authority, database.href)).toBe(false);
    expect(await isVerifiedBy(authority, "postgresql://127.0.0.1:9/postgres")).toBe(false);
  });

  it("the certificate is required with KITH_DB_CA: a database without TLS is refused", async () => {
    const environment = { KITH_DB_URL: database.href, KITH_DB_CA: authority };
    expect(await statusWith(environment)).toBe(503);
  });
});

it.each(["key", "access token", "keys that the function has not seen"])(
  "an account whose writes by %s wait has one connection waiting, and another account is answered",
  async (credential) => {
    const url = new URL(database);
    url.searchParams.set("application_name", "kith-fairness");
    /** Connections of the copy that wait for a lock. */
    const waiting = async (): Promise<number> => {
      const [row] = await sql`
        select count(*)::int as waiting from pg_stat_activity
         where application_name = 'kith-fairness' and wait_event_type = 'Lock'`;
      return row!["waiting"];
    };
    await withFunctionCopy({ SUPABASE_DB_URL: url.href }, async (base) => {
      const path = `/contacts/${(await ada.make("/contacts", { firstName: "A" })).id}`;
      const tokens = credential === "access token" ? [ada.token] : [(await makeKey(ada)).key];
      const flooding = as(tokens[0]!, base);
      const other = as((await signUp()).token, base);
      // The function knows the account of a key from its first request on.
      await flooding.read(path);
      if (credential.startsWith("keys")) {
        for (let n = 0; n < 5; n++) tokens.push((await makeKey(ada)).key);
        tokens.shift();
      }
      await committed(sql, async (tx) => {
        await tx`select pg_advisory_xact_lock(kith_private.log_lock_key(${ada.id}))`;
        const writes = Array.from(
          { length: 20 },
          (_, n) => as(tokens[n % tokens.length]!, base).patch(path, { nickname: `${n}` }),
        );
        await until("a write waits", async () => await waiting() > 0);
        expect(await waiting()).toBeLessThan(2);
        for (let n = 0; n < 5; n++) {
          await other.read("/contacts");
          await other.make("/contacts", { firstName: "B" });
        }
        expect(await waiting()).toBeLessThan(2);
        for (const { status, headers } of await Promise.all(writes)) {
          expect(status).toBe(503);
          expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
        }
      });
      await flooding.change(path, { nickname: "after" });
    });
  },
);
