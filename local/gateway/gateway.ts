import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { loopback } from "../core/ports.ts";
import { refusalOf } from "./acceptance.ts";
import { createFunctionProxy } from "./function-proxy.ts";
import type { Page } from "./page.ts";
import { serveReference } from "./reference.ts";
import { answerWith, refuse } from "./web-bridge.ts";

/** The services that the gateway forwards to; undefined while they are not running. */
export interface Upstreams {
  lite?: ((request: Request) => Promise<Response>) | undefined;
  /** Answers what is for it, and undefined otherwise. */
  oauth?: ((request: Request) => Promise<Response> | undefined) | undefined;
  functionUrl?: string | undefined;
  /** The settings page, where there is one. */
  page?: Page | undefined;
}

export interface Gateway {
  readonly url: string;
  readonly upstreams: Upstreams;
  stop(): Promise<void>;
}

/**
 * Serves all parts under one URL, as Supabase does. It listens before they are started, so that a taken
 * port is found first, and answers 503 while a part is not running.
 * @throws an error in one line when the port is taken.
 */
export async function startGateway(port: number): Promise<Gateway> {
  const upstreams: Upstreams = {};
  const toFunction = createFunctionProxy(() => upstreams.functionUrl);
  const server = createServer();
  const url = await listen(server, port);
  const route = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const refusal = refusalOf(incoming);
    if (refusal) return refuse(outgoing, refusal.status, refusal.message);
    const path = incoming.url ?? "/";
    if (/^\/functions\/v1\/kith(?=[/?]|$)/.test(path)) return toFunction(incoming, outgoing);
    if (!/^\/((auth|rest|storage)\/v1\/|\.well-known\/oauth-authorization-server\/)/.test(path)) {
      if (serveReference(incoming, outgoing)) return;
      if (upstreams.page?.(incoming, outgoing)) return;
      return refuse(outgoing, 404, "no Route matched with those values");
    }
    if (!upstreams.lite) return refuse(outgoing, 503, "The service is starting");
    // The one method that Node's parser lets through and a `Request` cannot have.
    if (incoming.method === "TRACE") return refuse(outgoing, 405, "TRACE is not supported");
    const { lite, oauth } = upstreams;
    const answer = async (request: Request) => await (oauth?.(request) ?? lite(request));
    await answerWith(answer, url, incoming, outgoing);
  };
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // An error event that nobody listens to would end the process.
    for (const stream of [incoming, outgoing]) stream.on("error", () => {});
    route(incoming, outgoing).catch((error) => answerFault(error, incoming, outgoing));
  });
  // Longer than clients keep idle connections, so that the client closes them and no request is lost.
  server.keepAliveTimeout = 75_000;
  return {
    url,
    upstreams,
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

/** A fault of our own in one request: that request's answer and a line in the log, and nothing else. */
function answerFault(error: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // A client that went away in the middle of its answer is no fault.
  if (!outgoing.destroyed) {
    const path = incoming.url?.split("?")[0];
    console.error(
      `${incoming.method} ${path} → 500 ${error instanceof Error ? error.message : error}`,
    );
  }
  if (outgoing.headersSent) outgoing.destroy();
  else refuse(outgoing, 500, "An unexpected error occurred");
}

async function listen(server: Server, port: number): Promise<string> {
  try {
    server.listen({ host: loopback, port, exclusive: true });
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(
      `Port ${port} is taken. Stop what listens there, or set KITH_PORT to another port (0 = any free one).`,
    );
  }
  const address = server.address();
  return `http://${loopback}:${typeof address === "object" ? address?.port : port}`;
}
