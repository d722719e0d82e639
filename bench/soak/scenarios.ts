import { randomUUID } from "node:crypto";
import type { Load, SendOptions } from "./load.ts";

/**
 * Something that people and agents do in several requests. Everything that it makes is new.
 * @param worker the number of the worker: what others make is not touched
 * @param assistant where assistants connect, and their API key
 */
type Scenario = (load: Load, worker: number, assistant: SendOptions) => Promise<unknown>;

/**
 * Sends a request and reports an answer that neither the scenario nor an outage explains.
 * @returns whether it has the expected status, and what it answered
 */
async function ask(load: Load, expected: number | number[], ...request: Parameters<Load["send"]>) {
  const sent = await load.send(...request);
  const done = [expected].flat().includes(sent.status);
  if (!done && sent.status !== 0 && sent.status < 500) {
    const [method, path] = request;
    load.report.faults.push(`${method} ${path}: ${sent.status} ${JSON.stringify(sent.body)}`);
  }
  return { ...sent, done };
}

/** Creates a contact. @returns its path; undefined where that was not answered */
async function create(load: Load, firstName: string): Promise<string | undefined> {
  const { done, body } = await ask(load, 201, "POST", "/contacts", { firstName });
  return done ? `/contacts/${body.id}` : undefined;
}

export const scenarios: Record<string, Scenario> = {
  async "delete a contact and undo that"(load) {
    const text = randomUUID();
    const path = await create(load, text);
    if (!path) return;
    const { done, activityId } = await ask(load, 204, "DELETE", path);
    if (!done) return load.record(path, text, [null]);
    const undone = await ask(load, 200, "POST", `/activity/${activityId}/undo`, {});
    if (undone.done) load.record(path, text);
    else load.record(path, null, [text]);
  },

  async "merge two contacts"(load) {
    const [text, otherText] = [randomUUID(), randomUUID()];
    const kept = await create(load, text);
    const other = await create(load, otherText);
    if (!kept || !other) return;
    const body = { duplicateId: other.split("/")[2] };
    const { done } = await ask(load, 200, "POST", `${kept}/merge`, body);
    load.record(kept, text);
    if (done) load.record(other, null);
    else load.record(other, otherText, [null]);
  },

  async "create five contacts at once"(load) {
    const texts = Array.from({ length: 5 }, () => randomUUID());
    const contacts = { create: texts.map((firstName) => ({ firstName })) };
    const { done, body } = await ask(load, 200, "POST", "/contacts/bulk", contacts);
    for (const { id, index } of done ? body.results : []) {
      load.record(`/contacts/${id}`, texts[index]!);
    }
  },

  async "import a document"(load) {
    const text = randomUUID();
    const document = { kith: 1, contacts: [{ firstName: text }] };
    const preview = await ask(load, 201, "POST", "/imports", document);
    if (!preview.done) return;
    const path = `/imports/${preview.body.id}/apply`;
    // An account keeps its last previews only, and others import too: then it is not found.
    const applied = await ask(load, [200, 404], "POST", path, { onMatch: "create" });
    if (applied.status !== 200) return;
    const found = await ask(load, 200, "GET", `/contacts?search=${text}`);
    if (!found.done) return;
    const [contact] = found.body.data;
    if (contact) load.record(`/contacts/${contact.id}`, text);
    else load.report.faults.push(`the imported contact ${text} is not there`);
  },

  async "rotate a key"(load, worker) {
    const name = `soak ${worker}`;
    const made = await ask(load, [201, 409], "POST", "/api-keys", { name });
    if (made.status === 409) {
      // Those whose deletion was not answered.
      const { body } = await load.send("GET", "/api-keys");
      for (const key of body?.data ?? []) {
        if (key.name === name) await load.send("DELETE", `/api-keys/${key.id}`);
      }
    }
    if (made.status !== 201) return;
    const path = `/api-keys/${made.body.id}`;
    const use = (token: string, status: number) =>
      ask(load, status, "GET", "/me", undefined, { token });
    const rotated = await ask(load, 200, "POST", `${path}/rotate`, {});
    const key = rotated.body?.key;
    if (rotated.done) {
      await use(made.body.key, 401);
      await use(key, 200);
    }
    const deleted = await ask(load, 204, "DELETE", path);
    if (deleted.done && key) await use(key, 401);
  },

  async "let an assistant save a contact"(load, _worker, assistant) {
    const text = randomUUID();
    const params = { name: "save_contact", arguments: { firstName: text, isNew: true } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const headers = { accept: "application/json, text/event-stream" };
    const options = { ...assistant, headers };
    const { done, body } = await ask(load, 200, "POST", "/mcp", message, options);
    if (!done) return;
    const { isError, structuredContent, content } = body.result;
    if (!isError) return load.record(`/contacts/${structuredContent.contact.id}`, text);
    const { code } = JSON.parse(content[0].text);
    if (code !== "unavailable" && code !== "rate_limited") {
      load.report.faults.push(`save_contact: ${content[0].text}`);
    }
  },
};
