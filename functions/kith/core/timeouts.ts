/** What to call, and when. */
const due = new Map<() => void, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the timer goes off. */
let next = Infinity;

/**
 * Calls back once when a time is over, unless it is stopped; starting again begins anew. All timeouts share one timer:
 * making one takes longer than writing a statement to a socket.
 */
export function startTimeout(onTimeout: () => void, milliseconds: number): void {
  const at = Date.now() + milliseconds;
  due.set(onTimeout, at);
  if (at < next) setTimer(at);
}

export function stopTimeout(onTimeout: () => void): void {
  due.delete(onTimeout);
}

function setTimer(at: number): void {
  clearTimeout(timer);
  next = at;
  timer = at === Infinity ? undefined : setTimeout(callBack, at - Date.now());
}

function callBack(): void {
  const now = Date.now();
  next = Infinity;
  const over = [...due].filter(([, at]) => at <= now);
  for (const [onTimeout] of over) due.delete(onTimeout);
  setTimer(Math.min(...due.values()));
  for (const [onTimeout] of over) onTimeout();
}
