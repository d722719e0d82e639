import { randomUUID } from "node:crypto";

/** Where the load goes, and as whom. */
export interface LoadTarget {
  /** `…/api/v1` */
  base: string;
  token: string;
}

interface Sent {
  status: number;
  body: Record<string, unknown> | null;
  milliseconds: number;
}

/** What the service was known to hold, by what it answered. */
interface Known {
  path: string;
  /** The text that the last write answered with success has left; null where it was deleted. */
  text: string | null;
  /** Texts that a write without an answer, or refused with 503, may have left since. */
  perhaps: (string | null)[];
}

export interface LoadReport {
  requests: number;
  writes: number;
  byStatus: Record<string, number>;
  /** Milliseconds of the slowest answer. */
  slowest: number;
  /** Answers that no outage excuses, each with what was asked. */
  faults: string[];
}

/** Requests that are answered later than this count as hanging. */
const patience = 10_000;

/** The collections that are written to, and the member that holds a text. */
const kinds = [["/contacts", "firstName"], ["/notes", "content"], ["/reminders", "title"]] as const;

/**
 * Reads and writes from several workers at once, and keeps a book of every write that was answered with success, so
 * that it can be held against what is there afterwards.
 */
export class Load {
  readonly report: LoadReport = { requests: 0, writes: 0, byStatus: {}, slowest: 0, faults: [] };
  readonly #target: LoadTarget;
  readonly #known: Known[] = [];
  readonly #pause: number;
  #running = false;
  #workers: Promise<void>[] = [];

  /** @param pause milliseconds that each worker rests between two requests */
  constructor(target: LoadTarget, pause = 0) {
    this.#target = target;
    this.#pause = pause;
  }

  start(workers: number): void {
    this.#running = true;
    this.#workers = Array.from({ length: workers }, () => this.#work());
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    while (this.#running) {
      await this.#step(Math.random());
      if (this.#pause > 0) await new Promise((resolve) => setTimeout(resolve, this.#pause));
    }
  }

  async #step(dice: number): Promise<void> {
    const [path, member] = kinds[Math.floor(Math.random() * kinds.length)]!;
    const known = this.#known[Math.floor(Math.random() * this.#known.length)];
    if (dice < 0.35) return void await this.send("GET", `${path}?pageSize=5`);
    if (dice < 0.75 || !known) return await this.#create(path, member);
    // Taken out of the book while it is being written to, so that no two workers write to one thing.
    this.#known.splice(this.#known.indexOf(known), 1);
    if (known.text !== null) await (dice < 0.92 ? this.#change(known) : this.#delete(known));
    this.#known.push(known);
  }

  async #create(path: string, member: string): Promise<void> {
    const text = randomUUID();
    const { status, body } = await this.send("POST", path, { [member]: text });
    this.report.writes++;
    if (status === 201) this.#known.push({ path: `${path}/${body!["id"]}`, text, perhaps: [] });
  }

  async #change(known: Known): Promise<void> {
    const member = kinds.find(([path]) => known.path.startsWith(path))![1];
    const text = randomUUID();
    const { status } = await this.send("PATCH", known.path, { [member]: text });
    this.report.writes++;
    this.#note(known, text, status, 200);
  }

  async #delete(known: Known): Promise<void> {
    const { status } = await this.send("DELETE", known.path);
    this.report.writes++;
    this.#note(known, null, status, 204);
  }

  #note(known: Known, text: string | null, status: number, good: number): void {
    if (status === good) {
      known.text = text;
      known.perhaps = [];
    } else if (status >= 500 || status === 0) known.perhaps.push(text);
    // An earlier delete whose answer was lost has been carried out.
    else if (status === 404 && known.perhaps.includes(null)) known.text = null;
    else this.report.faults.push(`${known.path}: ${status}`);
  }

  /** One request, and its place in the report. */
  async send(method: string, path: string, body?: unknown): Promise<Sent> {
    const began = performance.now();
    const sent = await this.#fetch(method, path, body);
    const milliseconds = performance.now() - began;
    const { report } = this;
    report.requests++;
    report.byStatus[sent.status] = (report.byStatus[sent.status] ?? 0) + 1;
    report.slowest = Math.max(report.slowest, milliseconds);
    const code = sent.body?.["code"];
    // 502 and 503 without a code are the gateway's, while the function is away.
    const isClean = sent.status < 500 ||
      (sent.status === 503 && (code === "unavailable" || code === undefined)) ||
      (sent.status === 502 && code === undefined);
    if (!isClean || sent.status === 0 || milliseconds > patience) {
      report.faults.push(
        `${method} ${path}: ${sent.status} ${String(code)} after ${Math.round(milliseconds)} ms`,
      );
    }
    return { ...sent, milliseconds };
  }

  async #fetch(method: string, path: string, body?: unknown): Promise<Omit<Sent, "milliseconds">> {
    try {
      const response = await fetch(this.#target.base + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#target.token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(2 * patience),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    } catch {
      return { status: 0, body: null };
    }
  }

  /** Waits until the service answers again; how many milliseconds that took. */
  async recovered(): Promise<number> {
    const began = performance.now();
    while ((await this.#fetch("GET", "/contacts?pageSize=1")).status !== 200) {
      if (performance.now() - began > 60_000) throw new Error("no recovery within a minute");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return performance.now() - began;
  }

  /** Holds the book against what is there; what is not as it was answered. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    const queue = [...this.#known];
    const worker = async () => {
      for (let known = queue.pop(); known; known = queue.pop()) {
        const { status, body } = await this.#fetch("GET", known.path);
        const member = kinds.find(([path]) => known!.path.startsWith(path))![1];
        const found = status === 404 ? null : body?.[member];
        const allowed = [known.text, ...known.perhaps];
        if ((status !== 200 && status !== 404) || !allowed.includes(found as string | null)) {
          lost.push(`${known.path}: ${status}, ${String(found)} and not ${allowed.join(" or ")}`);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return lost;
  }

  /** How many things the book knows of. */
  get booked(): number {
    return this.#known.length;
  }
}
