import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ImportRecord, parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { picture } from "../../support/photos.ts";
import { parseText, sample, typeOf } from "./files.ts";

const files = readdirSync(new URL("../samples", import.meta.url))
  .filter((name) => /\.(vcf|csv|ldif|json)$/.test(name));

/** A record without what is empty, and without `contact` as resource. */
function shortened(record: ImportRecord) {
  const { line, resource, uid, value, networks, notes, relationships, photo, refs } = record;
  return {
    line,
    ...(resource === "contact" ? {} : { resource }),
    ...(uid === null ? {} : { uid }),
    value,
    ...(networks.length > 0 ? { networks } : {}),
    ...(notes.length > 0
      ? { notes: notes.map((note) => note.occurredAt ? note : note.content) }
      : {}),
    ...(relationships === undefined ? {} : { relationships }),
    ...(photo === null ? {} : { photo: photo.type }),
    ...(refs === undefined ? {} : { refs: { ...refs } }),
  };
}

/** The records of a sample. */
async function recordsOf(file: string, text = sample(file)) {
  const { records } = await parseText(text, typeOf(file));
  return records.map(shortened);
}

// Reminders are read as due next.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-14") }));
afterAll(() => void vi.useRealTimers());

describe("a file as other programs write it", () => {
  it.each(files)("the file is read whole: %s", async (file) => {
    const { records, errors, dropped } = await parseText(sample(file), typeOf(file));
    expect(errors).toEqual([]);
    const lost = dropped.map(({ property, count }) => `${property} × ${count}`);
    expect({ records: records.map(shortened), dropped: lost }).toMatchSnapshot();
  });

  it.each(files)(
    "the file is the same with other line ends and a byte order mark: %s",
    async (file) => {
      const records = await recordsOf(file, `\ufeff${sample(file).replaceAll("\n", "\r\n")}`);
      const found = JSON.stringify(records).replaceAll("\\r\\n", "\\n");
      expect(JSON.parse(found)).toEqual(await recordsOf(file));
    },
  );

  it.each(files)("the file is the same in UTF-16: %s", async (file) => {
    const bytes = Buffer.from(`\ufeff${sample(file)}`, "utf16le");
    for (const given of [bytes, bytes.subarray(2)]) {
      const { records } = await parseFile(given, typeOf(file));
      expect(records.map(shortened)).toEqual(await recordsOf(file));
    }
  });

  it.each(["outlook.csv", "outlook.vcf"])("is read in windows-1252: %s", async (file) => {
    const { records } = await parseFile(Buffer.from(sample(file), "latin1"), typeOf(file));
    expect(records.map(shortened)).toEqual(await recordsOf(file));
  });

  it("the file has the bytes of its photo", async () => {
    for (const file of files) {
      const { records } = await parseText(sample(file), typeOf(file));
      for (const { photo } of records) {
        if (photo) expect(photo.bytes).toEqual(picture("progressive.jpeg"));
      }
    }
  });
});
