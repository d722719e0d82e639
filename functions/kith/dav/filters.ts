// The filters of addressbook-query (RFC 6352, 10.5), as far as they are supported.
import type { Person } from "./cards.ts";
import { carddav, nameOf } from "./names.ts";
import { unmet } from "./refusals.ts";
import { childOf, type Element } from "./xml.ts";

/** Whether a person is found. */
export type Filter = (person: Person) => boolean;

/** Conditions of a filter, and texts of all of them together: each is compared with every person. */
const mostConditions = 20;

/** The values of the properties that are searched. */
const properties: Record<string, (person: Person) => (string | null)[]> = {
  FN: ({ contact }) => [contact.displayName],
  N: ({ contact: { lastName, firstName, middleName, namePrefix, nameSuffix } }) => [
    [lastName, firstName, middleName, namePrefix, nameSuffix].map((part) => part ?? "").join(";"),
  ],
  NICKNAME: ({ contact }) => [contact.nickname],
  ORG: ({ contact }) => [contact.company, contact.department],
  EMAIL: ({ contact }) => contact.emails.map(({ value }) => value),
  TEL: ({ contact }) => contact.phones.map(({ value }) => value),
  UID: ({ contact, card }) => [card.uid ?? contact.id],
  CATEGORIES: ({ networks }) => [networks.join(",")],
};

const matches: Record<string, (value: string, text: string) => boolean> = {
  "equals": (value, text) => value === text,
  "contains": (value, text) => value.includes(text),
  "starts-with": (value, text) => value.startsWith(text),
  "ends-with": (value, text) => value.endsWith(text),
};

/** Without a collation, texts are compared as `i;unicode-casemap` does. */
const collations: Record<string, (text: string) => string> = {
  "i;ascii-casemap": (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  "i;unicode-casemap": (text) => text.toLowerCase(),
  "i;octet": (text) => text,
};

const named = (element: Element, name: string) =>
  element.children.filter((child) => child.name === nameOf(carddav, name));

const unsupported = () => unmet("c:supported-filter", "This filter is not supported.");

/**
 * Reads a filter; everybody where there is none.
 * @throws DavRefusal 403 where something in it is not supported
 */
export function readFilter(element: Element | undefined): Filter {
  const conditions = element?.children ?? [];
  const texts = conditions.flatMap((each) => each.children);
  if (Math.max(conditions.length, texts.length) > mostConditions) throw unsupported();
  return combined(conditions.map(readProperty), element?.attributes["test"]);
}

/** @param test `anyof`, or `allof`; with no conditions at all everybody is found */
function combined(conditions: Filter[], test = "anyof"): Filter {
  if (test !== "anyof" && test !== "allof") throw unsupported();
  if (conditions.length === 0) return () => true;
  return test === "anyof"
    ? (person) => conditions.some((holds) => holds(person))
    : (person) => conditions.every((holds) => holds(person));
}

function readProperty(element: Element): Filter {
  const name = element.attributes["name"]?.toUpperCase() ?? "";
  const isFilter = element.name === nameOf(carddav, "prop-filter");
  if (!isFilter || !Object.hasOwn(properties, name)) throw unsupported();
  const valuesOf = (person: Person) =>
    properties[name]!(person).filter((value): value is string => value !== null && value !== "");
  const texts = named(element, "text-match");
  if (childOf(element, nameOf(carddav, "is-not-defined")) && element.children.length === 1) {
    return (person) => valuesOf(person).length === 0;
  }
  if (texts.length !== element.children.length) throw unsupported();
  if (texts.length === 0) return (person) => valuesOf(person).length > 0;
  const conditions = texts.map((text) => {
    const holds = readText(text);
    return (person: Person) => holds(valuesOf(person));
  });
  return combined(conditions, element.attributes["test"]);
}

function readText({ attributes, text }: Element): (values: string[]) => boolean {
  const {
    "match-type": type = "contains",
    "negate-condition": negate = "no",
    collation = "i;unicode-casemap",
  } = attributes;
  if (!Object.hasOwn(collations, collation)) {
    throw unmet("c:supported-collation", "This collation is not supported.");
  }
  if (!Object.hasOwn(matches, type)) throw unsupported();
  const fold = collations[collation]!;
  const wanted = fold(text);
  const isFound = (values: string[]) => values.some((value) => matches[type]!(fold(value), wanted));
  return negate === "yes" ? (values) => !isFound(values) : isFound;
}
