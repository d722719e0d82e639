import type { Route } from "./http/route.ts";
import { resources } from "./resources.ts";

const lists = await Promise.all(Object.values(resources).map((load) => load()));

/** Every route there is. What must hold for all of them is tested from this list; no request for a resource loads it. */
export const routes: Route[] = [...new Set(lists.flat())];
