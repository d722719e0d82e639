import fc from "fast-check";
import type { Json } from "./client.ts";
import { document } from "./contract.ts";
import { oddText } from "./odd-texts.ts";
import { collections } from "./route-examples.ts";

const wildText = fc.oneof(
  fc.string({ maxLength: 40, unit: "grapheme" }),
  fc.string({ maxLength: 300, unit: "binary" }),
  oddText,
);

const tameText = fc.stringMatching(/^[A-Za-z][a-zäöü]{2,11}$/);

const anyDate = fc.date({
  min: new Date("0001-01-01"),
  max: new Date("9999-12-31"),
  noInvalidDate: true,
});

/**
 * Values for a JSON Schema: tame ones, as it wants them, or wild ones, of which one in ten is anything at all. Tame ids, and
 * some of the wild ones, are `KNOWN_<collection>_<number>_`, in place of ids that exist when the request is sent.
 * @param name of the member or parameter that it is for
 */
export function valuesFor(schema: Json, wild: boolean, name = ""): fc.Arbitrary<Json> {
  const allowed = allowedValues(schema, wild, name);
  if (!wild) return allowed;
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), wildText);
  return fc.oneof({ weight: 9, arbitrary: allowed }, { weight: 1, arbitrary: anything });
}

function allowedValues(schema: Json, wild: boolean, name: string): fc.Arbitrary<Json> {
  const { $ref, anyOf, enum: words, const: constant, type } = schema;
  const either = (schemas: Json[]) =>
    fc.oneof(...schemas.map((each) => allowedValues(each, wild, name)));
  if ($ref) return either([document.components.schemas[$ref.split("/").pop()]]);
  if (anyOf) return either(anyOf);
  if (words) return fc.constantFrom(...words);
  if (constant !== undefined) return fc.constant(constant);
  // There is no upload to be attached: null is all that can succeed.
  if (name === "photoUrl" && !wild) return fc.constant(null);
  if (Array.isArray(type)) return either(type.map((each) => ({ ...schema, type: each })));
  const { minimum = -5, maximum = 1000, minItems = 0 } = schema;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.oneof(
        fc.integer({ min: minimum, max: maximum }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0),
      );
    case "array":
      return fc.array(valuesFor(schema.items, wild, name), {
        minLength: wild ? 0 : minItems,
        maxLength: wild ? 4 : Math.max(1, minItems),
      });
    case "object": {
      const members = Object.entries<Json>(schema.properties ?? {})
        .map(([member, each]) => [member, valuesFor(each, wild, member)]);
      const made = fc.record(Object.fromEntries(members), {
        requiredKeys: schema.required ?? [],
        noNullPrototype: true,
      });
      return wild ? made : made.map(withoutSingleItems);
    }
    default:
      return texts(schema, wild, name);
  }
}

function texts({ format, pattern, examples = [] }: Json, wild: boolean, name: string) {
  const given = examples.map((each: string) => fc.constant(each));
  if (format === "uuid") {
    const collection = collections[name] ?? name;
    const known = fc.nat({ max: 99 }).map((index) => `KNOWN_${collection}_${index}_`);
    return wild ? fc.oneof(fc.uuid(), known) : known;
  }
  if (format === "date") return anyDate.map((each) => each.toISOString().slice(0, 10));
  if (format === "date-time") return anyDate.map((each) => each.toISOString());
  if (given.length > 0 && !wild) return fc.oneof(...given);
  if (pattern?.includes("[Hh]")) return fc.webUrl();
  if (pattern?.includes("@")) return fc.emailAddress();
  // The pattern of ordinary texts excludes nothing but the NUL character, which wild ones may have.
  if (pattern && !pattern.includes("\\x00")) {
    return fc.oneof(...given, fc.stringMatching(new RegExp(pattern)));
  }
  return wild ? fc.oneof(...given, wildText, tameText) : tameText;
}

/** Without what adds to a list or removes from it, where the list is replaced as a whole: it cannot be both. */
function withoutSingleItems(body: Json): Json {
  const replaced = (name: string) =>
    name.replace(/^(?:add|remove)([A-Z])/, (_, first) => first.toLowerCase());
  const entries = Object.entries(body)
    .filter(([name]) => replaced(name) === name || !(replaced(name) in body));
  return Object.fromEntries(entries);
}
