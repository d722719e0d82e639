/** A list that is loaded page by page, the latest first. */
export interface TimedList<T> {
  items: readonly T[];
  /** Whether there are pages that are not loaded. */
  hasMore: boolean;
}

export interface Merged<T> {
  /** What is certain to have nothing between it, the latest first. */
  shown: T[];
  /** The index of the list whose next page shows more; undefined where all is shown. */
  behind: number | undefined;
}

/**
 * Lists as one, the latest first. An item is shown once every other list is loaded past its time or at its end, so that
 * nothing is put before it later. At the same time, items of earlier lists come first.
 */
export function mergeByTime<T extends { time: number }>(
  lists: readonly TimedList<T>[],
): Merged<T> {
  // How far each list is known; an empty page with more to come says nothing.
  const known = lists.map(({ items, hasMore }) =>
    hasMore ? items.at(-1)?.time ?? Infinity : -Infinity
  );
  const isCertain = (time: number, own: number) =>
    known.every((until, other) => other === own || until < time || until === time && own < other);
  const shown = lists.flatMap(({ items }, own) => items.filter(({ time }) => isCertain(time, own)));
  const latest = Math.max(...known);
  return {
    shown: shown.sort((one, other) => other.time - one.time),
    behind: latest === -Infinity ? undefined : known.indexOf(latest),
  };
}
