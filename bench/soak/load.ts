// The mixed load of the soak, and what it knows of what was written.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../test/support/client.ts";
import { type BenchRequest, toInit } from "../measure.ts";

/** How a request differs from the others. */
export interface SendOptions {
  token?: string;
  /** Instead of the base and the path. */
  url?: string;
  headers?: Record<string, string>;
  /** A body that is no JSON. */
  text?: string;
}

export interface Sent {
  /** 0 where there was no answer. */
  status: number;
  /** Null where the answer is no JSON. */
  body: Json;
  text: string;
  /** Of the change set that the request made. */
  activityId: string | null;
}

/**
 * A resource that was created, and the texts that it may hold according to the answers, null where it may be deleted: one
 * text, and those of later writes that were not answered, or with 503. They may have been carried out.
 */
export interface Recorded {
  path: string;
  texts: (string | null)[];
}

/** A request that takes longer is reported as a fault. */
const timeoutMs = 10_000;

/** The collections that are written to, and the member that holds a text. */
const kinds = [["/contacts", "firstName"], ["/notes", "content"], ["/reminders", "title"]] as const;
const memberOf = ({ path }: Recorded) => kinds.find(([start]) => path.startsWith(start))![1];
const random = (length: number) => Math.floor(Math.random() * length);

/**
 * Reads and writes from several workers at once, and records every write that was answered with success, to compare it
 * afterwards with what is stored.
 */
export class Load {
  /** `faults` are answers that an outage does not explain, each with its request. */
  readonly report = {
    requests: 0,
    writes: 0,
    byStatus: {} as Record<string, number>,
    slowestMs: 0,
    faults: [] as string[],
  };
  /** What to look for at the end; until then it is also changed and deleted. */
  readonly recorded: Recorded[] = [];
  #isRunning = false;
  #workers: Promise<void>[] = [];

  /** @param pauseMs between two requests of a worker */
  constructor(readonly target: { base: string; token: string }, readonly pauseMs = 0) {}

  /** @param step what a worker does again and again: a read or a write of something, unless given */
  start(workers: number, step: (worker: number) => Promise<void> = () => this.#step()): void {
    this.#isRunning = true;
    const work = async (worker: number) => {
      while (this.#isRunning) {
        await step(worker);
        if (this.pauseMs > 0) await sleep(this.pauseMs);
      }
    };
    this.#workers.push(...Array.from({ length: workers }, (_, worker) => work(worker)));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#workers);
  }

  async #step(): Promise<void> {
    const what = Math.random();
    const [path, member] = kinds[random(kinds.length)]!;
    if (what < 0.35) return void await this.send("GET", `${path}?pageSize=5`);
    // Removed while it is written to, so that no two workers write to the same resource.
    const [old] = what < 0.75 ? [] : this.recorded.splice(random(this.recorded.length), 1);
    if (old) {
      if (old.texts[0] !== null) await this.#write(old, what < 0.92 ? randomUUID() : null);
      this.recorded.push(old);
      return;
    }
    const text = randomUUID();
    const { status, body } = await this.send("POST", path, { [member]: text });
    if (status === 201) this.recorded.push({ path: `${path}/${body.id}`, texts: [text] });
  }

  /** Changes it, or deletes it. */
  async #write(resource: Recorded, text: string | null): Promise<void> {
    const { path, texts } = resource;
    const { status } = text === null
      ? await this.send("DELETE", path)
      : await this.send("PATCH", path, { [memberOf(resource)]: text });
    if (status === 200 || status === 204) resource.texts = [text];
    else if (status >= 500 || status === 0) texts.push(text);
    // An earlier delete whose answer was lost has been carried out.
    else if (status === 404 && texts.includes(null)) resource.texts = [null];
    else this.report.faults.push(`${path}: ${status}`);
  }

  /** Sends one request and reports it. */
  async send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<Sent> {
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
    const isClean = sent.status < 500 || (sent.status === 503 && code === "unavailable") ||
      (code === undefined && [502, 503].includes(sent.status));
    if (!isClean || sent.status === 0 || milliseconds > timeoutMs) {
      report.faults.push(`${method} ${path}: ${sent.status} ${code} after ${milliseconds} ms`);
    }
    return sent;
  }

  async #fetch(
    method: string,
    path: string,
    body?: unknown,
    { token = this.target.token, url = this.target.base + path, headers = {}, text: raw }:
      SendOptions = {},
  ): Promise<Sent> {
    try {
      const request = { method, path, token, headers, body } as BenchRequest;
      const signal = AbortSignal.timeout(2 * timeoutMs);
      const init = { ...toInit(request), ...(raw !== undefined && { body: raw }), signal };
      const response = await fetch(url, init);
      const text = await response.text();
      const { headers: received, status } = response;
      // MCP answers with a stream of events, of which there is one.
      const type = received.get("content-type") ?? "";
      const json = type.startsWith("text/event-stream") ? /^data: (.+)$/m.exec(text)?.[1] : text;
      const isJson = /\bjson\b|event-stream/.test(type);
      const activityId = received.get("x-activity-id");
      return { status, body: isJson && json ? JSON.parse(json) : null, text, activityId };
    } catch {
      return { status: 0, body: null, text: "", activityId: null };
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
    const queue = [...this.recorded];
    const worker = async () => {
      for (let resource = queue.pop(); resource; resource = queue.pop()) {
        const { path, texts } = resource;
        const { status, body } = await this.#fetch("GET", path);
        const found = status === 404 ? null : body?.[memberOf(resource)];
        if (![200, 404].includes(status) || !texts.includes(found)) {
          lost.push(`${path}: ${status}, ${found} and not ${texts.join(" or ")}`);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return lost;
  }
}
