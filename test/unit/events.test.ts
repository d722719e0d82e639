import { describe, expect, it } from "vitest";
import { readEvents } from "../../functions/kith/meetings/events.ts";
import { calendarLimits } from "../../functions/kith/meetings/limits.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const readAll = (text: string, more: Partial<Parameters<typeof readEvents>[1]> = {}) =>
  readEvents(text, { now, timeZone: "Europe/Berlin", own: ["ada@example.com"], ...more });
const read = (text: string, more: Partial<Parameters<typeof readEvents>[1]> = {}) =>
  readAll(text, more).events;
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1@x", ...lines, "END:VEVENT"];
const shown = (found: ReturnType<typeof read>) =>
  found.map(({ title, startedAt, endedAt, addresses }) => [
    title,
    startedAt.slice(0, 16),
    endedAt.slice(0, 16),
    addresses.join(" "),
  ]);

const berlin = [
  "BEGIN:VTIMEZONE",
  "TZID:W. Europe Standard Time",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

describe("an event is read as it is published by", () => {
  it("Google", () => {
    const text = calendar(
      "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH",
      "X-WR-CALNAME:ada@example.com",
      "X-WR-TIMEZONE:America/New_York",
      ...event(
        "DTSTART:20261117T113000Z",
        "DTEND:20261117T123000Z",
        "DTSTAMP:20261119T100000Z",
        "ORGANIZER;CN=Ada:mailto:ada@example.com",
        "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ada",
        " ;X-NUM-GUESTS=0:mailto:ada@example.com",
        "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=",
        " TRUE;CN=Zoë@example.com;X-NUM-GUESTS=0:mailto:Zoe@Example.com",
        "ATTENDEE;CUTYPE=RESOURCE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Room:mailto:room@resource.calendar.google.com",
        "STATUS:CONFIRMED",
        "SUMMARY:Team lunch\\, again",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-P0DT0H10M0S",
        "END:VALARM",
      ),
    );
    expect(shown(read(text))).toEqual([
      [
        "Team lunch, again",
        "2026-11-17T11:30",
        "2026-11-17T12:30",
        "ada@example.com zoe@example.com",
      ],
    ]);
  });

  it("Apple, with the address in a parameter and a floating time", () => {
    const text = calendar(
      "PRODID:-//Apple Inc.//macOS 14.4//EN",
      ...event(
        "DTSTART:20261117T090000",
        "DURATION:PT1H30M",
        'ATTENDEE;CN="Zoë Müller";CUTYPE=INDIVIDUAL;EMAIL=zoe@example.com;PARTSTAT=ACCEPTED:/aMTQ/principal/',
        "SUMMARY:Coffee",
      ),
    );
    expect(shown(read(text))).toEqual([
      ["Coffee", "2026-11-17T08:00", "2026-11-17T09:30", "zoe@example.com"],
    ]);
  });

  it("Outlook, with names of time zones of Windows", () => {
    const text = calendar(
      "PRODID:Microsoft Exchange Server 2010",
      ...berlin,
      ...event(
        "DTSTART;TZID=W. Europe Standard Time:20261117T100000",
        "DTEND;TZID=W. Europe Standard Time:20261117T110000",
        "SUMMARY;LANGUAGE=de-DE:Gespräch mit Zoë Müller",
      ),
    );
    expect(shown(read(text, { timeZone: "Asia/Tokyo" }))).toEqual([
      ["Gespräch mit Zoë Müller", "2026-11-17T09:00", "2026-11-17T10:00", ""],
    ]);
  });

  it("Fastmail and Nextcloud, with names of time zones and without their rules", () => {
    const text = calendar(
      "X-WR-TIMEZONE:Australia/Sydney",
      ...event("DTSTART;TZID=America/New_York:20261117T100000", "DURATION:PT1H", "SUMMARY:One"),
      "BEGIN:VEVENT",
      "UID:2@x",
      "DTSTART;TZID=Nowhere/Land:20261117T100000",
      "DTEND;TZID=Nowhere/Land:20261117T110000",
      "SUMMARY:Two",
      "END:VEVENT",
    );
    expect(shown(read(text))).toEqual([
      ["One", "2026-11-17T15:00", "2026-11-17T16:00", ""],
      ["Two", "2026-11-16T23:00", "2026-11-17T00:00", ""],
    ]);
  });
});

describe("of events that recur", () => {
  const weekly = (...more: string[]) =>
    event(
      "DTSTART;TZID=Europe/Berlin:20200107T090000",
      "DTEND;TZID=Europe/Berlin:20200107T100000",
      "RRULE:FREQ=WEEKLY;BYDAY=TU",
      "SUMMARY:Weekly",
      ...more,
    );

  it("the occurrences of 30 days are read, whenever it began, on both sides of a clock change", () => {
    expect(read(calendar(...weekly())).map(({ startedAt }) => startedAt)).toEqual([
      "2026-11-17T08:00:00.000Z",
      "2026-11-10T08:00:00.000Z",
      "2026-11-03T08:00:00.000Z",
      "2026-10-27T08:00:00.000Z",
    ]);
    const april = Date.parse("2026-04-08T12:00:00Z");
    expect(
      read(calendar(...weekly()), { now: april }).map(({ startedAt }) => startedAt.slice(5, 13)),
    )
      .toEqual(["04-07T07", "03-31T07", "03-24T08", "03-17T08", "03-10T08"]);
  });

  it("exceptions are left out, moved ones are where they were moved, and keep their id", () => {
    const plain = read(calendar(...weekly()));
    const found = read(calendar(
      ...weekly("EXDATE;TZID=Europe/Berlin:20261110T090000"),
      "BEGIN:VEVENT",
      "UID:1@x",
      "RECURRENCE-ID;TZID=Europe/Berlin:20261103T090000",
      "DTSTART;TZID=Europe/Berlin:20261105T150000",
      "DTEND;TZID=Europe/Berlin:20261105T160000",
      "SUMMARY:Moved",
      "END:VEVENT",
    ));
    expect(found.map(({ title, startedAt }) => [title, startedAt.slice(0, 13)])).toEqual([
      ["Weekly", "2026-11-17T08"],
      ["Moved", "2026-11-05T14"],
      ["Weekly", "2026-10-27T08"],
    ]);
    expect(found.map(({ event }) => event)).toEqual(
      [plain[0], plain[2], plain[3]].map((one) => one!.event),
    );
  });

  it.each([
    ["DAILY", 30],
    ["DAILY;INTERVAL=7", 4],
    ["WEEKLY;INTERVAL=2;BYDAY=TU,FR", 5],
    ["WEEKLY;UNTIL=20261104T000000Z", 2],
    ["WEEKLY;COUNT=3", 0],
    ["MONTHLY;BYMONTHDAY=7", 1],
    ["YEARLY;BYMONTH=11;BYDAY=1TU", 1],
    ["HOURLY", 0],
  ])("%s has %i of them", (rule, count) => {
    const text = calendar(...event(
      "DTSTART:20200107T090000Z",
      "DTEND:20200107T100000Z",
      `RRULE:FREQ=${rule}`,
      "SUMMARY:X",
    ));
    expect(read(text)).toHaveLength(count);
  });

  it.each([
    ["20250101", "DAILY;BYDAY=1MO"],
    ["20250203", "MONTHLY;INTERVAL=48;BYDAY=5MO"],
    ["20250101", "MONTHLY;BYDAY=6MO"],
    ["20250101", "MONTHLY;BYDAY=1MO;BYMONTHDAY=15"],
    ["20250101", "MONTHLY;BYMONTH=2;BYMONTHDAY=31"],
    ["20250101", "YEARLY;BYMONTH=2;BYMONTHDAY=30"],
    ["20250101", "YEARLY;INTERVAL=1000;BYDAY=60MO"],
    ["20250101", "WEEKLY;BYDAY=MO;BYMONTH=13"],
    [
      "20250101",
      `DAILY;BYMONTH=13;BYHOUR=${[...Array(24).keys()]};BYSECOND=${[...Array(60).keys()]}`,
    ],
  ])("from %s, %s has none, and other events are read", (day, rule) => {
    const at = [`DTSTART:${day}T090000Z`, "DURATION:PT1H"];
    const text = calendar(
      ...event(...at, `RRULE:FREQ=${rule}`),
      ...event(...at, "RRULE:FREQ=WEEKLY;COUNT=150", "SUMMARY:Other"),
    );
    expect(read(text).map(({ title }) => title)).toEqual(["Other", "Other", "Other", "Other"]);
  });

  it("an event whose rule has no end to its search is counted as broken", () => {
    const at = ["DTSTART:20250101T090000Z", "DURATION:PT1H"];
    const text = calendar(...event(...at, "RRULE:FREQ=DAILY;BYDAY=1MO"));
    expect(readAll(text)).toMatchObject({ events: [], broken: 1 });
  });

  it("a time zone whose rules never hold does not keep other events from being read", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:Nowhere/Land",
      "BEGIN:STANDARD",
      "DTSTART:19700201T020000",
      "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
      "END:VTIMEZONE",
    ];
    const text = calendar(
      ...zone,
      ...event("DTSTART;TZID=Nowhere/Land:20261117T100000", "DURATION:PT1H", "SUMMARY:One"),
      ...event("DTSTART:20261117T100000Z", "DURATION:PT1H", "SUMMARY:Two")
        .map((line) => line.replace("1@x", "2@x")),
    );
    expect(read(text).map(({ title }) => title)).toContain("Two");
  });

  it("starting near to the window finds what starting at the beginning finds", () => {
    for (
      const rule of [
        "DAILY;INTERVAL=3",
        "WEEKLY;INTERVAL=3;BYDAY=MO,TH;WKST=SU",
        "WEEKLY;INTERVAL=2",
        "DAILY;BYDAY=MO,WE",
      ]
    ) {
      const text = (more: string) =>
        calendar(
          ...event("DTSTART:20190306T090000Z", "DURATION:PT1H", `RRULE:FREQ=${rule}${more}`),
        );
      // With a count each is counted from the beginning.
      expect(read(text(""))).toEqual(read(text(";COUNT=5000")));
      expect(read(text("")).length).toBeGreaterThan(1);
    }
  });
});

