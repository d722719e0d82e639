import { useLayoutEffect } from "preact/hooks";

/** The browser asks before it leaves the page or loads it again. */
export function useUnloadQuestion(ask: boolean): void {
  // In time with what is shown: at once when there is nothing left to lose.
  useLayoutEffect(() => {
    if (!ask) return;
    const prevent = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", prevent);
    return () => removeEventListener("beforeunload", prevent);
  }, [ask]);
}
