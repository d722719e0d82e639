/** What one account opened last in this tab: keys of entries and contacts, the latest first. */
export interface Memory {
  opened: string[];
  /** The names of contacts, by id. */
  names: Map<string, string>;
}

/** How many are remembered. */
const most = 20;

export const emptyMemory = (): Memory => ({ opened: [], names: new Map() });

export function remember(memory: Memory, key: string): void {
  memory.opened = [key, ...memory.opened.filter((each) => each !== key)].slice(0, most);
}

export const contactKey = (id: string) => `contact ${id}`;

/** The ids of the contacts that were opened last. */
export const openedContacts = ({ opened }: Memory): string[] =>
  opened.filter((key) => key.startsWith("contact ")).map((key) => key.slice("contact ".length));
