import { describe, expect, test } from "vitest";
import { compose } from "../../web/src/notes/compose.ts";

/** A Wednesday. */
const today = "2026-11-25";

describe("what is written in the composer", () => {
  test.each([
    [
      "lunch with @Anna and @Ben, talk again in 2 weeks",
      "lunch with @Anna and @Ben",
      "Talk again",
      "2026-12-09",
    ],
    [
      "Met at the fair. Send the photos tomorrow.",
      "Met at the fair.",
      "Send the photos",
      "2026-11-26",
    ],
    ["Coffee; and then call her on friday", "Coffee", "Call her", "2026-11-27"],
    ["Coffee\nin 3 days call @Anna", "Coffee", "Call @Anna", "2026-11-28"],
    ["call @Anna tomorrow", "", "Call @Anna", "2026-11-26"],
    ["remind me to write to @Ben on 12 march", "", "Write to @Ben", "2027-03-12"],
  ])(
    "%j is a note and a reminder",
    (text, content, title, date) =>
      expect(compose(text, today)).toMatchObject({
        content,
        reminder: { title, date, isAsked: true },
      }),
  );

  test("proposes a reminder of what only names a day", () => {
    expect(compose("Talked a lot, she moves to Rome in 2 weeks", today)).toMatchObject({
      content: "Talked a lot",
      reminder: { title: "She moves to Rome", date: "2026-12-09", isAsked: false },
    });
  });

  test("is only a note where no day is to come", () => {
    expect(compose("Talked about her book, and the weather.", today)).toEqual({
      content: "Talked about her book, and the weather.",
    });
    expect(compose("in 2 weeks", today).reminder).toBeUndefined();
    expect(compose("  ", today)).toEqual({ content: "" });
  });

  test("says when it was", () => {
    expect(compose("Lunch with @Anna yesterday", today).occurredOn).toBe("2026-11-24");
    expect(compose("Lunch last friday, call tomorrow", today)).toMatchObject({
      content: "Lunch last friday",
      occurredOn: "2026-11-20",
    });
    expect(compose("Born on 12 march 1990", today).occurredOn).toBeUndefined();
  });
});
