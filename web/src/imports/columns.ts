import { textFields } from "../../../functions/kith/contacts/fields.ts";

/** What a column may be, in the words of the API, and how a person calls it. */
export const mappingWords: [word: string, label: string][] = [
  ...textFields.filter(([, { isLong }]) => !isLong)
    .map(([name, { label }]): [string, string] => [name, label]),
  ["middleName", "Middle name"],
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
  ["networks", "Networks"],
  ["note", "Note"],
  ...textFields.filter(([, { isLong }]) => isLong)
    .map(([name, { label }]): [string, string] => [name, label]),
];

/** Parts of the names of columns, the more exact before the others. */
const guesses: [RegExp, string][] = [
  [/label|type$/i, ""],
  [/middle|additional name/i, "middleName"],
  [/mail/i, "email"],
  [/mobile|handy|cell/i, "phone:mobile"],
  [/phone|telefon|^tel/i, "phone"],
  ...textFields.flatMap(([name, { csvGuess }]): [RegExp, string][] =>
    csvGuess ? [[csvGuess, name]] : []
  ),
  [/birthday|birth date|geburtstag|geburtsdatum/i, "birthday"],
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
/** Rows among which the header is; some programs write notes before it. */
const headRows = 20;
const delimiters = [",", ";", "\t", "|"];

/** The names of a table's columns; none where the file is no table. */
export async function readColumns(file: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = decode(bytes).replace(/^sep=.[\r\n]+/i, "");
  if (text.includes("\0") || /^\s*(BEGIN:VCARD|[{[]|dn::? )/i.test(text)) return [];
  const headers = delimiters.map((delimiter) => headerOf(text, delimiter));
  const header = headers.sort((one, other) => other.length - one.length)[0]!;
  return [...new Set(header)];
}

function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** The first of the rows at the beginning that has the most cells with text. */
function headerOf(text: string, delimiter: string): string[] {
  let header: string[] = [];
  let count = 0;
  for (const row of readRows(text, delimiter)) {
    const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== "");
    if (filled.length > header.length) header = filled;
    if (++count === headRows) break;
  }
  return header;
}

function* readRows(text: string, delimiter: string): Generator<string[]> {
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += text[++at]!;
    } else if (char === '"' && (isQuoted || cell === "")) {
      isQuoted = !isQuoted;
    } else if (isQuoted || (char !== delimiter && char !== "\n" && char !== "\r")) {
      cell += char;
    } else {
      row.push(cell);
      cell = "";
      if (char === delimiter) continue;
      yield row;
      row = [];
    }
  }
  yield [...row, cell];
}
