import { type MutableRef, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ContactRows } from "./contact-rows.ts";
import { currentRoute, navigate } from "../../shell/router.ts";
import { focusSearch } from "../../ui/search-field.tsx";
import { queryOf } from "./filter.ts";
import { useKeys } from "../../hooks/events.ts";
import { boxOf, type Elements, scrollFor, topNumber } from "./scrolling.ts";

/** What is left free above and below a row that the keyboard goes to, in pixels: what can be done with a selection stays above. */
const margin = () => 8 + (document.querySelector<HTMLElement>(".selection")?.offsetHeight ?? 0);

const numberOf = (element: Element | null) => {
  const text = element?.closest<HTMLElement>("[data-number]")?.dataset["number"];
  return text === undefined ? undefined : Number(text);
};

/** The row that has the focus, or gets it by Tab; arrows move it through both lists. */
export function useCursor(rows: ContactRows, elements: MutableRef<Elements>) {
  const [active, setActive] = useState(0);
  // The row that gets the focus as soon as it is loaded and drawn.
  const goal = useRef<number>();
  const [, redraw] = useState({});

  const reach = () => {
    if (goal.current === undefined) return;
    const isElsewhere = document.activeElement?.matches("input, select, textarea, dialog *");
    if (isElsewhere) return void (goal.current = undefined);
    const link = document.querySelector<HTMLElement>(`[data-number="${goal.current}"]`);
    if (!link) return;
    goal.current = undefined;
    link.focus({ preventScroll: true });
  };
  useLayoutEffect(reach);

  const focus = (number: number) => {
    goal.current = number;
    setActive(number);
    redraw({});
  };
  /** Scrolls to a row where it is not on the screen, or so that it is the first on it; false where its list is not drawn. */
  const scrollToRow = (number: number, isFirst = false): boolean => {
    const box = boxOf(rows, elements.current, number);
    if (!box) return false;
    const top = isFirst
      ? box.top - margin()
      : scrollFor(box, { top: scrollY, height: innerHeight }, margin());
    if (top !== undefined) scrollTo(0, top);
    return true;
  };
  const goTo = (wanted: number) => {
    const number = Math.min(Math.max(wanted, 0), rows.total - 1);
    if (!scrollToRow(number)) return;
    // The first row brings back what is above the list.
    if (number === 0) scrollTo(0, 0);
    const typing = document.activeElement;
    if (typing instanceof HTMLInputElement) typing.blur();
    focus(number);
  };
  const current = () => goal.current ?? numberOf(document.activeElement);
  const move = (by: number) => {
    const now = current();
    goTo(now === undefined ? topNumber(rows, elements.current) : now + by);
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

  const screen = () => {
    const height = boxOf(rows, elements.current, active)?.height ?? 40;
    return Math.max(Math.floor(innerHeight / height) - 2, 1);
  };
  const inRows: Record<string, () => void> = {
    Home: () => goTo(0),
    End: () => goTo(rows.total - 1),
    PageDown: () => move(screen()),
    PageUp: () => move(-screen()),
    Escape: focusSearch,
  };
  return {
    active: Math.min(active, Math.max(rows.total - 1, 0)),
    /** Gives the focus to a row where the screen is now. */
    focus,
    show: (number: number) => {
      scrollToRow(number);
      setActive(number);
    },
    /** Goes to a row, which is then the first on the screen. */
    bringToTop: (number: number) => {
      scrollToRow(number, true);
      focus(number);
    },
    /** Goes to the first row that is seen. */
    enter: () => goTo(topNumber(rows, elements.current)),
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
    /** To be called after one of the lists has drawn rows: the one that gets the focus may be among them. */
    reach,
    /** After scrolling without the keyboard, Tab leads to what is seen. */
    follow: () => {
      if (current() === undefined) setActive(topNumber(rows, elements.current));
    },
  };
}
