import { resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

export const reminderRoutes: Route[] = Object.values(resourceRoutes({
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
}));
