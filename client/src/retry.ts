// Sends a request again where that is safe.
import { KithConnectionError, retryAfter } from "./error.ts";

/** How often and how long a request is tried. */
export interface RetryPolicy {
  /** How often it is sent again after a failure; 0 for never, after 429 neither. */
  maxRetries: number;
  /** Seconds that it may wait in all between attempts; 0 for never sending it again. */
  maxWait: number;
  /** Milliseconds for each attempt; 0 for no limit. */
  timeoutMs: number;
  /** Whether an attempt has succeeded when its answer begins to come. */
  isStreamed: boolean;
}

/** Time and chance, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** @throws the abort reason when the signal is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Statuses after which the same request may succeed: it was not carried out, or by a gateway nobody knows. */
const passing = new Set([408, 502, 503, 504]);

/**
 * Sends a request, and sends it again after 429 when `Retry-After` has passed, and after a network failure, a timeout,
 * 408, 502, 503, 504 or 409 `idempotency_key_in_use` with exponential backoff. The last answer is returned.
 * @throws KithConnectionError where the last attempt had no answer; the abort reason when the request's signal is aborted
 */
export async function fetchWithRetry(
  request: Request,
  send: (request: Request, init: RequestInit) => Promise<Response>,
  policy: RetryPolicy,
  clock: Clock,
): Promise<Response> {
  let remaining = policy.maxRetries > 0 ? policy.maxWait : 0;
  let failures = 0;
  while (true) {
    // A clone, because a body can be read only once. The signal on its own, because Node forgets that of a request which
    // nobody holds any more.
    const once = (signal: AbortSignal) => send(request.clone(), { signal });
    const outcome = await outcomeOf(
      attempt(once, policy.timeoutMs, request.signal, policy.isStreamed),
    );
    const isLimit = outcome instanceof Response && outcome.status === 429;
    const seconds = isLimit
      ? retryAfter(outcome.headers, clock.now())
      : failures < policy.maxRetries && await mayPass(outcome)
      ? backoff(outcome, failures++, clock)
      : undefined;
    if (seconds === undefined || seconds > remaining) return answerOf(outcome);
    remaining -= seconds;
    await clock.sleep(seconds * 1000, request.signal);
  }
}

/** The answer, or the failure to get one; other errors are thrown. */
async function outcomeOf(answer: Promise<Response>): Promise<Response | KithConnectionError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof KithConnectionError) return error;
    throw error;
  }
}

function answerOf(outcome: Response | KithConnectionError): Response {
  if (outcome instanceof KithConnectionError) throw outcome;
  return outcome;
}

async function mayPass(outcome: Response | KithConnectionError): Promise<boolean> {
  if (outcome instanceof KithConnectionError) return true;
  if (outcome.status !== 409) return passing.has(outcome.status);
  // An attempt that timed out here may still run there, and holds the idempotency key until it ends.
  return (await outcome.clone().text()).includes('"idempotency_key_in_use"');
}

/** Half a second, then twice as long each time up to eight, less up to half of it, after what `Retry-After` asks for. */
function backoff(outcome: Response | KithConnectionError, failures: number, clock: Clock): number {
  const asked = outcome instanceof Response ? retryAfter(outcome.headers, clock.now()) ?? 0 : 0;
  return asked + Math.min(8, 0.5 * 2 ** failures) * (1 - clock.random() / 2);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, milliseconds);
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort, { once: true });
    }),
};

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
