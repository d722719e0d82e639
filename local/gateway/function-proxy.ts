/**
 * Forwards a request to the function, and its answer to the client, without buffering: the head goes before the body,
 * and when the client disconnects, the request to the function is aborted. Not by hono's proxy helper, whose `fetch`
 * holds the head back until the body begins (docs/adr/0047-libraries-that-were-looked-at.md).
 */
import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type RequestOptions,
  type ServerResponse,
} from "node:http";
import { env } from "node:process";
import { pipeline } from "node:stream";
import { constants, createGzip } from "node:zlib";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/utils/compress";
import { legacyAnonKey, legacyServiceRoleKey, publishableKey, secretKey } from "../core/keys.ts";

/** Deno 2.1, which tests can choose, closes connections without a word after it has refused a body. */
const agent = new Agent({ keepAlive: env["KITH_DENO"] === undefined });

/** Sends a request on to the function's own URL; the caller drops the rest of a body after an early answer. */
export function forwardToFunction(
  functionUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { hostname, port } = new URL(functionUrl);
  const { pathname, search } = new URL(incoming.url!, functionUrl);
  // As on the platform, the path that the function sees begins with its name.
  const path = pathname.slice("/functions/v1".length) + search;
  const headers = headersFor(incoming);
  send({ agent, hostname, port, method: incoming.method, path, headers }, incoming, outgoing, true);
}

function send(
  options: RequestOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  mayRetry: boolean,
): void {
  const upstream = request(options);
  upstream.on("response", (answer) => {
    const headers = endToEnd(answer);
    answer.on("error", () => outgoing.destroy());
    if (!isCompressed(incoming, answer)) {
      outgoing.writeHead(answer.statusCode!, headers);
      answer.pipe(outgoing);
      return;
    }
    outgoing.writeHead(answer.statusCode!, compressedHeaders(headers));
    // What the function has written is passed on at once.
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    pipeline(answer, gzip, outgoing, (error) => void (error && outgoing.destroy()));
  });
  upstream.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
    // After the answer has begun, errors of the request do not matter: the function may close the
    // connection without reading the whole body.
    if (outgoing.headersSent || outgoing.destroyed) return;
    // The function, for example after a restart, had closed a reused connection before the request was sent.
    const isStale = upstream.reusedSocket && ["ECONNRESET", "EPIPE"].includes(code);
    if (mayRetry && isStale && hasNoBody(incoming)) return send(options, incoming, outgoing, false);
    outgoing.writeHead(502, { "content-type": "application/json" });
    outgoing.end('{"message":"An invalid response was received from the upstream server"}');
  });
  outgoing.on("finish", () => {
    if (!incoming.complete) upstream.destroy();
  });
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) upstream.destroy();
  });
  // The function may refuse a request by its head, before the first byte of the body.
  if (!hasNoBody(incoming)) upstream.flushHeaders();
  incoming.pipe(upstream);
}

/** Whether an answer is compressed on its way, as the platform does it: texts from 1 KiB on, or of an unknown length. */
function isCompressed({ method, headers }: IncomingMessage, answer: IncomingMessage): boolean {
  const { "content-type": type = "", "content-length": length, "content-encoding": encoding } =
    answer.headers;
  const hasBody = method !== "HEAD" && ![204, 304].includes(answer.statusCode!);
  return hasBody && encoding === undefined && (length === undefined || Number(length) >= 1024) &&
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) &&
    /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers["accept-encoding"] ?? ""));
}

/** The headers of a compressed answer, whose entity tag is weak (RFC 9110, 8.8.1). */
function compressedHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { "content-length": _, etag, vary, ...rest } = headers;
  return {
    ...rest,
    "content-encoding": "gzip",
    vary: [vary ?? [], "Accept-Encoding"].flat().join(", "),
    ...(etag !== undefined && { etag: String(etag).replace(/^(?!W\/)/, "W/") }),
  };
}

const hasNoBody = ({ headers }: IncomingMessage) =>
  headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;

/** Headers that are only for one connection and are not forwarded. */
const hopByHop = ["connection", "keep-alive", "proxy-connection", "te", "upgrade", "host"];

/** The headers without those. */
function endToEnd({ headersDistinct }: IncomingMessage): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...headersDistinct };
  for (const name of hopByHop) delete headers[name];
  return headers;
}

/** The headers that the platform's gateway would send. */
function headersFor(incoming: IncomingMessage): OutgoingHttpHeaders {
  const { authorization, host = "", "x-forwarded-for": before } = incoming.headers;
  const client = incoming.socket.remoteAddress ?? "";
  const headers = endToEnd(incoming);
  for (const name of Object.keys(headers)) {
    if (name.startsWith("x-forwarded-")) delete headers[name];
  }
  // Without this header Node would send `Transfer-Encoding: chunked` for such a method without a body.
  const usuallyHasBody = ["POST", "PUT", "PATCH"].includes(incoming.method ?? "");
  if (usuallyHasBody && hasNoBody(incoming)) headers["content-length"] = "0";
  const replaced = replaceKey(authorization, incoming.headers["apikey"]);
  return {
    ...headers,
    ...(replaced !== undefined && { authorization: replaced }),
    "x-forwarded-for": before ? `${String(before)}, ${client}` : client,
    "x-forwarded-proto": "http",
    "x-forwarded-host": host.replace(/:\d+$/, ""),
    "x-forwarded-port": /:(\d+)$/.exec(host)?.[1] ?? "80",
    "x-forwarded-path": incoming.url ?? "/",
    "x-real-ip": client,
  };
}

/**
 * The `Authorization` header for the function. Like the platform's gateway, this replaces a Supabase API
 * key (`sb_…`) in `Authorization`, or in `apikey` where `Authorization` is missing, by a JWT. Therefore
 * Kith's API keys do not begin with `sb_`.
 */
function replaceKey(authorization: string | undefined, key: string | string[] | undefined) {
  if (authorization !== undefined && !authorization.startsWith("Bearer sb_")) return authorization;
  if (key === secretKey) return `Bearer ${legacyServiceRoleKey}`;
  if (key === publishableKey) return `Bearer ${legacyAnonKey}`;
  return authorization ?? (key === undefined ? undefined : String(key));
}
