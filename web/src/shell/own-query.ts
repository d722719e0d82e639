import { useLayoutEffect, useRef } from "preact/hooks";
import { replaceQuery, type Route } from "./router.ts";

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
