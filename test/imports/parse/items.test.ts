// That what imports take at a glance is what the schemas of the API would make of it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Kind, kinds } from "../../../functions/kith/imports/parse/items.ts";
import { count } from "../../support/tier.ts";

/** Texts at the edges of what is plain. */
const texts = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "a",
    " a",
    "a\n",
    "a\nb",
    "a\u2028b",
    "a\0",
    "\ud800",
    "+49 30 1",
    "a@example.com",
  ),
  fc.constantFrom(
    "https://example.com",
    "http://",
    "a@b@c",
    "a b@c",
    "😀".repeat(30),
    "x".repeat(50),
  ),
  fc.constantFrom("x".repeat(51), "x".repeat(255), "x".repeat(256), `${"x".repeat(250)}@x.example`),
  fc.string({ unit: "binary" }),
);
const nullable = fc.oneof(fc.constant(null), texts);
const method = fc.record({ value: texts, label: nullable });

const given: { [name in keyof typeof kinds]: fc.Arbitrary<unknown> } = {
  emails: method,
  phones: method,
  urls: method,
  addresses: fc.record({
    label: nullable,
    street: nullable,
    city: nullable,
    region: nullable,
    postalCode: nullable,
    country: nullable,
  }).filter(({ label: _, ...parts }) => Object.values(parts).some(Boolean)),
  dates: fc.record({
    kind: fc.constantFrom("anniversary", "death", "other"),
    label: nullable,
    date: fc.constantFrom("2015-06-20", "--02-29", "2015-06", "2015"),
  }),
  networks: texts,
  notes: fc.record({ content: texts.filter((text) => text !== "") }),
};

describe("an item that is plain", () => {
  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    "is what its schema gives back, in %s",
    (name) => {
      const { isPlain, schema } = kinds[name] as Kind<unknown>;
      fc.assert(
        fc.property(given[name], (item) => {
          if (isPlain(item)) expect(schema().parse(item)).toEqual(item);
        }),
        { numRuns: count({ quick: 300, thorough: 5_000 }) },
      );
    },
  );
});
