import type { Route } from "./http/route.ts";

const documents = async () => (await import("./openapi/routes.ts")).documentRoutes;

/** The routes of each resource by the first part of their paths: loaded with the first request for one of them. */
export const resources: Record<string, () => Promise<Route[]>> = {
  "contacts": async () => [
    ...(await import("./contacts/routes.ts")).contactRoutes,
    ...(await import("./photos/routes.ts")).photoRoutes,
  ],
  "networks": async () => (await import("./networks/routes.ts")).networkRoutes,
  "notes": async () => (await import("./notes/routes.ts")).noteRoutes,
  "note-types": async () => (await import("./note-types/routes.ts")).noteTypeRoutes,
  "reminders": async () => (await import("./reminders/routes.ts")).reminderRoutes,
  "me": async () => (await import("./me/routes.ts")).profileRoutes,
  "api-keys": async () => (await import("./api-keys/routes.ts")).apiKeyRoutes,
  "health": async () => (await import("./health/routes.ts")).healthRoutes,
  "openapi.json": documents,
  "errors": documents,
  "llms.txt": documents,
};
