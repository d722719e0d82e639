/** What of the upcoming items stands where on the first view. */
import type { UpcomingItem } from "@kith/client";

export type DatedItem = { date: string; item: UpcomingItem };

export interface Day {
  date: string;
  items: DatedItem[];
}

export interface Sections {
  /** Birthdays and reminders of today, reminders before it, and the first people. */
  now: DatedItem[];
  /** Birthdays and reminders beyond those that fit on a screen. */
  rest: DatedItem[];
  /** People who are due and are not among the first. */
  overdue: DatedItem[];
  /** The next days that have something, at most seven, as many as fit on the screen. */
  days: Day[];
  /** Days after those. */
  later: Day[];
  /** Birthdays after today of people who are not close, where others are. */
  others: DatedItem[];
}

/** A birthday, or another date that comes again each year. */
export const isYearly = ({ kind }: UpcomingItem) => kind === "birthday" || kind === "date";

/** How many of each kind are shown first. */
const most = { birthday: 2, reminder: 3, contact: 3 };

/** Pixels of the view around its rows and lines, and of one of each with its border. */
const heights = { rest: 335, row: 53, line: 45 };

/** As many days as fit, but some. */
const daysThatFit = (rows: number, lines: number, height: number) =>
  Math.max(
    2,
    Math.min(
      7,
      Math.floor(
        (height - heights.rest - rows * heights.row - lines * heights.line) / heights.line,
      ),
    ),
  );

/** By day; of a day reminders first, by when they are due. */
export const inOrder = (one: DatedItem, other: DatedItem) => {
  const [first, second] = [one, other].map(({ date, item: { reminder } }) =>
    [date, reminder ? `${reminder.dueAt} ${reminder.id}` : "~"].join(" ")
  ) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
};

/**
 * @param today `YYYY-MM-DD`
 * @param lastOfWeek the last of the days that stand in a line each
 * @param height of the window, in pixels
 */
export function sectionsOf(
  items: DatedItem[],
  today: string,
  lastOfWeek: string,
  height: number,
): Sections {
  const ofToday = items.filter(({ date }) => date <= today);
  // An answer of an earlier version, which was kept on the device, does not say who is close.
  const isOther = ({ item }: DatedItem) => isYearly(item) && item.isClose === false;
  const birthdays = ofToday.filter(({ date, item }) => isYearly(item) && date === today)
    .sort((one, other) => Number(isOther(one)) - Number(isOther(other)));
  const reminders = ofToday.filter(({ item }) => item.kind === "reminder");
  // Whoever is due today before those who were due earlier.
  const people = ofToday.filter(({ item }) => item.kind === "contact")
    .sort((one, other) => Number(other.date === today) - Number(one.date === today));
  // Whoever has chosen nobody yet sees everybody's.
  const hasClose = items.some(({ item }) => item.kind === "contact" || item.isClose);
  const others = items.filter((each) => hasClose && each.date > today && isOther(each));
  const days = new Map<string, DatedItem[]>();
  for (const each of items) {
    if (each.date > today && !others.includes(each)) {
      days.set(each.date, [...days.get(each.date) ?? [], each]);
    }
  }
  const all = [...days].map(([date, items]) => ({ date, items }));
  const now = [
    ...birthdays.slice(0, most.birthday),
    ...reminders.slice(0, most.reminder),
    ...people.slice(0, most.contact),
  ];
  const rest = [...birthdays.slice(most.birthday), ...reminders.slice(most.reminder)];
  const overdue = people.slice(most.contact);
  const lines = [rest, overdue, others].filter(({ length }) => length > 0).length;
  const fit = daysThatFit(now.length, lines, height);
  const isShown = ({ date }: Day, index: number) => date <= lastOfWeek && index < fit;
  return {
    now,
    rest,
    overdue,
    days: all.filter(isShown),
    later: all.filter((day, index) => !isShown(day, index)),
    others,
  };
}

/** People put off to days from tomorrow on, so many a day that all have their turn within six weeks. */
export function spread(ids: string[], dayAt: (number: number) => string) {
  const aDay = Math.max(2, Math.ceil(ids.length / 42));
  return ids.map((id, index) => ({ id, snoozedUntil: dayAt(1 + Math.floor(index / aDay)) }));
}
