/** The address of a view. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useListener } from "../hooks/events.ts";
import { goTo } from "../ui/dialog-history.ts";
import { hrefOf, parseAddress, type Query, type Route, sameRoute, type View } from "./address.ts";

export { hrefOf, type Query, type Route, type View } from "./address.ts";

const replaced = new EventTarget();

export function navigate(view: View, id?: string, query?: Query): void {
  goTo(hrefOf(view, id, query));
}

/** The route of now, outside of rendering. */
export const currentRoute = (): Route => parseAddress(location.hash);

/** Changes the query of the present view without a new entry in the history. */
export function replaceQuery(query: Query): void {
  const { view, id } = currentRoute();
  // The state stays, because it belongs to the entry and not to its address.
  history.replaceState(history.state, "", hrefOf(view, id, query));
  replaced.dispatchEvent(new Event("replace"));
}

/** The view that the URL names, and its query. */
export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  // The existing object where both are equal, so that nothing is rendered again.
  const follow = () =>
    setRoute((now) => {
      const next = currentRoute();
      return sameRoute(now, next) ? now : next;
    });
  useListener(globalThis, "hashchange", follow);
  useListener(replaced, "replace", follow);
  // It may have changed between the first render and now.
  useEffect(follow, []);
  return route;
}

/** The route without the query that another account has left in the address, as when its session has ended. */
export function useOwnQuery(route: Route, accountId: string | undefined): Route {
  const last = useRef<string>();
  const isForeign = accountId !== undefined && last.current !== undefined &&
    last.current !== accountId;
  useLayoutEffect(() => {
    if (isForeign) replaceQuery({});
    if (accountId !== undefined) last.current = accountId;
  });
  return isForeign ? { ...route, query: new URLSearchParams() } : route;
}
