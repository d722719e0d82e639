// The routes of calendars that Kith reads, and of meetings that it noticed in them.
import type { Answer, Call } from "../core/call.ts";
import { paramsOf } from "../core/fields.ts";
import { defineRoute, resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

const tag = "Meetings";
const access = "accessToken";
const params = paramsOf("meeting");

async function runWithUrl(call: Call): Promise<Answer> {
  await (await import("../outside/body-url.ts")).checkBodyUrl(call, "url");
  return await call.run(call.arguments);
}

const one = { path: "/calendars/{id}" };

export const calendarRoutes: Route[] = Object.values(resourceRoutes({
  name: "read calendar",
  table: "kith_private.read_calendars",
  tag,
  schemas,
}, {
  list: {
    path: "/calendars",
    summary: "List calendars",
    description: "One page of the calendars that Kith reads, oldest first.",
  },
  create: {
    path: "/calendars",
    summary: "Have a calendar read",
    description:
      "Its provider publishes it at a secret address (Google: *Secret address in iCal format*; Apple, Outlook, Fastmail and Nextcloud have the like). It is " +
      "read every hour, and what ended in the last 30 days is noticed where people of yours were there: by addresses of organizer and attendees, " +
      "or by a first and last name in the title. Events of a whole day, of more than 12 people, cancelled and declined ones are left out. An account has at most 5.",
    problems: ["quota_exceeded"],
    handler: runWithUrl,
  },
  get: { ...one, summary: "Get a calendar", description: "One calendar, without its address." },
  update: {
    ...one,
    summary: "Update a calendar",
    description: "Absent members stay. With another address it is read anew.",
    handler: runWithUrl,
  },
  delete: {
    ...one,
    summary: "Delete a calendar",
    description: "It is not read any more, and its meetings go; notes of them stay.",
  },
}));

export const meetingRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/meetings",
    operation: "list_meetings",
    summary: "List meetings",
    description:
      "One page of what was noticed in calendars in the last 90 days, at most 1,000, the latest first; those that are suggested, or in another `state`.",
    tag,
    access,
    query: schemas.meetingQuery,
    success: { status: 200, description: "One page of meetings.", schema: schemas.meetingPage },
  }),
  defineRoute({
    method: "post",
    path: "/meetings/{id}/log",
    operation: "log_meeting",
    summary: "Log a meeting",
    description:
      "Makes a note of a meeting that is suggested, of the type Meeting, with its title and its day. 409 where it is not suggested any more.",
    tag,
    access,
    logged: true,
    params,
    body: schemas.meetingLog,
    bodyOptional: true,
    problems: ["not_found", "invalid_reference", "conflict"],
    success: { status: 200, description: "The meeting.", schema: schemas.meeting },
  }),
  defineRoute({
    method: "post",
    path: "/meetings/{id}/dismiss",
    operation: "dismiss_meeting",
    summary: "Dismiss a meeting",
    description: "It was none, or is not worth a note; it is not suggested again.",
    tag,
    access,
    params,
    problems: ["not_found", "conflict"],
    success: { status: 200, description: "The meeting.", schema: schemas.meeting },
  }),
];
