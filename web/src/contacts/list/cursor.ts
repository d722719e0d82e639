/** Which row of the list the keyboard is at. */
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ContactRows } from "./contact-rows.ts";
import { queryOf } from "./filter.ts";
import { isListShown, knownPlace, ListMemoryContext, type Place } from "./place.ts";
import { useKeys, useListener } from "../../hooks/events.ts";
import { currentRoute, hrefOf, navigate } from "../../shell/router.ts";
import { focusSearch } from "../../ui/search-field.tsx";

/** A row to go to, as soon as it is drawn. */
interface Goal {
  number: number;
  /** Where it is to be on the screen, until it is there: wherever it is seen, or so many pixels below its top. */
  at?: "nearest" | number | undefined;
  /** Whether it gets the focus, as soon as it is loaded. */
  focus: boolean;
}

/** Milliseconds after the last scrolling until the place is written into the address. */
const pause = 250;

const elementOf = (number: number) =>
  document.querySelector<HTMLElement>(`[data-number="${number}"]`);

const numberOf = (element: Element | null) => {
  const text = element?.closest<HTMLElement>("[data-number]")?.dataset["number"];
  return text === undefined ? undefined : Number(text);
};

/** The number of the row that the address names, which counts from 1. */
function addressedRow(): number {
  const at = currentRoute().query.get("at") ?? "";
  return /^\d{1,7}$/.test(at) ? Math.max(Number(at) - 1, 0) : 0;
}

/**
 * The row that has the focus, or gets it by Tab: arrows move it through both lists. The address keeps the place in the list, and a new
 * address leads to its place.
 */
export function useCursor(rows: ContactRows, isCurrent: boolean) {
  const memory = useContext(ListMemoryContext);
  const [active, setActive] = useState(0);
  const [, redraw] = useState({});
  const goal = useRef<Goal>();
  const clamp = (number: number) => Math.min(Math.max(number, 0), Math.max(rows.total - 1, 0));

  const go = (number: number, at: Goal["at"], focus: boolean) => {
    goal.current = { number: clamp(number), at, focus };
    setActive(goal.current.number);
    redraw({});
  };
  const reach = () => {
    const wanted = goal.current;
    const row = wanted && elementOf(wanted.number);
    if (!row) return;
    // The first row brings back what is above the list.
    if (wanted.at === "nearest" && wanted.number === 0) scrollTo(0, 0);
    else if (wanted.at === "nearest") row.scrollIntoView({ block: "nearest" });
    else if (wanted.at !== undefined) scrollBy(0, row.getBoundingClientRect().top - wanted.at);
    wanted.at = undefined;
    const link = row.querySelector<HTMLElement>(".contact-row");
    const isElsewhere = document.activeElement?.matches("input, select, textarea, dialog *");
    if (wanted.focus && !link && !isElsewhere) return;
    goal.current = undefined;
    if (wanted.focus && !isElsewhere) link?.focus({ preventScroll: true });
  };
  useLayoutEffect(reach);

  // While it is drawn, so that the rows of the place are the first that are asked for.
  const [arrival, setArrival] = useState(0);
  const arrived = useRef(-1);
  if (isCurrent && arrived.current !== arrival) {
    const row = knownPlace(memory)?.row;
    const number = row ? rows.numberOf(row.id ?? "") ?? row.number : addressedRow();
    if (row || number > 0) go(number, row?.top ?? 0, row?.id !== undefined);
    else if (arrived.current >= 0) go(0, "nearest", false);
    arrived.current = arrival;
  }
  useListener(globalThis, "hashchange", () => isListShown() && setArrival(arrival + 1));

  /** The first row that is at least partly on the screen. */
  const topNumber = () => {
    const drawn = [...document.querySelectorAll("[data-number]")];
    const first = drawn.find((row) => row.getBoundingClientRect().bottom > 0.5);
    return first ? numberOf(first)! : rows.total - 1;
  };
  /** Keeps the place in the address: that of a row that is opened, or of the first on the screen. */
  const save = (opened?: number) => {
    if (!isListShown() || !isCurrent) return;
    const first = topNumber();
    const number = opened ?? first;
    const top = elementOf(number)?.getBoundingClientRect().top;
    if (top === undefined) return;
    const at = first > 0 ? String(first + 1) : undefined;
    const hash = hrefOf("contacts", undefined, { ...queryOf(rows.filter), at });
    const id = opened === undefined ? undefined : rows.contactAt(opened)?.id;
    const place: Place = memory.place = { hash, row: { number, id, top } };
    // Nothing is drawn for it, so the router is not told.
    history.replaceState({ ...history.state, place }, "", hash);
  };
  const current = () =>
    goal.current?.focus ? goal.current.number : numberOf(document.activeElement);
  const settle = useRef(() => {});
  settle.current = () => {
    save();
    // After scrolling without the keyboard, Tab leads to what is seen.
    if (current() === undefined) setActive(topNumber());
  };
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useListener(globalThis, "scroll", () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle.current(), pause);
  }, { passive: true });
  useEffect(() => {
    // The browser would scroll before the rows have a place.
    history.scrollRestoration = "manual";
    return () => clearTimeout(timer.current);
  }, []);

  const goTo = (number: number) => {
    const typing = document.activeElement;
    if (typing instanceof HTMLInputElement) typing.blur();
    go(number, "nearest", true);
  };
  const move = (by: number) => {
    const now = current();
    goTo(now === undefined ? topNumber() : now + by);
  };
  useKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    // Where a person is open, their page has these keys.
    ...!currentRoute().id && {
      j: () => move(1),
      k: () => move(-1),
      e: () => {
        const contact = rows.contactAt(current() ?? -1);
        if (contact) navigate("contacts", contact.id, { ...queryOf(rows.filter), edit: "1" });
      },
    },
  });
  const screen = () =>
    Math.max(Math.floor(innerHeight / (elementOf(active)?.offsetHeight ?? 40)) - 2, 1);
  const inRows: Record<string, () => void> = {
    Home: () => goTo(0),
    End: () => goTo(rows.total - 1),
    PageDown: () => move(screen()),
    PageUp: () => move(-screen()),
    Escape: focusSearch,
  };
  return {
    active: clamp(active),
    save,
    /** Shows a row without giving it the focus. */
    show: (number: number) => go(number, "nearest", false),
    /** Goes to the first row that is seen. */
    enter: () => goTo(topNumber()),
    onFocusIn: (event: FocusEvent) => {
      const number = numberOf(event.target as Element);
      if (number !== undefined) setActive(number);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || current() === undefined) return;
      const action = inRows[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
  };
}
