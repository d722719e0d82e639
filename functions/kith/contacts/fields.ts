// The texts of a contact, each declared once.

/** A text of a contact. Whoever reads, writes, shows, imports or exports contacts goes through the list of them below. */
export interface TextField {
  /** What forms call it. */
  label: string;
  /** In characters; the column's constraint says so too. */
  maxLength: number;
  /** Whether it has several lines. */
  isLong?: true;
  /** Whether a contact may have this as its only name. */
  isName?: true;
  /** Whether few contacts have it: forms fold it, and an import goes without one that is too long. */
  isRare?: true;
  /** Whether search reads it: `searched_texts` in SQL has these, which a test compares. */
  isSearched?: true;
  /** Its property in vCards; null where it is more than a plain text there. `X-KITH-…` where absent. */
  vcard?: string | null;
  /** Its column in CSV, as Google Contacts calls it. `Kith …` where absent. */
  csv?: string;
  /** Further names of columns that are read into it, in lower case. */
  csvNames?: string[];
  /** Names of columns from which the page guesses it, in other languages too. */
  csvGuess?: RegExp;
}

/** The texts of a contact, in the order of forms and documents. */
export const texts = {
  firstName: {
    label: "First name",
    maxLength: 255,
    isName: true,
    isSearched: true,
    vcard: null,
    csv: "First Name",
    csvNames: ["given name", "firstname", "first"],
    csvGuess: /^(first|given)|vorname|rufname/i,
  },
  middleName: {
    label: "Middle name",
    maxLength: 255,
    isRare: true,
    isSearched: true,
    vcard: null,
    csv: "Middle Name",
    csvGuess: /middle|additional name/i,
  },
  lastName: {
    label: "Last name",
    maxLength: 255,
    isName: true,
    isSearched: true,
    vcard: null,
    csv: "Last Name",
    csvNames: ["family name", "lastname", "surname", "last"],
    csvGuess: /^(last|family)|surname|nachname|familienname/i,
  },
  namePrefix: {
    label: "Prefix",
    maxLength: 100,
    isRare: true,
    isSearched: true,
    vcard: null,
    csv: "Name Prefix",
    csvGuess: /prefix|anrede/i,
  },
  nameSuffix: {
    label: "Suffix",
    maxLength: 100,
    isRare: true,
    isSearched: true,
    vcard: null,
    csv: "Name Suffix",
    csvGuess: /suffix/i,
  },
  phoneticFirstName: {
    label: "Phonetic first name",
    maxLength: 255,
    isRare: true,
    isSearched: true,
    vcard: "X-PHONETIC-FIRST-NAME",
    csv: "Phonetic First Name",
    csvGuess: /phonetic first/i,
  },
  phoneticLastName: {
    label: "Phonetic last name",
    maxLength: 255,
    isRare: true,
    isSearched: true,
    vcard: "X-PHONETIC-LAST-NAME",
    csv: "Phonetic Last Name",
    csvGuess: /phonetic last/i,
  },
  nickname: {
    label: "Nickname",
    maxLength: 255,
    isName: true,
    isSearched: true,
    vcard: null,
    csv: "Nickname",
    csvGuess: /nick|spitzname/i,
  },
  company: {
    label: "Company",
    maxLength: 255,
    isName: true,
    isSearched: true,
    vcard: null,
    csv: "Organization Name",
    csvNames: ["organization", "organisation", "company name", "organization 1 - name"],
    csvGuess: /company|organi[sz]ation( name)?$|firma/i,
  },
  department: {
    label: "Department",
    maxLength: 255,
    isRare: true,
    isSearched: true,
    vcard: null,
    csv: "Organization Department",
    csvGuess: /department|abteilung/i,
  },
  jobTitle: {
    label: "Job title",
    maxLength: 255,
    isSearched: true,
    vcard: "TITLE",
    csv: "Organization Title",
    csvNames: ["position", "organization 1 - title"],
    csvGuess: /title|position|beruf/i,
  },
  pronouns: {
    label: "Pronouns",
    maxLength: 100,
    isRare: true,
    isSearched: true,
    vcard: "PRONOUNS",
    csvGuess: /pronoun/i,
  },
  description: {
    label: "About them",
    maxLength: 10_000,
    isLong: true,
    isSearched: true,
    vcard: null,
    csv: "Notes",
  },
} satisfies Record<string, TextField>;

export type TextName = keyof typeof texts;

/** The texts with their names. */
export const textFields: [name: TextName, field: TextField][] = Object.entries(texts) as [
  TextName,
  TextField,
][];

/** The names of those texts for which something holds. */
export const textNames = (holds: (field: TextField) => unknown = () => true): TextName[] =>
  textFields.filter(([, field]) => holds(field)).map(([name]) => name);

/** Where a search finds a contact besides its first and last name, as `searched_texts` in SQL and the search itself name it. */
export const matchFields = [
  ...textNames(({ isSearched }) => isSearched).filter((name) => !/^(first|last)Name$/.test(name)),
  ...["email", "phone", "place", "street", "label", "custom", "network", "note"],
];

/** What forms call the texts, by their names. */
export const textLabels = () =>
  Object.fromEntries(textFields.map(([name, { label }]) => [name, label])) as Record<
    TextName,
    string
  >;

/** A name with its words apart: `jobTitle` is `job-title`. */
const apart = (name: string, between: string) =>
  name.replace(/[A-Z]/g, (letter) => between + letter.toLowerCase());

/** The property of vCards that a text is written to and read from; null where it is more than a text there. */
export const vcardProperty = ([name, { vcard }]: [string, TextField]): string | null =>
  vcard === undefined ? `X-KITH-${apart(name, "-").toUpperCase()}` : vcard;

/** The column of CSV that a text is written to. */
export const csvColumn = ([name, { csv }]: [string, TextField]): string =>
  csv ?? apart(`kith ${name}`, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The columns of CSV that a text is read from, in lower case. */
export const csvColumns = ([name, field]: [string, TextField]): string[] => [
  apart(name, " "),
  csvColumn([name, field]).toLowerCase(),
  ...field.csvNames ?? [],
];
