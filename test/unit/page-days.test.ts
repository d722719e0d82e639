import { describe, expect, test } from "vitest";
import { findWhen } from "../../web/src/base/when-words.ts";
import { ahead, behind, german } from "../support/day-phrases.ts";
import { findDay, parseBirthday, parseDay } from "../../web/src/base/day-words.ts";

/** A Wednesday. */
const today = "2026-11-25";

describe("a day in words", () => {
  test.each([
    ["today", "2026-11-25"],
    ["Tomorrow", "2026-11-26"],
    ["yesterday", "2026-11-24"],
    ["day after tomorrow", "2026-11-27"],
    ["in 2 weeks", "2026-12-09"],
    ["in a week", "2026-12-02"],
    ["in three months", "2027-02-25"],
    ["in 1 year", "2027-11-25"],
    ["3 days ago", "2026-11-22"],
    ["next month", "2026-12-25"],
    ["friday", "2026-11-27"],
    ["wednesday", "2026-12-02"],
    ["next friday", "2026-12-04"],
    ["next monday", "2026-11-30"],
    ["next sunday", "2026-12-06"],
    ["last friday", "2026-11-20"],
    ["last wed", "2026-11-18"],
    ["12 march", "2027-03-12"],
    ["March 12", "2027-03-12"],
    ["12th of march", "2027-03-12"],
    ["25 nov", "2026-11-25"],
    ["12 march 2031", "2031-03-12"],
    ["Mar 12, 2031", "2031-03-12"],
    ["29 february", "2028-02-29"],
    ["2026-02-28", "2026-02-28"],
    ["3/4", "2027-04-03"],
    ["24.12.", "2026-12-24"],
    ["24.12.2027", "2027-12-24"],
  ])("%s", (text, date) => expect(parseDay(text, { today })).toBe(date));

  test.each(["", "soon", "30 february", "2026-13-01", "12 marchen", "friday the movie", "0 march"])(
    "the day is not %j",
    (text) => expect(parseDay(text, { today })).toBeUndefined(),
  );

  test("at the end of a month stays in the month that it names", () =>
    expect(parseDay("in 1 month", { today: "2027-01-31" })).toBe("2027-02-28"));

  test("without a year may be one that was", () =>
    expect(parseDay("12 december", { today, past: true })).toBe("2025-12-12"));

  test("the day is read as the browser’s language writes it", () => {
    expect(parseDay("17. Mai 2024", { today, language: "de-DE" })).toBe("2024-05-17");
    expect(parseDay("3. Dez. 2026", { today, language: "de-DE" })).toBe("2026-12-03");
    expect(parseDay("3/4/2027", { today, language: "en-US" })).toBe("2027-03-04");
    expect(parseDay("3/4/2027", { today, language: "en-GB" })).toBe("2027-04-03");
  });

  test("the day is found within a text, with its place", () => {
    const text = "talk again in 2 weeks at hers";
    const found = findDay(text, { today });
    expect(found).toMatchObject({ date: "2026-12-09", isRelative: true });
    expect(text.slice(found!.start, found!.end)).toBe("in 2 weeks");
    expect(findDay("She may move, and Sunny Monica sat", { today })).toBeUndefined();
  });
});

describe("a birthday in words", () => {
  test.each([
    ["12 march 1990", "1990-03-12"],
    ["12 march", "--03-12"],
    ["29 feb", "--02-29"],
    ["--02-29", "--02-29"],
    ["1990-03-12", "1990-03-12"],
  ])("%s", (text, birthday) => expect(parseBirthday(text)).toBe(birthday));
  test.each(["tomorrow", "", "30 february 1990"])(
    "the birthday is not %j",
    (text) => expect(parseBirthday(text)).toBeUndefined(),
  );
});

describe("when something is or was", () => {
  const meaning = (text: string, options: object) => {
    const when = findWhen(text, { today, language: "en-GB", ...options });
    return when && [when.rule, when.date, when.time].filter(Boolean).join(" ");
  };
  test.each(ahead)("%s", (text, means) => expect(meaning(text, {})).toBe(means));
  test.each(behind)("%s", (text, means) => expect(meaning(text, { past: true })).toBe(means));
  test.each(german)(
    "%s",
    (text, means) => expect(meaning(text, { language: "de-DE" })).toBe(means),
  );
});
