// Contacts as CSV.
import { csvColumn, type TextField, textFields } from "../contacts/fields.ts";
import { dateWord } from "../core/date-kinds.ts";
import { relationWord } from "../relationships/words.ts";
import { type Contact, createContactReader, type Format, type OwnField, type Page } from "./run.ts";

// The columns are those that Google Contacts writes since 2024 (contacts.google.com, Export, "Google CSV"), as far as
// contacts have such fields; Outlook on the web and other programs read them too. Google's import ignores columns that
// it does not know: those at the end, whose names begin with "Kith".

type Longest = NonNullable<Page["longest"]>;

/** Writes contacts as a table, in the CSV of RFC 4180. */
export function csvFormat(): Format {
  const read = createContactReader();
  let columns: Column[] = [];
  return {
    contentType: "text/csv; charset=utf-8",
    extension: "csv",
    begin({ longest, rows }) {
      // They come first, and there are few.
      const fields = rows.filter(({ part }) => part === "fields").map(({ json }) =>
        JSON.parse(json)
      );
      columns = columnsFor(longest!, fields);
      return record(columns.map(({ name }) => name));
    },
    write: (page) =>
      read(page).map(([contact, networks]) =>
        record(columns.map(({ value }) => value(contact, networks) ?? ""))
      ).join(""),
    end: () => "",
  };
}

interface Column {
  name: string;
  value(contact: Contact, networks: string[]): string | null | undefined;
}

/** How Google Contacts separates several values in a cell. */
const separator = " ::: ";

function columnsFor(longest: Longest, fields: Omit<OwnField, "text">[]): Column[] {
  return [
    ...textColumns(({ csv, isLong }) => csv && !isLong),
    { name: "Birthday", value: (contact) => contact.birthday },
    ...textColumns(({ csv, isLong }) => csv && isLong),
    { name: "Labels", value: (_, networks) => networks.join(separator) },
    ...itemColumns("E-mail", "emails", longest),
    ...itemColumns("Phone", "phones", longest),
    ...addressColumns(longest),
    ...itemColumns("Website", "urls", longest),
    ...dateColumns(longest),
    ...fields.flatMap(ownColumns),
    ...relatedColumns(longest),
    { name: "Kith Id", value: (contact) => contact.id },
    { name: "Kith Favorite", value: (contact) => String(contact.isFavorite) },
    { name: "Kith Archived", value: (contact) => String(contact.isArchived) },
    {
      name: "Kith Contact Frequency Days",
      value: (contact) => contact.contactFrequencyDays?.toString(),
    },
    { name: "Kith Last Contacted At", value: (contact) => contact.lastContactedAt },
    { name: "Kith Vcard Lines", value: (contact) => contact.vcardLines },
    ...textColumns(({ csv }) => !csv),
  ];
}

const textColumns = (holds: (field: TextField) => unknown): Column[] =>
  textFields.filter(([, field]) => holds(field)).map((field) => ({
    name: csvColumn(field),
    value: (contact) => contact[field[0]],
  }));

/** The numbers of the columns for a list; at least one, so that each table has these columns. */
function numbers(count: number): number[] {
  return Array.from({ length: Math.max(1, count) }, (_, index) => index);
}

function itemColumns(name: string, list: "emails" | "phones" | "urls", longest: Longest): Column[] {
  return numbers(longest[list]).flatMap((index): Column[] => [
    { name: `${name} ${index + 1} - Label`, value: (contact) => contact[list][index]?.label },
    { name: `${name} ${index + 1} - Value`, value: (contact) => contact[list][index]?.value },
  ]);
}

/** Google's for a field of one's own, and what its values are. */
const ownColumns = ({ key, name, type }: Omit<OwnField, "text">, index: number): Column[] => {
  const of = (contact: Contact) => contact.own.find((each) => each.key === key);
  const column = `Custom Field ${index + 1}`;
  return [
    { name: `${column} - Label`, value: (contact) => of(contact) && name },
    { name: `${column} - Value`, value: (contact) => of(contact)?.text },
    { name: `${column} - Kith Type`, value: (contact) => of(contact) && type },
  ];
};

/** Google's, and the kind where the label is another word; none where no contact has a date. */
function dateColumns({ dates }: Longest): Column[] {
  return Array.from({ length: dates }, (_, index): Column[] => {
    const name = `Event ${index + 1}`;
    const one = (contact: Contact) => contact.dates[index];
    return [
      {
        name: `${name} - Label`,
        value: (contact) => one(contact) && dateWord(one(contact)!.kind, one(contact)!.label),
      },
      { name: `${name} - Value`, value: (contact) => one(contact)?.date },
      {
        name: `${name} - Kith Kind`,
        value: (contact) => one(contact)?.label == null ? null : one(contact)!.kind,
      },
    ];
  }).flat();
}

/** Google's, and whom it is about where that is a contact; none where nobody is related to anybody. */
function relatedColumns(longest: Longest): Column[] {
  return Array.from({ length: longest.related }, (_, index) => {
    const one = (contact: Contact) => contact.related?.[index];
    return [
      {
        name: `Relation ${index + 1} - Label`,
        value: (contact: Contact) => {
          const { kind, label } = one(contact) ?? { kind: "", label: null };
          return relationWord(kind, label);
        },
      },
      { name: `Relation ${index + 1} - Value`, value: (contact: Contact) => one(contact)?.name },
      { name: `Relation ${index + 1} - Kith Id`, value: (contact: Contact) => one(contact)?.id },
    ];
  }).flat();
}

/** Google's names for the parts of an address. */
const addressParts = {
  Label: "label",
  Street: "street",
  City: "city",
  Region: "region",
  "Postal Code": "postalCode",
  Country: "country",
} as const;

function addressColumns({ addresses }: Longest): Column[] {
  return numbers(addresses).flatMap((index) =>
    Object.entries(addressParts).map(([name, part]): Column => ({
      name: `Address ${index + 1} - ${name}`,
      value: (contact) => contact.addresses[index]?.[part],
    }))
  );
}

function record(cells: string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(",")}\r\n`;
}

/**
 * With digits and these signs alone nothing can be called: phone numbers, also with an extension or what a phone dials after a pause, and
 * birthdays without a year.
 */
const numeric =
  /^[\d\s()+./-]+(?:[\s,;]{0,9}(?:ext|extension|x|#|app|apt|dw|int|poste)?[\s.:]{0,3}[\d*#]{1,20})?$/i;

/**
 * A cell that no spreadsheet runs as a formula: one that begins like a formula, and is no number, gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection). Reading removes one again, so what had apostrophes already gets one more.
 */
function harmless(cell: string): string {
  return beginsLikeFormula(cell) && !numeric.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Whether a spreadsheet may run a cell of a CSV file as a formula: it begins with one of the signs, of normal or full width,
 * after spaces, characters without width and apostrophes, which programs leave out.
 */
export function beginsLikeFormula(cell: string): boolean {
  return /^[\s\p{Cf}']*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r]/u.test(cell);
}
