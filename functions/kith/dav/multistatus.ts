// Answers of several resources (RFC 4918, 13).
import { logBrokenStream, spooled } from "../exports/run.ts";
import type { Outgoing } from "../http/respond.ts";
import type { DavCall } from "./call.ts";
import type { Listed, People } from "./cards.ts";
import type { Asked, Properties } from "./properties.ts";
import { calendarServer, carddav, dav, escapeXml } from "./names.ts";

/** What comes before the resources, and after them. */
const multistatusBegin = '<?xml version="1.0" encoding="utf-8"?>\n' +
  `<d:multistatus xmlns:d="${dav}" xmlns:c="${carddav}" xmlns:s="${calendarServer}">\n`;
const multistatusEnd = "</d:multistatus>\n";

/** An answer with the resources, each as {@link createResponseWriter} or {@link statusResponse} writes it. */
export function multistatus(responses: string[]): Outgoing {
  return {
    status: 207,
    headers: { "content-type": "application/xml; charset=utf-8" },
    body: multistatusBegin + responses.join("") + multistatusEnd,
  };
}

/** How cards are written in an answer. */
interface Writer<Each> {
  /** What comes before them. */
  begin?: string;
  write(each: Each): string;
  /** What comes after all of them. */
  end?(): string;
}

/** An answer with cards: a text where all of them are read, and else a stream, which an error breaks off. */
export function streamed<Each extends Listed>(
  { dependencies }: DavCall,
  { first, rest }: Pick<People<Each>, "first" | "rest">,
  { begin = "", write, end = () => "" }: Writer<Each>,
): Outgoing {
  const writeAll = (cards: Each[]) => cards.map((each) => write(each)).join("");
  if (!rest) return multistatus([begin, writeAll(first), end()]);
  const { status, headers } = multistatus([]);
  return { status, headers, body: spooled(texts()) };

  async function* texts(): AsyncGenerator<string> {
    try {
      yield multistatusBegin + begin + writeAll(first);
      for await (const page of rest!.pages) yield writeAll(page);
      yield end() + multistatusEnd;
    } catch (error) {
      logBrokenStream(dependencies, "carddav_failed", error);
      throw error;
    } finally {
      await rest!.end();
    }
  }
}

/** Properties that are not among all of them: reading them is work, or would be of no use (RFC 4918, 9.1). */
const rare =
  /^\{DAV:\}(current-user-|principal-|owner|supported-)|^\{urn:ietf:params:xml:ns:carddav\}/;

/** Creates what writes the properties that are asked for of each resource, and which of them it has not. */
export function createResponseWriter(
  asked: Asked,
): (href: string, properties: Properties) => string {
  const opened = new Map<string, [begin: string, end: string]>();
  const element = (name: string, value: string) => {
    let tags = opened.get(name);
    if (!tags) opened.set(name, tags = tagsOf(name));
    return value === "" ? `${tags[0]}/>` : `${tags[0]}>${value}${tags[1]}`;
  };
  return (href, properties) => {
    let found = "";
    let missing = "";
    if ("names" in asked) {
      for (const name of asked.names) {
        const value = properties.get(name);
        if (value === undefined) missing += element(name, "");
        else found += element(name, value);
      }
    } else {
      for (const [name, value] of properties) {
        if ("namesOnly" in asked) found += element(name, "");
        else if (!rare.test(name)) found += element(name, value);
      }
    }
    const parts = (found || !missing ? propstat(found, "200 OK") : "") +
      (missing ? propstat(missing, "404 Not Found") : "");
    return response(href, parts);
  };
}

/** A resource of which each of these properties has this status. */
export function propertyStatuses(href: string, statuses: Map<string, string>): string {
  const parts = [...statuses].map(([name, status]) => propstat(`${tagsOf(name)[0]}/>`, status));
  return response(href, parts.join(""));
}

const response = (href: string, parts: string) =>
  `<d:response><d:href>${escapeXml(href)}</d:href>${parts}</d:response>\n`;

/** A resource of which only a status is told. Thunderbird compares the text of the status too. */
export const statusResponse = (href: string, status: string): string =>
  response(href, `<d:status>HTTP/1.1 ${status}</d:status>`);

const propstat = (properties: string, status: string) =>
  `<d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat>`;

const prefixes: Record<string, string> = { [dav]: "d", [carddav]: "c", [calendarServer]: "s" };

/** The beginning of an element without its bracket, and its end. One in another namespace says which. */
function tagsOf(name: string): [begin: string, end: string] {
  const split = name.lastIndexOf("}");
  const [namespace, local] = [name.slice(1, split), name.slice(split + 1)];
  const prefix = Object.hasOwn(prefixes, namespace) ? prefixes[namespace] : undefined;
  return prefix === undefined
    ? [`<${local} xmlns="${escapeXml(namespace)}"`, `</${local}>`]
    : [`<${prefix}:${local}`, `</${prefix}:${local}>`];
}
