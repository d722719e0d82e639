import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordLimit } from "../../../functions/kith/core/limits.ts";
import { Problem } from "../../../functions/kith/core/problems.ts";
import {
  listLimits,
  type ParsedFile,
  parseFile,
} from "../../../functions/kith/imports/parse/records.ts";
import { isStorable } from "../../../functions/kith/core/json.ts";
import { bombs } from "../../support/hostile-files.ts";
import { hostileTexts } from "../../support/odd-texts.ts";
import { count } from "../../support/tier.ts";
import { parseCard, parseCsv, sample, typeOf } from "./files.ts";

/** Parses a file; a problem of the API is an answer, too. */
async function parseOrRefuse(bytes: Uint8Array, type: string): Promise<ParsedFile | null> {
  try {
    return await parseFile(bytes, type);
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  }
}

/** Whether what was read is within the limits, and can be stored. */
function expectBounded({ records, errors, dropped }: ParsedFile, size: number): void {
  expect(records.length + errors.length).toBeLessThanOrEqual(recordLimit);
  expect(dropped.length).toBeLessThanOrEqual(101);
  let length = 0;
  for (const { line, value, networks, notes, photo, uid } of records) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(networks.length).toBeLessThanOrEqual(listLimits.networks);
    expect(notes.length).toBeLessThanOrEqual(listLimits.notes);
    const text = JSON.stringify({ value, networks, notes, uid });
    length += text.length + (photo?.bytes.length ?? 0);
  }
  JSON.stringify([records, errors, dropped], (_, value) => {
    if (typeof value === "string" && !isStorable(value)) {
      throw new Error(`${value} is not storable`);
    }
    return value instanceof Uint8Array ? undefined : value;
  });
  for (const { message, pointer = "" } of errors) length += message.length + pointer.length;
  for (const { property } of dropped) length += property.length;
  // Each record has some hundred characters of names of members besides what is in the file.
  expect(length).toBeLessThanOrEqual(6 * size + 2_000 * (records.length + errors.length + 101));
}

describe("a hostile file", () => {
  // What reads something again and again takes minutes or hours of the whole.
  const size = count({ quick: 262_144, thorough: 1_048_576 });
  it.each(Object.entries(bombs(size)))("of %s is read or refused", async (_, [type, text]) => {
    const bytes = new TextEncoder().encode(text);
    const found = await parseOrRefuse(bytes, type);
    if (found) expectBounded(found, bytes.length);
  }, 30_000);

  const types = fc.constantFrom(
    "text/vcard",
    "text/csv",
    "application/json",
    "text/ldif",
    "text/csv;charset=gb18030",
  );
  const pieces = fc.constantFrom(
    ..."BEGIN:VCARD\n|END:VCARD\n|VERSION:2.1\n|FN:|N:|TEL;|TYPE=|ENCODING=|QUOTED-PRINTABLE:|BASE64:"
      .split("|"),
    ...'CHARSET=x:|AGENT:\n|KIND:group\n|MEMBER:|UID:|item1.|X-ABLABEL:|BDAY:|=|=0|=00|\\|;|,|:|"|\n|\r\n| |\t'
      .split("|"),
    ...'Name,|E-mail|Address 1 - City|Labels| ::: |\'=|{"kith":1,"contacts":[|{"|"firstName":"|"}|]|}|\\ud800'
      .split("|"),
    ..."dn: |objectclass: groupOfNames\n|cn:: |:: YQ==|:< |\n\n|\n |member: |jpegPhoto:: |street: "
      .split("|"),
    ...'["vcard",[|["fn",{},"text",|["n",{"type":["|{"@type":"Card",|"name":{"components":[|"phones":{"a":{'
      .split("|"),
    ...'{"app_version":"4","account":{"data":[|{"type":"contact","values":[|"properties":{|3/4|13/4/1990'
      .split("|"),
    "\0",
    "é",
    "\u2028",
    "__proto__",
  );

  it("the hostile file is read or refused with random content", async () => {
    const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(texts, types, async (parts, type) => {
        const bytes = new TextEncoder().encode(parts.join(""));
        const found = await parseOrRefuse(bytes, type);
        if (found) expectBounded(found, bytes.length);
      }),
      { numRuns: count({ quick: 40, thorough: 500 }) },
    );
  });

  it("the hostile file is read or refused when random bytes of a good file change", async () => {
    const files =
      "icloud.vcf android.vcf outlook.vcf google.csv linkedin.csv outlook-de.csv thunderbird.ldif ldap.ldif rfc7095.json rfc9553.json monica.json"
        .split(" ");
    const changes = fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 0, max: 255 })), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), changes, async (file, list) => {
        const bytes = new TextEncoder().encode(sample(file));
        for (const [at, byte] of list) bytes[at % bytes.length] = byte;
        const found = await parseOrRefuse(bytes, typeOf(file));
        if (found) expectBounded(found, bytes.length);
      }),
      { numRuns: count({ quick: 20, thorough: 300 }) },
    );
  });

  it("keeps unusual texts in each field", async () => {
    for (const text of hostileTexts.filter((each) => each.trim() === each && each !== "")) {
      const escaped = text.replace(/\r\n?/g, "\n").replace(/[\\;,]/g, "\\$&").replaceAll(
        "\n",
        "\\n",
      );
      const found = await parseCard(
        `FN:x\nN:${escaped};${escaped}\nTITLE:${escaped}\nNOTE:${escaped}`,
      );
      const plain = text.replace(/\r\n?/g, "\n");
      expect([found.value["jobTitle"], found.notes[0]?.content]).toEqual([plain, plain]);
      const cell = `"${text.replaceAll('"', '""')}"`;
      const { records } = await parseCsv(`First Name,Job Title,Notes\nx,${cell},${cell}\n`);
      const { value, notes } = records[0]!;
      const cleaned = /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
      expect([value["jobTitle"], notes[0]?.content]).toEqual([cleaned, cleaned]);
    }
  });

  it("the hostile file is read without NUL characters and incomplete characters", async () => {
    const { records, errors, dropped } = await parseCsv("Name,E-mail\na\0b,x\ny,a\0@example.com\n");
    expect(errors).toMatchObject([{ line: 2, pointer: "/firstName" }]);
    expect(records.map(({ value }) => value)).toEqual([{ firstName: "y" }]);
    expect(dropped.map(({ property }) => property.split(":")[0])).toEqual(["E-mail", "E-mail"]);
    expect(await parseCard("FN:x\nUID:a\0b")).toMatchObject({ uid: null });
  });
});
