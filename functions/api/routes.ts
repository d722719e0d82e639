import { apiKeyRoutes } from "./api-keys/routes.ts";
import { contactRoutes } from "./contacts/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import type { Route } from "./http/route.ts";
import { profileRoutes } from "./me/routes.ts";
import { networkRoutes } from "./networks/routes.ts";
import { noteTypeRoutes } from "./note-types/routes.ts";
import { noteRoutes } from "./notes/routes.ts";
import { documentRoutes } from "./openapi/routes.ts";
import { photoRoutes } from "./photos/routes.ts";
import { reminderRoutes } from "./reminders/routes.ts";

/** Every route there is. What must hold for all of them is tested from this list. */
export const routes: Route[] = [
  ...contactRoutes,
  ...photoRoutes,
  ...networkRoutes,
  ...noteRoutes,
  ...noteTypeRoutes,
  ...reminderRoutes,
  ...profileRoutes,
  ...apiKeyRoutes,
  ...healthRoutes,
  ...documentRoutes,
];
