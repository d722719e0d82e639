import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ContactRows, Rows } from "./contact-rows.ts";

/** Rows from `first` up to, and without, `last`. */
export interface Range {
  first: number;
  last: number;
}

/** What is seen of a list of rows of one height; all in pixels but `total`. */
interface Sight {
  /** How far the top of the screen is below the top of the list; negative where it is above. */
  top: number;
  /** The height of the screen. */
  height: number;
  row: number;
  total: number;
}

/** Rows by which the drawn range moves: few, so that each frame has little to draw. */
const step = 4;
/** Rows that are at least drawn beyond the screen. */
const beyond = 8;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The rows that are at least partly on the screen. */
export function visibleRows({ top, height, row, total }: Sight): Range {
  if (!(row > 0)) return { first: 0, last: 0 };
  const first = clamp(Math.floor(top / row), 0, total);
  return { first, last: clamp(Math.ceil((top + height) / row), first, total) };
}

/** The rows to draw: more than are seen, and the same ones for scrolling of a few pixels. */
export function drawnRows(sight: Sight): Range {
  const { first, last } = visibleRows(sight);
  if (first === last) return { first, last };
  return {
    first: clamp(Math.floor(first / step) * step - beyond, 0, sight.total),
    last: clamp(Math.ceil(last / step) * step + beyond, 0, sight.total),
  };
}

/** The pages, counted from 0, that the rows are on, and those that are near. */
export function pagesFor({ first, last }: Range, pageSize: number, total: number): number[] {
  if (first >= last) return [];
  const near = Math.floor(pageSize / 2);
  const from = Math.floor(Math.max(first - near, 0) / pageSize);
  const to = Math.floor((Math.min(last + near, Math.max(total, 1)) - 1) / pageSize);
  return Array.from({ length: Math.max(to - from + 1, 1) }, (_, index) => from + index);
}

/** The indices to draw in order: the range, and one more row that must not vanish while it has the focus. */
export function indicesOf({ first, last }: Range, kept: number | undefined): number[] {
  const indices = Array.from({ length: last - first }, (_, index) => first + index);
  if (kept === undefined || kept < 0) return indices;
  if (kept < first) return [kept, ...indices];
  return kept >= last ? [...indices, kept] : indices;
}

/** Where the screen has to begin so that a row is on it whole; undefined where it is. */
export function scrollFor(
  row: { top: number; height: number },
  screen: { top: number; height: number },
  margin: number,
): number | undefined {
  if (row.top < screen.top + margin) return Math.max(row.top - margin, 0);
  const bottom = row.top + row.height + margin;
  return bottom > screen.top + screen.height ? bottom - screen.height : undefined;
}

/** The elements of both lists, as far as they are drawn. */
export interface Elements {
  due: HTMLElement | null;
  others: HTMLElement | null;
}

/** What is seen of a list now. */
function sightOf(element: HTMLElement, total: number): Sight {
  const { top, height } = element.getBoundingClientRect();
  return { top: -top, height: innerHeight, row: total > 0 ? height / total : 0, total };
}

/** Where a row is on the whole page, in pixels; undefined where its list is not drawn. */
export function boxOf(rows: ContactRows, elements: Elements, number: number) {
  const { rows: list, index } = rows.locate(number);
  const element = list === rows.due ? elements.due : elements.others;
  if (!element || !list.total) return undefined;
  const { top, row } = sightOf(element, list.total);
  return { top: scrollY - top + index * row, height: row };
}

/** The number of the first row that is at least partly on the screen. */
export function topNumber(rows: ContactRows, elements: Elements): number {
  const passed = (list: Rows, element: HTMLElement | null) => {
    if (!element || !list.total) return 0;
    const { top, row } = sightOf(element, list.total);
    return Math.min(Math.max(Math.floor(top / row + 0.001), 0), list.total);
  };
  const due = passed(rows.due, elements.due);
  if (due < (rows.due.total ?? 0)) return due;
  return Math.min(due + passed(rows.others, elements.others), Math.max(rows.total - 1, 0));
}

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
