// Run by Deno: reaches the addresses in its input, with names that lead where the input says, and prints what came of each.
import { createReach, type Network } from "../../functions/kith/outside/reach.ts";

interface Input {
  port: number;
  authority: string | null;
  names: Record<string, string[]>;
  urls: string[];
  limit: number;
  timeoutMs: number;
}

const { Deno } = globalThis as unknown as {
  Deno: Network & {
    args: string[];
    startTls(connection: unknown, options: object): ReturnType<Network["startTls"]>;
  };
};
const { port, authority, names, urls, limit, timeoutMs }: Input = JSON.parse(Deno.args[0]!);

/** Where it connected to, instead of which it comes to this machine. */
const connected: string[] = [];
const network: Network = {
  resolveDns: (name, type) =>
    Promise.resolve((names[name] ?? []).filter((one) => one.includes(":") === (type === "AAAA"))),
  connect(options) {
    connected.push(`${options.hostname}:${options.port}`);
    return Deno.connect({ hostname: "127.0.0.1", port });
  },
  startTls: (connection, options) =>
    Deno.startTls(connection, { ...options, ...(authority && { caCerts: [authority] }) }),
};
const reach = createReach(["own.example"], network);
const results = [];
for (const url of urls) {
  const headers = { "if-none-match": '"a"\r\nx-injected: 1' };
  const answer = await reach(url, { method: "GET", headers, limit, timeoutMs }).then(
    ({ status, headers, body }) => ({
      status,
      type: headers.get("content-type"),
      length: body.length,
      text: new TextDecoder().decode(body.subarray(0, 200)),
    }),
    (error) => ({ error: error.code ?? String(error) }),
  );
  results.push(answer);
}
console.log(JSON.stringify({ results, connected }));
