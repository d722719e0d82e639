import { connect, type Connection, type KithClientOptions } from "../../client/src/client.ts";
import type { Clock } from "../../client/src/retry.ts";

/** What a fake `fetch` does with one request: answers, or fails. */
export type Reaction = Response | Error | ((request: Request) => Promise<Response>);

export type Fake = ReturnType<typeof fake>;

/** A `fetch` that reacts as told, in turn, and then answers `{}`; and a clock on which waiting takes no time. */
export function fake(...reactions: Reaction[]) {
  /** The requests so far. */
  const requests: Request[] = [];
  /** The seconds of each wait so far. */
  const waits: number[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    const reaction = reactions.shift() ??
      Response.json({}, { headers: { "x-request-id": "r" } });
    if (reaction instanceof Error) throw reaction;
    return reaction instanceof Response ? reaction : await reaction(request);
  };
  const clock: Clock = {
    now: () => Date.UTC(2026, 0, 1),
    random: () => 0,
    sleep(milliseconds, signal) {
      signal.throwIfAborted();
      waits.push(milliseconds / 1000);
      return Promise.resolve();
    },
  };
  return { requests, waits, fetch, clock };
}

/** A connection through a fake. */
export function connectTo(
  { fetch, clock }: Fake,
  options: Partial<KithClientOptions> = {},
): Connection {
  return connect({ baseUrl: "https://kith.test/api/v1", token: "t", fetch, ...options }, clock);
}

/** A problem as the API answers it. */
export function problem(status: number, code: string, headers: Record<string, string> = {}) {
  const body = { type: "", title: "", status, detail: `It is ${code}.`, code, requestId: "r" };
  return Response.json(body, {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}

/** How `fetch` says that there is no connection. */
export const noConnection = () => new TypeError("fetch failed");
