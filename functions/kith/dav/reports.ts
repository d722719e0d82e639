// The reports of CardDAV clients (RFC 6352, 8).
import type { Version } from "../exports/vcard.ts";
import type { Outgoing } from "../http/respond.ts";
import { bookOf, type DavCall, readFacts } from "./call.ts";
import { type Card, cardName, idOfCard, type Person, readPeople, writeCard } from "./cards.ts";
import { readFilter } from "./filters.ts";
import { createResponseWriter, multistatus, statusResponse, streamed } from "./multistatus.ts";
import { carddav, dav, escapeXml, nameOf } from "./names.ts";
import { hrefOf, readHref } from "./places.ts";
import { type Asked, type Properties, propertiesOf, readAsked } from "./properties.ts";
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
    if (root.name === nameOf(carddav, "addressbook-multiget")) return await multiget(call, root);
    if (root.name === nameOf(carddav, "addressbook-query")) return await query(call, root);
  }
  await readFacts(call);
  if (empty.has(root.name)) return multistatus([]);
  throw unmet("d:supported-report", "This report is not supported here.");
}

async function multiget(call: DavCall, root: Element): Promise<Outgoing> {
  const asked = readAsked(root);
  const write = createCardWriter(call, asked, versionOf(root));
  const hrefs = root.children.filter(({ name }) => name === nameOf(dav, "href"))
    .map(({ text }) => text.trim());
  /** The id that each href names, with the href as it was sent. */
  const wanted = new Map<string, string>();
  const unknown: string[] = [];
  for (const href of new Set(hrefs)) {
    const place = readHref(href, call.publicUrl);
    const isOurs = place?.kind === "card" && place.account === bookOf(call);
    const id = isOurs ? idOfCard(place.name) : null;
    if (id === null) unknown.push(href);
    // Each card is answered once, however its address is written.
    else if (!wanted.has(id)) wanted.set(id, href);
  }
  const people = await readPeople(call, [...wanted.keys()]);
  return streamed(call, people, {
    write: (person) => {
      const href = wanted.get(person[0].id)!;
      wanted.delete(person[0].id);
      return write(person, href);
    },
    end: () =>
      [...unknown, ...wanted.values()].map((href) => statusResponse(href, "404 Not Found"))
        .join(""),
  });
}

async function query(call: DavCall, root: Element): Promise<Outgoing> {
  const write = createCardWriter(call, readAsked(root), versionOf(root));
  const isFound = readFilter(childOf(root, nameOf(carddav, "filter")));
  const limit = readLimit(root);
  let left = limit;
  let isCut = false;
  const people = await readPeople(call);
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
    end: () =>
      isCut ? statusResponse(hrefOf(call.place, call.publicUrl), "507 Insufficient Storage") : "",
  });
}

/** How many cards are wanted at most. */
function readLimit(root: Element): number {
  const text = childOf(childOf(root, nameOf(carddav, "limit")), nameOf(carddav, "nresults"))?.text;
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
  version: Version = "3.0",
): (person: Person, href?: string) => string {
  const { publicUrl } = call;
  const account = bookOf(call);
  const usual = propertiesOf("card", { account, publicUrl, tag: null });
  const needsText = "names" in asked && asked.names.includes(addressData);
  const write = createResponseWriter(asked);
  return (person, href) => {
    const card = writeCard(person, version);
    const path = hrefOf({ kind: "card", account, name: cardName(card.id) }, publicUrl);
    return write(href ?? path, propertiesOfCard(usual, card, needsText));
  };
}

function propertiesOfCard(usual: Properties, { tag, text }: Card, needsText: boolean): Properties {
  const found = new Map(usual);
  found.set(nameOf(dav, "getetag"), `"${tag}"`);
  if (needsText) found.set(addressData, escapeXml(text));
  return found;
}
