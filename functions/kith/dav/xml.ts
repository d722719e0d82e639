// Reads the XML of CardDAV clients within limits.
import { SaxesParser } from "saxes";
import { badXml } from "./refusals.ts";
import { nameOf } from "./names.ts";

/** An element with what is in it. */
export interface Element {
  /** Its namespace and its local name: see {@link nameOf}. */
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** Its own text, without that of its children. */
  text: string;
}

/** Bytes of a body, and the hrefs in it. Thunderbird asks for all cards of a book at once. */
export const xmlLimits = { bytes: 2_097_152, hrefs: 20_000 };

// Reading takes longer than linear time in these.
const limits = { depth: 32, elements: 25_000, attributesOfOne: 64, attributes: 20_000 };

/**
 * Reads a document.
 * @throws DavRefusal 400 where it is not well-formed, has a document type, or more of something than the limits allow
 */
export function readXml(text: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const count = { elements: 0, attributes: 0, ofOne: 0, hrefs: 0 };
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (what: string) => {
    throw badXml(what);
  };
  parser.on("error", () => refuse("The body is no well-formed XML."));
  parser.on("doctype", () => refuse("A document type is not read."));
  parser.on("opentagstart", () => {
    count.ofOne = 0;
    if (++count.elements > limits.elements || open.length > limits.depth) {
      refuse("The body has too many elements.");
    }
  });
  parser.on("attribute", () => {
    if (++count.ofOne > limits.attributesOfOne || ++count.attributes > limits.attributes) {
      refuse("The body has too many attributes.");
    }
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    const element: Element = { name: nameOf(uri, local), attributes: {}, children: [], text: "" };
    for (const each of Object.values(attributes)) {
      if (each.uri === "") element.attributes[each.local] = each.value;
    }
    if (element.name === "{DAV:}href" && ++count.hrefs > xmlLimits.hrefs) {
      refuse("The body has too many hrefs.");
    }
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  const addText = (more: string) => void (open.at(-1)!.text += more);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text).close();
  return root.children[0]!;
}

/** The first child of an element with a name. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);
