// Reads the contact that the signature of an e-mail names; a guess, which the preview of an import shows.
import { columnNames, findTarget } from "../../imports/parse/csv-columns.ts";

/** Characters and lines that a signature has at most. */
const longest = 2_000;
const mostLines = 15;

const name = /^[\p{L}\p{M}.'’-]+( [\p{L}\p{M}.'’-]+){1,4}(, [\p{L}. ]{2,20})?$/u;
const email =
  /^(?:[\p{L}-]{1,12}(?: ?: ?|\. ))?<?([^\s<>()@,;:]{1,64}@[^\s<>()@,;:]{1,190}\.[a-z]{2,24})>?$/iu;
const url =
  /^(?:(?:web|www|url|website|internet) ?: ?)?(https?:\/\/\S{1,500}|(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?:\/\S{0,500})?)$/i;
const phone = /^(?:([\p{L}-]{1,12})\.? ?:? ?)?(\+?\(?\d[\d ().\/-]{5,28}\d)$/u;
const address = /^(.{3,100}), (?:[A-Z]{1,2}-)?(\d{4,6}) ([\p{L} .-]{2,60})$/u;
const company =
  /(^|[ .])(GmbH|AG|KG|Inc|Ltd|LLC|Corp|Co|plc|SA|SARL|SAS|Lda|BV|NV|AB|Oy|SpA|Srl|University|Universität)\.?$/i;

/** What labels of numbers say. */
const phoneLabels: [RegExp, string][] = [
  [/^(m|mob|mobil|mobile|cell|handy|telemóvel|portable)$/i, "mobile"],
  [/^(f|fax)$/i, "fax"],
  [/^(o|office|work|direct|büro)$/i, "work"],
];

interface Signed {
  firstName: string;
  lastName: string;
  jobTitle?: string;
  company?: string;
  description?: string;
  emails: { value: string }[];
  phones: { value: string; label?: string }[];
  urls: { value: string }[];
  addresses: { street: string; postalCode: string; city: string }[];
}

/**
 * The contact of a signature: a line with a name, and others, at least one with an e-mail address or a number. All other
 * lines are in the description. Null where the text is something else, such as a table.
 */
export function readSignature(text: string): Signed | null {
  if (text.length > longest) return null;
  const lines = text.split(/[\r\n]+/).map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "" && !/^[-–—_*=]+$/.test(line));
  const [first = "", ...others] = lines;
  if (others.length === 0 || lines.length > mostLines || !name.test(first) || isTitle(first)) {
    return null;
  }
  const words = first.split(",")[0]!.split(" ");
  const signed: Signed = {
    firstName: words.slice(0, -1).join(" "),
    lastName: words.at(-1)!,
    emails: [],
    phones: [],
    urls: [],
    addresses: [],
  };
  const rest = others.flatMap((line) => line.split(/ [|•·] /)).filter((part) =>
    !read(part, signed)
  );
  if (signed.emails.length + signed.phones.length === 0 || signed.emails.length > 2) return null;
  const isWords = (part: string) => !/[\d@]/.test(part);
  const at = rest.findIndex((part) => company.test(part));
  const titles = rest.filter((part, index) => index !== at && isWords(part));
  const [jobTitle] = titles;
  const employer = rest[at] ?? titles[1];
  const left = rest.filter((part) => part !== jobTitle && part !== employer);
  return {
    ...signed,
    ...(jobTitle ? { jobTitle } : {}),
    ...(employer ? { company: employer } : {}),
    ...(left.length > 0 ? { description: left.join("\n") } : {}),
  };
}

/** Takes a part that is plain by its form. */
function read(part: string, { emails, phones, urls, addresses }: Signed): boolean {
  const mail = email.exec(part)?.[1];
  const [number, label = "", digits] = phone.exec(part) ?? [];
  const link = url.exec(part)?.[1];
  const [place, street, postalCode, city] = address.exec(part) ?? [];
  if (mail !== undefined) emails.push({ value: mail });
  else if (number !== undefined) {
    const known = phoneLabels.find(([words]) => words.test(label))?.[1];
    phones.push({ value: digits!, ...(known ? { label: known } : {}) });
  } else if (link !== undefined) {
    urls.push({ value: /^http/i.test(link) ? link : `https://${link}` });
  } else if (place !== undefined) {
    addresses.push({ street: street!, postalCode: postalCode!, city: city! });
  } else return false;
  return true;
}

/** Whether it is the only title of a table. */
function isTitle(line: string): boolean {
  const names = columnNames([line]);
  return findTarget(names[0]!, new Set(names)) !== null;
}
