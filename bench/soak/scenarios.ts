import { randomUUID } from "node:crypto";
import type { Load, Sent } from "./load.ts";

/** Where assistants connect, and their API key. */
export interface Assistant {
  url: string;
  token: string;
}

/**
 * Something that people and agents do in several requests. Everything that it makes is new.
 * @param worker the number of the worker: what others make is not touched
 */
type Scenario = (load: Load, worker: number, assistant: Assistant) => Promise<unknown>;

/** Creates a contact. @returns its path; undefined where that was not answered */
async function create(load: Load, text: string): Promise<string | undefined> {
  const { status, body } = await load.send("POST", "/contacts", { firstName: text });
  return status === 201 ? `/contacts/${body.id}` : undefined;
}

/** Reports what should not be: an answer that neither the scenario nor an outage explains. */
function isAnswered({ report }: Load, sent: Sent, status: number, what: string): boolean {
  if (sent.status !== status && sent.status !== 0 && sent.status < 500) {
    report.faults.push(`${what}: ${sent.status} ${JSON.stringify(sent.body)}`);
  }
  return sent.status === status;
}

export const scenarios: Record<string, Scenario> = {
  async "delete a contact and undo that"(load) {
    const text = randomUUID();
    const path = await create(load, text);
    if (!path) return;
    const deleted = await load.send("DELETE", path);
    if (!isAnswered(load, deleted, 204, "delete")) return load.record(path, text, [null]);
    const undone = await load.send("POST", `/activity/${deleted.activityId}/undo`, {});
    if (isAnswered(load, undone, 200, "undo")) load.record(path, text);
    else load.record(path, null, [text]);
  },

  async "merge two contacts"(load) {
    const [text, otherText] = [randomUUID(), randomUUID()];
    const kept = await create(load, text);
    const other = await create(load, otherText);
    if (!kept || !other) return;
    const merged = await load.send("POST", `${kept}/merge`, { duplicateId: other.split("/")[2] });
    load.record(kept, text);
    if (isAnswered(load, merged, 200, "merge")) load.record(other, null);
    else load.record(other, otherText, [null]);
  },

  async "create five contacts at once"(load) {
    const texts = Array.from({ length: 5 }, () => randomUUID());
    const body = { create: texts.map((firstName) => ({ firstName })) };
    const made = await load.send("POST", "/contacts/bulk", body);
    if (!isAnswered(load, made, 200, "bulk")) return;
    for (const { id, index } of made.body.results) load.record(`/contacts/${id}`, texts[index]!);
  },

  async "import a document"(load) {
    const text = randomUUID();
    const document = { kith: 1, contacts: [{ firstName: text }] };
    const preview = await load.send("POST", "/imports", document);
    if (!isAnswered(load, preview, 201, "import")) return;
    const path = `/imports/${preview.body.id}/apply`;
    const applied = await load.send("POST", path, { onMatch: "create" });
    // An account keeps its last previews only, and others import too.
    if (applied.status === 404 || !isAnswered(load, applied, 200, "apply")) return;
    const found = await load.send("GET", `/contacts?search=${text}`);
    if (!isAnswered(load, found, 200, "search")) return;
    const [contact] = found.body.data;
    if (contact) load.record(`/contacts/${contact.id}`, text);
    else load.report.faults.push(`the imported contact ${text} is not there`);
  },

  async "rotate a key"(load, worker) {
    const name = `soak ${worker}`;
    const made = await load.send("POST", "/api-keys", { name });
    if (made.status === 409) {
      // Those whose deletion was not answered.
      const { body } = await load.send("GET", "/api-keys");
      for (const key of body?.data ?? []) {
        if (key.name === name) await load.send("DELETE", `/api-keys/${key.id}`);
      }
      return;
    }
    if (!isAnswered(load, made, 201, "key")) return;
    const path = `/api-keys/${made.body.id}`;
    const me = (token: string) => load.send("GET", "/me", undefined, { token });
    const rotated = await load.send("POST", `${path}/rotate`, {});
    const key = rotated.body?.key;
    if (isAnswered(load, rotated, 200, "rotate")) {
      isAnswered(load, await me(made.body.key), 401, "the old secret");
      isAnswered(load, await me(key), 200, "the new secret");
    }
    const deleted = await load.send("DELETE", path);
    if (!isAnswered(load, deleted, 204, "delete key") || !key) return;
    isAnswered(load, await me(key), 401, "a deleted key");
  },

  async "let an assistant save a contact"(load, _worker, assistant) {
    const text = randomUUID();
    const params = { name: "save_contact", arguments: { firstName: text, isNew: true } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const headers = { accept: "application/json, text/event-stream" };
    const called = await load.send("POST", "/mcp", message, { ...assistant, headers });
    if (!isAnswered(load, called, 200, "tools/call")) return;
    const { isError, structuredContent, content } = called.body.result;
    if (!isError) return load.record(`/contacts/${structuredContent.contact.id}`, text);
    const { code } = JSON.parse(content[0].text);
    if (code !== "unavailable" && code !== "rate_limited") {
      load.report.faults.push(`save_contact: ${content[0].text}`);
    }
  },
};
