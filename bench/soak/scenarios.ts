import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Load, Sent } from "./load.ts";

/** What the scenarios know of the stack. */
export interface Place {
  load: Load;
  /** Where assistants connect. */
  mcpUrl: string;
  /** An API key for them. */
  mcpKey: string;
}

/** Whether an outage explains that there is no other answer. */
const isUnanswered = ({ status }: Sent) => status === 0 || status >= 500;

/**
 * Something that people and agents do in several requests. Everything that it makes is new.
 * @param worker the number of the worker: what others make is not touched
 */
type Scenario = (place: Place, worker: number) => Promise<void>;

/** Creates a contact; undefined where that was not answered. */
async function create(load: Load, text: string): Promise<string | undefined> {
  const { status, body } = await load.send("POST", "/contacts", { firstName: text });
  return status === 201 ? `/contacts/${body!["id"]}` : undefined;
}

const idIn = (path: string) => path.split("/")[2]!;

/** Says what should not be: an answer that neither the scenario nor an outage explains. */
function expectAnswer({ load }: Place, sent: Sent, status: number, what: string): boolean {
  if (sent.status === status) return true;
  if (!isUnanswered(sent)) {
    load.report.faults.push(`${what}: ${sent.status} ${JSON.stringify(sent.body)}`);
  }
  return false;
}

export const scenarios: Record<string, Scenario> = {
  async "delete a contact and undo that"(place) {
    const { load } = place;
    const text = randomUUID();
    const path = await create(load, text);
    if (!path) return;
    const deleted = await load.send("DELETE", path);
    if (!expectAnswer(place, deleted, 204, "delete")) return load.record(path, text, [null]);
    const undone = await load.send("POST", `/activity/${deleted.activityId}/undo`, {});
    if (expectAnswer(place, undone, 200, "undo")) load.record(path, text);
    else load.record(path, null, [text]);
  },

  async "merge two contacts"(place) {
    const { load } = place;
    const texts = [randomUUID(), randomUUID()] as const;
    const kept = await create(load, texts[0]);
    const other = await create(load, texts[1]);
    if (!kept || !other) return;
    const merged = await load.send("POST", `${kept}/merge`, { duplicateId: idIn(other) });
    const isMerged = expectAnswer(place, merged, 200, "merge");
    load.record(kept, texts[0]);
    if (isMerged) load.record(other, null);
    else load.record(other, texts[1], [null]);
  },

  async "create five contacts at once"(place) {
    const texts = Array.from({ length: 5 }, () => randomUUID());
    const body = { create: texts.map((firstName) => ({ firstName })) };
    const made = await place.load.send("POST", "/contacts/bulk", body);
    if (!expectAnswer(place, made, 200, "bulk")) return;
    for (const { id, index } of made.body!["results"]) {
      place.load.record(`/contacts/${id}`, texts[index]!);
    }
  },

  async "import a document"(place) {
    const { load } = place;
    const text = randomUUID();
    const document = { kith: 1, contacts: [{ firstName: text }] };
    const preview = await load.send("POST", "/imports", document);
    if (!expectAnswer(place, preview, 201, "import")) return;
    const path = `/imports/${preview.body!["id"]}/apply`;
    const applied = await load.send("POST", path, { onMatch: "create" });
    // An account keeps its last previews only, and others import too.
    if (applied.status === 404) return;
    if (!expectAnswer(place, applied, 200, "apply")) return;
    const found = await load.send("GET", `/contacts?search=${text}`);
    if (!expectAnswer(place, found, 200, "search")) return;
    const [contact] = found.body!["data"];
    if (contact) load.record(`/contacts/${contact.id}`, text);
    else load.report.faults.push(`the imported contact ${text} is not there`);
  },

  async "rotate a key"(place, worker) {
    const { load } = place;
    const ownName = `soak ${worker}`;
    const made = await load.send("POST", "/api-keys", { name: ownName });
    if (made.status === 409) {
      // Those whose deletion was not answered.
      const { body } = await load.send("GET", "/api-keys");
      for (const { id, name } of body?.["data"] ?? []) {
        if (name === ownName) await load.send("DELETE", `/api-keys/${id}`);
      }
      return;
    }
    if (!expectAnswer(place, made, 201, "key")) return;
    const path = `/api-keys/${made.body!["id"]}`;
    const rotated = await load.send("POST", `${path}/rotate`, {});
    if (expectAnswer(place, rotated, 200, "rotate")) {
      const asOld = await load.send("GET", "/me", undefined, { token: made.body!["key"] });
      expectAnswer(place, asOld, 401, "the old secret");
      const asNew = await load.send("GET", "/me", undefined, { token: rotated.body!["key"] });
      expectAnswer(place, asNew, 200, "the new secret");
    }
    const deleted = await load.send("DELETE", path);
    if (!expectAnswer(place, deleted, 204, "delete key") || !rotated.body?.["key"]) return;
    const asDeleted = await load.send("GET", "/me", undefined, { token: rotated.body["key"] });
    expectAnswer(place, asDeleted, 401, "a deleted key");
  },

  async "let an assistant save a contact"(place) {
    const { load, mcpUrl, mcpKey } = place;
    const text = randomUUID();
    const params = { name: "save_contact", arguments: { firstName: text, isNew: true } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const called = await load.send("POST", "/mcp", message, {
      url: mcpUrl,
      token: mcpKey,
      headers: { accept: "application/json, text/event-stream" },
    });
    if (!expectAnswer(place, called, 200, "tools/call")) return;
    const { isError, structuredContent, content } = called.body!["result"];
    if (!isError) return load.record(`/contacts/${structuredContent.contact.id}`, text);
    const { code } = JSON.parse(content[0].text);
    if (code !== "unavailable" && code !== "rate_limited") {
      load.report.faults.push(`save_contact: ${content[0].text}`);
    }
  },
};

/** Runs the scenarios one after the other, again and again, in several workers. */
export class ScenarioRunner {
  /** How often each was run. */
  readonly counts: Record<string, number> = {};
  #isRunning = false;
  #workers: Promise<void>[] = [];

  /** @param pauseMs between two scenarios of a worker */
  constructor(private readonly place: Place, private readonly pauseMs: number) {}

  start(workers: number): void {
    this.#isRunning = true;
    this.#workers = Array.from({ length: workers }, (_, n) => this.#work(n));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#workers);
  }

  async #work(worker: number): Promise<void> {
    while (this.#isRunning) {
      for (const [name, run] of Object.entries(scenarios)) {
        await run(this.place, worker)
          .catch((error) => this.place.load.report.faults.push(`${name}: ${error}`));
        this.counts[name] = (this.counts[name] ?? 0) + 1;
        await sleep(this.pauseMs);
      }
    }
  }
}
