// What people and agents do in several requests during the soak.
import { randomUUID } from "node:crypto";
import type { Load, Recorded, SendOptions, Sent } from "./load.ts";

/** What a scenario works with. What others make is not touched. */
interface Run {
  /** Sends a request. @throws where the status is not expected: the scenario ends */
  ask(expected: number | number[], ...request: Parameters<Load["send"]>): Promise<Sent>;
  /** Notes what the answer has made, with the texts that it may hold from now on. */
  made(path: string, ...texts: Recorded["texts"]): Recorded;
  /** Creates a contact. */
  create(text: string): Promise<Recorded>;
  /** The number of the worker. */
  worker: number;
  /** Where assistants connect, and their API key. */
  assistant: SendOptions;
  /** The address book of a phone, and what it signs in with. */
  phone: { book: string; headers: Record<string, string> };
}

/** What people and agents do in several requests. Everything that it makes is new. */
const scenarios: Record<string, (run: Run) => Promise<unknown>> = {
  async "delete a contact and undo that"({ ask, create }) {
    const text = randomUUID();
    const contact = await create(text);
    contact.texts = [text, null];
    const { activityId } = await ask(204, "DELETE", contact.path);
    contact.texts = [null, text];
    await ask(200, "POST", `/activity/${activityId}/undo`, {});
    contact.texts = [text];
  },

  async "merge two contacts"({ ask, create }) {
    const kept = await create(randomUUID());
    const other = await create(randomUUID());
    other.texts.push(null);
    const body = { duplicateId: other.path.split("/")[2] };
    await ask(200, "POST", `${kept.path}/merge`, body);
    other.texts = [null];
  },

  async "create five contacts at once"({ ask, made }) {
    const texts = Array.from({ length: 5 }, () => randomUUID());
    const contacts = { create: texts.map((firstName) => ({ firstName })) };
    const { body } = await ask(200, "POST", "/contacts/bulk", contacts);
    for (const { id, index } of body.results) made(`/contacts/${id}`, texts[index]!);
  },

  async "import a document"({ ask, made }) {
    const text = randomUUID();
    const document = { kith: 1, contacts: [{ firstName: text }] };
    const preview = await ask(201, "POST", "/imports", document);
    const path = `/imports/${preview.body.id}/apply`;
    // An account keeps its last previews only, and others import too: then it is not found.
    const { status } = await ask([200, 404], "POST", path, { onMatch: "create" });
    if (status === 404) return;
    const { body: { data: [contact] } } = await ask(200, "GET", `/contacts?search=${text}`);
    made(`/contacts/${contact.id}`, text);
  },

  async "rotate a key"({ ask, worker }) {
    const name = `soak ${worker}`;
    const use = (token: string, status: number) => ask(status, "GET", "/me", undefined, { token });
    const { status, body: key } = await ask([201, 409], "POST", "/api-keys", { name });
    if (status === 409) {
      // One of a run that an outage has ended.
      const { body } = await ask(200, "GET", "/api-keys");
      for (const old of body.data) {
        if (old.name === name) await ask([204, 404], "DELETE", `/api-keys/${old.id}`);
      }
      return;
    }
    const path = `/api-keys/${key.id}`;
    const rotated = await ask(200, "POST", `${path}/rotate`, {});
    await use(key.key, 401);
    await use(rotated.body.key, 200);
    await ask(204, "DELETE", path);
    await use(rotated.body.key, 401);
  },

  async "let a phone write a card, read it and change it"({ ask, made, phone }) {
    const text = randomUUID();
    const cardWith = (title: string) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${text}\r\nN:;${text};;;\r\nFN:${text}\r\nTITLE:${title}\r\nEND:VCARD\r\n`;
    const { headers } = phone;
    const url = `${phone.book}${text}.vcf`;
    const put = (status: number, body: string, more = {}) =>
      ask(status, "PUT", url, undefined, { url, text: body, headers: { ...headers, ...more } });
    await put(201, cardWith("one"), { "if-none-match": "*" });
    const { body: { data: [contact] } } = await ask(200, "GET", `/contacts?search=${text}`);
    made(`/contacts/${contact.id}`, text);
    const read = async (title: string) => {
      const { text: card } = await ask(200, "GET", url, undefined, { url, headers });
      if (card !== cardWith(title)) throw new Error(`another card than was sent: ${card}`);
    };
    await read("one");
    await put(204, cardWith("two"));
    await read("two");
  },

  async "let an assistant save a contact"({ ask, made, assistant }) {
    const text = randomUUID();
    const params = { name: "save_contact", arguments: { firstName: text, isNew: true } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const headers = { accept: "application/json, text/event-stream" };
    const { body } = await ask(200, "POST", "/mcp", message, { ...assistant, headers });
    const { isError, structuredContent, content } = body.result;
    if (!isError) return made(`/contacts/${structuredContent.contact.id}`, text);
    const { code } = JSON.parse(content[0].text);
    if (code !== "unavailable" && code !== "rate_limited") throw new Error(content[0].text);
  },
};

/** Does all of them, one after the other, and reports what an outage does not explain. @param done called after each */
export async function runScenarios(
  load: Load,
  worker: number,
  { assistant, phone }: Pick<Run, "assistant" | "phone">,
  done: (name: string) => Promise<void>,
): Promise<void> {
  const outage = new Error("not answered");
  const ask: Run["ask"] = async (expected, ...request) => {
    const sent = await load.send(...request);
    if ([expected].flat().includes(sent.status)) return sent;
    if (sent.status === 0 || sent.status >= 500) throw outage;
    throw new Error(
      `${request.slice(0, 2).join(" ")}: ${sent.status} ${JSON.stringify(sent.body)}`,
    );
  };
  for (const [name, run] of Object.entries(scenarios)) {
    const all: Recorded[] = [];
    const made: Run["made"] = (path, ...texts) => all[all.push({ path, texts }) - 1]!;
    const create = async (firstName: string) => {
      const { body } = await ask(201, "POST", "/contacts", { firstName });
      return made(`/contacts/${body.id}`, firstName);
    };
    await run({ ask, made, create, worker, assistant, phone }).catch((error) => {
      if (error !== outage) load.report.faults.push(`${name}: ${error}`);
    });
    load.recorded.push(...all);
    await done(name);
  }
}
