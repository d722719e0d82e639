import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseUrlOf } from "../../supabase/local/core/database-url.ts";
import { removeData } from "../../supabase/local/data.ts";
import { startGateway, type Upstreams } from "../../supabase/local/gateway/gateway.ts";
import { openDatabase } from "../support/database.ts";
import { npmStart, type Started } from "../support/npm-start.ts";

/** Any web page can send requests to this machine: none of them may end the stack, or read it under another name. */
let folder: string;
let stack: Started;
let url: string;
let secretKey: string;
let databaseUrl: string;
let demo: RegExpExecArray;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith gateway "));
  stack = npmStart(folder);
  url = (await stack.printed(/Supabase +(http\S+)/))[1]!;
  secretKey = (await stack.printed(/Secret key +(\S+)/))[1]!;
  key = (await stack.printed(/API key +(kith_\S+)/))[1]!;
  demo = await stack.printed(/Demo account +(\S+) \/ (\S+)/);
  databaseUrl = (await stack.printed(/Database +(postgres\S+)/))[1]!;
});
afterAll(async () => {
  stack.child.kill("SIGINT");
  await stack.ended;
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

/** Sends these very bytes; status and body of the answer, once the other side has closed. */
async function raw(head: string): Promise<{ status: number; body: string }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => text += chunk);
  socket.write(head + "\r\n\r\n");
  await once(socket, "close");
  return { status: Number(text.split(" ")[1]), body: text.split("\r\n\r\n")[1] ?? "" };
}

function get(target: string, host = "127.0.0.1", ...more: string[]) {
  return raw(
    [`GET ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...more].join("\r\n"),
  );
}

async function expectAlive() {
  expect((await get("/")).status).toBe(200);
  expect(stack.child.exitCode).toBeNull();
}

describe("a target that is no path", () => {
  it.each(["//", "//[", "//elsewhere.example/", "http://[", "/\\[", "/\\elsewhere.example", "*"])(
    "is 400: %s",
    async (target) => {
      const { status, body } = await get(target);
      expect([status, JSON.parse(body).message]).toEqual([400, expect.stringContaining("path")]);
      await expectAlive();
    },
  );

  it.each([
    "/%",
    "/[",
    "/auth/v1//[",
    "/rest/v1/%ff?\\[",
    "/storage/v1/object/%",
    "/reference/%2e",
  ])(
    "is told from an odd one, which is 4xx: %s",
    async (target) => {
      const { status } = await get(target);
      expect([400, 401, 404]).toContain(status);
      await expectAlive();
    },
  );

  it("is told from an odd method, which is 4xx", async () => {
    for (const path of ["/", "/auth/v1/health", "/functions/v1/kith/api/v1/health"]) {
      const { status } = await raw(
        `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close`,
      );
      expect([404, 405]).toContain(status);
    }
    await expectAlive();
  });
});

describe("the name of the host", () => {
  const paths = [
    "/",
    "/reference",
    "/auth/v1/health",
    "/rest/v1/contacts",
    "/storage/v1/bucket",
    "/functions/v1/kith/api/v1/health",
  ];

  it.each(["localhost", "LOCALHOST:1", "127.0.0.1:54321", "[::1]", "[::1]:54321"])(
    "may be this machine's, with any port: %s",
    async (host) => {
      for (const path of paths) expect([200, 401]).toContain((await get(path, host)).status);
    },
  );

  it.each([
    "rebound.example",
    "rebound.example:54321",
    "localhost.rebound.example",
    "127.0.0.1.rebound.example",
    "rebound.example:localhost",
    "localhost@rebound.example",
    "[::1]rebound.example",
    "",
  ])("may be no other: %j", async (host) => {
    for (const path of paths) {
      const { status, body } = await get(path, host);
      expect([path, status]).toEqual([path, 421]);
      expect(JSON.parse(body).message).toContain("localhost, 127.0.0.1, [::1]");
    }
  });

  it("is looked at where the connection is to become a WebSocket, and where there is none", async () => {
    const upgrade = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA=="];
    const head = ["GET /realtime/v1/websocket HTTP/1.1", "Host: rebound.example"];
    const closing = "Connection: Upgrade, close";
    expect((await raw([...head, closing, ...upgrade].join("\r\n"))).status).toBe(421);
    expect((await raw("GET / HTTP/1.0")).status).toBe(421);
  });
});

describe("the head of a request", () => {
  const head = (path: string) => [`POST ${path} HTTP/1.1`, "Host: localhost", "Connection: close"];

  it("reaches the function before its body, so that an announced 2 GB is refused at once", async () => {
    const began = performance.now();
    const { status } = await raw([
      ...head("/functions/v1/kith/api/v1/contacts"),
      `Authorization: Bearer ${key}`,
      "Content-Type: application/json",
      "Content-Length: 2147483648",
    ].join("\r\n"));
    expect(status).toBe(413);
    expect(performance.now() - began).toBeLessThan(5_000);
    await expectAlive();
  });

  it("is no answer yet for a body that comes later and is allowed", async () => {
    const body = '{"name":"Later"}';
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => text += chunk);
    socket.write([
      ...head("/functions/v1/kith/api/v1/networks"),
      `Authorization: Bearer ${key}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "\r\n",
    ].join("\r\n"));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(text).toBe("");
    socket.write(body);
    await once(socket, "close");
    expect(text.split(" ")[1]).toBe("201");
  });
});

