// Which recurrence rules are taken, and why others are refused.
import { z } from "zod";
import { isDay } from "../core/dates.ts";

// Recurrence rules in requests. This repeats kith_private.clean_recurrence, which also gives a rule the form in which it is stored,
// and knows the day on which the reminder is due: BYMONTHDAY and WKST are taken where they say what Kith does anyway.

const parts = [
  ...["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "COUNT", "UNTIL"],
  "WKST",
];
const frequency = /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/;
const interval = /^[1-9][0-9]{0,2}$/;
const months = /^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$/;
const numbered = "([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)";
const weekdays = new RegExp(`^${numbered}(,${numbered})*$`);
const aboveFive = /[6-9]|[1-9][0-9]/;
const aboveFiftyThree = /5[4-9]|[6-9][0-9]/;
const positions = /^[+-]?[1-9][0-9]{0,2}(,[+-]?[1-9][0-9]{0,2})*$/;
const count = /^[1-9][0-9]{0,3}$/;
const until = /^([0-9]{4})([0-9]{2})([0-9]{2})(T([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]Z)?$/;

/** Why the text is no recurrence rule; null where it is one. */
export function recurrenceProblem(value: string): string | null {
  const rule = value.replace(/\s+/g, "").replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const given = new Map<string, string>();
  for (const part of withoutEnd(rule.slice(0, 200).replace(/^RRULE:/, "")).split(";")) {
    const name = part.split("=", 1)[0]!;
    if (given.has(name)) return `Must have ${parts.includes(name) ? name : "each part"} once.`;
    given.set(name, part.slice(part.indexOf("=") + 1));
  }
  const lacks = (name: string, pattern: RegExp) =>
    given.has(name) && !pattern.test(given.get(name)!);
  const every = given.get("FREQ") ?? "";
  const days = given.get("BYDAY") ?? "";
  const unknown = [...given.keys()].filter((name) => !parts.includes(name));
  const named = unknown.filter((name) => /^[A-Z-]{1,20}$/.test(name)).sort().join(", ");
  const isYearly = every === "YEARLY" && given.has("BYDAY");
  const hasPeriods = isYearly || every === "MONTHLY" && given.has("BYDAY");
  const tooHigh = isYearly && !given.has("BYMONTH") ? aboveFiftyThree : aboveFive;
  const day = until.exec(given.get("UNTIL") ?? "")?.slice(1, 4).join("-") ?? "";
  const problems: [boolean, string][] = [
    [
      rule.length > 200 || !rule.includes("=") || unknown.length > 0,
      (named ? `${named} is no part of it: ` : "") +
      "Must be a rule of FREQ, INTERVAL, BYMONTH, BYDAY, BYSETPOS, COUNT and UNTIL, such as FREQ=MONTHLY;BYDAY=1MO. " +
      "Its time, and its day where it has no BYDAY, are those of dueAt.",
    ],
    [!frequency.test(every), "Must have FREQ as one of DAILY, WEEKLY, MONTHLY, YEARLY."],
    [lacks("INTERVAL", interval), "Must have INTERVAL as 1 to 999."],
    [lacks("BYMONTH", months), "Must have BYMONTH as some of 1 to 12, with commas."],
    [
      given.has("BYMONTH") && every !== "YEARLY",
      "Must have BYMONTH with FREQ=YEARLY only, such as FREQ=YEARLY;BYMONTH=11;BYDAY=4TH.",
    ],
    [
      lacks("BYDAY", weekdays),
      "Must have BYDAY as some of MO, TU, WE, TH, FR, SA, SU, with commas.",
    ],
    [
      given.has("BYDAY") && every === "DAILY" && (given.get("INTERVAL") ?? "1") !== "1",
      "Must have BYDAY with FREQ=WEEKLY, MONTHLY or YEARLY only, or with FREQ=DAILY without INTERVAL.",
    ],
    [
      /[0-9]/.test(days) && !hasPeriods,
      "Must have numbers in BYDAY with FREQ=MONTHLY or YEARLY only, such as FREQ=MONTHLY;BYDAY=1MO.",
    ],
    [
      tooHigh.test(days),
      "Must have numbers in BYDAY as 1 to 5, or -1 to -5 from the end; in a year without BYMONTH up to 53.",
    ],
    [
      /[0-9]/.test(days) && /(^|,)[A-Z]/.test(days),
      "Must have a number for each day of BYDAY or for none.",
    ],
    [
      lacks("BYSETPOS", positions),
      "Must have BYSETPOS as numbers of 1 to 999, or -1 to -999 from the end, with commas.",
    ],
    [
      given.has("BYSETPOS") && !hasPeriods,
      "Must have BYSETPOS with BYDAY and FREQ=MONTHLY or YEARLY only, such as " +
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1.",
    ],
    [lacks("COUNT", count), "Must have COUNT as 1 to 9999."],
    [
      given.has("UNTIL") && !isDay(day),
      "Must have UNTIL as a real date YYYYMMDD or an instant YYYYMMDDTHHMMSSZ.",
    ],
    [given.has("COUNT") && given.has("UNTIL"), "Must not have both COUNT and UNTIL."],
  ];
  return problems.find(([isWrong]) => isWrong)?.[1] ?? null;
}

/** Google Calendar and Syncfusion end a rule like each of its parts (libical#191, ical.net#709). */
function withoutEnd(rule: string): string {
  let end = rule.length;
  while (rule[end - 1] === ";") end -= 1;
  return rule.slice(0, end);
}

/** Schema of a recurrence rule in a request. */
export function recurrenceRule(description: string) {
  return z.string().superRefine((value, context) => {
    const message = recurrenceProblem(value);
    if (message !== null) context.addIssue({ code: "custom", message });
  }).meta({ description, maxLength: 1000, example: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR" });
}
