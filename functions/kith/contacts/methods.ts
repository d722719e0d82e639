import { z } from "zod";
import { nullableText, onLists, onObjects, text, violation } from "../core/fields.ts";

// The lists by which a contact is reached. White space and control characters are JavaScript's own, written out
// because the database's regular expressions have to mean the same.
const blanks =
  "\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const local = `[^@${blanks}<>(),;:"\\[\\]\\\\]+`;
const emailPattern = new RegExp(`^${local}@${local}$`);
const urlPattern = new RegExp(
  `^[Hh][Tt][Tt][Pp][Ss]?://[^${blanks}/?#]+([/?#][^${blanks}]*)?$`,
);

/** Items that each of the lists may have. */
const most = 20;

/** Lower case of A to Z only, as the database compares e-mail addresses. */
function asciiLowerCase(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function methods(value: z.ZodString, same: (value: string) => string, description: string) {
  const item = z.strictObject({
    value,
    label: nullableText(50).default(null).meta({ description: "What it is for, such as “work”." }),
  });
  return z.array(item).max(most, `Must have at most ${most} items.`)
    .superRefine((items, context) => {
      const seen = new Set<string>();
      items.forEach((item, index) => {
        // Items that are wrong in another way are here as they were sent.
        if (typeof item?.value !== "string") return;
        const folded = same(item.value);
        if (seen.has(folded)) {
          context.addIssue(violation("duplicate", "Stands here twice.", [index, "value"]));
        }
        seen.add(folded);
      });
    }, onLists)
    .meta({ description });
}

export const emails = methods(
  text(0, 254).regex(emailPattern, "Must be an e-mail address."),
  asciiLowerCase,
  "E-mail addresses; the first is the primary one.",
);

export const phones = methods(
  text(1, 50),
  (value) => value,
  "Phone numbers, written in any way; the first is the primary one.",
);

export const urls = methods(
  text(0, 2048).regex(urlPattern, "Must be an http or https URL."),
  (value) => value,
  "Web pages; the first is the primary one.",
);

const parts = ["street", "city", "region", "postalCode", "country"] as const;

const part = nullableText(255).default(null);

const address = z.strictObject({
  label: nullableText(50).default(null),
  street: part,
  city: part,
  region: part,
  postalCode: part,
  country: part,
}).superRefine((given, context) => {
  if (parts.every((name) => given[name] == null || given[name] === "")) {
    context.addIssue(violation("required", "Give at least one part besides the label."));
  }
}, onObjects);

export const addresses = z.array(address).max(most, `Must have at most ${most} items.`).meta({
  description: "Postal addresses; the first is the primary one.",
});
