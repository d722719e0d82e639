import { z } from "zod";
import { isDay } from "../core/dates.ts";

// The rule repeats kith_private.clean_recurrence, which also gives it the form in which it is stored.

const parts = ["FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL"];
const frequency = /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/;
const interval = /^[1-9][0-9]{0,2}$/;
const weekdays = /^(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU))*$/;
const count = /^[1-9][0-9]{0,3}$/;
const until = /^([0-9]{4})([0-9]{2})([0-9]{2})(T([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]Z)?$/;

/** Why the text is no recurrence rule; null where it is one. */
export function recurrenceProblem(value: string): string | null {
  const rule = value.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const given = new Map<string, string>();
  for (const part of rule.slice(0, 200).replace(/^RRULE:/, "").split(";")) {
    const name = part.split("=", 1)[0]!;
    if (given.has(name)) return `Must have ${parts.includes(name) ? name : "each part"} once.`;
    given.set(name, part.slice(part.indexOf("=") + 1));
  }
  const lacks = (name: string, pattern: RegExp) =>
    given.has(name) && !pattern.test(given.get(name)!);
  const day = until.exec(given.get("UNTIL") ?? "")?.slice(1, 4).join("-") ?? "";
  const problems: [boolean, string][] = [
    [
      rule.length > 200 || !rule.includes("=") ||
      [...given.keys()].some((name) => !parts.includes(name)),
      "Must be a rule of FREQ, INTERVAL, BYDAY, COUNT and UNTIL, such as FREQ=WEEKLY;BYDAY=MO.",
    ],
    [
      !frequency.test(given.get("FREQ") ?? ""),
      "Must have FREQ as one of DAILY, WEEKLY, MONTHLY, YEARLY.",
    ],
    [lacks("INTERVAL", interval), "Must have INTERVAL as 1 to 999."],
    [
      lacks("BYDAY", weekdays),
      "Must have BYDAY as some of MO, TU, WE, TH, FR, SA, SU, with commas.",
    ],
    [
      given.has("BYDAY") && given.get("FREQ") !== "WEEKLY",
      "Must have BYDAY with FREQ=WEEKLY only.",
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

/** Schema of a recurrence rule in a request. */
export function recurrenceRule(description: string) {
  return z.string().superRefine((value, context) => {
    const message = recurrenceProblem(value);
    if (message !== null) context.addIssue({ code: "custom", message });
  }).meta({ description, maxLength: 1000, example: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR" });
}
