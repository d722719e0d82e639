/** Loads data for views, and says how actions went. */
import { type Inputs, useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Problem, SessionEnded, toProblem, unreachable } from "../base/problem.ts";
import { localDay } from "../base/dates.ts";
import { useListener } from "./events.ts";

/**
 * After so many milliseconds with a network, what failed without one is tried again: browsers say that there is one
 * before it can be used.
 */
const delays = [0, 1000, 3000, 10_000, 30_000];

const tries = new EventTarget();
let timers: ReturnType<typeof setTimeout>[] = [];

addEventListener("online", () => {
  timers.forEach(clearTimeout);
  timers = delays.map((delay) => setTimeout(() => tries.dispatchEvent(new Event("try")), delay));
});
addEventListener("offline", () => timers.forEach(clearTimeout));

/** Calls the function, which may have nothing to do, whenever something may have become reachable; the result ends that. */
export function whenBackOnline(callback: () => void): () => void {
  tries.addEventListener("try", callback);
  return () => tries.removeEventListener("try", callback);
}

const changes = new EventTarget();

/** Loads again what the views show, after a change that may concern several of them, such as an undo. */
export const refresh = () => void changes.dispatchEvent(new Event("refresh"));

/** Tells the other tabs of an account that something was written. */
let tell: () => void = () => {};
export const tellOtherTabs = () => tell();

/** Milliseconds between two looks at the calendar. */
const look = 30_000;

/**
 * Keeps what an account sees from becoming stale: loads it again when the tab is looked at again, when a day has begun, and when another
 * tab has written something.
 */
export function useFreshness(accountId: string, timeZone: string): void {
  useEffect(() => {
    const channel = new BroadcastChannel(`kith-writes:${accountId}`);
    tell = () => channel.postMessage("");
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(waiting);
      // Many writes may follow each other, and a tab that nobody sees is refreshed when it is seen.
      waiting = setTimeout(() => document.visibilityState === "visible" && refresh(), 300);
    };
    channel.addEventListener("message", soon);
    document.addEventListener("visibilitychange", soon);
    return () => {
      tell = () => {};
      clearTimeout(waiting);
      channel.close();
      document.removeEventListener("visibilitychange", soon);
    };
  }, [accountId]);
  useEffect(() => {
    const today = () => localDay(new Date(), timeZone);
    let shown = today();
    const timer = setInterval(() => {
      if (today() === shown) return;
      shown = today();
      refresh();
    }, look);
    return () => clearInterval(timer);
  }, [timeZone]);
}

/** Calls the function whenever `refresh` is called. */
export const useRefresh = (callback: () => void) => useListener(changes, "refresh", callback);

export interface Loaded<T> {
  /** The data that was loaded last, also while it is loaded again. */
  data?: T | undefined;
  problem?: Problem | undefined;
  loading: boolean;
  reload: () => void;
  /** Replaces the data after a change, without a request. */
  change: (data: T) => void;
  /** Like `change`, from the data as they are then. */
  edit: (edit: (data: T) => T) => void;
}

/**
 * Loads data for a view, and loads it again when an input changes, or when the browser is online again after
 * there was no answer.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => PromiseLike<T>,
  inputs: Inputs,
): Loaded<T> {
  const [state, setState] = useState<{ data?: T; problem?: Problem; loading: boolean }>({
    loading: true,
  });
  const running = useRef<AbortController>();
  const reload = useCallback(() => {
    running.current?.abort();
    const controller = running.current = new AbortController();
    setState(({ data }) => ({ ...(data !== undefined && { data }), loading: true }));
    load(controller.signal).then(
      (data) => controller.signal.aborted || setState({ data, loading: false }),
      (error) =>
        controller.signal.aborted ||
        setState((now) => ({ ...now, problem: toProblem(error), loading: false })),
    );
  }, inputs);
  useEffect(() => {
    reload();
    return () => running.current?.abort();
  }, [reload]);
  const isUnreachable = state.problem?.code === unreachable.code;
  useEffect(() => isUnreachable ? whenBackOnline(reload) : undefined, [isUnreachable, reload]);
  useRefresh(reload);
  return {
    ...state,
    reload,
    change: (data) => setState({ data, loading: false }),
    edit: (edit) =>
      setState((now) => now.data === undefined ? now : { ...now, data: edit(now.data) }),
  };
}

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

type LoadPage<T> = (page: number, signal: AbortSignal) => PromiseLike<Page<T>>;

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
      now = joined(now, await load(now.page + 1, signal));
    }
    return now;
  }, inputs);
  const [next, setNext] = useState<{ loading: boolean; problem?: Problem }>({ loading: false });
  const { data } = first;
  const more = async () => {
    if (!data || next.loading) return;
    setNext({ loading: true });
    try {
      const page = await load(data.page + 1, new AbortController().signal);
      loaded.pages = page.page;
      first.change(joined(data, page));
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

/** Items that were added meanwhile move others to the next page, which must not be shown twice. */
function joined<T extends { id: string }>(before: Page<T>, next: Page<T>): Page<T> {
  const known = new Set(before.data.map(({ id }) => id));
  return { ...next, data: [...before.data, ...next.data.filter(({ id }) => !known.has(id))] };
}

const hasMore = ({ page, pageSize, total }: Page<unknown>) => page * pageSize < total;

/**
 * What is found for a text while it is typed; that of an earlier text until there is a newer one.
 * @param search undefined while nothing is searched for
 * @param find searches; its inputs are what makes it find something else
 * @param pause milliseconds without a keystroke after which it is called
 */
export function useSearch<T>(
  search: string | undefined,
  find: (search: string, signal: AbortSignal) => Promise<T>,
  pause: number,
  inputs: Inputs = [],
) {
  const { data, problem, reload } = useLoad(async (signal) => {
    if (search === undefined) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
    return { search, found: await find(search, signal) };
  }, [search, ...inputs]);
  const isFailed = search !== undefined && problem !== undefined;
  return {
    found: search === undefined || isFailed ? undefined : data?.found,
    /** Why nothing could be searched. */
    problem: isFailed ? problem : undefined,
    /** Whether what is found is not yet that of the text. */
    waiting: search !== undefined && !isFailed && data?.search !== search,
    retry: reload,
  };
}

/**
 * Something that a button does: whether it is under way, when it is not begun again, and why it failed. A session that has ended
 * says so by itself.
 * @param say says why it failed, where the problem is not shown
 */
export function useAction(say: (problem: Problem) => void = () => {}) {
  const [state, setState] = useState<{ busy?: boolean; problem?: Problem }>({});
  const run = async (work: () => unknown): Promise<void> => {
    if (state.busy) return;
    setState({ busy: true });
    try {
      await work();
      setState({});
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const problem = toProblem(error);
      setState({ problem });
      say(problem);
    }
  };
  const clear = () => setState((now) => now.problem ? {} : now);
  return { busy: state.busy ?? false, problem: state.problem, run, clear };
}
