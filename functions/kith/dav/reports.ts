// The reports of CardDAV clients (RFC 6352, 8).
import type { Version } from "../exports/vcard.ts";
import type { Outgoing } from "../http/respond.ts";
import { bookOf, type DavCall } from "./call.ts";
import {
  type Listed,
  type PageHead,
  type Person,
  readListed,
  readPeople,
  textOfCard,
  UnknownToken,
} from "./cards.ts";
import { readFilter } from "./filters.ts";
import { createResponseWriter, multistatus, statusResponse, streamed } from "./multistatus.ts";
import { carddav, dav, escapeXml, nameOf } from "./names.ts";
import { hrefOf, readHref } from "./places.ts";
import { type Asked, type Properties, propertiesOf, readAsked, readFacts } from "./properties.ts";
import { badXml, unmet } from "./refusals.ts";
import { childOf, type Element, readXml } from "./xml.ts";

/** Reports about people who share a server, of which there are none: answered with nothing, so that clients go on. */
const empty = new Set(
  ["expand-property", "principal-match", "principal-property-search"]
    .concat("principal-search-property-set").map((name) => nameOf(dav, name)),
);

/** Answers a REPORT. */
export async function answerReport(call: DavCall): Promise<Outgoing> {
  const root = readXml(call.text);
  if (call.place.kind === "book") {
    if (root.name === nameOf(dav, "sync-collection")) return await syncCollection(call, root);
    if (root.name === nameOf(carddav, "addressbook-multiget")) return await multiget(call, root);
    if (root.name === nameOf(carddav, "addressbook-query")) return await query(call, root);
  }
  await readFacts(call);
  if (empty.has(root.name)) return multistatus([]);
  throw unmet("d:supported-report", "This report is not supported here.");
}

async function multiget(call: DavCall, root: Element): Promise<Outgoing> {
  const asked = readAsked(root);
  const version = versionOf(root);
  const hrefs = root.children.filter(({ name }) => name === nameOf(dav, "href"))
    .map(({ text }) => text.trim());
  /** The name of the card that each href means, with the href as it was sent. */
  const wanted = new Map<string, string>();
  const unknown: string[] = [];
  for (const href of new Set(hrefs)) {
    const place = readHref(href, call.publicUrl);
    const isOurs = place?.kind === "card" && place.account === bookOf(call);
    if (!isOurs) unknown.push(href);
    // Each card is answered once, however its address is written.
    else if (!wanted.has(place.name)) wanted.set(place.name, href);
  }
  const names = [...wanted.keys()];
  const people = await readListed(call, { names, withText: needsText(asked) });
  const write = createCardWriter(call, asked, people.head, version);
  return streamed(call, people, {
    write: (person) => {
      const href = wanted.get(person.card.name);
      wanted.delete(person.card.name);
      return href === undefined ? "" : write(person, href);
    },
    end: () =>
      [...unknown, ...wanted.values()].map((href) => statusResponse(href, "404 Not Found"))
        .join(""),
  });
}

/** What has changed since a sync token (RFC 6578); all cards where there is none. */
async function syncCollection(call: DavCall, root: Element): Promise<Outgoing> {
  const asked = readAsked(root);
  const version = versionOf(root);
  const token = childOf(root, nameOf(dav, "sync-token"))?.text.trim();
  const limit = readLimit(root, dav);
  const people = await readListed(call, {
    withText: needsText(asked),
    ...(token ? { token, ...(limit === Infinity ? {} : { limit }) } : {}),
  }).catch((error) => {
    if (!(error instanceof UnknownToken)) throw error;
    // Thunderbird begins anew after this status only.
    const status = /Thunderbird/.test(call.request.headers.get("user-agent") ?? "") ? 400 : 403;
    throw unmet("d:valid-sync-token", "This sync token is not known. Begin without one.", status);
  });
  const { token: last, gone = [], isCut } = people.head;
  if (!last) {
    await people.rest?.end();
    throw unmet("d:supported-report", "The key is limited to networks, so the book has no tokens.");
  }
  const hrefs = gone.map((name) =>
    hrefOf({ kind: "card", account: bookOf(call), name }, call.publicUrl)
  );
  return streamed(call, people, {
    write: createCardWriter(call, asked, people.head, version),
    end: () =>
      hrefs.map((href) => statusResponse(href, "404 Not Found")).join("") +
      (isCut ? cutResponse(call) : "") + `<d:sync-token>${escapeXml(last)}</d:sync-token>\n`,
  });
}

async function query(call: DavCall, root: Element): Promise<Outgoing> {
  const asked = readAsked(root);
  const version = versionOf(root);
  const isFound = readFilter(childOf(root, nameOf(carddav, "filter")));
  let left = readLimit(root, carddav);
  let isCut = false;
  const people = await readPeople(call, { withText: needsText(asked) });
  const write = createCardWriter(call, asked, people.head, version);
  return streamed(call, people, {
    write(person) {
      if (!isFound(person)) return "";
      if (left === 0) {
        isCut = true;
        return "";
      }
      left -= 1;
      return write(person);
    },
    end: () => isCut ? cutResponse(call) : "",
  });
}

/** Says that there are more. */
const cutResponse = ({ place, publicUrl }: DavCall) =>
  statusResponse(hrefOf(place, publicUrl), "507 Insufficient Storage");

/** How many cards are wanted at most, as a namespace says it. */
function readLimit(root: Element, space: string): number {
  const text = childOf(childOf(root, nameOf(space, "limit")), nameOf(space, "nresults"))?.text;
  if (text === undefined) return Infinity;
  if (!/^\s*\d{1,9}\s*$/.test(text)) throw badXml("nresults is a number.");
  return Number(text);
}

const addressData = nameOf(carddav, "address-data");

/**
 * The version of vCards that is asked for. Single properties may be asked for too: the whole card is always sent.
 * @throws DavRefusal 403 for something else than vCards
 */
function versionOf(root: Element): Version {
  const { attributes } = childOf(childOf(root, nameOf(dav, "prop")), addressData) ?? {};
  const { "content-type": type = "text/vcard", version = "3.0" } = attributes ?? {};
  if (type.toLowerCase() !== "text/vcard" || (version !== "3.0" && version !== "4.0")) {
    throw unmet("c:supported-address-data", "Cards are text/vcard in version 3.0 or 4.0.");
  }
  return version;
}

/** Creates what writes the properties of a person's card. @param href where it is not the usual one */
export function createCardWriter(
  call: DavCall,
  asked: Asked,
  { canWrite = false }: PageHead,
  version: Version = "3.0",
): (each: Listed, href?: string) => string {
  const { publicUrl } = call;
  const account = bookOf(call);
  const usual = propertiesOf("card", { account, publicUrl, canWrite });
  const isShown = needsText(asked);
  const write = createResponseWriter(asked);
  return (each, href) => {
    const { card } = each;
    const path = href ?? hrefOf({ kind: "card", account, name: card.name }, publicUrl);
    const found: Properties = new Map(usual);
    found.set(nameOf(dav, "getetag"), `"${card.tag}"`);
    if (isShown) found.set(addressData, escapeXml(textOfCard(each as Person, version)));
    return write(path, found);
  };
}

/** Whether the texts of cards are asked for. */
export const needsText = (asked: Asked): boolean =>
  "names" in asked && asked.names.includes(addressData);
