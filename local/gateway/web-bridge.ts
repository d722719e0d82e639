import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** Answers a request of Node's HTTP server with a handler that uses `Request` and `Response`. */
export async function answerWith(
  handler: (request: Request) => Promise<Response>,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController();
  outgoing.once("close", () => disconnected.abort());
  const body = bodyOf(incoming);
  outgoing.once("finish", () => {
    if (incoming.complete || !body) return;
    incoming.unpipe(body);
    discardRest(incoming);
  });
  const answer = await handler(toRequest(incoming, origin, body, disconnected.signal));
  if (outgoing.destroyed) {
    await answer.body?.cancel();
    return;
  }
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  outgoing.writeHead(answer.status);
  if (!answer.body || incoming.method === "HEAD") {
    await answer.body?.cancel();
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), outgoing);
}

function toRequest(
  incoming: IncomingMessage,
  origin: string,
  body: Readable | undefined,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return new Request(origin + incoming.url, {
    method: incoming.method ?? "GET",
    headers,
    signal,
    ...(body && { body: Readable.toWeb(body) as BodyInit, duplex: "half" }),
  });
}

/** The body as a separate stream, which can be destroyed without closing the connection. */
function bodyOf(incoming: IncomingMessage): PassThrough | undefined {
  if (incoming.method === "GET" || incoming.method === "HEAD") return undefined;
  const body = new PassThrough();
  // An error after the handler has stopped reading must not end the process.
  body.on("error", () => {});
  incoming.once(
    "close",
    () => incoming.complete || body.destroy(new Error("The client has disconnected")),
  );
  return incoming.pipe(body);
}

/**
 * Reads and discards the rest of a body when the answer was sent before the end of the body. Otherwise it
 * would block the client's next request on this connection. After ten seconds the connection is closed.
 */
export function discardRest(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.destroy(), 10_000).unref();
  incoming.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
  incoming.resume();
}

/** Answers with an error of the gateway, in the format of the platform's gateway. */
export function refuse(outgoing: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ message });
  outgoing.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(body);
}
