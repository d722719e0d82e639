import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { loopback } from "../core/ports.ts";
import { createFunctionProxy } from "./function-proxy.ts";
import type { Page } from "./page.ts";
import { serveReference } from "./reference.ts";
import { answerWith, refuse } from "./web-bridge.ts";

/** The services that the gateway forwards to; undefined while they are not running. */
export interface Upstreams {
  lite?: ((request: Request) => Promise<Response>) | undefined;
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
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url ?? "/";
    if (/^\/functions\/v1\/kith(?=[/?]|$)/.test(path)) return toFunction(incoming, outgoing);
    if (!/^\/(auth|rest|storage)\/v1\//.test(path)) {
      if (serveReference(incoming, outgoing)) return;
      if (upstreams.page?.(incoming, outgoing)) return;
      return refuse(outgoing, 404, "no Route matched with those values");
    }
    if (!upstreams.lite) return refuse(outgoing, 503, "The service is starting");
    answerWith(upstreams.lite, url, incoming, outgoing).catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, 500, "An unexpected error occurred");
    });
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
