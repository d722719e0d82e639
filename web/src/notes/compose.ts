/** Reads what is written in the composer: a note, a reminder, or both, with the days that it names. */
import { addMonths } from "../base/calendar.ts";
import { germanAsks, germanPast } from "../base/german-days.ts";
import { findWhen, type When } from "../base/when-words.ts";
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
  /** `HH:MM`, where the text says it. */
  time?: string | undefined;
  /** A recurrence rule. */
  rule?: string | undefined;
  /** Whether it begins as what is to be done does; otherwise it is only proposed. */
  isAsked: boolean;
}

export interface Now {
  /** `YYYY-MM-DD` */
  today: string;
  /** `HH:MM` */
  time?: string;
  /** That of the browser, which counts beside English. */
  language?: string;
}

/** How what is to be done begins. */
const asks =
  /^(?:(?:and|then|let['’]s|please|to|remind me to|remind me|remember to)\s+)*(?:again|answer|ask|book|bring|buy|call|cancel|catch up|check|clean|collect|come back|congratulate|do|e-mail|email|feed|find|finish|fix|follow up|get|give|go|invite|lend|look|mail|make|meet|message|order|pay|phone|pick up|plan|post|prepare|print|register|renew|reply|return|review|ring|say|schedule|see|send|share|sign|submit|take|talk|tell|text|thank|touch|try|update|visit|wash|water|wish|write)\b/i;

const lead = /^(?:(?:and|then|please|to|remind me to|remind me|remember to)\s+)+/i;

/** A verb in the past tense among the first words. Names and other words that end so are none. */
const past =
  /^(?:(?!(?:to|will|should|must)\s)[\p{L}’']+\s+){0,2}(?:met|saw|had|spoke|was|were|went|wrote|ate|drank|came|told|gave|got|heard|ran|sang|sat|spent|took|did|made|found|brought|bought|sent|(?!(?:need|feed|speed|breed|seed|weed|reed|exceed|proceed|succeed|hundred|ahmed|moham\p{L}+|\p{L}*fred|mildred)\b)\p{L}{2,}ed)\s/iu;

/** Where a part of a text ends and the next one begins. */
const between = /[,;\n]\s*|[.!?]\s+/g;

/**
 * Reads a text as a note with a reminder: its last part is the reminder where it names a day to come, as in “lunch with Anna, talk again
 * in 2 weeks”. What is of today alone is a note.
 */
export function compose(text: string, now: Now): Composed {
  const trimmed = text.trim();
  const whole = { content: trimmed, occurredOn: pastDay(trimmed, now) };
  const last = findWhen(trimmed, now);
  // “on Mon, 7 Dec” has a comma of its own.
  const split = [...trimmed.matchAll(between)]
    .filter(({ index }) => !last || index < last.start || index >= last.end).at(-1);
  const [head, tail] = split ? partsAt(trimmed, split) : ["", trimmed];
  const reminder = reminderOf(tail, now);
  return reminder ? { content: head, occurredOn: pastDay(head, now), reminder } : whole;
}

function partsAt(text: string, split: RegExpExecArray): [head: string, tail: string] {
  const head = text.slice(0, split.index + (/[.!?]/.test(split[0]) ? 1 : 0)).trim();
  return [head, text.slice(split.index + split[0].length)];
}

function reminderOf(text: string, now: Now): Reminder | undefined {
  const when = findWhen(text, now);
  if (!when || isPastTense(text, now) || !isAhead(when, now)) return undefined;
  const rest = `${text.slice(0, when.start).trimEnd()} ${text.slice(when.end).trimStart()}`;
  const title = rest.trim().replace(/(?<![\s,;.!–-])[\s,;.!–-]+$/, "")
    .replace(/(?<!\s)\s+(on|at|by|um|am)$/i, "").replace(lead, "");
  if (!/[\p{L}\p{N}]/u.test(title)) return undefined;
  const { date, time, rule } = when;
  const isAsked = asks.test(rest.trim()) || isGerman(now) && germanAsks.test(rest.trim());
  return { title: capitalized(title), date, time, rule, isAsked };
}

/** Today alone is no reminder: it says when something was, or is. */
const isAhead = ({ date, time, rule }: When, now: Now) =>
  rule !== undefined || date > now.today ||
  date === now.today && time !== undefined && time > (now.time ?? "");

const isGerman = ({ language = "" }: Now) => language.startsWith("de");

const isPastTense = (text: string, now: Now) =>
  past.test(`${text} `) || isGerman(now) && germanPast.test(text);

/** “yesterday” and “3 days ago” say when it was, “on Sunday” after a verb in the past tense; “12 march” may be what the note is about. */
function pastDay(text: string, now: Now): string | undefined {
  const isPast = isPastTense(text, now);
  const when = findWhen(text, { ...now, past: isPast });
  if (!when || when.rule || when.date >= now.today) return undefined;
  // “was born on 12 march 1990”
  const isLongAgo = !when.isRelative && when.date < addMonths(now.today, -12);
  return (isPast || when.isRelative) && !isLongAgo ? when.date : undefined;
}
