// Contacts as Cards of JSContact (RFC 9553). What it has no member for is in vCardProps, as RFC 9555 has it.
import { textFields, vcardProperty } from "../contacts/fields.ts";
import { dateWord } from "../core/date-kinds.ts";
import { keptOfCard, type Property } from "./kept-lines.ts";
import { relationWord } from "../relationships/words.ts";
import { relatedTypes } from "./related.ts";
import {
  type Address,
  type Contact,
  type ContactDate,
  createContactReader,
  type Format,
} from "./run.ts";

/** Writes contacts as a list of Cards. */
export function jscontactFormat(): Format {
  const read = createContactReader();
  let separator = "\n";
  return {
    contentType: "application/jscontact+json; charset=utf-8",
    extension: "json",
    begin: () => "[",
    write(page) {
      const cards = read(page).map((each) => JSON.stringify(toCard(...each)));
      const text = cards.map((card) => {
        const before = separator;
        separator = ",\n";
        return before + card;
      });
      return text.join("");
    },
    end: () => "\n]\n",
  };
}

/** Items by keys that mean nothing; absent where there are none. */
function numbered<T>(items: T[]): Record<string, T> | undefined {
  if (items.length === 0) return undefined;
  return Object.fromEntries(items.map((item, index) => [`${index + 1}`, item]));
}

/** The same of one text, under this name. */
const named = (name: string, text: string | null) => numbered(text ? [{ [name]: text }] : []);

const contexts: Record<string, string> = { home: "private", work: "work" };
const features: Record<string, string> = {
  mobile: "mobile",
  cell: "mobile",
  fax: "fax",
  pager: "pager",
};

/** Where an address or number is used and what for, as JSContact says it; other words are labels. */
function use(label: string | null, isPhone = false): object {
  const word = label?.toLowerCase() ?? "";
  const feature = isPhone && Object.hasOwn(features, word) ? features[word]! : null;
  if (label === "home" || label === "work") return { contexts: { [contexts[word]!]: true } };
  return { ...feature && { features: { [feature]: true } }, ...label !== null && { label } };
}

/** A name or an address by its components. */
const components = (parts: [kind: string, value: string | null][]) =>
  parts.flatMap(([kind, value]) => value ? [{ kind, value }] : []);

function toAddress({ label, street, city, region, postalCode, country }: Address): object {
  return {
    components: components([
      ["name", street],
      ["locality", city],
      ["region", region],
      ["postcode", postalCode],
      ["country", country],
    ]),
    ...use(label),
  };
}

/** A date as far as it is known: `1990-03-20`, `--03-20`, `1990-03` or `1990`. */
function toPartialDate(date: string): object {
  const [, year, month, day] = /^(\d{4}|-)(?:-(\d\d))?(?:-(\d\d))?$/.exec(date)!;
  return {
    "@type": "PartialDate",
    ...year !== "-" && { year: Number(year) },
    ...month && { month: Number(month) },
    ...day && { day: Number(day) },
  };
}

/** The kinds of anniversaries that RFC 9553 has, for dates without a label. */
const anniversaryKinds: Record<string, string> = { anniversary: "wedding", death: "death" };

const isAnniversary = ({ kind, label }: ContactDate) =>
  label === null && Object.hasOwn(anniversaryKinds, kind);

/** The birthday, and the dates that JSContact has a kind for. */
const toAnniversaries = ({ birthday, dates }: Contact) => [
  ...birthday === null ? [] : [{ kind: "birth", date: toPartialDate(birthday) }],
  ...dates.filter(isAnniversary).map(({ kind, date }) => ({
    kind: anniversaryKinds[kind],
    date: toPartialDate(date),
  })),
];

/** The other dates, as Kith's vCards have them. */
const dateProperties = ({ dates }: Contact): Property[] =>
  dates.filter((each) => !isAnniversary(each)).flatMap(({ kind, label, date }, index) => {
    const group = `d${index + 1}`;
    const said = label === null ? {} : { "x-kith-kind": kind };
    return [
      ["x-abdate", { group, ...said }, "text", date],
      ["x-ablabel", { group }, "text", dateWord(kind, label)],
    ] satisfies Property[];
  });

/** Values of fields of one's own, as Kith's vCards have them. */
const ownProperties = ({ own }: Contact): Property[] =>
  own.flatMap(({ name, type, text }, index) => {
    const group = `f${index + 1}`;
    return [
      ["x-kith-field", { group, type }, "text", text],
      ["x-ablabel", { group }, "text", name],
    ] satisfies Property[];
  });

/** Who is related, with names and labels, as Kith's vCards have it. Members of JSContact have neither. */
function relatedProperties({ related = [] }: Contact): Property[] {
  return related.flatMap(({ id, name, kind, label }, index): Property[] => {
    const group = `r${index + 1}`;
    return [
      ...id === null ? [] : [["related", { group }, "uri", `urn:uuid:${id}`] satisfies Property],
      ["x-abrelatednames", { group }, "text", name],
      ["x-ablabel", { group }, "text", relationWord(kind, label)],
    ];
  });
}

