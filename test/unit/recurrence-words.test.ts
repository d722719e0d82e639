import { describe, expect, it } from "vitest";
import { recurrenceInWords } from "../../web/src/reminders/recurrence.ts";

/** How the settings page says rules. */
const cases: [rule: string, words: string][] = [
  ["FREQ=DAILY", "every day"],
  ["FREQ=WEEKLY;INTERVAL=3", "every 3 weeks"],
  ["FREQ=WEEKLY;BYDAY=MO", "every week on Monday"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "every 2 weeks on Monday, Wednesday and Friday"],
  ["FREQ=MONTHLY;COUNT=1", "every month, for the last time"],
  ["FREQ=MONTHLY;COUNT=2", "every month, once more after this"],
  ["FREQ=YEARLY;COUNT=10", "every year, 9 more times after this"],
  ["FREQ=DAILY;UNTIL=20270105", "every day, until 5 Jan 2027"],
  ["FREQ=DAILY;UNTIL=20270105T130000Z", "every day, until 6 Jan 2027"],
  ["FREQ=HOURLY", "by a rule that this page does not know"],
];

describe("a recurring reminder", () => {
  it.each(cases)("%s is said as “%s”", (rule, words) => {
    expect(recurrenceInWords(rule, "due", "Pacific/Auckland")).toBe(words);
  });

  it("says when it counts from the day on which it is done", () => {
    expect(recurrenceInWords("FREQ=WEEKLY;INTERVAL=3;COUNT=3", "completion", "UTC"))
      .toBe("every 3 weeks, after I did it, 2 more times after this");
  });
});
