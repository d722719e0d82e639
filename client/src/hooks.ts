/** A request, as a hook gets it. */
export interface SentRequest {
  method: string;
  /** Below the base URL, without the query: `/contacts`. */
  path: string;
}

/** An answer, as a hook gets it. */
export interface ReceivedAnswer extends SentRequest {
  /** Undefined where there was none. */
  status: number | undefined;
  /** Milliseconds until it began to come, or until the attempt failed. */
  durationMs: number;
  /** Its `X-Request-Id`. */
  requestId: string | undefined;
}

/** Functions that are told of each attempt of each request, for logs and measurements. They must not throw. */
export interface Hooks {
  /** Called before each attempt. */
  onRequest?: (request: SentRequest) => void;
  /** Called after each attempt, also where it had no answer. */
  onResponse?: (answer: ReceivedAnswer) => void;
}

type Send = (request: Request, init: RequestInit) => Promise<Response>;

/** Sends as `send` does, and tells the hooks. */
export function sendAndTell(send: Send, baseUrl: string, hooks: Hooks): Send {
  const { onRequest, onResponse } = hooks;
  if (!onRequest && !onResponse) return send;
  return async (request, init) => {
    const { method, url } = request;
    const sent = { method, path: url.slice(baseUrl.length).replace(/[?#].*$/, "") };
    onRequest?.(sent);
    const began = performance.now();
    const tell = (answer?: Response) =>
      onResponse?.({
        ...sent,
        status: answer?.status,
        durationMs: performance.now() - began,
        requestId: answer?.headers.get("x-request-id") ?? undefined,
      });
    try {
      const answer = await send(request, init);
      tell(answer);
      return answer;
    } catch (error) {
      tell();
      throw error;
    }
  };
}
