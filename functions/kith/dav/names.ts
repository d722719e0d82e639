// The names of elements in XML, and texts in it.

export const dav = "DAV:";
export const carddav = "urn:ietf:params:xml:ns:carddav";
export const calendarServer = "http://calendarserver.org/ns/";

/** A namespace and a local name as one word: `{DAV:}prop`. */
export const nameOf = (namespace: string, local: string): string => `{${namespace}}${local}`;

// Neither these nor the two characters that are none, which Postgres keeps, may be in XML, not even as references.
// deno-lint-ignore no-control-regex
const noText = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const references: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Whoever reads XML takes a carriage return for a line feed.
  "\r": "&#13;",
};

/** A text as the content of an element, or in quotes as the value of an attribute. */
export function escapeXml(text: string): string {
  return text.replace(noText, "").replace(/[&<>"\r]/g, (character) => references[character]!);
}
