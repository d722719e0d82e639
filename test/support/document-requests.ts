import fc from "fast-check";
import { document } from "./contract.ts";
import type { Json } from "./client.ts";
import { oddText } from "./odd-texts.ts";

/** One request to an operation of the document. */
export interface FuzzedRequest {
  operationId: string;
  method: string;
  path: string;
  body: Json;
  headers: Record<string, string>;
}

/** Stands for an id of the collection that exists when the request is sent. */
const knownId = (collection: string) =>
  fc.nat({ max: 99 }).map((index) => `KNOWN_${collection}_${index}_`);

const collections: Record<string, string> = {
  contactId: "contacts",
  contactIds: "contacts",
  duplicateId: "contacts",
  networkId: "networks",
  networkIds: "networks",
  addNetworkIds: "networks",
  removeNetworkIds: "networks",
  noteTypeId: "note-types",
  actorId: "api-keys",
  resourceId: "contacts",
};

/** Puts ids in place of what stands for them. */
export function withKnownIds(request: FuzzedRequest, ids: Record<string, string[]>): FuzzedRequest {
  const text = JSON.stringify(request).replace(
    /KNOWN_([a-z-]+)_(\d+)_/g,
    (_, collection, index) => {
      const known = ids[collection] ?? [];
      return known[Number(index) % known.length] ?? "00000000-0000-0000-0000-000000000000";
    },
  );
  return JSON.parse(text);
}

const wildText = fc.oneof(
  fc.string({ maxLength: 40, unit: "grapheme" }),
  fc.string({ maxLength: 300, unit: "binary" }),
  oddText,
);

const tameText = fc.stringMatching(/^[A-Za-z][a-zäöü]{2,11}$/);

/** Makes values for schemas: tame ones, as the schema wants them, or wild ones, of which some are anything at all. */
class Values {
  readonly wild: boolean;

  constructor(wild: boolean) {
    this.wild = wild;
  }

  of(schema: Json, name = ""): fc.Arbitrary<Json> {
    const allowed = this.#allowed(schema, name);
    if (!this.wild) return allowed;
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), wildText);
    return fc.oneof({ weight: 9, arbitrary: allowed }, { weight: 1, arbitrary: anything });
  }

  #allowed(schema: Json, name: string): fc.Arbitrary<Json> {
    const { $ref, anyOf, enum: words, const: constant, type } = schema;
    if ($ref) return this.#allowed(document.components.schemas[$ref.split("/").pop()], name);
    if (anyOf) return fc.oneof(...anyOf.map((each: Json) => this.#allowed(each, name)));
    if (words) return fc.constantFrom(...words);
    if (constant !== undefined) return fc.constant(constant);
    // There is no upload to be attached: null is all that can succeed.
    if (name === "photoUrl" && !this.wild) return fc.constant(null);
    if (Array.isArray(type)) {
      return fc.oneof(...type.map((each) => this.#allowed({ ...schema, type: each }, name)));
    }
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.oneof(
          fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1000 }),
          fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0),
        );
      case "array":
        return fc.array(this.of(schema.items, name), {
          minLength: this.wild ? 0 : schema.minItems ?? 0,
          maxLength: this.wild ? 4 : Math.max(1, schema.minItems ?? 0),
        });
      case "object":
        return this.#object(schema);
      default:
        return this.#text(schema, name);
    }
  }

  #object({ properties = {}, required = [] }: Json): fc.Arbitrary<Json> {
    const members = Object.entries(properties as Record<string, Json>)
      .map(([name, schema]) => [name, this.of(schema, name)]);
    const requiredKeys = required;
    const made = fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
    return this.wild ? made : made.map(withoutSingleItems);
  }

  #text({ format, pattern, examples = [] }: Json, name: string): fc.Arbitrary<Json> {
    const given = examples.map((each: string) => fc.constant(each));
    if (format === "uuid") {
      const known = knownId(collections[name] ?? name);
      return this.wild ? fc.oneof(fc.uuid(), known) : known;
    }
    const date = fc.date({
      min: new Date("0001-01-01"),
      max: new Date("9999-12-31"),
      noInvalidDate: true,
    });
    if (format === "date") return date.map((each) => each.toISOString().slice(0, 10));
    if (format === "date-time") return date.map((each) => each.toISOString());
    if (given.length > 0 && !this.wild) return fc.oneof(...given);
    if (pattern?.includes("[Hh]")) return fc.webUrl();
    if (pattern?.includes("@")) return fc.emailAddress();
    // The pattern of ordinary texts: it excludes nothing but the NUL character, which wild ones may have.
    if (pattern && !pattern.includes("\\x00")) {
      return fc.oneof(...given, fc.stringMatching(new RegExp(pattern)));
    }
    return this.wild ? fc.oneof(...given, wildText, tameText) : tameText;
  }
}

/** Without what adds to a list or removes from it, where the list is replaced as a whole: it cannot be both. */
function withoutSingleItems(body: Json): Json {
  const replaced = (name: string) =>
    name.replace(/^(?:add|remove)([A-Z])/, (_, first) => first.toLowerCase());
  const entries = Object.entries(body)
    .filter(([name]) => replaced(name) === name || !(replaced(name) in body));
  return Object.fromEntries(entries);
}

/** Values for a JSON Schema: tame ones, as it wants them, or wild ones. */
export const valuesFor = (schema: Json, wild: boolean): fc.Arbitrary<Json> =>
  new Values(wild).of(schema);

/** Requests to all operations of the document but those that are left out, each as likely as another. */
export function fuzzedRequests(without: string[]): fc.Arbitrary<FuzzedRequest> {
  const requests: fc.Arbitrary<FuzzedRequest>[] = [];
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      if (!without.includes(operation.operationId)) {
        for (const wild of [true, false]) {
          requests.push(requestTo(method, path, operation, new Values(wild)));
        }
      }
    }
  }
  return fc.oneof(...requests);
}

function requestTo(
  method: string,
  path: string,
  operation: Json,
  values: Values,
): fc.Arbitrary<FuzzedRequest> {
  const collection = path.split("/")[1]!;
  const at = (place: string): fc.Arbitrary<Record<string, Json>> => {
    const parameters = (operation.parameters ?? []).filter((each: Json) => each.in === place);
    const made = parameters.map(({ name, schema }: Json) =>
      [name, values.of(schema, name === "id" ? collection : name)] as const
    );
    const requiredKeys = parameters.filter((each: Json) => each.required)
      .map((each: Json) => each.name);
    return fc.record<Record<string, Json>>(Object.fromEntries(made), { requiredKeys });
  };
  const schema = operation.requestBody?.content["application/json"].schema;
  const body = schema ? values.of(schema) : fc.constant(undefined);
  return fc.record({ path: at("path"), query: at("query"), headers: at("header"), body })
    .map((made) => ({
      operationId: operation.operationId,
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name) => segment(made.path[name])) +
        queryText(made.query),
      body: made.body,
      // No tag and no key is right by chance.
      headers: values.wild ? headersOf(made.headers) : {},
    }));
}

/** A path segment: never one that would make another path of it. */
function segment(value: Json): string {
  const written = encodeURIComponent(plain(value).toWellFormed());
  return /^\.*$/.test(written) ? "x" : written.slice(0, 200).replace(/%.?$/, "");
}

function queryText(query: Record<string, Json>): string {
  const pairs = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(plain(value).toWellFormed())}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** Headers hold printable ASCII; the rest never leaves an HTTP client. */
function headersOf(headers: Record<string, Json>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map((
      [name, value],
    ) => [name, plain(value).replace(/[^ -~]/g, "").trim()]),
  );
}

function plain(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
