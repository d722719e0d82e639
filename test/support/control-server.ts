import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Stack } from "../../supabase/local/stack.ts";

type Copy = Awaited<ReturnType<Stack["startFunction"]>>;

/**
 * Lets the test files, which run in threads of their own, ask the process that holds the stack for
 * further copies of the function and for what the function has logged. Loopback only.
 */
export async function startControl(
  stack: Stack,
  lines: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const copies = new Map<string, Copy>();

  async function answer(request: IncomingMessage): Promise<unknown> {
    const [, what, id = ""] = (request.url ?? "").split("/");
    if (what === "log") return lines;
    if (what !== "functions") throw new Error(`no such thing: ${request.url}`);
    if (request.method === "DELETE") {
      await copies.get(id)?.stop();
      return { stopped: copies.delete(id) };
    }
    const copy = await stack.startFunction(await json(request));
    const name = String(copies.size + 1) + "-" + new URL(copy.url).port;
    copies.set(name, copy);
    return { id: name, url: copy.url };
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) => response.writeHead(500).end(JSON.stringify({ message: error.message })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      await Promise.all([...copies.values()].map((copy) => copy.stop()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function json(request: IncomingMessage) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text || "{}");
}
