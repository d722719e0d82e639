/** The address of a consent that waits until somebody has signed in. */
import { useEffect, useRef } from "preact/hooks";
import { navigate, type Route } from "../shell/router.ts";

// Auth sends people to `oauth/consent?authorization_id=` below the site's address. From there on the page is the one
// at that address, whose links and requests do not know of the other.
const [, root] = /^(.*\/)oauth\/consent(?:\/(?:index\.html)?)?$/.exec(location.pathname) ?? [];
const authorizationId = new URLSearchParams(location.search).get("authorization_id");
if (root) {
  const fragment = authorizationId ? `#/consent/${encodeURIComponent(authorizationId)}` : "";
  history.replaceState(null, "", root + fragment);
}

const detours: readonly Route["view"][] = ["sign-in", "sign-up", "forgot-password"];

/** Returns to the request for consent when somebody has signed in by another view than the one it began with. */
export function useWaitingConsent(route: Route, isSignedIn: boolean): void {
  const waiting = useRef<string>();
  if (route.view === "consent") waiting.current = route.id;
  useEffect(() => {
    if (isSignedIn && waiting.current && detours.includes(route.view)) {
      navigate("consent", waiting.current);
    }
  }, [isSignedIn, route]);
}