it("events of a whole day, that are to come, long past, cancelled, declined, or of many, are left out", () => {
  const at = ["DTSTART:20261117T090000Z", "DTEND:20261117T100000Z"];
  const attendees = Array.from({ length: 13 }, (_, n) => `ATTENDEE:mailto:p${n}@example.com`);
  const none = [
    event("DTSTART;VALUE=DATE:20261117", "SUMMARY:Zoë Müller's birthday"),
    event("DTSTART:20261120T113000Z", "DTEND:20261120T123000Z"),
    event("DTSTART:20261020T090000Z", "DTEND:20261020T100000Z"),
    event(...at, "STATUS:CANCELLED"),
    event(...at, "ATTENDEE;PARTSTAT=DECLINED:mailto:Ada@example.com"),
    event(...at, ...attendees),
    ["BEGIN:VEVENT", ...at, "END:VEVENT"],
    event("SUMMARY:No start"),
    event("DTSTART:nonsense"),
  ];
  for (const lines of none) expect(read(calendar(...lines)), lines.join()).toEqual([]);
  expect(read(calendar(...event(...at, ...attendees.slice(1))))[0]!.addresses).toHaveLength(12);
  // Who has declined was not met.
  const two = event(
    ...at,
    "ATTENDEE;PARTSTAT=DECLINED:mailto:b@x.example",
    "ATTENDEE:mailto:c@x.example",
    // Which no database stores.
    "ATTENDEE:mailto:d\0@x.example",
  );
  expect(read(calendar(...two))[0]!.addresses).toEqual(["c@x.example"]);
});

