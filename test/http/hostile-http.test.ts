import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { baseUrl, sendStreamed } from "../support/client.ts";

let ada: Account;

beforeAll(async () => {
  ada = await signUp();
});

/** Speaks HTTP by hand, for what no client library would send; all that came back within `timeoutMs` milliseconds. */
function speak(
  write: (send: (text: string) => void) => void,
  timeoutMs: number,
): Promise<{ text: string; closed: boolean }> {
  const { hostname, port } = new URL(inject("stack").functionUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    const timer = setTimeout(() => finish(false), timeoutMs);
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed });
    };
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (/^HTTP\/1.1 \d+/.test(text) && text.includes("\r\n\r\n") && /\}\s*(0\s*)?$/.test(text)) {
        finish(false);
      }
    });
    socket.on("close", () => finish(true)).on("error", () => finish(true));
    socket.on("connect", () => write((part) => socket.write(part)));
  });
}

describe("a request that is not valid HTTP, or too large", () => {
  const stillServes = async () => expectStatus(await ada.get("/contacts?pageSize=1"), 200);

  it("with a header of a megabyte is refused, and the next one served", async () => {
    const { hostname, port, pathname } = new URL(`${baseUrl()}/contacts`);
    const outcome = await new Promise<number | string>((resolve) => {
      const headers = { authorization: `Bearer ${ada.token}`, "x-long": "a".repeat(1_000_000) };
      const outgoing = httpRequest(
        { hostname, port, path: pathname, headers },
        (incoming) => resolve(incoming.resume().statusCode ?? 0),
      );
      outgoing.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
      outgoing.end();
    });
    expect(["EPIPE", "ECONNRESET", 400, 413, 431]).toContain(outcome);
    await stillServes();
  });

  it("with a token, an id or a condition of thousands of characters is refused", async () => {
    const long = "a".repeat(6_000);
    const headers: Record<string, string>[] = [
      { authorization: `Bearer kith_${long}` },
      { authorization: `Bearer ${long}.${long.slice(0, 500)}.${long.slice(0, 500)}` },
      { "idempotency-key": long },
      { "x-request-id": long },
      { "if-match": `"${long}"` },
    ];
    for (const each of headers) {
      const answer = await ada.post("/networks", { name: randomUUID() }, { headers: each });
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get("x-request-id")).not.toBe(long);
    }
  });

  it("with a body of 10 MB in chunks is 413", async () => {
    const chunk = Buffer.alloc(65_536, "a");
    const chunks = [Buffer.from('{"content":"'), ...Array(160).fill(chunk), Buffer.from('"}')];
    for (
      const { method, path } of [{ method: "POST", path: "/notes" }, {
        method: "PATCH",
        path: "/me",
      }]
    ) {
      expect((await sendStreamed(ada.token, method, path, chunks)).status).toBe(413);
    }
    await stillServes();
  });

  it("with a body that stops coming is 408, and delays no other request", async () => {
    const head =
      `POST /kith/api/v1/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    const slow = Array.from({ length: 10 }, () => speak((send) => send(head), 15_000));
    await stillServes();
    for (const { text } of await Promise.all(slow)) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(text).toContain("request_timeout");
    }
    await stillServes();
  });

  it("with two lengths, an invalid length or no host does not succeed", async () => {
    const line =
      `POST /kith/api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n` +
      "Content-Type: application/json\r\n";
    const bad = [
      `${line}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      `${line}Content-Length: -1\r\n\r\n{}`,
      `${line}Content-Length: 1e3\r\n\r\n{}`,
      `${line}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
      "GET / HTTP/9.9\r\n\r\n",
      "\u0000\u0001\u0002\r\n\r\n",
    ];
    for (const text of bad) {
      const answer = await speak((send) => send(text), 8_000);
      expect(answer.text).not.toMatch(/^HTTP\/1\.1 [25]/);
    }
    await stillServes();
  });
});
