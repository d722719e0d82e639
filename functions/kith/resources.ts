import type { Route } from "./core/route.ts";

let documents: Promise<Route[]> | undefined;

const loadDocuments = () =>
  documents ??= import("./openapi/routes.ts").then((found) => found.documentRoutes(loadRoutes));

/** The routes of each resource by the first part of their paths, imported with the first request for one of them. */
export const resources: Record<string, () => Promise<Route[]>> = {
  "contacts": async () => [
    ...(await import("./contacts/routes.ts")).contactRoutes,
    ...(await import("./contacts/photos/routes.ts")).photoRoutes,
  ],
  "networks": async () => (await import("./networks/routes.ts")).networkRoutes,
  "notes": async () => (await import("./notes/routes.ts")).noteRoutes,
  "note-types": async () => (await import("./note-types/routes.ts")).noteTypeRoutes,
  "reminders": async () => (await import("./reminders/routes.ts")).reminderRoutes,
  "upcoming": async () => (await import("./upcoming/routes.ts")).upcomingRoutes,
  "me": async () => (await import("./me/routes.ts")).profileRoutes,
  "activity": async () => (await import("./activity/routes.ts")).activityRoutes,
  "trash": async () => (await import("./activity/trash.ts")).trashRoutes,
  "changes": async () => (await import("./activity/changes.ts")).changeRoutes,
  "api-keys": async () => (await import("./api-keys/routes.ts")).apiKeyRoutes,
  "health": async () => (await import("./health/routes.ts")).healthRoutes,
  "openapi.json": loadDocuments,
  "errors": loadDocuments,
  "llms.txt": loadDocuments,
};

/** Imports the routes of all resources. */
export async function loadRoutes(): Promise<Route[]> {
  const lists = await Promise.all(Object.values(resources).map((load) => load()));
  return [...new Set(lists.flat())];
}
