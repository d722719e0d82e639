// The routes of reminders.
import { runBulk } from "../core/bulk.ts";
import { defineRoute, resourceRoutes, type Route } from "../core/route.ts";
import { reminderBulk } from "./bulk.ts";
import * as schemas from "./schema.ts";
import { bulkLimit } from "../core/limits.ts";

const { list, create, ...ofOne } = resourceRoutes({
  name: "reminder",
  tag: "Reminders",
  scopes: ["reminders:read", "reminders:write"],
  schemas,
}, {
  list: {
    description:
      "One page of the reminders that match every filter, the open ones first and by due time unless `sort` says otherwise.",
  },
  create: {
    description: "A reminder may have contacts and a due time, and one with a due time may recur.",
    problems: ["invalid_reference"],
  },
  get: { description: "One reminder." },
  update: {
    summary: "Update or complete a reminder",
    description:
      "Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only. " +
      "Completing twice keeps the first `completedAt`. Completing a recurring one creates the next, `nextId`, due after now; " +
      "opening this one again deletes the next, unless that was changed.",
    problems: ["invalid_reference"],
  },
  delete: {
    description:
      "Deletes an open or completed reminder. Deleting a recurring one ends its series, unless `keepSeries` is true.",
    query: schemas.reminderDeletion,
  },
});

export const reminderRoutes: Route[] = [
  list,
  create,
  // Before those with an id in the place of the word.
  defineRoute({
    method: "post",
    path: "/reminders/bulk",
    operation: "bulk_reminders",
    steps: ["change_reminders"],
    summary: "Create, update and delete reminders",
    description: `At most ${bulkLimit} at once, in one change set. ` +
      "If one cannot be done, nothing is done; with `partial` the others are done. " +
      "Deleting a recurring one ends its series.",
    tag: "Reminders",
    scopes: ["reminders:write"],
    logged: true,
    body: reminderBulk.body,
    items: reminderBulk.items,
    problems: ["invalid_reference", "not_found"],
    success: { status: 200, description: "What was done.", schema: reminderBulk.result },
    handler: runBulk,
  }),
  ...Object.values(ofOne),
];
