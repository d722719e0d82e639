// Reads reminders and tasks of an account of Monica.
import { isDay } from "../../core/dates.ts";
import { type Item, objectOf } from "./json-items.ts";
import { dropRestOf, saysSomething, textOf } from "./monica-rest.ts";
import type { Dropped } from "./types.ts";

/** A reminder or task of Monica as a reminder of a document of Kith; null, and listed, where Monica made it of a date. */
export function reminderOf(
  type: string,
  item: Item,
  contactIds: string[],
  dropped: Dropped,
): Item | null {
  const { title, description, completed, completed_at, delible, ...rest } = objectOf(
    item["properties"],
  );
  // Monica makes these of birthdays, which Kith shows by itself, and of other dates.
  if (delible === false) {
    dropped.add("reminder", "it was made of a date");
    return null;
  }
  dropRestOf(type, item, dropped);
  const recurrence = recurrenceOf(rest);
  const dueAt = nextDay(rest);
  const date = textOf(rest["initial_date"]);
  if (dueAt === null && date !== "") {
    dropped.addValue(`${type}.initial_date`, "it is not a whole date", date);
  }
  const frequency = textOf(rest["frequency_type"]);
  const isOnce = ["", "one_time"].includes(frequency);
  if (dueAt === null ? !isOnce : !isOnce && recurrence === null) {
    const reason = dueAt === null ? "it has no date" : "it is not known";
    dropped.addValue(`${type}.frequency_type`, reason, frequency);
  }
  const { frequency_number: number } = rest;
  if (saysSomething(number) && !isInterval(number)) {
    dropped.addValue(`${type}.frequency_number`, "it is not from 1 to 100", textOf(number));
  }
  if (completed !== true && typeof completed_at === "string" && completed_at !== "") {
    dropped.addValue(`${type}.completed_at`, "it is not completed", completed_at);
  }
  return {
    id: item["uuid"],
    title: textOf(title),
    description: textOf(description) || null,
    contactIds,
    dueAt,
    recurrence: dueAt === null ? null : recurrence,
    completed: completed === true || rest["inactive"] === true,
    ...(typeof completed_at === "string" ? { completedAt: completed_at } : {}),
  };
}

const units: Record<string, { frequency: string; months: number; days: number }> = {
  week: { frequency: "WEEKLY", months: 0, days: 7 },
  month: { frequency: "MONTHLY", months: 1, days: 0 },
  year: { frequency: "YEARLY", months: 12, days: 0 },
};

/** How a reminder recurs; null for once. */
function recurrenceOf(reminder: Item): string | null {
  const unit = unitOf(reminder);
  return unit && `FREQ=${unit.frequency};INTERVAL=${unit.interval}`;
}

function unitOf({ frequency_type, frequency_number }: Item) {
  const type = textOf(frequency_type);
  if (!Object.hasOwn(units, type)) return null;
  return { ...units[type]!, interval: isInterval(frequency_number) ? frequency_number : 1 };
}

const isInterval = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 100;

const dayMs = 86_400_000;

/** The day on which a reminder is due next: Monica keeps the first one. Null where there is none. */
function nextDay(reminder: Item): string | null {
  const first = textOf(reminder["initial_date"]).slice(0, 10);
  if (!isDay(first)) return null;
  const unit = unitOf(reminder);
  const today = new Date().toISOString().slice(0, 10);
  if (unit === null || first >= today) return first;
  const [year, month, day] = first.split("-").map(Number) as [number, number, number];
  if (unit.days > 0) {
    const step = unit.days * unit.interval * dayMs;
    const start = Date.parse(first);
    return new Date(start + Math.ceil((Date.parse(today) - start) / step) * step).toISOString()
      .slice(0, 10);
  }
  const step = unit.months * unit.interval;
  const passed = (Number(today.slice(0, 4)) - year) * 12 + Number(today.slice(5, 7)) - month;
  const at = (months: number) => {
    const start = new Date(Date.UTC(year, month - 1 + months, 1));
    const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
    start.setUTCDate(Math.min(day, last));
    return start.toISOString().slice(0, 10);
  };
  const next = at(Math.floor(passed / step) * step);
  return next >= today ? next : at((Math.floor(passed / step) + 1) * step);
}
