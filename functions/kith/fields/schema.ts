// The schemas of fields of one's own.
import { z } from "zod";
import {
  formatted,
  id,
  lazily,
  line,
  oneWord,
  onLists,
  onObjects,
  violation,
} from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { keyPattern } from "../core/own-fields.ts";
import { pageOf, paging, sortedBy, timestamps } from "../core/lists.ts";

const types = ["text", "number", "boolean", "date", "choice", "choices", "url"] as const;

const options = lazily(() =>
  z.array(line(1, 100)).max(100, "Must have at most 100 items.").superRefine((items, context) => {
    items.forEach((item, index) => {
      if (items.indexOf(item) < index) {
        context.addIssue(violation("duplicate", "This option occurs twice.", [index]));
      }
    });
  }, onLists).describe(
    "Of a `choice` or `choices`, which need them. Values that are no option any more stay.",
  )
);

const changeable = lazily(() => ({
  name: line(1, 100).meta({ description: "Unique, ignoring case.", example: "Diet" }),
  options: options(),
  position: z.int("Must be a whole number.").min(0, "Must be at least 0.")
    .max(1000, "Must be at most 1000.")
    .describe("Where it stands among the others, the lowest first; the same ones by name."),
}));

const kept = lazily(() => ({
  key: formatted(
    keyPattern,
    "Must be a letter of a to z, then such letters, digits or underscores.",
  )
    .meta({
      description:
        "By which contacts have the value in `custom`. Made from the name where it is absent, and never changed.",
      example: "diet",
    }),
  type: oneWord(types).meta({
    description: "What its values are. Never changed.",
    example: "choice",
  }),
}));

export const fieldCreate = lazily(() =>
  z.strictObject({ ...changeable(), ...kept() }).partial({
    key: true,
    type: true,
    options: true,
    position: true,
  }).superRefine(({ type = "text", options = [] }, context) => {
    const isChoice = type === "choice" || type === "choices";
    if (!isChoice || !Array.isArray(options) || options.length > 0) return;
    context.addIssue(violation("required", "Give the options to choose from.", ["options"]));
  }, onObjects).meta({
    id: "FieldCreate",
    example: { name: "Diet", type: "choice", options: ["vegan", "vegetarian"] },
  })
);

export const fieldUpdate = lazily(() =>
  z.strictObject(changeable()).partial().meta({ id: "FieldUpdate", example: { name: "Eats" } })
);

export const field = lazily(() =>
  z.object({
    id: id("Identifies the field."),
    ...kept(),
    ...changeable(),
    ...timestamps(instant),
  }).meta({
    id: "Field",
    example: {
      id: "0190a5c2-a1c4-7b2a-9e53-7f2e3d4c5b6a",
      key: "diet",
      name: "Diet",
      type: "choice",
      options: ["vegan", "vegetarian"],
      position: 0,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
    },
  })
);

export const fieldPage = lazily(() => pageOf(field(), "FieldPage"));

export const fieldQuery = lazily(() =>
  z.object({ ...paging(), sort: sortedBy("position", "name", "createdAt") })
);
