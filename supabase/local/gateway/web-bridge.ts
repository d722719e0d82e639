import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** Answers a request of Node's HTTP server by a handler that speaks `Request` and `Response`. */
export async function answerWith(
  handler: (request: Request) => Promise<Response>,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const body = bodyOf(incoming);
  outgoing.once("finish", () => {
    if (incoming.complete || !body) return;
    incoming.unpipe(body);
    discardRest(incoming);
  });
  const answer = await handler(toRequest(incoming, origin, body, gone.signal));
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

/** The body as a stream of its own, that may be given up without the connection. */
function bodyOf(incoming: IncomingMessage): PassThrough | undefined {
  if (incoming.method === "GET" || incoming.method === "HEAD") return undefined;
  const body = new PassThrough();
  // A body that nobody reads any more may end as it likes.
  body.on("error", () => {});
  incoming.once("close", () => incoming.complete || body.destroy(new Error("The client is gone")));
  return incoming.pipe(body);
}

/**
 * Reads and forgets what is left of a body that was answered before its end. Unread, it would stand
 * before the client's next request on this connection. Who sends on for long is cut off.
 */
export function discardRest(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.destroy(), 10_000).unref();
  incoming.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
  incoming.resume();
}

/** The gateway's own refusals, in the form of the platform's. */
export function refuse(outgoing: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ message });
  outgoing.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(body);
}
