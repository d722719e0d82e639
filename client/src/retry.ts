import { attempt } from "./attempt.ts";
import { KithConnectionError } from "./error.ts";
import { retryAfter } from "./retry-after.ts";

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
