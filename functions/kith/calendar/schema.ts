// The schemas of the address of a calendar feed.
import { z } from "zod";
import { extensible, lazily } from "../core/fields.ts";
import { instant } from "../core/dates.ts";

const whose = ["all", "close", "none"] as const;

const fields = lazily(() => ({
  isEnabled: z.boolean().describe("Whether there is a feed."),
  createdAt: instant("When the feed got its URL; null where there is none.").nullable(),
  birthdays: extensible(
    whose,
    "Whose birthdays it has: of `all`, of those who are `close` (favourites, and who has `contactFrequencyDays`), or of `none`; null " +
      "where there is no feed.",
  ).nullable(),
}));

export const calendarUpdate = lazily(() =>
  z.strictObject({
    birthdays: z.enum(whose, { error: "Must be one of all, close, none." }).optional().describe(
      "Whose birthdays the feed has: of `all`, of those who are `close`, or of `none`.",
    ),
  }).meta({ id: "CalendarUpdate", example: { birthdays: "close" } })
);

export const calendar = lazily(() =>
  z.object(fields()).meta({
    id: "Calendar",
    example: { isEnabled: true, createdAt: "2026-03-14T09:26:53.000Z", birthdays: "all" },
  })
);

export const createdCalendar = lazily(() =>
  z.object({
    ...fields(),
    url: z.string().nullable().meta({
      description:
        "The URL of the feed, for calendar apps; it is shown only here. Without scheme and host where the service does not know " +
        "its address. Null in an answer that is repeated.",
      example: "https://abc.supabase.co/functions/v1/kith/api/v1/calendar/0f1e….ics",
    }),
  }).meta({
    id: "CreatedCalendar",
    example: {
      isEnabled: true,
      createdAt: "2026-03-14T09:26:53.000Z",
      birthdays: "all",
      url: "https://abc.supabase.co/functions/v1/kith/api/v1/calendar/0f1e….ics",
    },
  })
);

export const feed = lazily(() =>
  z.string().meta({
    description: "iCalendar, RFC 5545.",
    example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
  })
);
