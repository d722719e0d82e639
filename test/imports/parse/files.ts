import { readFileSync } from "node:fs";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";

const types: Record<string, string> = {
  vcf: "text/vcard",
  csv: "text/csv",
  ldif: "text/ldif",
  json: "application/json",
};

/** A file of `test/imports/samples`, as text. */
export function sample(file: string): string {
  return readFileSync(new URL(`../samples/${file}`, import.meta.url), "utf8");
}

/** The content type of a file. */
export const typeOf = (file: string) => types[file.split(".").at(-1)!]!;

export function parseText(text: string, type: string, mapping?: Record<string, string>) {
  return parseFile(new TextEncoder().encode(text), type, { mapping });
}

export const parseCsv = (text: string, mapping?: Record<string, string>) =>
  parseText(text, "text/csv", mapping);

/** Parses vCards of which these are the lines between the first two and the last one. */
export function parseCards(...cards: string[]) {
  const text = cards.map((lines) => `BEGIN:VCARD\nVERSION:3.0\n${lines}\nEND:VCARD\n`).join("");
  return parseText(text, "text/vcard");
}

/** What one contact is read into. */
export async function parseCard(lines: string, country: string | null = null) {
  const text = `BEGIN:VCARD\nVERSION:3.0\n${lines}\nEND:VCARD\n`;
  const read = parseFile(new TextEncoder().encode(text), "text/vcard", { country });
  const { records, errors, dropped } = await read;
  if (errors.length > 0 || records.length !== 1) throw new Error(JSON.stringify({ errors }));
  return { ...records[0]!, dropped: dropped.map(({ property }) => property) };
}
