// What Kith's function is held against: hello world with the same router, on the same path.
import { Hono } from "hono";

declare const Deno: { serve(handler: (request: Request) => Response | Promise<Response>): unknown };

const app = new Hono().basePath("/kith/api/v1");
app.get("/contacts", (context) => context.json({ hello: "world" }));

Deno.serve((request) => app.fetch(request));
