import { useEffect, useState } from "preact/hooks";

/** The views, named as in the fragment of the URL: `#/contacts/<id>`. */
export type View =
  | "contacts"
  | "keys"
  | "profile"
  | "sign-in"
  | "sign-up"
  | "forgot-password"
  | "new-password";

export interface Route {
  view: View;
  id?: string | undefined;
}

const views: readonly string[] = [
  "contacts",
  "keys",
  "profile",
  "sign-in",
  "sign-up",
  "forgot-password",
  "new-password",
] satisfies View[];

/** The URL of a view, for links. */
export const hrefOf = (view: View, id?: string) => `#/${view}${id ? `/${id}` : ""}`;

export function navigate(view: View, id?: string): void {
  location.hash = hrefOf(view, id);
}

/** The view that the URL names. Any other fragment comes from Auth and means the first view. */
export function useRoute(): Route {
  const [route, setRoute] = useState(parse);
  useEffect(() => {
    const follow = () => setRoute((now) => same(now, parse()));
    addEventListener("hashchange", follow);
    // It may have changed between the first render and now.
    follow();
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

/** The existing object where both are equal, so that nothing is rendered again. */
const same = (now: Route, next: Route) => now.view === next.view && now.id === next.id ? now : next;

function parse(): Route {
  const [, view = "", id] = /^#\/([a-z-]+)(?:\/([\w-]+))?$/.exec(location.hash) ?? [];
  return views.includes(view) ? { view: view as View, id } : { view: "contacts" };
}
