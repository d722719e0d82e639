import { type Inputs, useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Problem, toProblem, unreachable } from "../api/problem.ts";
import { whenBackOnline } from "./back-online.ts";
import { useRefresh } from "./refresh.ts";

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
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Loaded<T> {
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
