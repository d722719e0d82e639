// The properties of what is below /dav/, and which of them a request asks for.
import type { DavCall } from "./call.ts";
import { davArguments } from "./cards.ts";
import type { DavArguments } from "./operations.ts";
import { badXml } from "./refusals.ts";
import { hrefOf, type Place } from "./places.ts";
import { calendarServer, carddav, dav, escapeXml, nameOf } from "./names.ts";
import type { Element } from "./xml.ts";

/** The properties of one resource: the name of each, and its content as XML. */
export type Properties = Map<string, string>;

/** What a request asks for: properties by their names, all that there are, or only what they are called. */
export type Asked = { names: string[] } | { all: true } | { namesOnly: true };

/** What the properties say of an account. */
export interface Facts {
  account: string;
  publicUrl: string | undefined;
  /** Changes with the cards of the address book, where that was asked for. */
  tag?: string | null;
  /** Where it stands in the sequence of changes; null where the key is limited to networks, so that the book has none. */
  token?: string | null;
  /** Whether the key may write. */
  canWrite?: boolean;
  /** The name of the owner's own card. */
  ownCard?: string | null;
}

/**
 * Asks for what the properties say, in the statement that checks the credential.
 * @throws Problem not_found for another account
 */
export async function readFacts(call: DavCall, args: Partial<DavArguments> = {}): Promise<Facts> {
  const { body } = await call.runner.run({ ...davArguments(call), ...args }, "dav_book", "read");
  return { ...JSON.parse(body!), publicUrl: call.publicUrl };
}

// What is not there is named once for each card, so that many long names would make an answer that is far longer than the request.
const limits = { properties: 100, characters: 4_096 };

/**
 * The properties that `prop`, `allprop` or `propname` in an element ask for; all of them where it has none of these.
 * @throws DavRefusal 400 where they are too many
 */
export function readAsked(element: Element | undefined): Asked {
  if (!element) return { all: true };
  const names: string[] = [];
  for (const { name, children } of element.children) {
    if (name === nameOf(dav, "allprop")) return { all: true };
    if (name === nameOf(dav, "propname")) return { namesOnly: true };
    if (name === nameOf(dav, "prop")) names.push(...children.map((child) => child.name));
  }
  const asked = [...new Set(names)];
  if (asked.length > limits.properties || asked.join("").length > limits.characters) {
    throw badXml("The body asks for too many properties.");
  }
  return { names: asked };
}

const href = (path: string) => `<d:href>${escapeXml(path)}</d:href>`;

const report = (name: string) =>
  `<d:supported-report><d:report><${name}/></d:report></d:supported-report>`;

/** Reports that are answered with nothing, so that clients which send them go on. */
const principalReports = ["d:expand-property", "d:principal-match", "d:principal-property-search"];

/** Privileges of who may write (RFC 3744). */
const writing = ["write", "write-content", "write-properties", "bind", "unbind"];

const bookReports = ["c:addressbook-multiget", "c:addressbook-query"];

/** Bytes of the largest card that is taken. */
export const maxResourceSize = 8_388_608;

/** The only version that is offered: with 4.0 some clients write what others cannot read. */
const addressDataTypes = '<c:address-data-type content-type="text/vcard" version="3.0"/>';

/** The properties of a resource; those of a card without its tag and its text. */
export function propertiesOf(
  kind: Place["kind"],
  { account, publicUrl, tag, token, canWrite, ownCard }: Facts,
): Properties {
  const pathOf = (of: "principal" | "home") => href(hrefOf({ kind: of, account }, publicUrl));
  const found: Properties = new Map();
  const add = (name: string, value: string) => found.set(nameOf(dav, name), value);
  add("resourcetype", resourceTypes[kind]);
  add("current-user-principal", pathOf("principal"));
  add("principal-collection-set", href(hrefOf({ kind: "root" }, publicUrl)));
  add("owner", pathOf("principal"));
  add(
    "current-user-privilege-set",
    ["read", "read-current-user-privilege-set", ...(canWrite ? writing : [])].map((name) =>
      `<d:privilege><d:${name}/></d:privilege>`
    ).join(""),
  );
  const reports = [
    ...(kind === "book" && token ? ["d:sync-collection"] : []),
    ...(kind === "book" ? bookReports : []),
    ...principalReports,
  ];
  add("supported-report-set", reports.map(report).join(""));
  if (kind === "card") {
    add("getcontenttype", "text/vcard; charset=utf-8");
    return found;
  }
  add("displayname", "Kith");
  if (kind === "principal") {
    add("principal-URL", pathOf("principal"));
    found.set(nameOf(carddav, "addressbook-home-set"), pathOf("home"));
  }
  if (kind === "book") {
    found.set(nameOf(carddav, "addressbook-description"), "The people in Kith");
    found.set(nameOf(carddav, "supported-address-data"), addressDataTypes);
    found.set(nameOf(carddav, "max-resource-size"), String(maxResourceSize));
    if (tag) found.set(nameOf(calendarServer, "getctag"), tag);
    if (token) add("sync-token", token);
    if (ownCard) {
      const path = hrefOf({ kind: "card", account, name: ownCard }, publicUrl);
      found.set(nameOf(calendarServer, "me-card"), href(path));
    }
  }
  return found;
}

const resourceTypes: Record<Place["kind"], string> = {
  root: "<d:collection/>",
  principal: "<d:principal/>",
  home: "<d:collection/>",
  book: "<d:collection/><c:addressbook/>",
  card: "",
};
