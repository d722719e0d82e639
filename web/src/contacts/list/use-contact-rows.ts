import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { writesSoFar } from "../../api/session-fetch.ts";
import { whenBackOnline } from "../../hooks/back-online.ts";
import { useRefresh } from "../../hooks/refresh.ts";
import { ContactRows } from "./contact-rows.ts";
import type { Filter } from "./filter.ts";
import { ListMemoryContext } from "./memory.ts";

interface Shown {
  /** The rows of this filter, also before they are loaded. */
  wanted: ContactRows;
  /** What can be drawn: those, or the ones before until they are loaded. */
  shown: ContactRows | undefined;
}

/**
 * The contacts of a filter. Those that the account has been shown last are there at once, and loaded again; only their
 * places where this page has changed something since, because it knows that some of them are not as they were.
 */
export function useContactRows(filter: Filter): Shown {
  const memory = useContext(ListMemoryContext);
  const [, redraw] = useState({});
  const key = JSON.stringify(filter);
  const wanted = useMemo(() => {
    const known = memory.rows;
    if (!known || known.total === 0 || JSON.stringify(known.filter) !== key) {
      return new ContactRows(filter);
    }
    if (memory.writes !== writesSoFar()) known.forget();
    return known;
  }, [key]);
  useLayoutEffect(() => {
    memory.rows = wanted;
    const end = wanted.listen(() => redraw({}));
    if (wanted.isReady) wanted.reload();
    else wanted.start();
    return () => {
      end();
      wanted.stop();
      memory.writes = writesSoFar();
    };
  }, [wanted]);
  useRefresh(wanted.reload);
  useEffect(() => whenBackOnline(wanted.retry), [wanted]);
  const ready = useRef<ContactRows>();
  if (wanted.isReady) ready.current = wanted;
  return { wanted, shown: ready.current };
}
