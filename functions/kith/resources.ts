// Which module has the routes of each first part of a path, so that a request imports one resource.
import type { Route } from "./core/route.ts";

const loadDocuments = async () => (await import("./service/documents.ts")).documentRoutes;

/** The routes of each resource by the first part of their paths, imported with the first request for one of them. */
export const resources: Record<string, () => Promise<Route[]>> = {
  "contacts": async () => [
    // Before those with an id in the place of a word.
    ...(await import("./contacts/duplicates.ts")).duplicateRoutes,
    ...(await import("./exports/contacts.ts")).contactExportRoutes,
    ...(await import("./contacts/routes.ts")).contactRoutes,
    ...(await import("./contacts/photos/routes.ts")).photoRoutes,
  ],
  "networks": async () => (await import("./networks/routes.ts")).networkRoutes,
  "relationships": async () => (await import("./relationships/routes.ts")).relationshipRoutes,
  "notes": async () => [
    ...(await import("./notes/routes.ts")).noteRoutes,
    ...(await import("./notes/with-reminder/routes.ts")).noteWithReminderRoutes,
  ],
  "note-types": async () => (await import("./note-types/routes.ts")).noteTypeRoutes,
  "fields": async () => (await import("./fields/routes.ts")).fieldRoutes,
  "reminders": async () => (await import("./reminders/routes.ts")).reminderRoutes,
  "upcoming": async () => (await import("./upcoming/routes.ts")).upcomingRoutes,
  "imports": async () => (await import("./imports/routes.ts")).importRoutes,
  "export": async () => (await import("./exports/account.ts")).accountExportRoutes,
  "me": async () => [
    ...(await import("./me/routes.ts")).profileRoutes,
    ...(await import("./calendar/routes.ts")).calendarRoutes,
    ...(await import("./inbox/routes.ts")).inboxRoutes,
  ],
  "calendar": async () => (await import("./calendar/routes.ts")).feedRoutes,
  "inbound": async () => (await import("./inbox/routes.ts")).inboundRoutes,
  "activity": async () => (await import("./activity/routes.ts")).activityRoutes,
  "trash": async () => (await import("./activity/trash.ts")).trashRoutes,
  "changes": async () => (await import("./activity/changes.ts")).changeRoutes,
  "api-keys": async () => (await import("./api-keys/routes.ts")).apiKeyRoutes,
  "connections": async () => (await import("./connections/routes.ts")).connectionRoutes,
  "calendars": async () => (await import("./meetings/routes.ts")).calendarRoutes,
  "meetings": async () => (await import("./meetings/routes.ts")).meetingRoutes,
  "channels": async () => (await import("./channels/routes.ts")).channelRoutes,
  "push-key": async () => (await import("./channels/routes.ts")).pushKeyRoutes,
  "webhooks": async () => (await import("./webhooks/routes.ts")).webhookRoutes,
  "unsubscribe": async () => (await import("./notices/routes.ts")).unsubscribeRoutes,
  "health": async () => (await import("./service/health.ts")).healthRoutes,
  "tick": async () => (await import("./service/tick.ts")).tickRoutes,
  "openapi.json": loadDocuments,
  "errors": loadDocuments,
  "llms.txt": loadDocuments,
};

/** Imports the routes of all resources. */
export async function loadRoutes(): Promise<Route[]> {
  const lists = await Promise.all(Object.values(resources).map((load) => load()));
  return [...new Set(lists.flat())];
}
