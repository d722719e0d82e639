import { type Inputs, useRef } from "preact/hooks";
import { type LoadPage, type Pages, usePages } from "./use-pages.ts";

/** Like `usePages`, but loading the list again loads as many pages as there were, so that nothing that is shown goes away. */
export function useKeptPages<T extends { id: string }>(
  load: LoadPage<T>,
  inputs: Inputs,
): Pages<T> {
  const count = useRef(1);
  return usePages<T>(async (page, signal) => {
    let loaded = await load(page, signal);
    if (page > 1) count.current = page;
    while (page === 1 && loaded.page < count.current && hasMore(loaded)) {
      const next = await load(loaded.page + 1, signal);
      const known = new Set(loaded.data.map(({ id }) => id));
      const fresh = next.data.filter(({ id }) => !known.has(id));
      loaded = { ...next, data: [...loaded.data, ...fresh] };
    }
    return loaded;
  }, inputs);
}

const hasMore = ({ page, pageSize, total }: { page: number; pageSize: number; total: number }) =>
  page * pageSize < total;
