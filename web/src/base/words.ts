/** Small words of sentences: counts, lists, names. */

/** “1 note”, “3 notes”. */
export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** With a capital letter at its beginning. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name of the API in words: `jobTitle` is “job title”, `note_type` is “note type”. */
export const nameInWords = (name: string) =>
  name.replaceAll("_", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** “every day”, “every 3 days”. */
export const every = (count: number, unit: string) =>
  count === 1 ? `every ${unit}` : `every ${counted(count, unit)}`;

/** “Anna, Ben and Zoë”. */
export const joined = (words: string[]) =>
  new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);

/** A text without case and marks, so that “zoe” finds “Zoë”. */
export const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
