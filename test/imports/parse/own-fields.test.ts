// Values of files that become fields of one's own.
import { expect, it } from "vitest";
import { parseCsv } from "./files.ts";
import { parseFile, type ReadOptions } from "../../../functions/kith/imports/parse/records.ts";

const read = (text: string, options: Partial<ReadOptions> = {}) =>
  parseFile(new TextEncoder().encode(text), "text/csv", options);

const readCard = (lines: string) =>
  parseFile(
    new TextEncoder().encode(`BEGIN:VCARD\nVERSION:4.0\n${lines}\nEND:VCARD\n`),
    "text/vcard",
  );

it("columns that are not known become fields where that is said, and else are left out", async () => {
  const text = "First Name,Diet,Shoe size\nAna,vegan,42\nBo,,43\n";
  expect((await read(text)).dropped).toEqual([
    { property: "Diet", count: 1 },
    { property: "Shoe size", count: 2 },
  ]);
  const { records, dropped } = await read(text, { newFields: true });
  expect(dropped).toEqual([]);
  expect(records.map(({ resource, value }) => [resource, value])).toEqual([
    ["field", { key: "diet", name: "Diet", type: "text" }],
    ["field", { key: "shoe_size", name: "Shoe size", type: "text" }],
    ["contact", { firstName: "Ana", custom: { diet: "vegan", shoe_size: "42" } }],
    ["contact", { firstName: "Bo", custom: { shoe_size: "43" } }],
  ]);
});

it("a mapping makes a column a field, by its name or another one", async () => {
  const { records } = await read("a,b,c\nAna,x,y\n", {
    mapping: { a: "firstName", b: "field", c: "field:Größe" },
  });
  expect(records.at(-1)!.value).toEqual({ firstName: "Ana", custom: { b: "x", grosse: "y" } });
});

it("Google's custom fields are fields, and rows of one person have them together", async () => {
  const { records } = await parseCsv(
    "First Name,E-mail 1 - Value,Custom Field 1 - Label,Custom Field 1 - Value\n" +
      "Ana,a@example.com,Diet,vegan\nAna,a@example.com,Size,42\n",
  );
  expect(records.map(({ resource }) => resource)).toEqual(["field", "field", "contact"]);
  expect(records.at(-1)!.value["custom"]).toEqual({ diet: "vegan", size: "42" });
});

it("what cannot be one is listed", async () => {
  const long = "x".repeat(1_001);
  const { dropped } = await readCard(
    `FN:A\nitem1.X-KITH-FIELD:a\nitem1.X-ABLabel:Diet\nitem2.X-KITH-FIELD:b\nitem2.X-ABLabel:DIET\n` +
      `item3.X-KITH-FIELD:${long}\nitem3.X-ABLabel:Long\nX-KITH-FIELD:nameless`,
  );
  expect(dropped.map(({ property }) => property)).toEqual([
    "X-KITH-FIELD: a contact has one",
    "X-KITH-FIELD: it has more than 1,000 characters",
    "X-KITH-FIELD: it has no name that a field can have",
  ]);
});

it("there are at most 50 in a file, and the others are listed", async () => {
  const names = Array.from({ length: 60 }, (_, n) => `Field ${n}`);
  const rows = [names.slice(0, 40), names.slice(30)].map((some, n) =>
    `A${n},${names.map((name) => some.includes(name) ? "x" : "").join()}`
  );
  const { records, dropped } = await read(`First Name,${names.join()}\n${rows.join("\n")}\n`, {
    newFields: true,
  });
  expect(records.filter(({ resource }) => resource === "field")).toHaveLength(50);
  expect(dropped).toHaveLength(10);
  expect(dropped[0]).toEqual({ property: "Field 50: there are at most 50 fields", count: 1 });
});
