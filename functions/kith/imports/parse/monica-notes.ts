import { isDay } from "../../core/dates.ts";
import { isObject, type Item } from "./json-items.ts";
import { isTooLate } from "./birthday.ts";

/** The note types that the parts of an account are read into; the ids only relate them within the document. */
export const noteTypes = [
  { id: "00000000-0000-4000-8000-6d6f6e696301", name: "Monica", countsAsContact: false },
  { id: "00000000-0000-4000-8000-6d6f6e696302", name: "Call" },
  { id: "00000000-0000-4000-8000-6d6f6e696303", name: "Activity" },
  { id: "00000000-0000-4000-8000-6d6f6e696304", name: "Conversation" },
];

const [plain, call, activity, conversation] = noteTypes.map(({ id }) => id);

/** What becomes of each part: the type of its note, and the members that make the text and say when it happened. */
const kinds: Record<string, { noteTypeId: string; texts: string[]; at: string }> = {
  note: { noteTypeId: plain!, texts: ["body"], at: "" },
  call: { noteTypeId: call!, texts: ["content"], at: "called_at" },
  activity: { noteTypeId: activity!, texts: ["summary", "description"], at: "happened_at" },
  conversation: { noteTypeId: conversation!, texts: ["messages"], at: "happened_at" },
  life_event: { noteTypeId: plain!, texts: ["name", "note"], at: "happened_at" },
  journal: { noteTypeId: plain!, texts: ["title", "post", "comment"], at: "date" },
};

/** A part of an account as a note of a document of Kith, whose text may be empty; null where it is no such part. */
export function notesOf(type: string, item: Item, contactIds: string[]): Item | null {
  if (!Object.hasOwn(kinds, type)) return null;
  const { noteTypeId, texts, at } = kinds[type]!;
  const properties = isObject(item["properties"]) ? item["properties"] : {};
  const parts = texts.map((name) =>
    name === "messages" ? messagesOf(properties[name]) : textOf(properties[name])
  );
  // A call may have no more than its day.
  const content = parts.filter((part) => part !== "").join("\n\n") ||
    (type === "call" ? "Call" : "");
  const happened = [textOf(properties[at]), textOf(item["created_at"])]
    .map((time) => isDay(time.slice(0, 10)) && /[ T]00:00:00/.test(time) ? time.slice(0, 10) : time)
    .find((time) => time !== "" && !isTooLate(time));
  return {
    id: item["uuid"],
    content,
    contactIds: [...new Set(contactIds)],
    noteTypeId,
    ...(happened === undefined ? {} : { occurredAt: happened }),
  };
}

function messagesOf(value: unknown): string {
  const messages = Array.isArray(value) ? value.filter(isObject) : [];
  return messages.map(({ properties }) => {
    const { content, written_by_me } = isObject(properties) ? properties : {};
    return `${written_by_me === true ? "Me: " : ""}${textOf(content)}`;
  }).join("\n");
}

const units: Record<string, { frequency: string; months: number; days: number }> = {
  week: { frequency: "WEEKLY", months: 0, days: 7 },
  month: { frequency: "MONTHLY", months: 1, days: 0 },
  year: { frequency: "YEARLY", months: 12, days: 0 },
};

/** How a reminder recurs; null for once. */
export function recurrenceOf(reminder: Item): string | null {
  const unit = unitOf(reminder);
  return unit && `FREQ=${unit.frequency};INTERVAL=${unit.interval}`;
}

function unitOf({ frequency_type, frequency_number }: Item) {
  const type = textOf(frequency_type);
  if (!Object.hasOwn(units, type)) return null;
  const isInterval = typeof frequency_number === "number" && Number.isInteger(frequency_number) &&
    frequency_number >= 1 && frequency_number <= 100;
  return { ...units[type]!, interval: isInterval ? frequency_number : 1 };
}

const dayMs = 86_400_000;

/** The day on which a reminder is due next: Monica keeps the first one. Null where there is none. */
export function nextDay(reminder: Item): string | null {
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

const textOf = (value: unknown): string => typeof value === "string" ? value.trim() : "";
