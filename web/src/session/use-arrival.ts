import { useEffect, useState } from "preact/hooks";
import { type Arrival, takeArrival } from "./arrival.ts";

// Before anything is drawn: what is in an address should not stay there.
const first = takeArrival();

/** The link that this page was opened with, until somebody has decided about it. */
export function useArrival(): { arrival: Arrival | undefined; done: () => void } {
  const [arrival, setArrival] = useState(first);
  useEffect(() => {
    // A link that differs in the fragment only does not load the page again.
    const follow = () => setArrival((now) => takeArrival() ?? now);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return { arrival, done: () => setArrival(undefined) };
}
