import type { ContactRows, Rows } from "./contact-rows.ts";
import type { Sight } from "./window.ts";

/** The elements of both lists, as far as they are drawn. */
export interface Elements {
  due: HTMLElement | null;
  others: HTMLElement | null;
}

/** What is seen of a list now. */
export function sightOf(element: HTMLElement, total: number): Sight {
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
