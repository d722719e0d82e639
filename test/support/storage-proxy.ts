import { createServer, request as httpRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { inject } from "vitest";
import { listen } from "./listen.ts";

/** How Storage behaves as seen through the proxy: "refuses" is away, "fails" answers with an error of its own. */
export type Behaviour = "works" | "refuses" | "fails" | "hangs";

const failures: Partial<Record<Behaviour, [status: number, body: string]>> = {
  refuses: [503, "upstream is away"],
  fails: [500, '{"statusCode":"500","error":"Internal","message":"Internal Server Error"}'],
};

export interface StorageProxy {
  /** The project's URL as seen through the proxy. */
  url: string;
  /** What was asked of Storage since `reset`, as `METHOD path`. */
  calls(): string[];
  reset(): void;
  /** Calls to which this applies (named as in `calls`) find Storage so from now on. */
  behave(behaviour: Behaviour, applies?: (call: string) => boolean): void;
  /** What is done, and waited for, before each call is passed on. */
  before(work: (call: string) => Promise<void>): void;
  stop(): Promise<void>;
}

/** Whether a call removes files, which may be others'. */
export const isRemoval = (call: string) => call.startsWith("DELETE ");

/** Stands between function and gateway, notes what Storage is asked, and can make it fail. */
export async function startStorageProxy(): Promise<StorageProxy> {
  const target = inject("stack").url;
  let calls: string[] = [];
  let behaviour: Behaviour = "works";
  let applies = (_call: string) => true;
  let before = (_call: string) => Promise.resolve();

  const server = createServer(async (incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const body = await buffer(incoming);
    if (url.startsWith("/storage/")) {
      const call = `${method} ${url}`;
      calls.push(call);
      if (behaviour !== "works" && applies(call)) {
        const failure = failures[behaviour];
        if (failure) outgoing.writeHead(failure[0]).end(failure[1]);
        return;
      }
      await before(call);
    }
    const upstream = httpRequest(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    upstream.end(body);
  });
  return {
    ...await listen(server),
    calls: () => calls,
    reset: () => void (calls = []),
    behave(how, to = () => true) {
      behaviour = how;
      applies = to;
    },
    before: (work) => void (before = work),
  };
}

/** The environment of a copy of the function that reaches the project through the proxy. */
export function throughProxy(proxy: StorageProxy): Record<string, string> {
  const { url } = inject("stack");
  return { SUPABASE_URL: proxy.url, KITH_JWT_ISSUER: `${url}/auth/v1`, KITH_PUBLIC_URL: url };
}
