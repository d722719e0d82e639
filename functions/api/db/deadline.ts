/**
 * Gives up on what takes too long. One timer watches over all that is under way, since a timer for each statement, as
 * the driver has it, takes a tenth of what the function does for a request.
 */
export class Deadline {
  readonly #patience: number;
  /** In the order in which they began, which is the order in which their time is up. */
  readonly #waiting = new Set<{ until: number; giveUp: () => void }>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param patience milliseconds that each may take */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /**
   * Settles as the work does, or rejects when its time is up; what becomes of the work then is the caller's to see to.
   * @throws Error that names the patience
   */
  hold<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const entry = {
        until: performance.now() + this.#patience,
        giveUp: () => reject(new Error(`no answer within ${this.#patience} ms`)),
      };
      this.#waiting.add(entry);
      this.#timer ??= this.#start(this.#patience);
      const done = () => void this.#waiting.delete(entry);
      work.then(resolve, reject).then(done, done);
    });
  }

  /** Stops watching; for when nothing is under way any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #start(milliseconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#look(), milliseconds);
  }

  #look(): void {
    this.#timer = undefined;
    for (const entry of this.#waiting) {
      const left = entry.until - performance.now();
      if (left > 0) {
        this.#timer = this.#start(left);
        return;
      }
      this.#waiting.delete(entry);
      entry.giveUp();
    }
  }
}
