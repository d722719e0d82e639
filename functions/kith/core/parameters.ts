import { z } from "zod";

// What the parameters of several lists are made of: text from a query, turned into what the database takes.
// `type` and the bounds in the metadata are for the API document, which shows the value that is meant.

const booleanWords = /^(?:(true|1|yes)|false|0|no)$/i;

/** The highest page: the database counts the rows before it in 64 bits, so none below overflows. */
const lastPage = 2_147_483_647;

/** Digits only: no sign, no fraction, no exponent, no white space. */
function wholeNumber(minimum: number, maximum: number) {
  return z.string()
    .regex(/^\d+$/, "Must be a whole number, in digits.")
    .transform(Number)
    .pipe(
      z.number().min(minimum, `Must be at least ${minimum}.`)
        .max(maximum, `Must be at most ${maximum}.`),
    );
}

/** `page` and `pageSize`, which every list takes. */
export const paging = {
  page: wholeNumber(1, lastPage).default(1).meta({
    description: "Page to answer with, from 1. A page past the end is empty.",
    type: "integer",
    minimum: 1,
    maximum: lastPage,
    default: 1,
  }),
  pageSize: wholeNumber(1, 200).default(50).meta({
    description: "Items on a page.",
    type: "integer",
    minimum: 1,
    maximum: 200,
    default: 50,
  }),
};

/** A filter in words: `true`, `1`, `yes`, `false`, `0`, `no`, in any case. */
export function flag(description: string) {
  return z.string()
    .regex(booleanWords, "Must be true, 1, yes, false, 0 or no.")
    .transform((word) => booleanWords.exec(word)?.[1] !== undefined)
    .optional()
    .meta({ description, type: "boolean" });
}

/** One of the fields, upwards, or downwards with a leading minus; the first, as it is written, is the usual order. */
export function sortedBy(usual: string, ...others: string[]) {
  const orders = [usual.replace("-", ""), ...others].flatMap((field) => [field, `-${field}`]);
  return z.enum(orders, { error: `Must be one of ${orders.join(", ")}.` }).optional().meta({
    description: "Field to sort by; a leading minus sorts downwards. Nulls come last.",
    default: usual,
  });
}
