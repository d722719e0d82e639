import { type Inputs } from "preact/hooks";
import { useLoad } from "./load.ts";

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
