// Reads an export page by page as of one instant, and streams it.
import type { TextName } from "../contacts/fields.ts";
import type { Related } from "./related.ts";
import type { Answer, Call, Dependencies, SnapshotRunner } from "../core/call.ts";
import { describeCause } from "../core/trace.ts";

/** How an export is written; one of its own for each export, because it may remember what came before. */
export interface Format {
  contentType: string;
  /** Ending of the file's name. */
  extension: string;
  /** What comes before the rows. @param first page, which is also written as a page */
  begin(first: Page): string;
  write(page: Page): string | Promise<string>;
  /** What comes after all rows. A text that ends without it is not complete. */
  end(): string;
}

/** A page of an export, as the database writes it: what it says of itself, then a line for each row. */
export interface Page {
  /** The instant of the export, RFC 3339. */
  at: string;
  /** Where the next page begins; null after the last one. */
  next: object | null;
  /** Where the rest begins, of an export in parts; null after the last one. */
  follows?: string | null;
  /** How many items the longest lists of all contacts have, where that was asked for. */
  longest?: Record<"emails" | "phones" | "urls" | "addresses" | "dates" | "related", number>;
  rows: Row[];
}

/** A row of one part of an export. */
export interface Row {
  /** A table of the database, or `profile`. */
  part: string;
  /** The JSON of the resource, as the API shows it. */
  json: string;
}

/** Reads a page; the JSON of the rows is not parsed, because not every format needs that. */
export function readPage({ body }: Answer): Page {
  const [head = "", ...lines] = body!.split("\n");
  const rows = lines.map((line) => {
    const space = line.indexOf(" ");
    return { part: line.slice(0, space), json: line.slice(space + 1) };
  });
  return { ...JSON.parse(head), rows };
}

/** A contact, as the API shows it; what exports use of it. */
export interface Contact extends Record<TextName, string | null> {
  id: string;
  displayName: string;
  emails: Item[];
  phones: Item[];
  urls: Item[];
  addresses: Address[];
  /** Those of vCards and tables have it. */
  related?: Related[];
  birthday: string | null;
  dates: ContactDate[];
  custom: Record<string, unknown>;
  /** Values of fields of one's own, in the order of the fields; those of `custom` whose fields are there. */
  own: OwnField[];
  vcardLines: string | null;
  isFavorite: boolean;
  isArchived: boolean;
  networkIds: string[];
  contactFrequencyDays: number | null;
  lastContactedAt: string | null;
  updatedAt: string;
}

export interface Item {
  value: string;
  label: string | null;
}

/** A value of a field of one's own as a text, with the field. */
export interface OwnField {
  key: string;
  name: string;
  type: string;
  text: string;
}

export interface ContactDate {
  kind: string;
  label: string | null;
  date: string;
}

export interface Address {
  label: string | null;
  street: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

/** Creates what reads the contacts of each page, with the names of their networks; networks and fields come before the contacts. */
export function createContactReader(): (page: Page) => [contact: Contact, networks: string[]][] {
  const names = new Map<string, string>();
  const fields: Omit<OwnField, "text">[] = [];
  return ({ rows }) => {
    const contacts: [Contact, string[]][] = [];
    for (const { part, json } of rows) {
      if (part === "networks") {
        const { id, name } = JSON.parse(json);
        names.set(id, name);
      } else if (part === "fields") fields.push(JSON.parse(json));
      else {
        const contact: Contact = JSON.parse(json);
        contact.own = fields.flatMap(({ key, name, type }) => {
          const value = contact.custom[key];
          if (value === undefined) return [];
          const text = Array.isArray(value) ? value.join(", ") : String(value);
          return [{ key, name, type, text }];
        });
        contacts.push([contact, contact.networkIds.flatMap((id) => names.get(id) ?? [])]);
      }
    }
    return contacts;
  };
}

/**
 * Answers with all pages of an export, as of one instant. What goes wrong before the first page is an error answer; later
 * it breaks the connection.
 * @param name of the file, without the day and the ending
 */
export async function runExport(call: Call, format: Format, name: string): Promise<Answer> {
  const query = call.arguments.query as object | undefined;
  const snapshot = await call.openSnapshot();
  const read = async (startAt?: object) =>
    readPage(await snapshot.run({ query: { ...query, ...(startAt ? { startAt } : {}) } }));
  let first: Page;
  try {
    first = await read();
  } catch (error) {
    await snapshot.end();
    throw error;
  }
  const day = first.at.slice(0, 10);
  return {
    status: 200,
    body: null,
    stream: spooled(texts(call, snapshot, format, first, read)),
    headers: {
      "content-type": format.contentType,
      "content-disposition": `attachment; filename="${name}-${day}.${format.extension}"`,
      ...(first.follows ? { link: `<${nextPart(query, first.follows)}>; rel="next"` } : {}),
      vary: "Accept",
    },
  };
}

/** The address of what follows a part of an export, relative to that of the request. */
function nextPart(query: object | undefined, after: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `?${parameters}`;
}

async function* texts(
  call: Call,
  snapshot: SnapshotRunner,
  format: Format,
  first: Page,
  read: (startAt: object) => Promise<Page>,
): AsyncGenerator<string> {
  try {
    yield format.begin(first);
    for (let page: Page | null = first; page; page = page.next && await read(page.next)) {
      const text = await format.write(page);
      if (text !== "") yield text;
    }
    await snapshot.end();
    yield format.end();
  } catch (error) {
    logBrokenStream(call.dependencies, "export_failed", error);
    throw error;
  } finally {
    await snapshot.end();
  }
}

/** Bytes that are kept for a client that reads more slowly than the database writes. */
const spoolBytes = 33_554_432;

/** Logs why a stream breaks off: its status was sent before. */
export function logBrokenStream({ log }: Dependencies, event: string, error: unknown): void {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  log({ time: new Date().toISOString(), event, cause: describeCause(cause) });
}

/**
 * Texts as bytes for a client. They are asked for as fast as they come, and kept until the client reads them: so a slow
 * client does not hold what the texts come from. Beyond the spool they wait for the client. They are not compressed,
 * which would take several times as long as all the rest of an export.
 */
export function spooled(texts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  }, new ByteLengthQueuingStrategy({ highWaterMark: spoolBytes }) as QueuingStrategy);
}
