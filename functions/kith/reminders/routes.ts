import { defineRoute, type Route } from "../core/route.ts";
import {
  reminder,
  reminderCreate,
  reminderDeletion,
  reminderPage,
  reminderParams,
  reminderQuery,
  reminderUpdate,
} from "./schema.ts";

const tag = "Reminders";

export const reminderRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/reminders",
    operation: "list_reminders",
    summary: "List reminders",
    description:
      "One page of the reminders that match every filter, the open ones first and by due time unless `sort` says otherwise.",
    tag,
    scopes: ["reminders:read"],
    query: reminderQuery,
    success: { status: 200, description: "One page of reminders.", schema: reminderPage },
  }),
  defineRoute({
    method: "post",
    path: "/reminders",
    operation: "create_reminder",
    summary: "Create a reminder",
    description: "A reminder may have contacts and a due time, and one with a due time may recur.",
    tag,
    scopes: ["reminders:write"],
    logged: true,
    tagged: true,
    body: reminderCreate,
    resource: reminder,
    problems: ["invalid_reference"],
    success: { status: 201, description: "The new reminder.", schema: reminder },
  }),
  defineRoute({
    method: "get",
    path: "/reminders/{id}",
    operation: "get_reminder",
    summary: "Get a reminder",
    description: "One reminder.",
    tag,
    scopes: ["reminders:read"],
    tagged: true,
    params: reminderParams,
    success: { status: 200, description: "The reminder.", schema: reminder },
  }),
  defineRoute({
    method: "patch",
    path: "/reminders/{id}",
    operation: "update_reminder",
    summary: "Update or complete a reminder",
    description:
      "Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only. " +
      "Completing twice keeps the first `completedAt`. Completing a recurring one creates the next, `nextId`, due after now; " +
      "opening this one again deletes the next, unless that was changed.",
    tag,
    scopes: ["reminders:write"],
    logged: true,
    tagged: true,
    params: reminderParams,
    body: reminderUpdate,
    resource: reminder,
    problems: ["invalid_reference"],
    success: { status: 200, description: "The reminder as it is now.", schema: reminder },
  }),
  defineRoute({
    method: "delete",
    path: "/reminders/{id}",
    operation: "delete_reminder",
    summary: "Delete a reminder",
    description:
      "Deletes an open or completed reminder. Deleting a recurring one ends its series, unless `keepSeries` is true.",
    tag,
    scopes: ["reminders:write"],
    logged: true,
    tagged: true,
    params: reminderParams,
    query: reminderDeletion,
    success: { status: 204, description: "Deleted." },
  }),
];
