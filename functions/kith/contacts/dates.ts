// Dates of a contact besides its birthday: anniversaries, name days, and when somebody died.
import { z } from "zod";
import { isPartialDate, partialDatePattern } from "../core/dates.ts";
import { lazily, nullableLine, oneWord, onLists, violation } from "../core/fields.ts";
import { itemsLimit, lengths } from "../core/limits.ts";
import { dateKinds } from "../core/date-kinds.ts";

const partialDate = lazily(() =>
  z.string().trim().refine(
    isPartialDate,
    "Must be a real date as YYYY-MM-DD, --MM-DD, YYYY-MM or YYYY.",
  ).meta({ pattern: partialDatePattern, example: "2015-06-20" })
);

const item = lazily(() =>
  z.strictObject({
    kind: oneWord(dateKinds).describe(
      "After a `death` the contact is never due, and nobody is congratulated.",
    ),
    label: nullableLine(lengths.label).default(null).describe("What you call it."),
    date: partialDate().describe(
      "As far as it is known: YYYY-MM-DD, --MM-DD, YYYY-MM or YYYY. One with month and day comes up each year.",
    ),
  }).meta({ id: "ContactDate", shared: true })
);

const items = lazily(() =>
  z.array(item()).max(itemsLimit, `Must have at most ${itemsLimit} items.`)
);

export const dates = lazily(() =>
  items().superRefine((items, context) => {
    const seen = new Set<string>();
    items.forEach((each, index) => {
      const key = JSON.stringify([each?.kind, each?.label, each?.date]);
      if (seen.has(key)) {
        context.addIssue(violation("duplicate", "This date occurs twice.", [index]));
      }
      seen.add(key);
    });
  }, onLists).describe("Dates besides the birthday, such as anniversaries. None occurs twice.")
);

/** Members of an update that change single dates. */
export const dateChanges = lazily(() => ({
  addDates: items().describe(
    "Dates to add at the end. One that is there already stays as it is.",
  ),
  removeDates: z.array(partialDate()).max(itemsLimit, `Must have at most ${itemsLimit} items.`)
    .describe("Dates to remove, before others are added: the `date` of each."),
}));
