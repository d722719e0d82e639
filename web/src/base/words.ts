/** Small words of sentences: counts, lists, names. */
import { locale, t } from "./texts.ts";

/** “1 note”, “3 notes”. */
export const counted = (count: number, what: string) =>
  t(`{0} ${what}${count === 1 ? "" : "s"}`, count);

/** With a capital letter at its beginning. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name of the API in words: `jobTitle` is “job title”, `note_type` is “note type”. */
export const nameInWords = (name: string) =>
  t(name.replaceAll("_", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** “every day”, “every 3 days”. */
export const every = (count: number, unit: string) =>
  t(count === 1 ? `every ${unit}` : `every {0} ${unit}s`, count);

/** “Anna, Ben and Zoë”. */
export const joined = (words: string[]) =>
  new Intl.ListFormat(locale, { type: "conjunction" }).format(words);

/** A text without case and marks, so that “zoe” finds “Zoë”. */
export const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
