import { findDay } from "../base/day-words.ts";
import { capitalized } from "../base/words.ts";

/** What is to be saved of a text: a note, a reminder, or both. */
interface Composed {
  /** The note; empty where all of it is the reminder. */
  content: string;
  /** A day in the past that the note names. */
  occurredOn?: string | undefined;
  reminder?: Reminder | undefined;
}

export interface Reminder {
  title: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Whether it begins as what is to be done does; otherwise it is only proposed. */
  isAsked: boolean;
}

/** How what is to be done begins. */
const asks =
  /^(?:(?:and|then|let['’]s|please|to|remind me to|remind me|remember to)\s+)*(?:again|ask|bring|book|buy|call|catch up|check|come back|congratulate|do|email|e-mail|find|follow up|get|give|go|invite|look|mail|make|meet|message|pay|phone|plan|return|ring|say|see|send|talk|tell|text|thank|touch|try|visit|wish|write)\b/i;

const lead = /^(?:(?:and|then|please|to|remind me to|remind me|remember to)\s+)+/i;

/** Where a part of a text ends and the next one begins. */
const between = /[,;\n]\s*|[.!?]\s+/g;

/**
 * Reads a text as a note with a reminder: its last part is the reminder where it names a day to come, as in “lunch with Anna, talk again
 * in 2 weeks”.
 */
export function compose(text: string, today: string): Composed {
  const trimmed = text.trim();
  const last = [...trimmed.matchAll(between)].at(-1);
  const head = last ? trimmed.slice(0, last.index + (/[.!?]/.test(last[0]) ? 1 : 0)).trim() : "";
  const tail = last ? trimmed.slice(last.index + last[0].length) : trimmed;
  const whole = { content: trimmed, occurredOn: pastDay(trimmed, today) };
  const day = findDay(tail, { today });
  if (!day || day.date < today) return whole;
  const rest = `${tail.slice(0, day.start).trimEnd()} ${tail.slice(day.end).trimStart()}`;
  const title = rest.trim().replace(/(?<![\s,;.!–-])[\s,;.!–-]+$/, "").replace(
    /(?<!\s)\s+(on|at|by)$/i,
    "",
  )
    .replace(lead, "");
  if (!/[\p{L}\p{N}]/u.test(title)) return whole;
  const isAsked = asks.test(rest.trim());
  const reminder = {
    title: capitalized(title),
    date: day.date,
    isAsked,
  };
  return { content: head, occurredOn: pastDay(head, today), reminder };
}

/** “yesterday” and “3 days ago” say when it was; “12 march” may be what the note is about. */
function pastDay(text: string, today: string): string | undefined {
  const day = findDay(text, { today });
  return day?.isRelative && day.date < today ? day.date : undefined;
}
