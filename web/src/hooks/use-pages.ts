import { type Inputs, useState } from "preact/hooks";
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

/** A list that is loaded page by page; `data` has all items so far. */
export function usePages<T extends { id: string }>(load: LoadPage<T>, inputs: Inputs): Pages<T> {
  const list = useLoad((signal) => load(1, signal), inputs);
  const [next, setNext] = useState<{ loading: boolean; problem?: Problem }>({ loading: false });
  const { data } = list;
  const more = async () => {
    if (!data || next.loading) return;
    setNext({ loading: true });
    try {
      const page = await load(data.page + 1);
      // Items that were added meanwhile move others to the next page, which must not be shown twice.
      const known = new Set(data.data.map(({ id }) => id));
      const fresh = page.data.filter(({ id }) => !known.has(id));
      list.change({ ...page, data: [...data.data, ...fresh] });
      setNext({ loading: false });
    } catch (error) {
      setNext({ loading: false, problem: toProblem(error) });
    }
  };
  return {
    ...list,
    hasMore: data !== undefined && data.page * data.pageSize < data.total,
    loadingMore: next.loading,
    moreProblem: next.problem,
    more,
  };
}
