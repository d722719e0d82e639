import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ImportRecord, parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { picture } from "../../support/photos.ts";
import { parseText, sample, typeOf } from "./files.ts";

/** What a sample is read into; what is empty is left out, and so is `contact` as resource. */
interface Expected {
  records: {
    line: number;
    resource?: string;
    uid?: string;
    value: Record<string, unknown>;
    networks?: string[];
    notes?: (string | { content: string; occurredAt?: string })[];
    photo?: string;
    refs?: Record<string, unknown>;
  }[];
  /** With the count where it is not one. */
  dropped: string[];
}

/** A record as in {@link Expected}. */
function shortened(record: ImportRecord): Expected["records"][number] {
  const { line, resource, uid, value, networks, notes, photo, refs } = record;
  return {
    line,
    ...(resource === "contact" ? {} : { resource }),
    ...(uid === null ? {} : { uid }),
    value,
    ...(networks.length > 0 ? { networks } : {}),
    ...(notes.length > 0
      ? { notes: notes.map((note) => note.occurredAt ? note : note.content) }
      : {}),
    ...(photo === null ? {} : { photo: photo.type }),
    ...(refs === undefined ? {} : { refs: { ...refs } }),
  };
}

/** What is expected of each sample, from `test/imports/samples/expected`. */
function readExpected(): Record<string, Expected> {
  const folder = new URL("../samples/expected/", import.meta.url);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name.replace(/\.json$/, ""),
      JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Expected,
    ]),
  );
}

const expected = readExpected();

// Reminders are read as due next.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-14") }));
afterAll(() => void vi.useRealTimers());

describe("a file as other programs write it", () => {
  it("is among the samples, each with its expected result", () => {
    const files = readdirSync(new URL("../samples", import.meta.url))
      .filter((name) => /\.(vcf|csv|ldif|json)$/.test(name));
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
    "is the same with other line ends and a byte order mark: %s",
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
    for (const file of Object.keys(expected)) {
      const { records } = await parseText(sample(file), typeOf(file));
      for (const { photo } of records) {
        if (photo) expect(photo.bytes).toEqual(picture("progressive.jpeg"));
      }
    }
  });
});