it.each(["", "<html></html>", "BEGIN:VCARD\r\nEND:VCARD"])("%j is no calendar", (text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: "not_a_calendar" }));
});

it("an event that is broken is left out, and the others are read", () => {
  const text = calendar(
    ...event("DTSTART:20261117T090000Z", "DURATION:PT1H", "SUMMARY:Fine"),
    ...["BEGIN:VEVENT", "UID:2@x", "DTSTART:20261117T090000Z", "SUMMARY;a b:c", "END:VEVENT"],
    ...[
      "BEGIN:VEVENT",
      "UID:3@x",
      "DTSTART:20261117T090000Z",
      `SUMMARY:${"x".repeat(20_000)}`,
      "END:VEVENT",
    ],
  );
  expect(read(text).map(({ title }) => title)).toEqual(["Fine"]);
});

it("more events than are read are said, and not left out", () => {
  const many = Array.from(
    { length: calendarLimits.events + 1 },
    () => event("DTSTART:20100101T000000Z"),
  );
  expect(() => read(calendar(...many.flat()))).toThrow(
    expect.objectContaining({ code: "too_large" }),
  );
});

it("the same calendar has the same events until the next one ends, and for a day at most", () => {
  const soon = event("DTSTART:20261120T113000Z", "DURATION:PT1H");
  const later = event("DTSTART:20261123T090000Z", "DURATION:PT1H");
  const daily = event("DTSTART:20200101T170000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY");
  const until = (...events: string[][]) =>
    new Date(readAll(calendar(...events.flat())).sameUntil).toISOString().slice(0, 16);
  expect(until(later, daily, soon)).toBe("2026-11-20T12:30");
  expect(until(later, daily)).toBe("2026-11-20T18:00");
  expect(until(later)).toBe("2026-11-21T12:00");
});
