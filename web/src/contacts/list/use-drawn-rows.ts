import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Rows } from "./contact-rows.ts";
import { sightOf } from "./geometry.ts";
import { drawnRows, type Range, visibleRows } from "./window.ts";

/** Milliseconds between two checks of which pages are needed. */
const pause = 80;

const same = (one: Range, other: Range) => one.first === other.first && one.last === other.last;

/** Loads the rows that are seen; none while more than a screen of them goes by between two checks. */
class Loader {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: Range | undefined;
  #asked: Range = { first: 0, last: 0 };

  constructor(readonly rows: Rows) {}

  see(range: Range): void {
    const isFirst = this.#seen === undefined;
    this.#seen = range;
    if (isFirst) this.#ask();
    else if (!same(range, this.#asked)) this.#timer ??= setTimeout(this.#ask, pause);
  }

  #ask = (): void => {
    this.#timer = undefined;
    const { first, last } = this.#seen!;
    const isPassing = Math.abs(first - this.#asked.first) > last - first;
    const isFirst = this.#asked.last === 0;
    this.#asked = this.#seen!;
    if (!isPassing || isFirst) return this.rows.want(this.#seen!);
    this.rows.stop();
    this.#timer = setTimeout(this.#ask, pause);
  };

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The rows of a list to draw, which follow the scrolling of the page and are loaded. */
export function useDrawnRows(element: RefObject<HTMLElement>, rows: Rows, isCurrent: boolean) {
  const [range, setRange] = useState<Range>({ first: 0, last: 0 });
  const look = useRef(() => {});
  useLayoutEffect(() => {
    const loader = new Loader(rows);
    let isPlaced = false;
    look.current = () => {
      if (!element.current) return;
      const sight = sightOf(element.current, rows.total ?? 0);
      const next = drawnRows(sight);
      setRange((now) => same(now, next) ? now : next);
      if (isPlaced) loader.see(visibleRows(sight));
    };
    const call = () => look.current();
    // Once the page is where the address says: asked for the first rows before, the list would forget those of the
    // place when the answer comes, and with them the row that has the focus.
    queueMicrotask(() => {
      isPlaced = isCurrent;
      call();
    });
    addEventListener("scroll", call, { passive: true });
    addEventListener("resize", call);
    return () => {
      removeEventListener("scroll", call);
      removeEventListener("resize", call);
      loader.end();
    };
  }, [rows, isCurrent]);
  // What is above the list may have another height after any rendering.
  useLayoutEffect(() => look.current());
  return range;
}
