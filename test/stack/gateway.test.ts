import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import { startGateway, type Upstreams } from "../../local/gateway/gateway.ts";
import { makeKey, signUp } from "../support/accounts.ts";

/** Any web page can send requests to this machine: none of them may end the stack, or read it under another name. */
const { url } = inject("stack");
let key: string;
beforeAll(async () => {
  ({ key } = await makeKey(await signUp()));
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
  expect((await get("/functions/v1/kith/api/v1/health")).status).toBe(200);
}

describe("a request target that is not a path", () => {
  it.each(["//", "//[", "//elsewhere.example/", "http://[", "/\\[", "/\\elsewhere.example", "*"])(
    "the request target is refused with 400: %s",
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
    "differs from an unusual path, which is answered with 4xx: %s",
    async (target) => {
      const { status } = await get(target);
      expect([400, 401, 404]).toContain(status);
      await expectAlive();
    },
  );

  it("differs from an unusual method, which is answered with 4xx", async () => {
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
  ])("is refused when it is another one: %j", async (host) => {
    for (const path of ["/", ...paths]) {
      const { status, body } = await get(path, host);
      expect([path, status]).toEqual([path, 421]);
      expect(JSON.parse(body).message).toContain("localhost, 127.0.0.1, [::1]");
    }
  });

  it("the name is checked for WebSockets, and when it is missing", async () => {
    const upgrade = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA=="];
    const head = ["GET /realtime/v1/websocket HTTP/1.1", "Host: rebound.example"];
    const closing = "Connection: Upgrade, close";
    expect((await raw([...head, closing, ...upgrade].join("\r\n"))).status).toBe(421);
    expect((await raw("GET / HTTP/1.0")).status).toBe(421);
  });
});

describe("the head of a request", () => {
  const head = (path: string) => [`POST ${path} HTTP/1.1`, "Host: localhost", "Connection: close"];

  it("reaches the function before its body, so that 2 GB are refused that never come", async () => {
    const { status } = await raw([
      ...head("/functions/v1/kith/api/v1/contacts"),
      `Authorization: Bearer ${key}`,
      "Content-Type: application/json",
      "Content-Length: 2147483648",
    ].join("\r\n"));
    expect(status).toBe(413);
    await expectAlive();
  });

  it("gets no answer before a body that comes later", async () => {
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

describe("an answer for a client that takes gzip", () => {
  /** Asks without decompressing the answer. */
  async function ask(path: string, accepted = "br, gzip", base = url) {
    const headers = { authorization: `Bearer ${key}`, "accept-encoding": accepted };
    const sent = request(`${base}${path}`, { headers }).end();
    const [answer] = await once(sent, "response") as [IncomingMessage];
    return { headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
  }
  const api = "/functions/v1/kith/api/v1";
  const contacts = `${api}/contacts`;

  it("the answer is compressed, as the platform does it, where it is a text of a kilobyte or more", async () => {
    const made = await fetch(`${url}${contacts}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ firstName: "Zoë", description: "word ".repeat(2_000).trim() }),
    });
    const { id } = await made.json();
    for (const path of [contacts, `${contacts}/${id}`, `${api}/openapi.json`]) {
      const [plain, packed] = [await ask(path, "identity"), await ask(path)];
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(packed.headers).toMatchObject({
        "content-encoding": "gzip",
        vary: expect.stringContaining("Accept-Encoding"),
      });
      expect(packed.body.length).toBeLessThan(plain.body.length);
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    }
    expect((await ask(`${api}/health`)).headers["content-encoding"]).toBeUndefined();
    expect((await ask(contacts, "gzip;q=0")).headers["content-encoding"]).toBeUndefined();
  });

  it("the answer is compressed as a file of the page too", async () => {
    const gateway = await startGateway(0);
    try {
      const headers = { "content-type": "text/javascript" };
      gateway.upstreams.page = () => new Response("word ".repeat(2_000), { headers });
      const { headers: { "content-encoding": encoding } } = await ask("/a.js", "gzip", gateway.url);
      expect(encoding).toBe("gzip");
    } finally {
      await gateway.stop();
    }
  });

  it("the answer has a weak tag, with which the resource can be changed", async () => {
    const { headers, body } = await ask(`${contacts}?pageSize=1`);
    expect(headers.etag).toBeUndefined();
    const [{ id }] = JSON.parse(gunzipSync(body).toString()).data;
    const { etag } = (await ask(`${contacts}/${id}`)).headers;
    expect(etag).toMatch(/^W\/"/);
    const change = (match: string) =>
      fetch(`${url}${contacts}/${id}`, {
        method: "PATCH",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "if-match": match,
        },
        body: '{"nickname":"Zo"}',
      });
    expect((await change(etag!)).status).toBe(200);
    expect((await change(etag!)).status).toBe(412);
  });
});

describe("a body that nobody reads to its end", () => {
  it.each([
    "/auth/v1/signup",
    "/storage/v1/object/x/y",
    "/functions/v1/kith/api/v1/contacts",
    "/x",
  ])(
    "does not end the connection, which clients use again: %s",
    async (path) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = async (method: string, path: string, body = "") => {
        const headers = { "content-length": body.length };
        const outgoing = request(url + path, { agent, method, headers }).end(body);
        const answer: IncomingMessage = (await once(outgoing, "response"))[0];
        await once(answer.resume(), "end");
        return [Math.floor(answer.statusCode! / 100), outgoing.socket!.localPort];
      };
      const [refused, port] = await send("POST", path, "x".repeat(3_000_000));
      expect(refused).toBe(4);
      expect(await send("GET", "/functions/v1/kith/api/v1/health")).toEqual([2, port]);
      agent.destroy();
    },
  );
});

describe("an error in the gateway itself", () => {
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
    "the error is answered with 500 and logged in one line without the query: %s",
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
