/** Whether there is a connection, and since when what is shown is old. */
import { useEffect, useState } from "preact/hooks";
import { useListener } from "../hooks/events.ts";
import { refresh, whenBackOnline } from "../hooks/load.ts";

/** Since when what is shown is old: when the oldest answer of those that were shown instead of new ones was received. */
let shownSince: string | undefined;
const changes = new EventTarget();

function setShownSince(instant: string | undefined): void {
  if (shownSince === instant) return;
  shownSince = instant;
  changes.dispatchEvent(new Event("change"));
}

/** Says that an old answer was shown, because there was none from the server. */
export function noteSeen(instant: string): void {
  if (!shownSince || instant < shownSince) setShownSince(instant);
}

/** Loads anew what is shown. */
export function lookAgain(): void {
  setShownSince(undefined);
  refresh();
}

/** Whether the browser is online, and since when what is shown is old. */
export function useConnection(): { online: boolean; since: string | undefined } {
  const [state, setState] = useState({ online: navigator.onLine, since: shownSince });
  const follow = () => setState({ online: navigator.onLine, since: shownSince });
  useListener(globalThis, "online offline", follow);
  useListener(changes, "change", follow);
  useEffect(() => {
    follow();
    return whenBackOnline(() => shownSince && lookAgain());
  }, []);
  return state;
}
