/** Which rows of the list are in sight. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Rows } from "./contact-rows.ts";
import type { Range } from "./row-store.ts";

/** Rows by which the drawn range moves: few, so that each frame has little to draw. */
const step = 4;
/** Rows that are at least drawn beyond the screen. */
const beyond = 8;
/** Milliseconds between two checks of which rows are needed. */
const pause = 80;

const same = (one: Range, other: Range) => one.first === other.first && one.last === other.last;

/**
 * The rows of a list to draw, which follow the scrolling of the page. Those that are seen are loaded; none while more
 * than a screen of them goes by between two checks.
 */
export function useDrawnRows(list: RefObject<HTMLElement>, rows: Rows, isCurrent: boolean): Range {
  const [drawn, setDrawn] = useState<Range>({ first: 0, last: 0 });
  const look = useRef(() => {});
  useLayoutEffect(() => {
    let seen: Range = { first: 0, last: 0 };
    let asked: Range | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPlaced = false;
    const ask = () => {
      timer = undefined;
      const isPassing = asked && Math.abs(seen.first - asked.first) > seen.last - seen.first;
      asked = seen;
      if (!isPassing) return rows.want(seen);
      rows.stop();
      timer = setTimeout(ask, pause);
    };
    look.current = () => {
      const total = rows.total ?? 0;
      const { top, height } = list.current?.getBoundingClientRect() ?? { top: 0, height: 0 };
      // It has none where it is not drawn, or its style sheet is not there yet.
      if (height === 0) return;
      const within = (row: number) => Math.min(Math.max(row, 0), total);
      const first = Math.floor(-top * total / height);
      const last = Math.ceil((innerHeight - top) * total / height);
      const next = {
        first: within(Math.floor(first / step) * step - beyond),
        last: within(Math.ceil(last / step) * step + beyond),
      };
      setDrawn((now) => same(now, next) ? now : next);
      seen = { first: within(first), last: within(last) };
      if (!isPlaced) return;
      if (!asked) ask();
      else if (!same(seen, asked)) timer ??= setTimeout(ask, pause);
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
      clearTimeout(timer);
    };
  }, [rows, isCurrent]);
  // What is above the list may have another height after any rendering.
  useLayoutEffect(() => look.current());
  return drawn;
}
