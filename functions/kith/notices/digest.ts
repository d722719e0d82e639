// Writes a digest: what is due today, and what comes, in a mail that one reads in a few seconds.
import type { Mail, Message } from "../core/call.ts";

/** An item of `GET /upcoming`. */
interface Item {
  kind: "reminder" | "contact" | "birthday" | "date";
  reminder?: { title: string; contactIds: string[] };
  contactId?: string;
  displayName?: string;
  age?: number | null;
  dateKind?: string;
  label?: string | null;
  years?: number | null;
}

/** The answer of `GET /upcoming`, as far as it is read here. */
export interface Upcoming {
  today: string;
  days: { date: string; items: Item[] }[];
  names?: Record<string, string>;
}

/** What a digest says besides. */
export interface DigestSettings {
  /** How many days before a date it is said. */
  leadDays: number;
  /** At what time of the day it comes. */
  digestAt: string;
  /** Where the page is; absent where that is not known. */
  pageUrl?: string | undefined;
  /** What switches the channel off; absent where the function does not know its address. */
  stopUrl?: string | undefined;
}

/** How many people to be in touch with are named, and how many of everything else. */
const most = { people: 10, others: 30 };

/** The first of these, and how many more there are. */
const firstOf = <T>(all: T[], count: number, write: (item: T) => Line): Line[] => [
  ...all.slice(0, count).map(write),
  ...(all.length > count ? [{ text: `and ${all.length - count} more` }] : []),
];

/** A line: what it says, and where it leads. */
interface Line {
  text: string;
  contactId?: string | undefined;
}

interface Section {
  title: string;
  lines: Line[];
  /** Of how many things, of which the first have lines. */
  count: number;
}

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** "5 weeks", of so many days. */
function since(days: number): string {
  if (days < 14) return plural(days, "day");
  if (days < 60) return plural(Math.floor(days / 7), "week");
  return plural(Math.floor(days / 30), "month");
}

const ordinal = (n: number) =>
  `${n}${["th", "st", "nd", "rd"][n % 100 >= 11 && n % 100 <= 13 ? 0 : n % 10] ?? "th"}`;

/** "Zoë's birthday", as it is said of a day: with the age or the years where they are known. */
function occasion({ kind, displayName = "", age, dateKind, label, years }: Item): string {
  const whose = `${displayName}’s`;
  if (kind === "birthday") return age ? `${whose} ${ordinal(age)} birthday` : `${whose} birthday`;
  const what = label ?? (dateKind === "other" || !dateKind ? "date" : dateKind);
  return years ? `${whose} ${what}, ${plural(years, "year")} ago` : `${whose} ${what}`;
}

