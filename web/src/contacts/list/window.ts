/** Rows from `first` up to, and without, `last`. */
export interface Range {
  first: number;
  last: number;
}

/** What is seen of a list of rows of one height; all in pixels but `total`. */
export interface Sight {
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
