// E-mail addresses, phone numbers, links and postal addresses of a contact.
import { z } from "zod";
import {
  lazily,
  line,
  notAllBlank,
  nullableLine,
  nullableText,
  onLists,
  onObjects,
  text,
  trimmed,
  violation,
} from "../core/fields.ts";
import { itemsLimit, lengths } from "../core/limits.ts";

// Schemas of the lists of e-mail addresses, phone numbers, URLs and postal addresses. White space and control characters
// are listed, so that the regular expressions match the same as those of the database.
const spaceOrControl =
  "\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
// The quotation mark is `\\u0022`, because generated Go has the pattern within quotation marks.
const local = `[^@${spaceOrControl}<>(),;:\\u0022\\[\\]\\\\]+`;
const emailPattern = new RegExp(`^${local}@${local}$`);
const urlPattern = new RegExp(
  `^[Hh][Tt][Tt][Pp][Ss]?://[^${spaceOrControl}/?#]+([/?#][^${spaceOrControl}]*)?$`,
);

/** What a text has to be like, so that those who read many can look before they ask the schema. */
export interface TextRule {
  longest: number;
  pattern?: RegExp;
  message?: string;
}

export const emailRule = {
  longest: 254,
  pattern: emailPattern,
  message: "Must be an e-mail address.",
};
/** A digit, of those that people write numbers with: also Arabic, Persian, Devanagari and of full width. */
const digit = "[0-9\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\uff10-\\uff19]";
export const phoneRule = {
  longest: 50,
  pattern: new RegExp(digit),
  message: "Must have a digit.",
};
export const urlRule = {
  longest: 2048,
  pattern: urlPattern,
  message: "Must be an http or https URL.",
};

/** Lower case of A to Z only, as the database compares e-mail addresses. */
function asciiLowerCase(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// The items have one schema for requests and answers, so that a client can send back the ones that it read with another
// one added.
const shared = { shared: true };

/** A list, and what adds to it or removes from it single items. */
interface Methods {
  id: string;
  value: z.ZodString;
  /** A value to remove, where that may be one which would not be added. */
  removable?: z.ZodString;
  /** What has to differ between two values of a list. */
  same: (value: string) => string;
  description: string;
  /** Several of them, in words. */
  plural: string;
  /** A sentence: which of them are the same for what adds and removes, where that is not plain. */
  compared?: string;
}

function methods(
  { id, value, removable = value, same, description, plural, compared = "" }: Methods,
) {
  const item = z.strictObject({
    value,
    label: nullableLine(lengths.label).default(null).describe("What it is for, such as “work”."),
  }).meta({ id, ...shared });
  const items = z.array(item).max(itemsLimit, `Must have at most ${itemsLimit} items.`)
    .superRefine((items, context) => {
      const seen = new Set<string>();
      items.forEach((item, index) => {
        // Items that are otherwise invalid are also checked, as they were sent.
        if (typeof item?.value !== "string") return;
        const folded = same(item.value);
        if (seen.has(folded)) {
          context.addIssue(violation("duplicate", "This value occurs twice.", [index, "value"]));
        }
        seen.add(folded);
      });
    }, onLists);
  return {
    whole: items.meta({ description }),
    added: items.describe(
      `${plural} to add at the end. An item that is there already stays as it is.${compared}`,
    ),
    removed: z.array(removable).max(itemsLimit, `Must have at most ${itemsLimit} items.`)
      .describe(`Values of ${plural.toLowerCase()} to remove, before others are added.${compared}`),
  };
}

const emailLists = lazily(() =>
  methods({
    id: "Email",
    value: trimmed(0, emailRule.longest).regex(emailRule.pattern, emailRule.message),
    same: asciiLowerCase,
    description:
      "E-mail addresses; the first is the primary one. No address occurs twice; the case of A to Z is ignored.",
    plural: "E-mail addresses",
  })
);

const phoneLists = lazily(() =>
  methods({
    id: "Phone",
    value: line(1, phoneRule.longest).check((context) => {
      // A blank one is refused already.
      if (context.value === "" || phoneRule.pattern.test(context.value)) return;
      context.issues.push({
        ...violation("invalid_format", phoneRule.message),
        input: context.value,
      });
    }),
    removable: text(1, phoneRule.longest),
    same: (value) => value,
    description:
      "Phone numbers, written in any way that has a digit; the first is the primary one. No number occurs twice.",
    plural: "Phone numbers",
    compared: " Numbers with the same digits are the same; `00` is `+`.",
  })
);

const urlLists = lazily(() =>
  methods({
    id: "Url",
    value: trimmed(0, urlRule.longest).regex(urlRule.pattern, urlRule.message),
    same: (value) => value,
    description: "Web pages; the first is the primary one. No page occurs twice.",
    plural: "Web pages",
  })
);

export const emails = lazily(() => emailLists().whole);
export const phones = lazily(() => phoneLists().whole);
export const urls = lazily(() => urlLists().whole);

/** Members of an update that change single items of a list. */
export const methodChanges = lazily(() => ({
  addEmails: emailLists().added,
  removeEmails: emailLists().removed,
  addPhones: phoneLists().added,
  removePhones: phoneLists().removed,
  addUrls: urlLists().added,
  removeUrls: urlLists().removed,
}));

const parts = ["street", "city", "region", "postalCode", "country"] as const;

const part = lazily(() => nullableLine(lengths.addressPart).default(null));

const address = lazily(() =>
  z.strictObject({
    label: nullableLine(lengths.label).default(null),
    street: nullableText(lengths.addressPart).default(null),
    city: part(),
    region: part(),
    postalCode: part(),
    country: part(),
  }).superRefine((given, context) => {
    if (parts.every((name) => given[name] == null || given[name] === "")) {
      context.addIssue(violation("required", "Give at least one part other than the label."));
    }
  }, onObjects).meta({
    id: "Address",
    description: "Has at least one part other than the label.",
    ...notAllBlank(parts),
    ...shared,
  })
);

export const addresses = lazily(() =>
  z.array(address()).max(itemsLimit, `Must have at most ${itemsLimit} items.`)
    .describe("Postal addresses; the first is the primary one.")
);
