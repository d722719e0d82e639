import { createContext } from "preact";
import type { ContactRows } from "./contact-rows.ts";

/** A contact that was opened, and the number of its row. */
export interface Opened {
  id: string;
  number: number;
}

/** Where somebody was in the list. */
export interface Place {
  /** The fragment of the address at which it holds. */
  hash: string;
  /** How far the screen began below the top of the row that the address names, in pixels. */
  offset?: number;
  opened?: Opened | undefined;
}

/** What is known of the list while another view is shown. Belongs to one account. */
export interface ListMemory {
  rows?: ContactRows;
  /** How many requests to change something there had been when the rows were shown last. */
  writes?: number;
  place?: Place;
}

export const ListMemoryContext = createContext<ListMemory>({});
