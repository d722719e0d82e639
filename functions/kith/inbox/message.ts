// Reads messages as mail providers post them: RFC 5322 as it is, fields of a form, or JSON.
import PostalMime, { addressParser, type Mailbox } from "postal-mime";
import type { UploadedFile } from "../core/call.ts";
import { parseJson } from "../core/json.ts";
import { problems } from "../core/problems.ts";
import { inboundMessage } from "./schema.ts";

/** What becomes a note. */
export interface Message {
  subject: string;
  text: string;
  /** When it was sent; absent where it does not say, or something that cannot be. */
  occurredAt?: string;
  people: { address: string; name: string }[];
  /** Absent where it has none. */
  id?: string;
}

/** How much of a message is read: its text is at the beginning, and what is attached to it is not read. */
const read = { bytes: 131_072, lines: 5_000, nesting: 20 };

/** How much of it is kept, in characters, and of how many people. */
const kept = { text: 2_000, subject: 500, name: 200, address: 254, people: 100 };

/** Who it is from and to; a header of addresses, or each of them. */
interface Source {
  from: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  subject: string | undefined;
  text: string | undefined;
  html: string | undefined;
  date: string | undefined;
  id: string | undefined;
}

/**
 * Reads a message.
 * @throws Problem where it cannot be read, or has neither a subject nor a text
 */
export async function readMessage({ bytes, contentType }: UploadedFile): Promise<Message> {
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  const source = essence === "message/rfc822"
    ? await readRaw(beginning(bytes))
    : essence.endsWith("json")
    ? readPostmark(new TextDecoder().decode(bytes))
    : await readForm(bytes, contentType);
  const text = clean(source.text ?? "") || clean(await textOf(source.html ?? ""));
  const subject = oneLine(source.subject ?? "", kept.subject);
  if (!text && !subject) {
    throw refusal("Must be a message with a subject or a text.");
  }
  const occurredAt = instantOf(source.date);
  const id = oneLine(source.id ?? "", 1_000);
  return {
    subject,
    text: [...text.slice(0, 2 * kept.text)].slice(0, kept.text).join(""),
    people: peopleOf([...source.from, ...source.to, ...source.cc]),
    ...(occurredAt && { occurredAt }),
    ...(id && { id }),
  };
}

const refusal = (message: string) =>
  problems.validationFailed([{ in: "body", pointer: "", code: "invalid_format", message }]);

/** Of a long message the first lines. */
function beginning(bytes: Uint8Array): Uint8Array {
  const most = Math.min(bytes.length, read.bytes);
  let end = 0;
  for (let line = 0; line < read.lines && end < most; line++) {
    const next = bytes.indexOf(10, end);
    end = next < 0 ? most : next + 1;
  }
  return bytes.subarray(0, Math.min(end, most));
}

async function readRaw(bytes: Uint8Array): Promise<Source> {
  const options = { maxNestingDepth: read.nesting };
  const message = await PostalMime.parse(bytes, options).catch((error: unknown) => {
    throw refusal(`Is no message that can be read: ${(error as Error).message}`);
  });
  const flat = (all: typeof message.to) => (all ?? []).flatMap((one) => one.group ?? [one]);
  return {
    from: flat(message.from && [message.from]),
    to: flat(message.to),
    cc: flat(message.cc),
    subject: message.subject,
    text: message.text,
    html: message.html,
    date: message.date,
    id: message.messageId,
  };
}

function readPostmark(text: string): Source {
  const { success, data } = inboundMessage().safeParse(parseJson(text));
  if (!success) {
    throw refusal("Must be a message as Postmark posts it.");
  }
  const all = (people: { Email: string; Name?: string | undefined }[] = []) =>
    people.map(({ Email, Name = "" }) => ({ address: Email, name: Name }));
  return {
    from: all(data.FromFull && [data.FromFull]),
    to: all(data.ToFull),
    cc: all(data.CcFull),
    subject: data.Subject,
    text: data.TextBody,
    html: data.HtmlBody,
    date: data.Date,
    id: data.MessageID,
  };
}

/** Fields as Mailgun and SendGrid name them, whose addresses are headers. */
async function readForm(bytes: Uint8Array, contentType: string): Promise<Source> {
  const form = await new Response(Uint8Array.from(bytes), {
    headers: { "content-type": contentType },
  }).formData().catch(() => {
    throw refusal("Is no form that can be read.");
  });
  const fields = new Map([...form].map(([name, value]) => [name.toLowerCase(), value]));
  const field = (...names: string[]) => {
    const value = names.map((name) => fields.get(name)).find((each) => typeof each === "string");
    return typeof value === "string" ? value : undefined;
  };
  const addresses = (header = "") =>
    addressParser(header.slice(0, 20_000), { flatten: true }) as Mailbox[];
  return {
    from: addresses(field("from")),
    to: addresses(field("to")),
    cc: addresses(field("cc")),
    subject: field("subject"),
    text: field("body-plain", "text"),
    html: field("body-html", "html"),
    date: field("date"),
    id: field("message-id"),
  };
}

/** The text of HTML, which PostalMime makes where another part has a text already. */
async function textOf(html: string): Promise<string> {
  if (html === "") return "";
  const boundary = crypto.randomUUID();
  const part = (type: string, text: string) =>
    `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${text}\r\n`;
  const whole = `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n` +
    part("plain", ".") + part("html", html);
  const { text = "" } = await readRaw(beginning(new TextEncoder().encode(whole)));
  return text.replace(/^\./, "");
}

/** Text that the database takes: without NUL and halves of characters, with line feeds. */
const clean = (text: string) =>
  text.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n").trim();

const oneLine = (text: string, most: number) =>
  clean(text.slice(0, most)).replace(/\p{Cc}+/gu, " ").trim();

/** Each address once, the first ones. */
function peopleOf(mailboxes: Mailbox[]): Message["people"] {
  const people = new Map<string, Message["people"][0]>();
  for (const mailbox of mailboxes) {
    const address = oneLine(mailbox.address ?? "", kept.address + 1);
    const known = people.has(address.toLowerCase());
    if (!address.includes("@") || address.length > kept.address || known) continue;
    people.set(address.toLowerCase(), { address, name: oneLine(mailbox.name ?? "", kept.name) });
    if (people.size === kept.people) break;
  }
  return [...people.values()];
}

/** When it was sent, as an instant; undefined where that is no date, or one that no note has. */
function instantOf(date: string | undefined): string | undefined {
  const at = new Date(date ?? "");
  const isPossible = at.getTime() > 0 && at.getTime() < Date.now() + 86_000_000;
  return isPossible ? at.toISOString() : undefined;
}
