// The routes of the calendar feed and of its address.
import type { Answer, Call } from "../core/call.ts";
import { createUrl, type PathSecret, secretParams } from "../core/path-secret.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { sha256 } from "../core/sha256.ts";
import { calendar, calendarUpdate, createdCalendar, feed } from "./schema.ts";

const tag = "Profile";
const access = "accessToken";
const secret: PathSecret = { kind: "calendar", extension: ".ics" };

/** Part of the entity tag: raise it when feeds are written differently, so that calendar apps read them again. */
const feedVersion = 2;

export const calendarRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/me/calendar",
    operation: "get_calendar",
    summary: "Get the state of the calendar feed",
    description: "Whether it is switched on.",
    tag,
    access,
    success: { status: 200, description: "The state.", schema: calendar },
  }),
  defineRoute({
    method: "post",
    path: "/me/calendar",
    operation: "create_calendar",
    summary: "Switch the calendar feed on, or reset it",
    description:
      "Gives it a new URL, which only this answer contains; one that it had works no longer. Whoever has the URL can read birthdays, " +
      "reminders and who is due.",
    tag,
    access,
    success: { status: 200, description: "The feed with its URL.", schema: createdCalendar },
    handler: (call) => createUrl(call, "/calendar", secret),
  }),
  defineRoute({
    method: "patch",
    path: "/me/calendar",
    operation: "update_calendar",
    summary: "Change what the calendar feed has",
    description: "Absent members stay. Its URL stays the same; 404 where the feed is off.",
    tag,
    access,
    body: calendarUpdate,
    problems: ["not_found"],
    success: { status: 200, description: "The state.", schema: calendar },
  }),
  defineRoute({
    method: "delete",
    path: "/me/calendar",
    operation: "delete_calendar",
    summary: "Switch the calendar feed off",
    description: "Its URL works no longer. Also 204 where it is off already.",
    tag,
    access,
    success: { status: 204, description: "It is off." },
  }),
];

export const feedRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/calendar/{secret}.ics",
    operation: "get_calendar_feed",
    readsLong: true,
    summary: "Get the calendar feed",
    description:
      "Birthdays, other dates of contacts, open reminders and who is due, for calendar apps; at most 2,000 birthdays and 1,000 of each of the others, those that come " +
      "first. Without a credential but the secret in the URL, which `POST /me/calendar` gives. At most 30 times a minute.",
    tag,
    access: "public",
    tagged: true,
    params: secretParams,
    success: {
      status: 200,
      description: "The feed.",
      contentType: "text/calendar",
      schema: feed,
    },
    secret,
    handler: answerFeed,
  }),
];

async function answerFeed({ run }: Call): Promise<Answer> {
  const answer = await run({});
  const { writeFeed } = await import("./feed.ts");
  return {
    ...answer,
    body: writeFeed(JSON.parse(answer.body!)),
    tag: sha256(`${feedVersion} ${answer.tag}`).slice(0, 32),
    headers: { "cache-control": "private, max-age=3600" },
  };
}
