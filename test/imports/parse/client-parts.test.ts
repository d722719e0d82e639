import { describe, expect, it } from "vitest";
import { readParts } from "../../../client/src/imports/read-file.ts";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { sample } from "./files.ts";

/** The e-mail addresses of the contacts of all parts, with the lines in the whole file. */
async function readAll(text: string | Uint8Array) {
  const parts = await readParts(text, undefined);
  const found = await Promise.all(parts.map(async (part) => {
    const { records, errors } = await parseFile(part.bytes, part.contentType);
    expect(errors).toEqual([]);
    expect(part.bytes.length).toBeLessThanOrEqual(1_048_576);
    return records.filter(({ resource }) => resource === "contact")
      .map(({ line, value, photo }) => ({ line: part.lineOf(line), value, photo }));
  }));
  return { parts, contacts: found.flat() };
}

const count = 1_500;
const numbers = Array.from({ length: count }, (_, index) => index);
const mail = (n: number) => `n${n}@example.com`;

describe("a file of a format besides vCards, CSV and Kith's own", () => {
  it.each([
    [
      "LDIF",
      `version: 1\n\n${
        numbers.map((n) => `dn: cn=N${n}\ncn: N${n}\nmail: ${mail(n)}\n`).join("\n")
      }`,
    ],
    [
      "jCard",
      JSON.stringify(numbers.map((n) => ["vcard", [["email", {}, "text", mail(n)]]]), null, 1),
    ],
    [
      "JSContact",
      JSON.stringify(
        numbers.map((n) => ({ "@type": "Card", emails: { e: { address: mail(n) } } })),
        null,
        1,
      ),
    ],
  ])("is sent in parts: %s", async (_, text) => {
    const { parts, contacts } = await readAll(text);
    expect(parts).toHaveLength(2);
    expect(contacts).toHaveLength(count);
    const lines = text.split("\n");
    for (const n of [0, 1, 999, 1_000, count - 1]) {
      expect(contacts[n]!.value).toMatchObject({ emails: [{ value: mail(n) }] });
      const near = lines.slice(contacts[n]!.line - 1, contacts[n]!.line + 9).join("");
      expect(near).toContain(mail(n));
    }
  });

  it("the file is an account of Monica of more than a megabyte, each contact with its picture and activities", async () => {
    const document = JSON.parse(sample("monica.json"));
    const entry = document.account.data.find(({ type }: { type: string }) => type === "contact");
    const [zoe, bo] = entry.values;
    const others = numbers.slice(0, 900).map((n) => ({
      ...bo,
      uuid: `c0ffee00-0001-4000-8000-${String(n).padStart(12, "0")}`,
      filler: "x".repeat(1_500),
    }));
    entry.values = [...others, zoe];
    const text = JSON.stringify(document, null, 4);
    const { parts, contacts } = await readAll(text);
    expect(parts.length).toBeGreaterThan(1);
    expect(contacts).toHaveLength(901);
    expect(contacts.at(-1)).toMatchObject({
      line: text.slice(0, text.indexOf(`"uuid": "${zoe.uuid}"`)).split("\n").length - 1,
      value: { firstName: "Zoë", middleName: "Maria" },
      photo: { type: "image/jpeg" },
    });
    const last = await parseFile(parts.at(-1)!.bytes, parts.at(-1)!.contentType);
    expect(last.records.map(({ value }) => value["content"])).toContain(
      "Went climbing\n\nAt the hall",
    );
    const first = await parseFile(parts[0]!.bytes, parts[0]!.contentType);
    // A note is about so many people at most.
    expect(first.records.find(({ resource }) => resource === "note")!.refs!.contactUids)
      .toHaveLength(50);
    expect(first.dropped).toContainEqual({
      property: "activity: a note is about at most 50",
      count: expect.any(Number),
    });
  });

  it("may be in UTF-16, with another line end than in ASCII", async () => {
    const rows = numbers.map((n) => `N${n}\t${mail(n)}`).join("\r\n");
    const text = `\ufeffFirst Name\tE-mail\r\n${rows}\r\n`;
    const { parts, contacts } = await readAll(new Uint8Array(Buffer.from(text, "utf16le")));
    expect(parts).toHaveLength(2);
    expect(contacts.at(-1)).toMatchObject({
      line: count + 1,
      value: { firstName: `N${count - 1}`, emails: [{ value: mail(count - 1) }] },
    });
  });

  it("the file is sent as it is where it is small", async () => {
    for (
      const file of ["thunderbird.ldif", "ldap.ldif", "rfc7095.json", "rfc9553.json", "monica.json"]
    ) {
      const [part, ...more] = await readParts(sample(file), undefined);
      expect(more).toEqual([]);
      expect(Buffer.from(part!.bytes).toString()).toBe(sample(file));
      expect(part!.contentType).toBe(file.endsWith("ldif") ? "text/ldif" : "application/json");
    }
  });
});
