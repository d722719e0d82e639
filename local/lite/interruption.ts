// How work ends whose connection to the database is lost.

/** Why something in progress was given up. */
export class Interruption extends Error {
  override message = "The connection to the database was lost. Try again soon.";
}

/** Work that is given up when it is stopped, because what it waits for may never come. */
export class Interruptible {
  isStopped = false;
  readonly #rejections = new Set<(reason: Interruption) => void>();

  /** @throws Interruption when it is stopped before the work is done */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isStopped) throw new Interruption();
    let reject!: (reason: Interruption) => void;
    const stopped = new Promise<never>((_, settle) => reject = settle);
    this.#rejections.add(reject);
    try {
      return await Promise.race([work(), stopped]);
    } finally {
      this.#rejections.delete(reject);
    }
  }

  stop(): void {
    this.isStopped = true;
    for (const reject of this.#rejections) reject(new Interruption());
  }
}
