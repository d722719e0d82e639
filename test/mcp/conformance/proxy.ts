import { createServer, request } from "node:http";
import { listen } from "../../support/listen.ts";

/** A server that passes requests on and adds a credential, which the scenarios have no option for. */
export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** Starts it on a free port of this machine; its path is the one of the target. */
export async function startProxy(target: URL, key: string): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const options = { method, headers: { ...headers, authorization: `Bearer ${key}` } };
    const passed = request(target, options, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const { url, stop } = await listen(server);
  return { url: url + target.pathname, stop };
}
