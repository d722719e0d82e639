// Serves all parts of the stack under one URL, as Supabase does.
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { publicPath } from "../../functions/kith/core/paths.ts";
import type { Mail } from "../core/mail.ts";
import { loopback, portIsTaken } from "../core/settings.ts";
import { forwardToFunction } from "./function-proxy.ts";
import type { Page } from "./page.ts";
import { readReference } from "./reference.ts";

/** The services that the gateway forwards to; undefined while they are not running. */
export interface Upstreams {
  /** Auth with its OAuth server, REST and Storage. */
  lite?: ((request: Request) => Promise<Response>) | undefined;
  functionUrl?: string | undefined;
  /** The settings page, where there is one. */
  page?: Page | undefined;
  /** What takes the mails of the function. */
  onMail?: ((mail: Mail) => void) | undefined;
}

export interface Gateway {
  readonly url: string;
  readonly upstreams: Upstreams;
  stop(): Promise<void>;
}

type Env = { Bindings: HttpBindings };

/**
 * Serves all parts under one URL, as Supabase does. It listens before they are started, so that a taken
 * port is found first, and answers 503 while a part is not running.
 * @throws an error in one line when the port is taken.
 */
export async function startGateway(port: number): Promise<Gateway> {
  const upstreams: Upstreams = {};
  const app = new Hono<Env>();
  // Another global `Request` would be lite's, too.
  const options = { overrideGlobalObjects: false, autoCleanupIncoming: false };
  const answer = getRequestListener(app.fetch, options);
  const server = createServer((incoming, outgoing) => {
    // An error event without a listener would end the process.
    for (const stream of [incoming, outgoing]) stream.on("error", () => {});
    // After an early answer the rest of the body is read and dropped, because clients use the connection again. The
    // listener's own cleaning up closes it after half a second where whoever began to read has paused.
    outgoing.on("finish", () => incoming.unpipe().removeAllListeners("data").resume());
    const refusal = refusalOf(incoming);
    if (!refusal) return void answer(incoming, outgoing);
    const body = JSON.stringify({ message: refusal.message });
    const headers = { "content-type": "application/json", "content-length": body.length };
    outgoing.writeHead(refusal.status, headers).end(body);
  });
  // Longer than clients keep idle connections, so that the client closes them and no request is lost.
  server.keepAliveTimeout = 75_000;
  const url = await listen(server, port);

  app.use(compress());
  app.all("/functions/v1/kith/*", (context) => {
    if (!upstreams.functionUrl) return refuse(context, 503, "name resolution failed");
    forwardToFunction(upstreams.functionUrl, context.env.incoming, context.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  const toService = async (context: Context<Env>): Promise<Response> => {
    const { lite } = upstreams;
    const { method, headers, body, signal } = context.req.raw;
    if (!lite) return refuse(context, 503, "The service is starting");
    // The one method that Node's parser lets through and a `Request` cannot have.
    if (method === "TRACE") return refuse(context, 405, "TRACE is not supported");
    const init = { method, headers, body, signal, duplex: "half" };
    const request = new Request(url + context.env.incoming.url, init);
    const response = await lite(request);
    if (method === "HEAD") await response.body?.cancel();
    return response;
  };
  for (
    const service of ["auth/v1", "rest/v1", "storage/v1", ".well-known/oauth-authorization-server"]
  ) {
    // As the platform's gateway: every origin, and all headers that a preflight asks for.
    app.use(`/${service}/*`, cors());
    app.all(`/${service}/*`, toService);
  }
  // In the place of a provider of mail: KITH_MAIL_URL of the function.
  app.post("/mail", async (context) => {
    upstreams.onMail?.({ ...await context.req.json<Mail>(), isNotice: true });
    return context.body(null, 204);
  });
  // In the place of addresses outside, of which there are none: what is posted to them is shown.
  app.get("/relay", (context) => context.text("This stack reaches nothing outside.", 502));
  app.post("/relay", async (context) => {
    const isEncrypted = context.req.header("content-encoding") !== undefined;
    const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"].flatMap((name) => {
      const value = context.req.header(name);
      return value === undefined ? [] : [`${name}: ${value}`];
    });
    upstreams.onMail?.({
      to: context.req.header("x-kith-url") ?? "",
      subject: signed.length > 0 ? "A webhook" : "A message",
      text: isEncrypted
        ? "(encrypted for a browser)"
        : [...signed, await context.req.text()].join("\n"),
      isNotice: true,
    });
    return context.body(null, 204);
  });
  app.get("/llms.txt", (context) => context.redirect(`${publicPath}/llms.txt`, 307));
  app.get(
    "/reference/:file?",
    async (context, next) => await readReference(context.req.param("file")) ?? await next(),
  );
  app.get("*", async (context, next) => await upstreams.page?.(context.req.raw) ?? await next());
  app.notFound((context) => refuse(context, 404, "no Route matched with those values"));
  // An error in one request is its answer and a line in the log; the stack keeps running.
  app.onError((error, context) => {
    const { method, path } = context.req;
    // A client that went away in the middle of its answer is no fault.
    if (!context.env.outgoing.destroyed) console.error(`${method} ${path} → 500 ${error.message}`);
    return refuse(context, 500, "An unexpected error occurred");
  });
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

/** An error of the gateway, in the format of the platform's. */
const refuse = (context: Context<Env>, status: 404 | 405 | 500 | 503, message: string) =>
  context.json({ message }, status);

/** The names of this machine's loopback interface, which is all that the gateway listens on. */
const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Checks what every request needs before it is routed; undefined where nothing is wrong with it.
 *
 * A page of another site can make its own name point to 127.0.0.1 (DNS rebinding) and would then count as the same
 * origin as this stack: so the host has to be one of ours. Any port is, because connections may be forwarded.
 */
function refusalOf({ headers, url = "" }: IncomingMessage) {
  const [, name = ""] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(headers.host ?? "") ?? [];
  if (!ownNames.includes(name.toLowerCase())) {
    const message = `This stack answers only requests to ${
      ownNames.join(", ")
    }, not to another host.`;
    return { status: 421, message };
  }
  // What begins with two slashes would be read as an address of another host.
  if (!/^\/(?![/\\])/.test(url)) {
    const message = "The request's target must be a path that begins with one slash.";
    return { status: 400, message };
  }
  return undefined;
}

async function listen(server: Server, port: number): Promise<string> {
  try {
    server.listen({ host: loopback, port, exclusive: true });
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(portIsTaken(port, "KITH_PORT"));
  }
  const address = server.address();
  return `http://${loopback}:${typeof address === "object" ? address?.port : port}`;
}
