// What all lists have in common: pages, sorting, selected fields, and the schemas of their answers.
import { z } from "zod";
import { lazily, text, uuidPattern, violation } from "./fields.ts";
import { keyPattern } from "./own-fields.ts";
import { idsLimit, inUnits, pageLimit, pageSizes, searchLimit } from "./limits.ts";

// Schemas of query parameters that several lists have. They convert text to the type that the database needs. `type`,
// `minimum` and `maximum` in the metadata describe the converted value in the API document.

const booleanWords = /^(?:(true|1|yes)|false|0|no)$/i;

/** The highest page number. With it, the offset (page times page size) is far below the limit of 64 bits. */
const lastPage = 2_147_483_647;

/** A number between these, in digits only: no sign, no fraction, no exponent, no white space. */
export function wholeNumber(minimum: number, maximum: number) {
  return z.string()
    .regex(/^\d+$/, `Must be a whole number from ${minimum}, in digits.`)
    .transform(Number)
    .pipe(
      z.number().min(minimum, `Must be at least ${minimum}.`)
        .max(maximum, `Must be at most ${maximum}.`),
    );
}

/** `page` and `pageSize`, which every list takes. */
export const paging = lazily(() => ({
  page: wholeNumber(1, lastPage).default(1).meta({
    description: "Number of the page, from 1. A page after the last one is empty.",
    type: "integer",
    minimum: 1,
    maximum: lastPage,
    default: 1,
  }),
  pageSize: wholeNumber(1, pageSizes.most).default(pageSizes.usual).meta({
    description: `Items on a page. A page whose items have more than ${
      inUnits(pageLimit)
    } together is refused; 8 items always fit.`,
    type: "integer",
    minimum: 1,
    maximum: pageSizes.most,
    default: pageSizes.usual,
  }),
}));

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

/** The words that a list is searched for. @param where they must occur */
export function searchIn(where: string, more = "") {
  return text(0, searchLimit).optional().meta({
    description: `Words that must all occur in ${where}. Case and accents are ignored. ${more}`
      .trimEnd(),
    maxLength: searchLimit,
  });
}

/** A filter that takes one of these words. */
export function oneOf<const Words extends readonly string[]>(words: Words, description: string) {
  return z.enum(words, { error: `Must be one of ${words.join(", ")}.` }).optional()
    .meta({ description });
}

/** Some of these words, with commas between them. @param words are asked for when the parameter is given, or described */
export function someOf(words: () => readonly string[], description: string) {
  const refusal = (given: string[]) => {
    const unknown = given.find((each) => each !== "" && !words().includes(each));
    const named = unknown === undefined ? "" : `There is no ${shortened(unknown)}. `;
    return `${named}Must be some of ${words().join(", ")}, with commas.`;
  };
  return z.string()
    .check((context) => {
      const given = context.value.split(",");
      if (given.every((each) => words().includes(each))) return;
      context.issues.push({ ...violation("invalid_format", refusal(given)), input: context.value });
    })
    .transform((text) => [...new Set(text.split(","))])
    .optional()
    .meta({
      description,
      type: "string",
      get pattern() {
        const word = `(${words().join("|")})`;
        return `^${word}(,${word})*$`;
      },
      get example() {
        return words().join(",");
      },
    });
}

/** Ids, with commas between them. */
export function ids(description: string) {
  const uuid = uuidPattern.source.replace(/^\^|\$$/g, "");
  return z.string()
    .regex(new RegExp(`^${uuid}(,${uuid})*$`), "Must be UUIDs, with commas between them.")
    .transform((text) => [...new Set(text.toLowerCase().split(","))])
    .pipe(z.array(z.string()).max(idsLimit, `Must have at most ${idsLimit} ids.`))
    .optional()
    .meta({
      description: `${description} At most ${idsLimit}, with commas between.`,
      type: "string",
      pattern: `^${uuid}(,${uuid}){0,${idsLimit - 1}}$`,
      example: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
    });
}

/** The first characters of a word that a client sent. */
function shortened(word: string): string {
  return word.length > 50 ? `${word.slice(0, 50).toWellFormed()}…` : word;
}

/** The parameter `fields`: which members the items of a list have. */
export function fieldsOf(resource: () => z.ZodObject) {
  return someOf(
    () => Object.keys(resource().shape),
    "The members of each item, with commas between them; `id` is always included. By default all of them.",
  );
}

/**
 * The parameter `sort`: one of the fields, ascending, or descending with a leading minus.
 * @param defaultOrder the first field, with a minus where the default is descending
 */
export function sortedBy(defaultOrder: string, ...others: string[]) {
  const fields = [defaultOrder.replace("-", ""), ...others];
  const orders = fields.flatMap((field) => [field, `-${field}`]);
  return z.enum(orders, { error: `Must be one of ${orders.join(", ")}.` }).optional().meta({
    description:
      "Field to sort by, ascending, or descending with a leading minus. Nulls come last. " +
      `\`${defaultOrder}\` by default.`,
    default: defaultOrder,
  });
}

/** A `sort` that also takes `custom.<key>`, which no list of words can name. */
export const orCustom = <Sort extends z.ZodOptional<z.ZodEnum>>(sort: Sort): Sort => {
  const orders = sort.unwrap();
  const isCustom = (order: string) =>
    /^-?custom\./.test(order) && keyPattern.test(order.slice(order.indexOf(".") + 1));
  const both = z.string().refine(
    (order) => orders.options.includes(order) || isCustom(order),
    `Must be one of ${orders.options.join(", ")}, or custom. and the key of a field.`,
  ).optional().meta({ ...sort.meta(), enum: orders.options });
  return both as unknown as Sort;
};

/** Schema of one page of a list. */
export function pageOf(item: z.ZodObject, id: string) {
  const { example } = item.meta() ?? {};
  return z.object({
    data: z.array(item),
    page: z.int().min(1).describe("The requested page, from 1."),
    pageSize: z.int().min(1).max(pageSizes.most).describe("Items on a full page."),
    total: z.int().min(0).describe("Items that the filters match."),
  }).meta({ id, example: { data: [example], page: 1, pageSize: pageSizes.usual, total: 1 } });
}

/** Schema of an item of a list where clients choose the members, with a name of its own in the API document. */
export function pickable(resource: z.ZodObject) {
  const { id, example } = resource.meta() ?? {};
  return resource.partial().required({ id: true }).meta({
    id: `Partial${id}`,
    description:
      `A \`${id}\` in a list, with all its members, or with those that \`fields\` names.`,
    example,
  });
}

/** The timestamps of every resource. */
export function timestamps(instant: (description: string) => z.ZodString) {
  return {
    createdAt: instant("When it was created."),
    updatedAt: instant("When it was last changed."),
  };
}
