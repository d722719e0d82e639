/** What was opened before, for the search for everything. */
import { createContext } from "preact";

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
