// The schemas of calendars that Kith reads, and of meetings that it noticed in them.
import { z } from "zod";
import { instant } from "../core/dates.ts";
import { extensible, id, lazily, oneWord, text, verbatimText } from "../core/fields.ts";
import { oneOf, pageOf, paging, timestamps } from "../core/lists.ts";

const modes = ["suggest", "log"] as const;
const states = ["suggested", "logged", "dismissed"] as const;

const name = lazily(() => text(1, 100).meta({ description: "What you call it.", example: "Work" }));

const url = lazily(() =>
  z.string().trim().max(2_000).regex(
    /^(?:https|webcals?):[^\s]+$/i,
    "Must be an https or webcal URL.",
  ).meta({
    description:
      "The secret address in iCalendar format that its provider publishes. It is a credential: it is not shown again.",
    example: "https://calendar.google.com/calendar/ical/ada%40example.com/private-0f1e/basic.ics",
  })
);

const mode = lazily(() =>
  oneWord(modes).describe(
    "Whether meetings are suggested, or logged as notes at once: `suggest` or `log`.",
  )
);

const ownAddresses = lazily(() =>
  z.array(z.string().trim().toLowerCase().min(3).max(254)).max(20).meta({
    description:
      "Addresses that are you in it, besides those that Kith knows of you: of the account, of channels, and of your own contact.",
    example: ["ada@work.example"],
  })
);

const example = {
  name: "Work",
  url: "https://calendar.google.com/calendar/ical/ada%40example.com/private-0f1e/basic.ics",
  mode: "suggest",
  ownAddresses: ["ada@work.example"],
};

export const readCalendarCreate = lazily(() =>
  z.strictObject({ name: name(), url: url(), mode: mode(), ownAddresses: ownAddresses() })
    .partial({ mode: true, ownAddresses: true })
    .meta({ id: "ReadCalendarCreate", example })
);

export const readCalendarUpdate = lazily(() =>
  z.strictObject({ name: name(), url: url(), mode: mode(), ownAddresses: ownAddresses() })
    .partial().meta({ id: "ReadCalendarUpdate", example: { mode: "log" } })
);

const calendarId = "0190a5c2-04b9-7b8f-87ca-d58e93a3ac20";
const { url: _, ...shown } = example;

export const readCalendar = lazily(() =>
  z.object({
    id: id("Identifies the calendar."),
    name: name(),
    mode: extensible(modes, "Whether meetings are suggested, or logged as notes."),
    ownAddresses: ownAddresses(),
    lastReadAt: instant("When it was last read; null before.").nullable(),
    lastError: extensible(
      [
        ...["refused_address", "unreachable", "tls", "timeout", "status", "gone"],
        ...["too_large", "not_a_calendar"],
      ],
      "Why it was not read the last time; null where it was.",
    ).nullable(),
    ...timestamps(instant),
  }).meta({
    id: "ReadCalendar",
    example: {
      id: calendarId,
      ...shown,
      lastReadAt: "2026-03-14T09:00:02.000Z",
      lastError: null,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
    },
  })
);

export const readCalendarPage = lazily(() => pageOf(readCalendar(), "ReadCalendarPage"));

export const readCalendarQuery = lazily(() => z.object(paging()));

const meetingExample = {
  id: "0190a5c2-15ca-7c9f-98db-e69fa4b4bd31",
  calendarId,
  title: "Team lunch",
  startedAt: "2026-03-10T11:30:00.000Z",
  endedAt: "2026-03-10T12:30:00.000Z",
  contactIds: ["0190a5c2-8d42-7c1f-9b65-3e8a1f2c7d10"],
  state: "suggested",
  noteId: null,
  createdAt: "2026-03-10T13:00:02.000Z",
};

export const meeting = lazily(() =>
  z.object({
    id: id("Identifies the meeting."),
    calendarId: id("The calendar that has it."),
    title: z.string().meta({ description: "Its title.", example: "Team lunch" }),
    startedAt: instant("When it began."),
    endedAt: instant("When it ended."),
    contactIds: z.array(id("A contact.")).describe("Whom it was with."),
    state: extensible(
      states,
      "`suggested`, `logged` as a note, or `dismissed`. It is suggested once.",
    ),
    noteId: id("The note; null where there is none, or not any more.").nullable(),
    createdAt: instant("When it was noticed."),
  }).meta({ id: "Meeting", example: meetingExample })
);

export const meetingPage = lazily(() => pageOf(meeting(), "MeetingPage"));

export const meetingQuery = lazily(() =>
  z.object({
    ...paging(),
    state: oneOf(states, "Only meetings in this state; without it those that are suggested."),
  })
);

export const meetingLog = lazily(() =>
  z.strictObject({
    contactIds: z.array(id("A contact.")).min(1).max(50).describe(
      "Whom it was with; without them those of the meeting.",
    ),
    content: verbatimText(1, 100_000).meta({
      description: "The note's text; without it the title.",
      example: "Team lunch: the climbing trip is in May.",
    }),
  }).partial().meta({
    id: "MeetingLog",
    example: { content: "Team lunch: the climbing trip is in May." },
  })
);
