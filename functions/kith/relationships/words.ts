// Kinds of relationships in words, as people and programs write them.
import { relationshipKinds } from "./kinds.ts";

/** Words of kinds that are not the name of the kind. */
const ownWords: Record<string, string> = {
  exPartner: "ex-partner",
  report: "direct report",
  introducedBy: "introduced by",
  emergencyContact: "emergency contact",
  emergencyContactOf: "emergency contact of",
};

/** What somebody is to a contact, in words that are read again: a label alone does not always tell the kind. */
export function relationWord(kind: string, label: string | null): string {
  const word = ownWords[kind] ?? kind;
  if (label === null) return word;
  return kind === "other" ? label : `${word} (${label})`;
}

/** Words for kinds, besides their own: people's in English and German, Apple's, Monica's, and the types of RFC 6350. */
const words: Record<string, string> = {
  spouse: "wife|husband|ehefrau|ehemann|ehepartner",
  partner:
    "domestic partner|girlfriend|boyfriend|fiancé|fiancée|sweetheart|lover|date|partnerin|lebensgefährte|lebensgefährtin",
  exPartner: "ex|ex-wife|ex-husband|ex_husband|ex-spouse|ex-girlfriend|ex-boyfriend",
  parent: "mother|father|mum|mom|dad|stepparent|stepmother|stepfather|mutter|vater|mama|papa",
  child: "children|son|daughter|stepchild|stepson|stepdaughter|kind|sohn|tochter",
  grandparent: "grandmother|grandfather|grandma|grandpa|großmutter|großvater|oma|opa",
  grandchild: "grandson|granddaughter|enkel|enkelin",
  sibling: "sister|brother|schwester|bruder",
  relative: "kin|uncle|aunt|nephew|niece|cousin|onkel|tante|neffe|nichte|cousine",
  godparent: "godmother|godfather|patentante|patenonkel",
  godchild: "godson|goddaughter",
  friend: "best friend|bestfriend|freund|freundin",
  acquaintance: "met|contact",
  neighbor: "neighbour|nachbar|nachbarin",
  housemate: "roommate|flatmate|co-resident",
  colleague: "co-worker|coworker|kollege|kollegin",
  manager: "boss|supervisor|chef|chefin",
  report: "subordinate",
  assistant: "agent|secretary|assistentin|assistent",
  mentee: "protege|protégé|protégée",
  introducedBy: "referred by",
  emergencyContact: "emergency",
};

const kinds = new Map([
  ...relationshipKinds.flatMap((kind): [string, string][] => [
    [kind.toLowerCase(), kind],
    [relationWord(kind, null), kind],
  ]),
  ...Object.entries(words).flatMap(([kind, all]) =>
    all.split("|").map((word): [string, string] => [word, kind])
  ),
]);

/** Words that say no more than their kinds do. */
const plain = /^(children|contact|met|kin|agent|ex|co-resident|emergency|neighbour|ex_husband)$/;

/** The kind of a relationship that is called so, and the label, where the word says more than the kind. */
export function readRelation(word: string): { kind: string; label?: string } {
  const text = word.slice(0, 200).replace(/\s+/g, " ").trim();
  // As Kith writes it: “sibling (twin)”.
  const [, before, within] = /^([^()]{1,50}) \((.{1,50})\)$/.exec(text) ?? [];
  const known = before && relationshipKinds.find((kind) => relationWord(kind, null) === before);
  if (known) return { kind: known, label: within! };
  const kind = kinds.get(text.toLowerCase());
  if (kind === undefined || kind === "other") return { kind: "other", label: text || "relation" };
  const isOwn = [kind.toLowerCase(), relationWord(kind, null)].includes(text.toLowerCase());
  return isOwn || plain.test(text.toLowerCase()) ? { kind } : { kind, label: text };
}