/** The sections of a digest; none on a day on which nothing is due. */
function sectionsOf({ today, days, names = {} }: Upcoming, leadDays: number): Section[] {
  const due = days.filter(({ date }) => date <= today);
  const items = due.flatMap(({ date, items }) => items.map((item) => ({ ...item, date })));
  const dates = items.filter(({ kind }) => kind === "birthday" || kind === "date");
  const reminders = items.filter(({ kind }) => kind === "reminder");
  const people = items.filter(({ kind }) => kind === "contact");
  const coming = leadDays === 0 ? [] : days
    .filter(({ date }) => daysBetween(today, date) === leadDays)
    .flatMap(({ items }) => items)
    .filter(({ kind }) => kind === "birthday" || kind === "date");
  const written = (item: Item) => ({ text: occasion(item), contactId: item.contactId });
  const nameOf = (id: string | undefined) => id === undefined ? undefined : names[id];
  const sections: Section[] = [
    {
      title: "Today",
      count: dates.length,
      lines: firstOf(dates, most.others, written),
    },
    {
      title: "Reminders",
      count: reminders.length,
      lines: firstOf(reminders, most.others, ({ reminder, date }) => {
        const about = nameOf(reminder!.contactIds[0]);
        const late = date < today ? ` – due ${since(daysBetween(date, today))} ago` : "";
        return {
          text: `${reminder!.title}${about ? ` (${about})` : ""}${late}`,
          contactId: reminder!.contactIds[0],
        };
      }),
    },
    {
      title: "Get in touch",
      count: people.length,
      lines: firstOf(people, most.people, ({ displayName, contactId, date }) => ({
        text: date < today
          ? `${displayName} – due for ${since(daysBetween(date, today))}`
          : `${displayName}`,
        contactId,
      })),
    },
    {
      title: `In ${plural(leadDays, "day")}`,
      count: coming.length,
      lines: firstOf(coming, most.others, written),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** "Zoë’s birthday, and 3 to get in touch with": names at most two, or nobody. */
function subjectOf(sections: Section[], withNames = true): string {
  const of = (title: string) => sections.find((section) => section.title === title);
  const [today, reminders, people] = [of("Today"), of("Reminders"), of("Get in touch")];
  const named = ({ lines, count }: Section) =>
    withNames && count <= 2
      ? lines.map(({ text }) => text).join(" and ")
      : plural(count, "occasion");
  const parts = [
    ...(today ? [named(today)] : []),
    ...(reminders
      ? [
        withNames && !today && reminders.count === 1
          ? reminders.lines[0]!.text
          : plural(reminders.count, "reminder"),
      ]
      : []),
    ...(people ? [`${people.count} to get in touch with`] : []),
  ];
  if (parts.length === 0) return `${sections[0]!.title}: ${named(sections[0]!)}`;
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;
}

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char]!,
  );

/** One line of a header: control characters and line breaks are spaces, and it is not long. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 200);

/** The text and the HTML of a mail: sections of lines, and a foot. Links open something; none changes anything by being opened. */
function write(
  to: string,
  subject: string,
  sections: Section[],
  foot: string[],
  { pageUrl, stopUrl }: Pick<DigestSettings, "pageUrl" | "stopUrl">,
): Mail {
  const linkOf = ({ contactId }: Line) =>
    pageUrl && contactId ? `${pageUrl}#/contacts/${contactId}` : undefined;
  const text = [
    ...sections.flatMap((
      { title, lines },
    ) => [title, ...lines.map((line) => `- ${line.text}`), ""]),
    "--",
    ...foot,
    ...(pageUrl ? [`Kith: ${pageUrl}`] : []),
    ...(stopUrl ? [`Stop these mails: ${stopUrl}`] : []),
  ].join("\n");
  const link = (href: string, words: string) =>
    `<a href="${escaped(href)}" style="color:inherit">${escaped(words)}</a>`;
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto">` +
    sections.map(({ title, lines }) =>
      `<h2 style="font-size:16px;margin:24px 0 8px">${
        escaped(title)
      }</h2><ul style="margin:0;padding-left:20px">${
        lines.map((line) => {
          const href = linkOf(line);
          return `<li style="margin:4px 0;overflow-wrap:anywhere">${
            href ? link(href, line.text) : escaped(line.text)
          }</li>`;
        }).join("")
      }</ul>`
    ).join("") +
    `<p style="font-size:13px;opacity:.75;margin-top:32px">${foot.map(escaped).join("<br>")}${
      [
        ...(pageUrl ? [link(pageUrl, "Open Kith")] : []),
        ...(stopUrl ? [link(stopUrl, "Stop these mails")] : []),
      ].map((each) => `<br>${each}`).join("")
    }</p></div></body></html>`;
  return {
    to,
    subject: oneLine(subject),
    text,
    html,
    headers: stopUrl
      ? {
        "List-Unsubscribe": `<${stopUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }
      : {},
  };
}

/** A digest; null on a day on which nothing is due. */
export function writeDigest(to: string, upcoming: Upcoming, settings: DigestSettings): Mail | null {
  const sections = sectionsOf(upcoming, settings.leadDays);
  if (sections.length === 0) return null;
  const foot = [
    `You get this at ${settings.digestAt} on days on which something is due. The hour, the days and this address are in your profile.`,
  ];
  return write(to, subjectOf(sections), sections, foot, settings);
}

/** What is due, in one sentence; null on a day on which nothing is. */
export function summarize(
  upcoming: Upcoming,
  leadDays: number,
  withNames: boolean,
): Message | null {
  const sections = sectionsOf(upcoming, leadDays);
  return sections.length === 0 ? null : { text: oneLine(subjectOf(sections, withNames)) };
}

/** A reminder, and whom it is about first. */
export interface DueReminder {
  title: string;
  contactId?: string | undefined;
  contactName?: string | undefined;
}

/** A reminder that is due, in one line. */
export function sayReminder(
  { title, contactId, contactName }: DueReminder,
  withNames: boolean,
): Message {
  return {
    text: !withNames
      ? "A reminder is due"
      : oneLine(contactName ? `${title} (${contactName})` : title),
    path: contactId ? `#/contacts/${contactId}` : "#/reminders",
  };
}

/** A mail about a reminder that is due. */
export function writeReminder(to: string, reminder: DueReminder, settings: DigestSettings): Mail {
  const { text } = sayReminder(reminder, true);
  const lines = [{ text, contactId: reminder.contactId }];
  const foot = ["You get this because this address is told of reminders at their time."];
  return write(to, text, [{ title: "Reminder", lines, count: 1 }], foot, settings);
}

/** The mail with a code. */
export function writeCode(to: string, code: string): Mail {
  const lines = [{ text: code }];
  const foot = [
    "Somebody wants Kith to send what is due to this address. The code is good for an hour.",
    "If it was not you, do nothing: nothing else is sent.",
  ];
  return write(
    to,
    `${code} is your code for Kith`,
    [{ title: "Your code", lines, count: 1 }],
    foot,
    {},
  );
}

/** The mail that tries a channel out. */
export function writeTest(to: string, settings: DigestSettings): Mail {
  const lines = [{ text: "This address gets what is due." }];
  const foot = [`A digest comes at ${settings.digestAt} on days on which something is due.`];
  return write(
    to,
    "Kith reaches you here",
    [{ title: "It works", lines, count: 1 }],
    foot,
    settings,
  );
}
