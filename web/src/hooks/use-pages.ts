import { type Inputs, useMemo, useState } from "preact/hooks";
import { type Problem, toProblem } from "../api/problem.ts";
import { type Loaded, useLoad } from "./use-load.ts";

/** A page of one of the API's lists. */
export interface Page<T> {
  data: T[];
  page: number;
  pageSize: number;
  total: number;
}

export interface Pages<T> extends Loaded<Page<T>> {
  hasMore: boolean;
  loadingMore: boolean;
  moreProblem?: Problem | undefined;
  /** Loads the next page and appends it. */
  more: () => Promise<void>;
}

export type LoadPage<T> = (page: number, signal?: AbortSignal) => Promise<Page<T>>;

/**
 * A list that is loaded page by page; `data` has all items so far. Loading it again loads as many pages as there were, so that nothing
 * that is shown goes away.
 * @param list what makes it another list, where not all inputs do
 */
export function usePages<T extends { id: string }>(
  load: LoadPage<T>,
  inputs: Inputs,
  list = inputs,
): Pages<T> {
  const loaded = useMemo(() => ({ pages: 1 }), list);
  const first = useLoad(async (signal) => {
    let now = await load(1, signal);
    while (now.page < loaded.pages && hasMore(now)) {
      const next = await load(now.page + 1, signal);
      const known = new Set(now.data.map(({ id }) => id));
      now = { ...next, data: [...now.data, ...next.data.filter(({ id }) => !known.has(id))] };
    }
    return now;
  }, inputs);
  const [next, setNext] = useState<{ loading: boolean; problem?: Problem }>({ loading: false });
  const { data } = first;
  const more = async () => {
    if (!data || next.loading) return;
    setNext({ loading: true });
    try {
      const page = await load(data.page + 1);
      loaded.pages = page.page;
      // Items that were added meanwhile move others to the next page, which must not be shown twice.
      const known = new Set(data.data.map(({ id }) => id));
      const fresh = page.data.filter(({ id }) => !known.has(id));
      first.change({ ...page, data: [...data.data, ...fresh] });
      setNext({ loading: false });
    } catch (error) {
      setNext({ loading: false, problem: toProblem(error) });
    }
  };
  return {
    ...first,
    hasMore: data !== undefined && hasMore(data),
    loadingMore: next.loading,
    moreProblem: next.problem,
    more,
  };
}

const hasMore = ({ page, pageSize, total }: Page<unknown>) => page * pageSize < total;
