import type { Arguments } from "../core/database.ts";
import { problems } from "../core/problems.ts";
import { timeouts } from "../core/timeouts.ts";

/** What a connection is wanted for: to read, to read what takes long, to write, or to read as of one instant. */
export type Work = "read" | "longRead" | "write" | "snapshot";

/** Who wants one: an account, or the hash of a secret whose account only the database knows. */
export type Visitor = { account: string } | { hash: string };

/** How many connections may be in use at a time. */
export interface Bounds {
  /** By everybody. */
  total: number;
  /** By one account: in all, for long reads, to write (writers of one account wait for each other anyway), and for snapshots. */
  account: { total: number; longRead: number; write: number; snapshot: number };
  /** For snapshots of everybody. */
  snapshots: number;
  /** By all whose account is not known yet. */
  strangers: number;
}

/** Hashes whose accounts are kept in memory; some 300 bytes each. */
const maxKnown = 5_000;

/** Operations that read for long whatever their arguments are. */
const long = new Set(["list_duplicates", "get_calendar_feed"]);

/** A list with more items on a page reads for long. */
const usualPage = 100;

/** What an operation wants a connection for. */
export function workOf(operation: string, args: Arguments): Work {
  if (!/^(list|get|export)_/.test(operation)) return "write";
  const { search, pageSize = 0 } = (args.query ?? {}) as { search?: string; pageSize?: number };
  const isLong = long.has(operation) || search !== undefined || pageSize > usualPage;
  return isLong ? "longRead" : "read";
}

/** One that has a connection, or waits for one. */
interface Visit {
  line: Line;
  work: Work;
}

interface Waiting extends Visit {
  proceed(): void;
}

/** The visits of one account, or with a secret whose account is not known. */
interface Line {
  name: string;
  isStranger: boolean;
  inside: Set<Visit>;
  waiting: Waiting[];
}

/**
 * Decides who gets the next connection of the pool. Each account has a line of its own and the lines take turns, so that
 * one account cannot keep out all others.
 */
export class Gate {
  readonly #bounds: Bounds;
  /** Those with visits, the next in turn first. */
  readonly #lines = new Map<string, Line>();
  readonly #inside = new Set<Visit>();
  /** By hash. They only decide who waits: the database finds the account of every request anew. */
  readonly #accounts = new Map<string, string>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits for a turn. Returns what ends the visit, which may be called again.
   * @throws Problem unavailable when the time is over
   */
  async enter(visitor: Visitor, work: Work, waitMs: number): Promise<() => void> {
    const account = "hash" in visitor ? this.#accounts.get(visitor.hash) : visitor.account;
    const line = "hash" in visitor && account === undefined
      ? this.#line(visitor.hash, true)
      : this.#line(account!, false);
    const visit: Visit = { line, work };
    // If somebody could enter, they would not be waiting: nobody is overtaken.
    if (this.#mayEnter(visit)) this.#admit(visit);
    else await this.#turn(visit, waitMs);
    return () => {
      if (!this.#inside.delete(visit)) return;
      visit.line.inside.delete(visit);
      this.#forget(visit.line);
      this.#proceed();
    };
  }

  /** Remembers the account that the database has found for a hash, and joins their lines. */
  identify(hash: string, account: string): void {
    if (this.#accounts.has(hash)) return;
    this.#accounts.set(hash, account);
    if (this.#accounts.size > maxKnown) this.#accounts.delete(this.#accounts.keys().next().value!);
    const line = this.#lines.get(hash);
    if (!line) return;
    this.#lines.delete(hash);
    const known = this.#line(account, false);
    for (const visit of [...line.inside, ...line.waiting]) visit.line = known;
    for (const visit of line.inside) known.inside.add(visit);
    known.waiting.push(...line.waiting);
    this.#proceed();
  }

  #line(name: string, isStranger: boolean): Line {
    let line = this.#lines.get(name);
    if (!line) this.#lines.set(name, line = { name, isStranger, inside: new Set(), waiting: [] });
    return line;
  }

  #forget(line: Line): void {
    if (line.inside.size + line.waiting.length === 0) this.#lines.delete(line.name);
  }

  #mayEnter({ line, work }: Visit): boolean {
    const { total, account, snapshots, strangers } = this.#bounds;
    return this.#inside.size < total && line.inside.size < account.total &&
      (work === "read" || count(line.inside, (other) => other.work === work) < account[work]) &&
      (work !== "snapshot" || count(this.#inside, (other) => other.work === work) < snapshots) &&
      (!line.isStranger || count(this.#inside, (other) => other.line.isStranger) < strangers);
  }

  #admit(visit: Visit): void {
    const { line } = visit;
    this.#inside.add(visit);
    line.inside.add(visit);
    // The turn is the others' then.
    this.#lines.delete(line.name);
    this.#lines.set(line.name, line);
  }

  #turn(visit: Visit, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTimeout = () => {
        leave(waiting);
        this.#forget(waiting.line);
        reject(problems.unavailable("Too many requests of one account at a time."));
      };
      timeouts.start(onTimeout, waitMs);
      const proceed = () => {
        timeouts.stop(onTimeout);
        resolve();
      };
      const waiting: Waiting = Object.assign(visit, { proceed });
      visit.line.waiting.push(waiting);
    });
  }

  /** Lets in everybody who may enter. */
  #proceed(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      leave(next);
      this.#admit(next);
      next.proceed();
    }
  }

  /** The first that may enter of the line with the fewest inside; of several, of the one that had its turn before the others. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const { waiting, inside } of this.#lines.values()) {
      if (waiting.length === 0 || next && next.line.inside.size <= inside.size) continue;
      next = waiting.find((visit) => this.#mayEnter(visit)) ?? next;
    }
    return next;
  }
}

/** Takes one out of its line. */
function leave(visit: Waiting): void {
  visit.line.waiting.splice(visit.line.waiting.indexOf(visit), 1);
}

function count(visits: Set<Visit>, is: (visit: Visit) => boolean): number {
  let found = 0;
  for (const visit of visits) if (is(visit)) found++;
  return found;
}
