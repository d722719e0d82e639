import { createContext } from "preact";

/** Without case and marks, so that “zoe” finds “Zoë”. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

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

/** The same in another order: those that were opened last stand first, all others as they were. */
export function latestFirst<T extends { key: string }>(list: T[], opened: readonly string[]): T[] {
  const rank = ({ key }: T) => opened.includes(key) ? opened.indexOf(key) : opened.length;
  return [...list].sort((one, other) => rank(one) - rank(other));
}

/** What one account opened last in this tab. */
export interface Memory {
  /** The keys of entries and contacts, the latest first. */
  opened: string[];
  /** The names of the contacts whose pages were shown, by id. */
  names: Map<string, string>;
}

/** How many are remembered. */
const most = 20;

export const emptyMemory = (): Memory => ({ opened: [], names: new Map() });

export const MemoryContext = createContext(emptyMemory());

export function remember(memory: Memory, key: string): void {
  memory.opened = [key, ...memory.opened.filter((each) => each !== key)].slice(0, most);
}

export const contactKey = (id: string) => `contact ${id}`;

/** The ids of the contacts that were opened last. */
export const openedContacts = ({ opened }: Memory): string[] =>
  opened.filter((key) => key.startsWith("contact ")).map((key) => key.slice("contact ".length));
