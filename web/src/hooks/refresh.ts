import { useEffect, useRef } from "preact/hooks";
import { localDay } from "../ui/dates.ts";

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
export function useRefresh(callback: () => void): void {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const call = () => latest.current();
    changes.addEventListener("refresh", call);
    return () => changes.removeEventListener("refresh", call);
  }, []);
}
