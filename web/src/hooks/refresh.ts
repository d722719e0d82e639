import { useEffect, useRef } from "preact/hooks";

const changes = new EventTarget();

/** Loads again what the views show, after a change that may concern several of them, such as an undo. */
export const refresh = () => void changes.dispatchEvent(new Event("refresh"));

/** Calls the function whenever `refresh` is called. */
export function useRefresh(callback: () => void): void {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const call = () => latest.current();
    changes.addEventListener("refresh", call);
    return () => changes.removeEventListener("refresh", call);
  }, []);
}
