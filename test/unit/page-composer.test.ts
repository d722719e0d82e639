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
      expect(compose(text, { today })).toMatchObject({
        content,
        reminder: { title, date, isAsked: true },
      }),
  );

  test("proposes a reminder of what only names a day", () => {
    expect(compose("Talked a lot, she moves to Rome in 2 weeks", { today })).toMatchObject({
      content: "Talked a lot",
      reminder: { title: "She moves to Rome", date: "2026-12-09", isAsked: false },
    });
  });

  test("the text is only a note where no day is to come", () => {
    expect(compose("Talked about her book, and the weather.", { today })).toEqual({
      content: "Talked about her book, and the weather.",
    });
    expect(compose("in 2 weeks", { today }).reminder).toBeUndefined();
    expect(compose("  ", { today })).toEqual({ content: "" });
  });

  test("says when it was", () => {
    expect(compose("Lunch with @Anna yesterday", { today }).occurredOn).toBe("2026-11-24");
    expect(compose("Lunch last friday, call tomorrow", { today })).toMatchObject({
      content: "Lunch last friday",
      occurredOn: "2026-11-20",
    });
    expect(compose("Born on 12 march 1990", { today }).occurredOn).toBeUndefined();
  });

  test("the text is a note where only today is named, and a reminder where a time of today is to come", () => {
    const at = { today, time: "12:00" };
    expect(compose("Call with @Ben today", at)).toEqual({ content: "Call with @Ben today" });
    expect(compose("call @Ben at 3pm", at).reminder)
      .toMatchObject({ title: "Call @Ben", date: today, time: "15:00" });
    expect(compose("call @Ben at 11am", at).reminder).toBeUndefined();
  });

  test("repeats, at a time", () =>
    expect(compose("Coffee, call her every first monday at 10", { today })).toMatchObject({
      content: "Coffee",
      reminder: { date: "2026-12-07", time: "10:00", rule: "FREQ=MONTHLY;BYDAY=1MO" },
    }));

  test("the text has days with commas of their own", () =>
    expect(compose("Coffee, call her on Mon, 7 Dec at 09:00", { today }))
      .toMatchObject({ content: "Coffee", reminder: { title: "Call her", date: "2026-12-07" } }));

  test.each([
    ["Met @Ben on Sunday", "2026-11-22"],
    ["We talked on Monday about her book", "2026-11-23"],
    ["Visited Anna on 12 march", "2026-03-12"],
  ])(
    "%j was",
    (text, date) =>
      expect(compose(text, { today })).toMatchObject({ occurredOn: date, content: text }),
  );

  test.each(["I need to call Ben on Friday", "Fred comes on Friday", "Ahmed arrives on friday"])(
    "%j is still to come",
    (text) => expect(compose(text, { today }).reminder?.date).toBe("2026-11-27"),
  );

  test("reads German where the browser speaks it", () => {
    const now = { today, language: "de-DE" };
    expect(compose("Mittagessen mit @Anna, in 2 Wochen anrufen", now)).toMatchObject({
      content: "Mittagessen mit @Anna",
      reminder: { title: "Anrufen", date: "2026-12-09", isAsked: true },
    });
    expect(compose("@Ben am Sonntag getroffen", now).occurredOn).toBe("2026-11-22");
  });
});