/** The same for other programs, of those who are contacts. */
function toRelations({ related = [] }: Contact): object | undefined {
  const relations: Record<string, { relation: Record<string, boolean> }> = {};
  for (const { id, kind } of related) {
    if (id === null) continue;
    const { relation } = relations[`urn:uuid:${id}`] ??= { relation: {} };
    if (Object.hasOwn(relatedTypes, kind)) relation[relatedTypes[kind]!] = true;
  }
  return Object.keys(relations).length > 0 ? relations : undefined;
}

/** Texts for which JSContact has no member of their own but what the property of a vCard says. */
const propertyMembers = ["jobTitle", "pronouns"];

/** The other texts, as Kith's vCards have them: how a name is said has a place beside that name only. */
const textProperties = (contact: Contact): Property[] =>
  textFields.flatMap(([name, field]): Property[] => {
    const hasMember = propertyMembers.includes(name) ||
      (name === "phoneticFirstName" && contact.firstName !== null) ||
      (name === "phoneticLastName" && contact.lastName !== null);
    const property = hasMember ? null : vcardProperty([name, field]);
    const value = contact[name];
    return property && value !== null ? [[property.toLowerCase(), {}, "text", value]] : [];
  });

/** The script of a text, which JSContact asks for where it has the sound of a name. */
const scriptOf = (text: string) =>
  /[\u3040-\u30ff]/.test(text) ? "Hrkt" : /[\uac00-\ud7ff]/.test(text) ? "Hang" : "Latn";

/** A name with its parts. What follows a name is a generation, such as Jr., or a degree. */
function toName(contact: Contact): object {
  const { nameSuffix, phoneticFirstName, phoneticLastName } = contact;
  const isGeneration = /^(?:jr|sr|[ivx]+)\.?$/i.test(nameSuffix ?? "");
  const parts = components([
    ["title", contact.namePrefix],
    ["given", contact.firstName],
    ["given2", contact.middleName],
    ["surname", contact.lastName],
    [isGeneration ? "generation" : "credential", nameSuffix],
  ]);
  const phonetics: Record<string, string | null> = {
    given: phoneticFirstName,
    surname: phoneticLastName,
  };
  const said = parts.map((part) => {
    const phonetic = phonetics[part.kind];
    return phonetic ? { ...part, phonetic } : part;
  });
  const sound = said.map((part) => "phonetic" in part ? part.phonetic : "").join("");
  return {
    full: contact.displayName,
    ...parts.length > 0 && { components: said },
    ...sound !== "" && { phoneticScript: scriptOf(sound) },
  };
}

/** A contact as a Card. What is empty is absent. */
function toCard(contact: Contact, networks: string[]): object {
  const isCompany = contact.firstName === null && contact.lastName === null &&
    contact.company !== null;
  const own = (name: string, value: string | null): Property[] =>
    value === null ? [] : [[`x-kith-${name}`, {}, "text", value]];
  const kept = keptOfCard(contact.vcardLines);
  const properties = [
    ...dateProperties(contact),
    ...ownProperties(contact),
    ...relatedProperties(contact),
    ...textProperties(contact),
    ...own("favorite", contact.isFavorite ? "TRUE" : null),
    ...own("archived", contact.isArchived ? "TRUE" : null),
    ...own("contact-frequency-days", contact.contactFrequencyDays?.toString() ?? null),
    ...own("last-contacted-at", contact.lastContactedAt),
    ...kept.properties,
  ];
  const { company, department, pronouns } = contact;
  const organization = {
    ...company && { name: company },
    ...department && { units: [{ name: department }] },
  };
  return {
    ...kept.members,
    "@type": "Card",
    version: "1.0",
    // An import tells by this that the file is Kith's.
    prodId: "-//Kith//Kith//EN",
    uid: `urn:uuid:${contact.id}`,
    updated: contact.updatedAt.replace(/\.\d+/, ""),
    kind: isCompany ? "org" : "individual",
    name: toName(contact),
    nicknames: named("name", contact.nickname),
    organizations: numbered(company || department ? [organization] : []),
    titles: named("name", contact.jobTitle),
    speakToAs: pronouns ? { pronouns: named("pronouns", pronouns) } : undefined,
    emails: numbered(contact.emails.map(({ value, label }) => ({ address: value, ...use(label) }))),
    phones: numbered(
      contact.phones.map(({ value, label }) => ({ number: value, ...use(label, true) })),
    ),
    links: numbered(contact.urls.map(({ value, label }) => ({ uri: value, ...use(label) }))),
    addresses: numbered(contact.addresses.map(toAddress)),
    anniversaries: numbered(toAnniversaries(contact)),
    notes: named("note", contact.description),
    keywords: networks.length > 0
      ? Object.fromEntries(networks.map((name) => [name, true]))
      : undefined,
    relatedTo: toRelations(contact),
    vCardProps: properties.length > 0 ? properties : undefined,
  };
}
