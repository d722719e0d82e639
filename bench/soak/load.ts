import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../test/support/client.ts";

/** Where the load goes, and as whom. */
export interface LoadTarget {
  /** `…/api/v1` */
  base: string;
  token: string;
}

/** How a request differs from those of the target. */
export interface SendOptions {
  token?: string;
  /** Instead of the target's base and the path. */
  url?: string;
  headers?: Record<string, string>;
}

export interface Sent {
  /** 0 where there was no answer. */
  status: number;
  body: Json;
  /** Of the change set that the request made. */
  activityId: string | null;
  milliseconds: number;
}

/** A resource that was created, and what it holds according to the answers. */
interface Recorded {
  path: string;
  /** The text of the last write that was answered with success; null when that deleted the resource. */
  text: string | null;
  /** Texts of later writes that were not answered, or with 503: they may have been carried out. */
  possibleTexts: (string | null)[];
}

export interface LoadReport {
  requests: number;
  writes: number;
  byStatus: Record<string, number>;
  slowestMs: number;
  /** Answers that an outage does not explain, each with its request. */
  faults: string[];
}

/** A request that takes longer is reported as a fault. */
const timeoutMs = 10_000;

/** The collections that are written to, and the member that holds a text. */
const kinds = [["/contacts", "firstName"], ["/notes", "content"], ["/reminders", "title"]] as const;

/**
 * Reads and writes from several workers at once, and records every write that was answered with success, to compare it
 * afterwards with what is stored.
 */
export class Load {
  readonly report: LoadReport = { requests: 0, writes: 0, byStatus: {}, slowestMs: 0, faults: [] };
  readonly #target: LoadTarget;
  readonly #recorded: Recorded[] = [];
  readonly #pauseMs: number;
  #running = false;
  #workers: Promise<void>[] = [];

  /** @param pauseMs between two requests of a worker */
  constructor(target: LoadTarget, pauseMs = 0) {
    this.#target = target;
    this.#pauseMs = pauseMs;
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
      if (this.#pauseMs > 0) await sleep(this.#pauseMs);
    }
  }

  async #step(random: number): Promise<void> {
    const [path, member] = kinds[Math.floor(Math.random() * kinds.length)]!;
    const resource = this.#recorded[Math.floor(Math.random() * this.#recorded.length)];
    if (random < 0.35) return void await this.send("GET", `${path}?pageSize=5`);
    if (random < 0.75 || !resource) return await this.#create(path, member);
    // Removed while it is written to, so that no two workers write to the same resource.
    this.#recorded.splice(this.#recorded.indexOf(resource), 1);
    if (resource.text !== null) {
      await (random < 0.92 ? this.#change(resource) : this.#delete(resource));
    }
    this.#recorded.push(resource);
  }

  async #create(path: string, member: string): Promise<void> {
    const text = randomUUID();
    const { status, body } = await this.send("POST", path, { [member]: text });
    if (status === 201) {
      this.#recorded.push({ path: `${path}/${body!["id"]}`, text, possibleTexts: [] });
    }
  }

  async #change(resource: Recorded): Promise<void> {
    const member = kinds.find(([path]) => resource.path.startsWith(path))![1];
    const text = randomUUID();
    const { status } = await this.send("PATCH", resource.path, { [member]: text });
    this.#recordAnswer(resource, text, status, 200);
  }

  async #delete(resource: Recorded): Promise<void> {
    const { status } = await this.send("DELETE", resource.path);
    this.#recordAnswer(resource, null, status, 204);
  }

  #recordAnswer(resource: Recorded, text: string | null, status: number, good: number): void {
    if (status === good) {
      resource.text = text;
      resource.possibleTexts = [];
    } else if (status >= 500 || status === 0) resource.possibleTexts.push(text);
    // An earlier delete whose answer was lost has been carried out.
    else if (status === 404 && resource.possibleTexts.includes(null)) resource.text = null;
    else this.report.faults.push(`${resource.path}: ${status}`);
  }

  /** Takes something to look for at the end; from now on it is also changed and deleted. */
  record(path: string, text: string | null, possibleTexts: (string | null)[] = []): void {
    this.#recorded.push({ path, text, possibleTexts });
  }

  /** Sends one request and reports it. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Sent> {
    const began = performance.now();
    const sent = await this.#fetch(method, path, body, options);
    const milliseconds = performance.now() - began;
    const { report } = this;
    report.requests++;
    if (method !== "GET") report.writes++;
    report.byStatus[sent.status] = (report.byStatus[sent.status] ?? 0) + 1;
    report.slowestMs = Math.max(report.slowestMs, milliseconds);
    const code = sent.body?.["code"];
    // 502 and 503 without a code are the gateway's, while the function does not run.
    const isClean = sent.status < 500 ||
      (sent.status === 503 && (code === "unavailable" || code === undefined)) ||
      (sent.status === 502 && code === undefined);
    if (!isClean || sent.status === 0 || milliseconds > timeoutMs) {
      report.faults.push(
        `${method} ${path}: ${sent.status} ${String(code)} after ${Math.round(milliseconds)} ms`,
      );
    }
    return { ...sent, milliseconds };
  }

  async #fetch(
    method: string,
    path: string,
    body?: unknown,
    { token = this.#target.token, url = this.#target.base + path, headers }: SendOptions = {},
  ): Promise<Omit<Sent, "milliseconds">> {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(2 * timeoutMs),
      });
      const text = await response.text();
      const { headers: received, status } = response;
      // MCP answers with a stream of events, of which there is one.
      const isStream = received.get("content-type")?.startsWith("text/event-stream");
      const json = isStream ? /^data: (.+)$/m.exec(text)?.[1] ?? "" : text;
      const activityId = received.get("x-activity-id");
      return { status, body: json === "" ? null : JSON.parse(json), activityId };
    } catch {
      return { status: 0, body: null, activityId: null };
    }
  }

  /** Waits until the service answers again. @returns the milliseconds that took */
  async waitForRecovery(): Promise<number> {
    const began = performance.now();
    while ((await this.#fetch("GET", "/contacts?pageSize=1")).status !== 200) {
      if (performance.now() - began > 60_000) throw new Error("no recovery within a minute");
      await sleep(100);
    }
    return performance.now() - began;
  }

  /** @returns a line for each recorded resource that is not stored as it was answered */
  async findLostWrites(): Promise<string[]> {
    const lost: string[] = [];
    const queue = [...this.#recorded];
    const worker = async () => {
      for (let resource = queue.pop(); resource; resource = queue.pop()) {
        const { status, body } = await this.#fetch("GET", resource.path);
        const member = kinds.find(([path]) => resource!.path.startsWith(path))![1];
        const found = status === 404 ? null : body?.[member];
        const allowed = [resource.text, ...resource.possibleTexts];
        if ((status !== 200 && status !== 404) || !allowed.includes(found as string | null)) {
          lost.push(
            `${resource.path}: ${status}, ${String(found)} and not ${allowed.join(" or ")}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return lost;
  }

  /** How many resources are recorded. */
  get recordedCount(): number {
    return this.#recorded.length;
  }
}