describe("a fault of the gateway's own", () => {
  const faults: [string, Upstreams][] = [
    ["/", {
      page: () => {
        throw new Error("at once");
      },
    }],
    ["/rest/v1/x?apikey=hidden", { lite: () => Promise.reject(new Error("later")) }],
    ["/functions/v1/kith/x", { functionUrl: "no address" }],
  ];

  it.each(faults)(
    "is a 500 and one line in the log, without the query: %s",
    async (path, upstreams) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      const gateway = await startGateway(0);
      try {
        Object.assign(gateway.upstreams, upstreams);
        expect((await fetch(gateway.url + path)).status).toBe(500);
        expect((await fetch(gateway.url + path)).status).toBe(500);
        const line = expect.stringMatching(/^GET \/[^? ]* → 500 \w+/);
        expect(log.mock.calls).toEqual([[line], [line]]);
      } finally {
        log.mockRestore();
        await gateway.stop();
      }
    },
  );
});

describe("a backend of Postgres that is terminated", () => {
  const port = () => Number(new URL(databaseUrl).port);

  /** Auth is asked to sign in, the others to read; the status. */
  async function ask(path: string): Promise<number> {
    const [, email, password] = demo;
    const headers = {
      apikey: secretKey,
      "accept-profile": "kith",
      "content-type": "application/json",
    };
    const signIn = { method: "POST", body: JSON.stringify({ email, password }) };
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(url + path, {
      headers,
      signal,
      ...(path.startsWith("/auth/") && signIn),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  it.each([
    ["authenticator", "/rest/v1/contacts?select=id"],
    ["supabase_auth_admin", "/auth/v1/token?grant_type=password"],
    ["supabase_storage_admin", "/storage/v1/bucket"],
    ["supabase_admin", "/rest/v1/contacts?select=id"],
  ])("ends no more than the requests that it worked for: %s", async (role, path) => {
    const admin = openDatabase(databaseUrlOf("supabase_admin", port()));
    try {
      const expectAnswered = () =>
        vi.waitFor(async () => expect(await ask(path)).toBe(200), { timeout: 10_000 });
      await expectAnswered();
      for (let round = 0; round < 3; round++) {
        const answers = Array.from({ length: 30 }, () => ask(path));
        for (let shot = 0; shot < 10; shot++) {
          await admin`
            select pg_terminate_backend(pid) from pg_stat_activity
             where usename = ${role} and pid <> pg_backend_pid()`;
        }
        for (const status of await Promise.all(answers)) expect([200, 500, 503]).toContain(status);
      }
      await expectAnswered();
      await expectAlive();
    } finally {
      await admin.end();
    }
  });
});
