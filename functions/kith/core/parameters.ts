import { z } from "zod";

// Schemas of query parameters that several lists have. They convert text to the type that the database needs. `type`,
// `minimum` and `maximum` in the metadata describe the converted value in the API document.

const booleanWords = /^(?:(true|1|yes)|false|0|no)$/i;

/** The highest page number. With it, the offset (page times page size) is far below the limit of 64 bits. */
const lastPage = 2_147_483_647;

/** A number between these, in digits only: no sign, no fraction, no exponent, no white space. */
export function wholeNumber(minimum: number, maximum: number) {
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
    description: "Number of the page, from 1. A page after the last one is empty.",
    type: "integer",
    minimum: 1,
    maximum: lastPage,
    default: 1,
  }),
  pageSize: wholeNumber(1, 200).default(50).meta({
    description:
      "Items on a page. A page whose items have more than 5 MiB together is refused; 8 items always fit.",
    type: "integer",
    minimum: 1,
    maximum: 200,
    default: 50,
  }),
};

/** A filter that takes a whole number, in digits. */
export function number(minimum: number, maximum: number, description: string) {
  return wholeNumber(minimum, maximum).optional()
    .meta({ description, type: "integer", minimum, maximum });
}

/** A boolean filter: `true`, `1`, `yes`, `false`, `0` or `no`, in any case. */
export function flag(description: string) {
  return z.string()
    .regex(booleanWords, "Must be true, 1, yes, false, 0 or no.")
    .transform((word) => booleanWords.exec(word)?.[1] !== undefined)
    .optional()
    .meta({
      description: `${description} \`1\` and \`yes\`, \`0\` and \`no\` mean the same, in any case.`,
      type: "boolean",
    });
}

/** A filter that takes one of these words. */
export function oneOf<const Words extends readonly string[]>(words: Words, description: string) {
  return z.enum(words, { error: `Must be one of ${words.join(", ")}.` }).optional()
    .meta({ description });
}

/** Some of these words, with commas between them. */
export function someOf(words: readonly string[], description: string) {
  const word = `(${words.join("|")})`;
  return z.string()
    .regex(new RegExp(`^${word}(,${word})*$`), `Must be some of ${words.join(", ")}, with commas.`)
    .transform((text) => [...new Set(text.split(","))])
    .optional()
    .meta({
      description,
      type: "string",
      pattern: `^${word}(,${word})*$`,
      example: words.join(","),
    });
}

/**
 * The parameter `sort`: one of the fields, ascending, or descending with a leading minus.
 * @param defaultOrder the first field, with a minus where the default is descending
 */
export function sortedBy(defaultOrder: string, ...others: string[]) {
  const fields = [defaultOrder.replace("-", ""), ...others];
  const orders = fields.flatMap((field) => [field, `-${field}`]);
  return z.enum(orders, { error: `Must be one of ${orders.join(", ")}.` }).optional().meta({
    description: "Field to sort by, ascending; with a leading minus descending. Nulls come last. " +
      `\`${defaultOrder}\` where it is absent.`,
    default: defaultOrder,
  });
}
