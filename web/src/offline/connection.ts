import { useEffect, useState } from "preact/hooks";
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
  useEffect(() => {
    const follow = () => {
      setState({ online: navigator.onLine, since: shownSince });
    };
    const end = whenBackOnline(() => shownSince && lookAgain());
    addEventListener("online", follow);
    addEventListener("offline", follow);
    changes.addEventListener("change", follow);
    follow();
    return () => {
      end();
      removeEventListener("online", follow);
      removeEventListener("offline", follow);
      changes.removeEventListener("change", follow);
    };
  }, []);
  return state;
}
