/** Where the list was, so that going back leads there. */
import { createContext } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import type { ContactRows } from "./contact-rows.ts";
import { currentRoute } from "../../shell/router.ts";

/** Where somebody was in the list. */
export interface Place {
  /** The fragment of the address at which it holds. */
  hash: string;
  /** The row that was opened, with the id of its contact, or the first one on the screen. */
  row?: {
    number: number;
    id?: string | undefined; /** In pixels below the top of the screen. */
    top: number;
  };
}

/** What is known of the list while another view is shown. Belongs to one account. */
export interface ListMemory {
  rows?: ContactRows;
  /** How many requests to change something there had been when the rows were shown last. */
  writes?: number;
  place?: Place;
}

export const ListMemoryContext = createContext<ListMemory>({});

/** Whether the address is that of the list alone. */
export const isListShown = () => {
  const { view, id } = currentRoute();
  return view === "contacts" && id === undefined;
};

/** The place that the address names, as it was seen last. */
export const knownPlace = (memory: ListMemory): Place | undefined =>
  [history.state?.place as Place | undefined, memory.place]
    .find((place) => place?.hash === location.hash);

/**
 * Remembers the address of the list, so that what leads back leads to this filter.
 * @returns whether the list returns at once to a contact that was opened from it
 */
export function useReturns({ filter, isReady }: ContactRows): boolean {
  const memory = useContext(ListMemoryContext);
  const [returns] = useState(() => isReady && knownPlace(memory)?.row?.id !== undefined);
  useLayoutEffect(() => {
    if (isListShown() && !knownPlace(memory)) memory.place = { hash: location.hash };
  }, [filter]);
  return returns;
}
