import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { picture } from "../../support/photos.ts";
import { readExpected, shortened } from "./expected.ts";
import { parseText, sample, typeOf } from "./files.ts";

const expected = readExpected();

describe("a file as other programs write it", () => {
  it("is among the samples, each with what is expected of it", () => {
    const files = readdirSync(new URL("../samples", import.meta.url))
      .filter((name) => /\.(vcf|csv)$/.test(name));
    expect(files.length).toBeGreaterThan(10);
    expect(files.sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.keys(expected))("is read whole: %s", async (file) => {
    const { records, errors, dropped } = await parseText(sample(file), typeOf(file));
    expect(errors).toEqual([]);
    expect(records.map(shortened)).toEqual(expected[file]!.records);
    expect(dropped.map(({ property, count }) => count > 1 ? `${property} × ${count}` : property))
      .toEqual(expected[file]!.dropped);
  });

  it.each(Object.keys(expected))(
    "is the same with other line ends and a mark: %s",
    async (file) => {
      const text = `\ufeff${sample(file).replaceAll("\n", "\r\n")}`;
      const { records } = await parseText(text, typeOf(file));
      const found = JSON.stringify(records.map(shortened)).replaceAll("\\r\\n", "\\n");
      expect(JSON.parse(found)).toEqual(expected[file]!.records);
    },
  );

  it.each(Object.keys(expected))("is the same in UTF-16: %s", async (file) => {
    const bytes = Buffer.from(`\ufeff${sample(file)}`, "utf16le");
    const { records } = await parseFile(bytes, typeOf(file));
    expect(records.map(shortened)).toEqual(expected[file]!.records);
    const unmarked = await parseFile(bytes.subarray(2), typeOf(file));
    expect(unmarked.records.map(shortened)).toEqual(expected[file]!.records);
  });

  it.each(["outlook.csv", "outlook.vcf"])("is read in windows-1252: %s", async (file) => {
    const { records } = await parseFile(Buffer.from(sample(file), "latin1"), typeOf(file));
    expect(records.map(shortened)).toEqual(expected[file]!.records);
  });

  it("has the bytes of its photo", async () => {
    for (const file of Object.keys(expected).filter((name) => name.endsWith(".vcf"))) {
      const { records } = await parseText(sample(file), typeOf(file));
      for (const { photo } of records) {
        if (photo) expect(photo.bytes).toEqual(picture("progressive.jpeg"));
      }
    }
  });
});
