// Decides which request gets the next connection of an isolate.
import { problems } from "../core/problems.ts";
import { timeouts } from "../core/timeouts.ts";
import type { Work } from "../core/database.ts";

/** What a connection is wanted for. A snapshot is a transaction of several statements that reads as of one instant. */
export type Use = Work | "snapshot";

/** Who wants one: an account, or the hash of a secret whose account is not known yet. */
export type Requester = { account: string } | { hash: string };

/** How many connections may be in use at a time. */
export interface Bounds {
  /** By everybody. */
  total: number;
  /** By one account: in all, for long reads, to write (writers of one account wait for each other anyway), and for snapshots. */
  account: { total: number; longRead: number; write: number; snapshot: number };
  /** By everybody for snapshots. */
  snapshots: number;
  /** By everybody for all but short reads, so that whoever has one waits only for others'. */
  slow: number;
  /** By all whose account is not known yet. */
  unknown: number;
}

/** Hashes whose accounts are kept in memory; some 300 bytes each. */
const maxKnown = 5_000;

/** A request that has a connection, or waits for one. */
interface Request {
  queue: Queue;
  use: Use;
}

interface Waiting extends Request {
  proceed(): void;
}

/** The requests of one account, or with one secret whose account is not known. */
interface Queue {
  name: string;
  isUnknown: boolean;
  running: Set<Request>;
  waiting: Waiting[];
}

/** Keeps a queue for each account. The queues take turns, so that one account cannot keep out all others. */
export class ConnectionLimiter {
  readonly #bounds: Bounds;
  /** Those with requests, the next in turn first. */
  readonly #queues = new Map<string, Queue>();
  readonly #running = new Set<Request>();
  /** By hash. They only decide who waits: the database finds the account of every request anew. */
  readonly #accounts = new Map<string, string>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits for a turn. Returns what gives it back, which may be called again.
   * @throws Problem unavailable when the time is over
   */
  async acquire(requester: Requester, use: Use, waitMs: number): Promise<() => void> {
    const account = "hash" in requester ? this.accountOf(requester.hash) : requester.account;
    const queue = account === undefined
      ? this.#queue((requester as { hash: string }).hash, true)
      : this.#queue(account, false);
    const request: Request = { queue, use };
    // If somebody could run, they would not be waiting: nobody is overtaken.
    if (this.#mayRun(request)) this.#start(request);
    else await this.#turn(request, waitMs);
    return () => {
      if (!this.#running.delete(request)) return;
      queue.running.delete(request);
      this.#forget(queue);
      this.#proceed();
    };
  }

  /** The account that the database has found for a hash before. */
  accountOf(hash: string): string | undefined {
    return this.#accounts.get(hash);
  }

  /** Remembers the account that the database has found for a hash. */
  remember(hash: string, account: string): void {
    if (this.#accounts.has(hash)) return;
    this.#accounts.set(hash, account);
    if (this.#accounts.size > maxKnown) this.#accounts.delete(this.#accounts.keys().next().value!);
  }

  #queue(name: string, isUnknown: boolean): Queue {
    let queue = this.#queues.get(name);
    if (!queue) {
      this.#queues.set(name, queue = { name, isUnknown, running: new Set(), waiting: [] });
    }
    return queue;
  }

  #forget(queue: Queue): void {
    if (queue.running.size + queue.waiting.length === 0) this.#queues.delete(queue.name);
  }

  #mayRun({ queue, use }: Request): boolean {
    const { total, account, snapshots, slow, unknown } = this.#bounds;
    if (this.#running.size >= total || queue.running.size >= account.total) return false;
    if (queue.isUnknown && count(this.#running, (other) => other.queue.isUnknown) >= unknown) {
      return false;
    }
    return use === "read" ||
      count(queue.running, (other) => other.use === use) < account[use] &&
        count(this.#running, (other) => other.use !== "read") < slow &&
        (use !== "snapshot" || count(this.#running, (other) => other.use === use) < snapshots);
  }

  #start(request: Request): void {
    const { queue } = request;
    this.#running.add(request);
    queue.running.add(request);
    // The turn is the others' then.
    this.#queues.delete(queue.name);
    this.#queues.set(queue.name, queue);
  }

  #turn(request: Request, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTimeout = () => {
        leave(waiting);
        this.#forget(waiting.queue);
        reject(problems.unavailable("Too many requests at a time."));
      };
      timeouts.start(onTimeout, waitMs);
      const proceed = () => {
        timeouts.stop(onTimeout);
        resolve();
      };
      const waiting: Waiting = Object.assign(request, { proceed });
      request.queue.waiting.push(waiting);
    });
  }

  /** Starts everybody who may run. */
  #proceed(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      leave(next);
      this.#start(next);
      next.proceed();
    }
  }

  /** The first that may run of the queue with the fewest running; of several, of the one that had its turn before the others. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const { waiting, running } of this.#queues.values()) {
      if (waiting.length === 0 || next && next.queue.running.size <= running.size) continue;
      next = waiting.find((request) => this.#mayRun(request)) ?? next;
    }
    return next;
  }
}

/** Takes one out of its queue. */
function leave(request: Waiting): void {
  request.queue.waiting.splice(request.queue.waiting.indexOf(request), 1);
}

function count(requests: Set<Request>, is: (request: Request) => boolean): number {
  let found = 0;
  for (const request of requests) if (is(request)) found++;
  return found;
}
