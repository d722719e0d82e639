import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
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
  const answer = await handler(toRequest(incoming, origin, gone.signal));
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

function toRequest(incoming: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(origin + incoming.url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as BodyInit, duplex: "half" }),
  });
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
