import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
  type ServerResponse,
} from "node:http";

import { legacyAnonKey, legacyServiceRoleKey, publishableKey, secretKey } from "../core/keys.ts";
import { discardRest, refuse } from "./web-bridge.ts";

/** Headers that are only for one connection and are not forwarded. */
const hopByHop = new Set(["connection", "keep-alive", "proxy-connection", "te", "upgrade", "host"]);

/**
 * Forwards a request to the function, and its answer to the client, without buffering: the head goes before the body,
 * chunked bodies stay chunked, and when the client disconnects, the request to the function is aborted.
 */
export function createFunctionProxy(functionUrl: () => string | undefined) {
  const agent = new Agent({ keepAlive: true });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const target = functionUrl();
    if (!target) return refuse(outgoing, 503, "name resolution failed");
    const { hostname, port } = new URL(target);
    const options = {
      agent,
      host: hostname,
      port,
      method: incoming.method,
      // As on the platform, the path that the function sees begins with its name.
      path: incoming.url!.slice("/functions/v1".length),
      headers: [...headersFor(incoming), "Host", `${hostname}:${port}`],
    };
    send(options, incoming, outgoing, true);
  };
}

function send(
  options: RequestOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  mayRetry: boolean,
): void {
  const upstream = httpRequest(options);
  upstream.on("response", (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.statusMessage, endToEnd(answer.rawHeaders));
    answer.pipe(outgoing);
    answer.on("error", () => outgoing.destroy());
  });
  upstream.on("error", (error: NodeJS.ErrnoException) => {
    // After the answer has begun, errors of the request do not matter: the function may close the
    // connection without reading the whole body.
    if (outgoing.headersSent) return;
    if (mayRetry && isStale(upstream, error, incoming)) {
      send(options, incoming, outgoing, false);
    } else if (!outgoing.destroyed) {
      refuse(outgoing, 502, "An invalid response was received from the upstream server");
    }
  });
  outgoing.on("finish", () => {
    if (incoming.complete) return;
    incoming.unpipe(upstream);
    upstream.destroy();
    discardRest(incoming);
  });
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) upstream.destroy();
  });
  // The function may refuse a request by its head, before the first byte of the body.
  if (!hasNoBody(incoming)) upstream.flushHeaders();
  incoming.pipe(upstream);
}

/** Whether the function, for example after a restart, had closed a reused connection before the request was sent. */
function isStale(upstream: ClientRequest, error: NodeJS.ErrnoException, incoming: IncomingMessage) {
  return upstream.reusedSocket && hasNoBody(incoming) &&
    ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

function endToEnd(rawHeaders: string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!, rawHeaders[index + 1]!];
    if (!hopByHop.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

function headersFor(incoming: IncomingMessage): string[] {
  const headers = endToEnd(incoming.rawHeaders);
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!.toLowerCase();
    if (name === "authorization" || name.startsWith("x-forwarded-") || name === "x-real-ip") {
      continue;
    }
    kept.push(headers[index]!, headers[index + 1]!);
  }
  const authorization = authorizationFor(incoming);
  if (authorization) kept.push("Authorization", authorization);
  // Without this header Node would send `Transfer-Encoding: chunked` for such a method without a body.
  const usuallyHasBody = ["POST", "PUT", "PATCH"].includes(incoming.method ?? "");
  if (usuallyHasBody && hasNoBody(incoming)) kept.push("Content-Length", "0");
  return [...kept, ...forwardingHeaders(incoming)];
}

function forwardingHeaders(incoming: IncomingMessage): string[] {
  const client = incoming.socket.remoteAddress ?? "";
  const before = incoming.headers["x-forwarded-for"];
  const host = incoming.headers.host ?? "";
  return [
    "X-Forwarded-For",
    before ? `${String(before)}, ${client}` : client,
    "X-Forwarded-Proto",
    "http",
    "X-Forwarded-Host",
    host.replace(/:\d+$/, ""),
    "X-Forwarded-Port",
    /:(\d+)$/.exec(host)?.[1] ?? "80",
    "X-Forwarded-Path",
    incoming.url ?? "/",
    "X-Real-IP",
    client,
  ];
}

/**
 * The `Authorization` header for the function. Like the platform's gateway, this replaces a Supabase API
 * key (`sb_…`) in `Authorization`, or in `apikey` where `Authorization` is missing, by a JWT. Therefore
 * Kith's API keys do not begin with `sb_`.
 */
function authorizationFor({ headers }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined && !authorization.startsWith("Bearer sb_")) return authorization;
  const key = headers["apikey"];
  if (key === secretKey) return `Bearer ${legacyServiceRoleKey}`;
  if (key === publishableKey) return `Bearer ${legacyAnonKey}`;
  return authorization ?? (key === undefined ? undefined : String(key));
}
