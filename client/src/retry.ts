/**
 * Sends a request, and after a 429 sends it again when `Retry-After` has passed.
 * @param maxWait seconds to wait in all; a 429 that needs a longer wait is returned
 * @throws the abort reason when the request's signal is aborted
 */
export async function fetchWithRetry(
  request: Request,
  send: typeof globalThis.fetch,
  maxWait: number,
): Promise<Response> {
  let remaining = maxWait;
  while (true) {
    // The body of a request can be read only once, so a clone is sent.
    const response = await send(request.clone());
    const seconds = response.status === 429 ? secondsToWait(response) : undefined;
    if (seconds === undefined || seconds > remaining) return response;
    remaining -= seconds;
    await response.body?.cancel();
    await wait(seconds * 1000, request.signal);
  }
}

/** The seconds in `Retry-After`, at least one; undefined where the header is not a number of seconds. */
function secondsToWait({ headers }: Response): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  return /^\d+$/.test(value) ? Math.max(1, Number(value)) : undefined;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
  });
}
