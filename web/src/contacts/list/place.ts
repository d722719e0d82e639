import { createContext } from "preact";
import {
  type MutableRef,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "preact/hooks";
import type { ContactRows } from "./contact-rows.ts";
import { type Filter, queryOf } from "./filter.ts";
import { boxOf, type Elements, topNumber } from "./scrolling.ts";
import { useListener } from "../../hooks/events.ts";
import { currentRoute, hrefOf } from "../../shell/router.ts";

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

/** Milliseconds after the last scrolling until the place is written into the address. */
const pause = 250;

const isShown = () => {
  const { view, id } = currentRoute();
  return view === "contacts" && id === undefined;
};

/** The number of the row that the address names, which counts from 1. */
function addressedRow(): number | undefined {
  const at = currentRoute().query.get("at") ?? "";
  return /^\d{1,7}$/.test(at) && Number(at) > 0 ? Number(at) - 1 : undefined;
}

/** What is known beside the address of the place that it names. */
const knownPlace = (memory: ListMemory): Place | undefined =>
  [history.state?.place as Place | undefined, memory.place]
    .find((place) => place?.hash === location.hash);

/** Whether the list returns at once to a contact that was opened from it. */
export function useReturns(isReady: boolean): boolean {
  const memory = useContext(ListMemoryContext);
  const [returns] = useState(() => isReady && knownPlace(memory)?.opened !== undefined);
  return returns;
}

/** Remembers the address of the list, so that what leads back leads to this filter. */
export function useRememberedAddress(filter: Filter): void {
  const memory = useContext(ListMemoryContext);
  useLayoutEffect(() => {
    if (isShown() && !knownPlace(memory)) memory.place = { hash: location.hash };
  }, [filter]);
}

interface Options {
  rows: ContactRows;
  /** Whether they are those of the address. */
  isCurrent: boolean;
  elements: MutableRef<Elements>;
  /** Gives the focus to a row. */
  focus: (number: number) => void;
  onSettled: () => void;
}

/** Keeps the place in the list in the address, and returns to the one that the address names. */
export function usePlace({ rows, isCurrent, elements, focus, onSettled }: Options) {
  const memory = useContext(ListMemoryContext);
  const [arrival, setArrival] = useState(0);
  const arrived = useRef(-1);

  const save = (opened?: Opened) => {
    if (!isShown() || !isCurrent || rows.total === 0) return;
    const number = topNumber(rows, elements.current);
    const box = boxOf(rows, elements.current, number);
    if (!box) return;
    const at = number > 0 ? String(number + 1) : undefined;
    const hash = hrefOf("contacts", undefined, { ...queryOf(rows.filter), at });
    const place: Place = { hash, offset: scrollY - box.top, opened };
    memory.place = place;
    // Nothing is drawn for it, so the router is not told.
    history.replaceState({ ...history.state, place }, "", hash);
  };
  const settle = useRef(() => {});
  settle.current = () => {
    save();
    onSettled();
  };
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const wait = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle.current(), pause);
  };
  useListener(globalThis, "scroll", wait, { passive: true });
  useListener(globalThis, "hashchange", () => isShown() && setArrival(arrival + 1));
  useEffect(() => {
    // The browser would scroll before the rows have a place.
    history.scrollRestoration = "manual";
    return () => clearTimeout(timer.current);
  }, []);

  useLayoutEffect(() => {
    if (!isCurrent || arrived.current === arrival) return;
    const isFirst = arrived.current === -1;
    arrived.current = arrival;
    const number = addressedRow() ?? 0;
    const known = knownPlace(memory);
    const box = boxOf(rows, elements.current, Math.min(number, Math.max(rows.total - 1, 0)));
    if (box && (known?.offset !== undefined || number > 0)) {
      scrollTo(0, box.top + (known?.offset ?? 0));
    } else if (!isFirst) scrollTo(0, 0);
    if (known?.opened) focus(rows.numberOf(known.opened.id) ?? known.opened.number);
  });
  return { save };
}
