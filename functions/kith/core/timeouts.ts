// Timeouts that share one timer.

/** Calls back when times are over. All of them share one timer: making one takes longer than writing a statement to a socket. */
export class Timeouts {
  /** What to call, and when. */
  readonly #due = new Map<() => void, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer goes off. */
  #next = Infinity;

  /** Calls back once when a time is over, unless it is stopped; starting again begins anew. */
  start(onTimeout: () => void, milliseconds: number): void {
    const at = Date.now() + milliseconds;
    this.#due.set(onTimeout, at);
    if (at < this.#next) this.#setTimer(at);
  }

  stop(onTimeout: () => void): void {
    this.#due.delete(onTimeout);
  }

  #setTimer(at: number): void {
    clearTimeout(this.#timer);
    this.#next = at;
    this.#timer = at === Infinity ? undefined : setTimeout(() => this.#callBack(), at - Date.now());
  }

  #callBack(): void {
    const now = Date.now();
    this.#next = Infinity;
    const over = [...this.#due].filter(([, at]) => at <= now);
    for (const [onTimeout] of over) this.#due.delete(onTimeout);
    this.#setTimer(Math.min(...this.#due.values()));
    for (const [onTimeout] of over) onTimeout();
  }
}

/** Those of the function. */
export const timeouts = new Timeouts();
