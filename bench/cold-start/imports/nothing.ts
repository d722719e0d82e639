// A server that loads nothing: what starting Deno itself takes.
declare const Deno: { serve(handler: (request: Request) => Response | Promise<Response>): unknown };

Deno.serve(() => new Response("hello world"));
