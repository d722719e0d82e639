import { RRuleTemporal } from "rrule-temporal";
import type { Case } from "./cases.ts";

// The rule is asked in UTC, which gives local times. RFC 5545 has those that do not exist left out of a rule, but moved
// forward where a time is given by itself, as DTSTART is. Kith moves them forward, so each local time is taken as that.

/** A reminder as it is completed, and what comes after it. */
export interface Expected {
  dueAt: string;
  completedAt: string;
  recurrence: string;
  next: { dueAt: string; recurrence: string; start: string } | null;
}

const stamp = (local: string) => local.replace(/[-:]/g, "");
const localOf = (ms: number) => new Date(ms).toISOString().slice(0, 19);
const known = new Map<string, number>();

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant. */
function shownAt(ms: number, timeZone: string): string {
  if (!formats.has(timeZone)) {
    const numeric = {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    } as const;
    formats.set(
      timeZone,
      new Intl.DateTimeFormat("sv-SE", { timeZone, hourCycle: "h23", ...numeric }),
    );
  }
  return formats.get(timeZone)!.format(ms).replace(" ", "T");
}

/**
 * The instant of a local time, in milliseconds: the first where there are two. By the clocks of the zone a day before and
 * after, because rrule-temporal overlooks that Morocco's are back for a month each year.
 */
export function instantOf(local: string, zone: string): number {
  const name = `${zone}:${local}`;
  let instant = known.get(name);
  if (instant === undefined) {
    const asUtc = Date.parse(`${local}Z`);
    const [first, second] = [-1, 1].map((day) => {
      const near = asUtc + day * 90_000_000;
      return asUtc - (Date.parse(`${shownAt(near, zone)}Z`) - near);
    }) as [number, number];
    instant = shownAt(first, zone) !== local && shownAt(second, zone) === local ? second : first;
    known.set(name, instant);
  }
  return instant;
}

/** What rrule-temporal takes for that instant. */
export function instantOfDtstart(local: string, zone: string): number {
  const rruleString = `DTSTART;TZID=${zone}:${stamp(local)}\nRRULE:FREQ=DAILY;COUNT=1`;
  return Date.parse(String(new RRuleTemporal({ rruleString }).all()[0]).replace(/\[.*/, ""));
}

/** Local times of a rule from its start on, which is the first even where it does not match. */
class Locals {
  #found: string[] = [];
  readonly #rule: RRuleTemporal;
  constructor(rule: string, start: string) {
    const skip = /MONTHLY|YEARLY/.test(rule) ? ";RSCALE=GREGORIAN;SKIP=BACKWARD" : "";
    const rruleString = `DTSTART:${stamp(start)}Z\nRRULE:${rule}${skip}`;
    this.#rule = new RRuleTemporal({ rruleString, includeDtstart: true });
  }
  at(index: number): string {
    if (index >= this.#found.length) {
      const most = index < 6 ? 6 : 2 * index;
      this.#found = this.#rule.all((_, n) => n < most).map((each) => String(each).slice(0, 19));
    }
    return this.#found[index]!;
  }
}

/** What is expected of a case. */
export function expected(each: Case): Expected {
  const { zone, start, rule, count, from } = each;
  const locals = new Locals(rule, start);
  const due = instantOf(locals.at(each.occurrence), zone);
  const completed = due + Math.round(each.late * 86_400) * 1000;
  const end = count !== null ? `;COUNT=${count}` : untilOf(each);
  const given = {
    dueAt: new Date(due).toISOString(),
    completedAt: new Date(completed).toISOString(),
    recurrence: rule + end,
  };
  const day = shownAt(completed, zone).slice(0, 10);
  const counted = from === "due" ? locals : new Locals(rule, `${day}T${start.slice(11)}`);
  let index = from === "due" ? each.occurrence + 1 : 1;
  const own = from === "due" ? due : instantOf(counted.at(0), zone);
  const after = from === "due" ? Math.max(due, completed) : own;
  // A day that a zone does not have moves to the next one, where the next occurrence is already.
  let passed = 0;
  let last = own;
  for (;; index++) {
    const instant = instantOf(counted.at(index), zone);
    if (instant > last) passed++;
    last = instant;
    if (instant > after) break;
  }
  const isOver = (count !== null && passed >= count) || isAfter(counted.at(index), last, end);
  return {
    ...given,
    next: isOver ? null : {
      dueAt: new Date(last).toISOString(),
      recurrence: count === null ? given.recurrence : `${rule};COUNT=${count - passed}`,
      start: from === "due" ? start : counted.at(index),
    },
  };
}

function untilOf({ start, until }: Case): string {
  if (until === null) return "";
  const day = localOf(new Date(`${start}Z`).getTime() + until.days * 86_400_000);
  return `;UNTIL=${until.isInstant ? `${stamp(day)}Z` : stamp(day).slice(0, 8)}`;
}

function isAfter(local: string, instant: number, end: string): boolean {
  const until = /UNTIL=(.*)/.exec(end)?.[1];
  if (until === undefined) return false;
  return until.length === 8
    ? stamp(local).slice(0, 8) > until
    : stamp(localOf(instant)) > until.slice(0, 15);
}
