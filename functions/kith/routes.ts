// All routes at once, for the tools and tests.
import { loadRoutes } from "./resources.ts";

/** All routes, for tests that must cover every route and for the documentation; no request imports this module. */
export const routes = await loadRoutes();
