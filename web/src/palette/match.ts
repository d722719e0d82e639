// How well a text matches what is typed in the palette.
import { plain } from "../base/words.ts";

const wordsOf = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Whether each word of the query begins a word of the entry. */
export function matches(
  { label, words }: { label: string; words: string },
  query: string,
): boolean {
  const known = wordsOf(`${label} ${words}`);
  const asked = wordsOf(query);
  return asked.length > 0 &&
    asked.every((word) => known.some((each) => each.startsWith(word)));
}

/** Whether the label begins with the query: more likely meant than any person. */
export const beginsWith = ({ label }: { label: string }, query: string): boolean =>
  plain(label).startsWith(plain(query.trim()));
