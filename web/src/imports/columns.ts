// Asks what the columns of a table are: their names, and what each probably is.
import { t } from "../base/texts.ts";
import { textFields } from "../../../functions/kith/contacts/fields.ts";
import { madeUpHeader } from "../../../functions/kith/imports/parse/csv-headless.ts";
import { findHeader, isPerson } from "../../../functions/kith/imports/parse/places.ts";

/** What a column may be, in the words of the API, and how a person calls it. */
export const mappingWords: [word: string, label: string][] = ([
  ...textFields.filter(([, { isLong }]) => !isLong)
    .map(([name, { label }]): [string, string] => [name, label]),
  ["name", "Full name"],
  ["email", "E-mail address"],
  ["email:home", "E-mail address, home"],
  ["email:work", "E-mail address, work"],
  ["phone", "Phone number"],
  ["phone:mobile", "Phone number, mobile"],
  ["phone:home", "Phone number, home"],
  ["phone:work", "Phone number, work"],
  ["url", "Website"],
  ["street", "Street"],
  ["city", "City"],
  ["region", "Region"],
  ["postalCode", "Postal code"],
  ["country", "Country"],
  ["formatted", "Address in one text"],
  ["birthday", "Birthday"],
  ["birthday:day-first", "Birthday, day first: 31/12/1990"],
  ["birthday:month-first", "Birthday, month first: 12/31/1990"],
  ["date:Anniversary", "Anniversary"],
  ["networks", "Networks"],
  ["note", "Note"],
  ...textFields.filter(([, { isLong }]) => isLong)
    .map(([name, { label }]): [string, string] => [name, label]),
] as [string, string][]).map(([word, label]) => [word, t(label)]);

/** Parts of the names of columns, the more exact before the others. */
const guesses: [RegExp, string][] = [
  [/label|type$/i, ""],
  [/mail/i, "email"],
  [/mobile|handy|cell/i, "phone:mobile"],
  [/phone|telefon|^tel/i, "phone"],
  ...textFields.flatMap(([name, { csvGuess }]): [RegExp, string][] =>
    csvGuess ? [[csvGuess, name]] : []
  ),
  [/birthday|birth date|geburtstag|geburtsdatum/i, "birthday"],
  [/anniversary|hochzeitstag/i, "date:Anniversary"],
  [/url|website|web page/i, "url"],
  [/street|straße|strasse/i, "street"],
  [/postal|zip|plz/i, "postalCode"],
  [/city|stadt|^ort$/i, "city"],
  [/region|state|province/i, "region"],
  [/country|land$/i, "country"],
  [/group|categor|labels|networks/i, "networks"],
  [/note|notiz/i, "note"],
  [/^(full |display )?name$/i, "name"],
];

/** What a column probably is; empty where nothing tells. */
export const guessWord = (column: string) =>
  guesses.find(([pattern]) => pattern.test(column))?.[1] ?? "";

/** Bytes in which the header of a table is looked for. */
const headBytes = 65_536;

/** The names of a table's columns; none where the file is no table. */
export async function readColumns(file: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = decode(bytes).replace(/^sep=.[\r\n]+/i, "");
  if (text.includes("\0") || /^\s*(BEGIN:VCARD|[{[]|dn::? )/i.test(text)) return [];
  const filled = (cells: string[]) =>
    cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const { cells } = findHeader(text, (each) => filled(each).length, 0, true);
  // A first line that is a person names no columns.
  return isPerson(cells) ? madeUpHeader(cells.length) : [...new Set(filled(cells))];
}

function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
