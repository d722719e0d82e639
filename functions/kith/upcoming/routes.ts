// The route that lists what is due in the next days.
import { defineRoute, type Route } from "../core/route.ts";
import { upcoming, upcomingQuery } from "./schema.ts";

export const upcomingRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/upcoming",
    operation: "list_upcoming",
    summary: "List what is due in the next days",
    description:
      "Open reminders, contacts to be in touch with, birthdays and other dates, by day in the profile's time zone. What is overdue comes " +
      "first. 29 February falls on 28 February in other years. Archived contacts are left out; of who has died only memorials come up.",
    tag: "Reminders",
    scopes: ["contacts:read", "reminders:read"],
    query: upcomingQuery,
    success: { status: 200, description: "The days that have items.", schema: upcoming },
  }),
];
