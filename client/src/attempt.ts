import { KithConnectionError } from "./error.ts";

/** Statuses whose answers have no body, so that none may be passed to `Response`. */
const withoutBody = new Set([204, 205, 304]);

/**
 * Sends a request once and reads the whole answer, so that the timeout also ends an answer that stops half way.
 * @param send sends it until the signal that it gets is aborted
 * @param timeoutMs milliseconds until the attempt is given up; 0 for never
 * @param signal the caller's
 * @param isStreamed whether the body of a success is left to the caller, who reads it while it comes
 * @throws KithConnectionError without an answer; the reason when the caller's signal is aborted; anything else that
 * `send` throws
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  timeoutMs: number,
  signal?: AbortSignal,
  isStreamed = false,
): Promise<Response> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  // A race, because a replaced `fetch` may ignore the signal.
  const { promise: aborted, reject } = rejectLater();
  const abort = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const forward = () => abort(signal?.reason);
  signal?.addEventListener("abort", forward, { once: true });
  const timer = afterMilliseconds(timeoutMs, () => {
    abort(
      new KithConnectionError(`There was no answer within ${timeoutMs} ms.`, { timedOut: true }),
    );
  });
  let isOpen = false;
  const read = async (answer: Promise<Response>) => {
    const response = await answer;
    isOpen = isStreamed && response.ok;
    return isOpen ? response : await readWhole(response);
  };
  try {
    return await Promise.race([aborted, read(send(controller.signal))]);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (!isNetworkFailure(error)) throw error;
    throw new KithConnectionError(`There was no answer: ${error.message}`, { cause: error });
  } finally {
    clearTimeout(timer);
    // Of an open answer the signal still ends the body.
    if (!isOpen) signal?.removeEventListener("abort", forward);
  }
}

async function readWhole(response: Response): Promise<Response> {
  if (!response.body || withoutBody.has(response.status)) return response;
  return new Response(await response.arrayBuffer(), response);
}

/** `fetch` reports network failures as TypeError; node-fetch and Bun as errors with a text in `code`. */
function isNetworkFailure(error: unknown): error is Error {
  // By name, because test runners give the program another TypeError than `fetch` has.
  return error instanceof Error &&
    (error.name === "TypeError" || "code" in error && typeof error.code === "string");
}

function rejectLater() {
  let reject!: (reason: unknown) => void;
  const promise = new Promise<never>((_, fail) => reject = fail);
  // It may be rejected when nobody waits for it any more.
  promise.catch(() => {});
  return { promise, reject };
}

/** The longest wait that timers of JavaScript know; longer ones would end at once. */
const longestTimer = 2 ** 31 - 1;

function afterMilliseconds(milliseconds: number, run: () => void) {
  const isLimited = milliseconds > 0 && milliseconds <= longestTimer;
  return isLimited ? setTimeout(run, milliseconds) : undefined;
}
