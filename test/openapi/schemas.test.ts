import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { routes } from "../../functions/kith/routes.ts";
import { expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { makeOne } from "../support/route-examples.ts";

const { schemas } = document.components;

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addVocabulary(["x-enum-varnames", "x-extensible-enum"]);
ajv.addSchema({
  $id: "document",
  $defs: JSON.parse(JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/$defs/")),
});

/** What the schema of this name says against the value; null where it is valid. */
function faultsOf(name: string, value: Json) {
  const check = ajv.getSchema(`document#/$defs/${name}`)!;
  return check(value)
    ? null
    : check.errors!.map((error) => `${error.instancePath} ${error.message}`);
}

const ada = await signUp();

describe("the schemas of requests", () => {
  const updates = Object.entries<Json>(document.paths).flatMap(([path, { patch }]) => {
    const collection = /^\/([^/]+)\/\{id\}$/.exec(path)?.[1];
    const schema = patch?.requestBody.content["application/json"].schema;
    return collection && schema ? [[collection, schema.$ref.split("/").pop()] as const] : [];
  });
  it.each(updates)(
    "accept one of the %s as it was read, like the service",
    async (collection, name) => {
      const path = `/${collection}/${await makeOne(ada, collection)}`;
      const read = expectStatus(await ada.get(path), 200);
      expect(faultsOf(name, read)).toBeNull();
      expectStatus(await ada.patch(path, read), 200);
      const readOnly = Object.entries<Json>(schemas[name].properties)
        .filter(([, schema]) => schema.readOnly).map(([member]) => member);
      const route = routes.find(({ method, path }) =>
        method === "patch" && path === `/${collection}/{id}`
      );
      expect(readOnly).toEqual(route!.readOnly());
    },
  );

  it("accept the profile as it was read, like the service", async () => {
    const read = expectStatus(await ada.get("/me"), 200);
    expect(faultsOf("ProfileUpdate", read)).toBeNull();
    expectStatus(await ada.patch("/me", read), 200);
  });

  it("are required, but for those whose members are all optional", () => {
    const optional = Object.entries<Json>(document.paths)
      .filter(([, { post }]) => post?.requestBody?.required === false).map(([path]) => path);
    expect(optional).toEqual([
      "/activity/{id}/undo",
      "/api-keys/{id}/rotate",
      "/meetings/{id}/log",
      "/channels/{id}/verify",
    ]);
  });
});

const named = { firstName: "A" };
const instants = [
  "2026-03-14",
  "2024-02-29",
  "2026-03-14T09:26:53Z",
  "2026-03-14T09:26:53.1+15:59",
];
const noInstants = [
  "yesterday",
  "2026-13-01",
  "2026-02-30",
  "2026-03-14T09:26:53",
  "2026-3-4",
  "0000-01-01",
  "",
];
const nul = "a\0b";

const creates: [collection: string, schema: string, valid: Json[], invalid: Json[]][] = [
  [
    "contacts",
    "ContactCreate",
    [
      ...["2000-02-29", "--02-29", "--12-31", "1985-04-30"].map((birthday) => ({ birthday })),
      ...instants.map((lastContactedAt) => ({ lastContactedAt })),
      { addresses: [{ city: "Berlin" }, { label: "x", street: null, country: "D" }] },
      { emails: [{ value: "a@b.de" }], phones: [{ value: "1", label: "home" }] },
    ].map((more) => ({ ...named, ...more })).concat([{ company: "A" } as Json]),
    [
      ...["1985", "0000-01-01", "--02-30", "--04-31", "04-30", "85-04-30"].map((birthday) => ({
        birthday,
      })),
      ...noInstants.map((lastContactedAt) => ({ lastContactedAt })),
      { addresses: [{}] },
      { addresses: [{ label: "home" }] },
      { addresses: [{ label: "home", street: " ", city: null }] },
      { emails: ["a@b.de"] },
      { emails: [{ value: nul }] },
      { jobTitle: nul },
      { photoUrl: "uploads/x.png" },
    ].map((more) => ({ ...named, ...more })).concat([
      {} as Json,
      { firstName: " ", lastName: null },
      { jobTitle: "A" },
    ]),
  ],
  [
    "notes",
    "NoteCreate",
    [{ content: " ", occurredAt: "2026-03-14" }],
    [{ content: "" }, { content: nul }, { content: "A", occurredAt: "yesterday" }],
  ],
  [
    "reminders",
    "ReminderCreate",
    [{ title: "A", dueAt: "2026-03-14" }],
    [{ title: " " }, { title: nul }, { title: "A", dueAt: "yesterday" }],
  ],
];

describe.each(creates)(
  "a new one of the %s by the document",
  (collection, schema, valid, invalid) => {
    it.each(valid)("the schemas is valid, and accepted, as %j", async (body) => {
      expect(faultsOf(schema, body)).toBeNull();
      expectStatus(await ada.post(`/${collection}`, body), 201);
    });

    it.each(invalid)("the schemas is invalid, and refused, as %j", async (body) => {
      expect(faultsOf(schema, body)).not.toBeNull();
      expectStatus(await ada.post(`/${collection}`, body), 400);
    });
  },
);

it("a change that clears all names is invalid by the document; one that keeps a name is valid", () => {
  const cleared = { firstName: null, lastName: "", nickname: null, company: " " };
  expect(faultsOf("ContactUpdate", cleared)).not.toBeNull();
  expect(faultsOf("ContactUpdate", { ...cleared, company: "A" })).toBeNull();
  expect(faultsOf("ContactUpdate", { firstName: null })).toBeNull();
  expect(faultsOf("ContactUpdate", {})).toBeNull();
});

describe("the document, for generated clients,", () => {
  it("names the parts of a contact, and the headers of an upload are a map of texts", () => {
    const { properties } = schemas.Contact;
    const parts = ["emails", "phones", "urls", "addresses"];
    expect(parts.map((name) => properties[name].items.$ref.split("/").pop()))
      .toEqual(["Email", "Phone", "Url", "Address"]);
    expect(schemas.PhotoUploadHeaders.additionalProperties).toEqual({ type: "string" });
  });

  it("the document has a name for each value of an enum that is a constant in every language", () => {
    const enums: Json[] = [];
    JSON.stringify(document, (_, value) => {
      if (Array.isArray(value?.enum)) enums.push(value);
      return value;
    });
    expect(enums.length).toBeGreaterThan(4);
    for (const { enum: values, "x-enum-varnames": names, ...rest } of enums) {
      // Generated Kotlin refers to a default by its value, which is no constant's name.
      expect(rest).not.toHaveProperty("default");
      expect(names).toHaveLength(values.length);
      expect(new Set(names).size).toBe(values.length);
      for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
    }
  });

  it("the document has texts as its only constants: generators make types of texts of others", () => {
    const others: Json[] = [];
    JSON.stringify(document, (_, value) => {
      if (value?.const !== undefined && typeof value.const !== "string") others.push(value);
      return value;
    });
    expect(others).toEqual([]);
  });

  it("the document has enums as components only, and says of each array what its items are", () => {
    const isEnum = ({ enum: values }: Json) => Array.isArray(values);
    const named = Object.values<Json>(schemas).filter(isEnum);
    const found: Json[] = [];
    const bare: Json[] = [];
    JSON.stringify(document, (_, value) => {
      if (value && isEnum(value)) found.push(value);
      if (value?.type === "array" && !value.items) bare.push(value);
      return value;
    });
    expect(named.length).toBeGreaterThan(15);
    expect(found).toHaveLength(named.length);
    expect(bare).toEqual([]);
  });

  it("the document has no anyOf, of which generators make classes, and no quotation mark in a pattern", () => {
    JSON.stringify(schemas, (name, value) => {
      if (name === "not") expect(value).toEqual({});
      if (name === "pattern") expect(value).not.toContain('"');
      expect(["anyOf", "oneOf", "allOf"]).not.toContain(name);
      return value;
    });
  });

  it("allows codes to be added to errors", () => {
    for (const { properties } of [schemas.Problem, schemas.Violation]) {
      expect(properties.code).not.toHaveProperty("enum");
      expect(properties.code["x-extensible-enum"].length).toBeGreaterThan(9);
      expect(properties.code.description).toContain("Codes may be added");
    }
    expect(schemas.Problem.properties.status).toMatchObject({ minimum: 400, maximum: 599 });
  });

  it("the document has patterns for the conditional headers", () => {
    const { parameters } = document.paths["/contacts/{id}"].patch;
    const { schema } = parameters.find(({ name }: Json) => name === "If-Match");
    const check = ajv.compile(schema);
    for (const good of ["*", '"a"', 'W/"a", "b"']) {
      expect([good, check(good)]).toEqual([good, true]);
    }
    for (const bad of ["", "a", '"a', '"a" "b"']) expect([bad, check(bad)]).toEqual([bad, false]);
  });

  it("the document has a Location exactly where the new resource can be read", async () => {
    const made = await ada.post("/api-keys", { name: "A" });
    const { id } = expectStatus(made, 201);
    expect(made.headers.get("location")).toBe(`./api-keys/${id}`);
    for (const [path, item] of Object.entries<Json>(document.paths)) {
      const headers = item.post?.responses["201"]?.headers;
      if (!headers) continue;
      expect([path, "Location" in headers]).toEqual([
        path,
        document.paths[`${path}/{id}`]?.get !== undefined,
      ]);
    }
  });
});
