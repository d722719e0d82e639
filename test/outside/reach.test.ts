import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findDeno } from "../../local/core/binaries.ts";
import { project } from "../../local/core/settings.ts";
import { listen } from "../support/listen.ts";
import { runProgram } from "../support/programs.ts";

/** In Deno itself, against a server on this machine: names lead to addresses of the internet there, and connections come here. */
const files = join(project, "test", "outside");
const read = (name: string) => readFile(join(files, name), "utf8");
let server: Server;
let port: number;
let stop: () => Promise<void>;
let authority: string;
/** The raw heads of requests. */
const heads: Record<string, unknown>[] = [];

const raw = (answer: string | string[]) => ({ socket }: ServerResponse) => {
  for (const part of [answer].flat()) (socket as Socket).write(part);
  (socket as Socket).end();
};
const answers: Record<string, (response: ServerResponse) => void> = {
  "/plain": (response) =>
    void response.writeHead(200, { "content-type": "text/calendar" }).end("Hi"),
  "/chunks": (response) => {
    response.write("a".repeat(70_000));
    response.end("b");
  },
  "/exact": (response) => void response.end("x".repeat(100_000)),
  "/large": (response) => void response.end("x".repeat(100_001)),
  "/large-chunks": (response) => {
    response.write("x".repeat(60_000));
    response.end("x".repeat(60_000));
  },
  "/large-open": raw(["HTTP/1.1 200 OK\r\n\r\n", "x".repeat(100_001)]),
  "/open": raw("HTTP/1.0 200 OK\r\n\r\nuntil the end"),
  "/early": raw(
    "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nHi",
  ),
  "/hints": raw("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(6) + "HTTP/1.1 204 None\r\n\r\n"),
  "/crumbs": raw(
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(3_000)}0\r\n\r\n`,
  ),
  "/moved": (response) => void response.writeHead(302, { location: "https://own.example/" }).end(),
  "/same": (response) => void response.writeHead(304, { etag: '"a"' }).end(),
  "/short": raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHi"),
  "/odd-chunk": raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nHi\r\n"),
  "/long-head": raw(["HTTP/1.1 200 OK\r\n", "a: b\r\n".repeat(20_000), "\r\n"]),
  "/endless-line": raw(["HTTP/1.1 200 OK\r\n", "a".repeat(200_000)]),
  "/no-http": raw("SSH-2.0-OpenSSH_9.0\r\n"),
  "/never": () => {},
  "/drip": ({ socket }) => {
    socket!.write("HTTP/1.1 200 OK\r\n\r\n");
    const timer = setInterval(() => socket!.write("x"), 50);
    socket!.on("close", () => clearInterval(timer));
    socket!.on("error", () => {});
  },
};

beforeAll(async () => {
  authority = await read("authority.crt");
  server = createServer(
    { cert: await read("server.crt"), key: await read("server.key") },
    (request, response) => {
      heads.push({ ...request.headers, url: request.url });
      answers[request.url!]!(response);
    },
  );
  ({ port, stop } = await listen(server));
});
afterAll(() => stop());

/** What came of reaching these URLs, and where the function connected to. */
async function reach(
  urls: string[],
  names: Record<string, string[]>,
  { trusted = true, timeoutMs = 30_000 } = {},
) {
  const input = {
    port,
    authority: trusted ? authority : null,
    names,
    urls,
    limit: 100_000,
    timeoutMs,
  };
  const { code, output, errors } = await runProgram(findDeno(), [
    ...["run", "--quiet", "--no-prompt", "--no-remote", "--cached-only"],
    // Deno 2.1 asks for the name of the certificate as for a host.
    ...["--node-modules-dir=manual", `--allow-net=127.0.0.1:${port},${Object.keys(names).join()}`],
    `--config=${join(project, "functions", "kith", "deno.json")}`,
    join(files, "reach-in-deno.ts"),
    JSON.stringify(input),
  ]);
  expect(code, errors).toBe(0);
  return JSON.parse(output) as { results: Record<string, unknown>[]; connected: string[] };
}

const at = (path: string) => `https://calendar.kith.example${path}`;
const names = { "calendar.kith.example": ["1.2.3.4"] };

it("an answer is read however its body ends, and a redirect is not followed", async () => {
  const paths = ["/plain", "/chunks", "/exact", "/open", "/early", "/moved", "/same"];
  const { results, connected } = await reach(paths.map(at), names);
  expect(results).toEqual([
    { status: 200, type: "text/calendar", length: 2, text: "Hi" },
    { status: 200, type: null, length: 70_001, text: "a".repeat(200) },
    { status: 200, type: null, length: 100_000, text: "x".repeat(200) },
    { status: 200, type: null, length: 13, text: "until the end" },
    { status: 200, type: null, length: 2, text: "Hi" },
    { status: 302, type: null, length: 0, text: "" },
    { status: 304, type: null, length: 0, text: "" },
  ]);
  expect(connected).toEqual(paths.map(() => "1.2.3.4:443"));
  expect(heads[0]).toMatchObject({
    host: "calendar.kith.example",
    "if-none-match": '"a"x-injected: 1',
    "user-agent": "Kith",
  });
  expect(heads[0]).not.toHaveProperty("x-injected");
});

it("what is too large, broken or no HTTP is an error, and ends nothing else", async () => {
  const expected = {
    "/large": "too_large",
    "/large-chunks": "too_large",
    "/large-open": "too_large",
    "/short": "unreachable",
    "/odd-chunk": "unreachable",
    "/long-head": "unreachable",
    "/endless-line": "unreachable",
    "/no-http": "unreachable",
    "/hints": "unreachable",
    "/crumbs": "too_large",
    "/plain": undefined,
  };
  const { results } = await reach(Object.keys(expected).map(at), names);
  expect(results.map(({ error }) => error)).toEqual(Object.values(expected));
});

it("what never comes, or never ends, is not waited for", async () => {
  const { results } = await reach(["/never", "/drip"].map(at), names, { timeoutMs: 300 });
  expect(results.map(({ error }) => error)).toEqual(["timeout", "timeout"]);
});

it("a name that leads inside, or to both, is not connected to", async () => {
  const inside = {
    "inside.example": ["127.0.0.1"],
    "both.example": ["1.2.3.4", "10.0.0.1"],
    "six.example": ["1.2.3.4", "::1"],
    "metadata.example": ["169.254.169.254"],
    "none.example": [],
  };
  const urls = [...Object.keys(inside), "own.example", "127.0.0.1", "localhost"];
  const { results, connected } = await reach(urls.map((name) => `https://${name}/plain`), inside);
  expect(results.map(({ error }) => error)).toEqual([
    ...["refused_address", "refused_address", "refused_address", "refused_address"],
    ...["unreachable", "refused_address", "refused_address", "refused_address"],
  ]);
  expect(connected).toEqual([]);
});

it("a certificate of another name, or of nobody who is trusted, is refused", async () => {
  const wrong = await reach(["https://other.kith.example/plain"], {
    "other.kith.example": ["1.2.3.4"],
  });
  expect(wrong.results).toEqual([{ error: "tls" }]);
  const unknown = await reach([at("/plain"), at("/plain")], names, { trusted: false });
  expect(unknown.results).toEqual([{ error: "tls" }, { error: "tls" }]);
});
