/**
 * Sends a request, and sends it again after 429 as soon as the answer allows.
 * @param maxWait seconds that all the waiting may take; an answer that asks for more is returned as it is
 * @throws the reason of the request's signal when it is aborted
 */
export async function fetchWithRetry(
  request: Request,
  send: typeof globalThis.fetch,
  maxWait: number,
): Promise<Response> {
  let remaining = maxWait;
  while (true) {
    // A request's body can be read once; the clone is spent and the original kept.
    const response = await send(request.clone());
    const seconds = response.status === 429 ? secondsToWait(response) : undefined;
    if (seconds === undefined || seconds > remaining) return response;
    remaining -= seconds;
    await response.body?.cancel();
    await wait(seconds * 1000, request.signal);
  }
}

/** The seconds of `Retry-After`, at least one; undefined where the header holds no number of seconds. */
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
