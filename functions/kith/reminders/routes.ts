import { defineRoute, type Route } from "../core/route.ts";
import {
  reminder,
  reminderCreate,
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
      "One page of the reminders that match every filter, by due time unless `sort` says otherwise.",
    tag,
    query: reminderQuery,
    success: { status: 200, description: "One page of reminders.", schema: reminderPage },
  }),
  defineRoute({
    method: "post",
    path: "/reminders",
    operation: "create_reminder",
    summary: "Create a reminder",
    description: "A reminder may have a contact and a due time.",
    tag,
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
      "Absent members stay, null clears. Completing twice keeps the first `completedAt`.",
    tag,
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
    description: "Deletes it whether it is completed or not.",
    tag,
    logged: true,
    tagged: true,
    params: reminderParams,
    success: { status: 204, description: "Deleted." },
  }),
];
