import ICAL from "ical.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  partsOf,
  readLines,
  type VcardLine,
} from "../../../functions/kith/imports/parse/vcard-lines.ts";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { parseCard, parseCards, parseText } from "./files.ts";

const tel = (value: string, label: string | null) => ({ value, label });

describe("a vCard", () => {
  it("keeps its primary address first, and each once", async () => {
    const { value, dropped } = await parseCard(
      "FN:A\nEMAIL:a@example.com\nEMAIL;TYPE=pref:B@example.com\nEMAIL:b@EXAMPLE.com",
    );
    expect(value["emails"]).toEqual([tel("B@example.com", null), tel("a@example.com", null)]);
    expect(dropped).toEqual(["EMAIL: it occurs twice"]);
  });

  it("the vCard is named by its address when it has no name, and is an error without both", async () => {
    expect((await parseCard("EMAIL:a@example.com")).value["nickname"]).toBe("a@example.com");
    const { records, errors } = await parseCards("NOTE:a", "FN:Ana");
    expect(records).toHaveLength(1);
    expect(errors)
      .toEqual([{ line: 1, message: "Give a first name, last name, nickname or company." }]);
  });

  it("the vCard has each value in the language of the profile's country, else as it comes first", async () => {
    const lines = [
      "N;ALTID=1;LANGUAGE=ja:山田;太郎;;;",
      "N;ALTID=1;LANGUAGE=en-GB:Yamada;Taro;;;",
      "FN;ALTID=1;LANGUAGE=ja:山田太郎",
      "FN;ALTID=1;LANGUAGE=en:Taro Yamada",
      "TITLE;ALTID=1;LANGUAGE=fr:Patron",
      "TITLE;ALTID=1;LANGUAGE=en:Boss",
      "ADR;ALTID=1;LANGUAGE=ja:;;;東京;;;日本",
      "ADR;ALTID=1;LANGUAGE=en:;;;Tokyo;;;Japan",
      "ADR;ALTID=2:;;;Kyoto;;;Japan",
      "ADR:;;;Nara;;;Japan",
      "TEL;ALTID=1:1",
    ].join("\n");
    const readIn = async (country: string | null) => {
      const { value, dropped } = await parseCard(lines, country);
      const cities = (value["addresses"] as { city: string }[]).map(({ city }) => city);
      for (const name of ["N", "FN", "TITLE", "ADR"]) {
        expect(dropped).toContain(`${name}: a contact has it in one language`);
      }
      expect(cities.slice(1)).toEqual(["Kyoto", "Nara"]);
      return [value["firstName"], value["lastName"], value["jobTitle"], cities[0]];
    };
    expect(await readIn("US")).toEqual(["Taro", "Yamada", "Boss", "Tokyo"]);
    expect(await readIn("JP")).toEqual(["太郎", "山田", "Patron", "東京"]);
    expect(await readIn("FR")).toEqual(["太郎", "山田", "Patron", "東京"]);
    expect(await readIn(null)).toEqual(["太郎", "山田", "Patron", "東京"]);
  });

  it("the vCard is an error when its name is too long", async () => {
    const { records, errors } = await parseCards("FN:Ana", `FN:${"é".repeat(256)}`, "FN:Zoë");
    expect(records.map(({ value }) => value["firstName"])).toEqual(["Ana", "Zoë"]);
    expect(errors).toEqual([
      { line: 5, message: "Must have at most 255 characters.", pointer: "/firstName" },
    ]);
  });

  it("lists what it drops, with the reason", async () => {
    const { value, networks, notes, dropped } = await parseCard([
      "FN:Ana",
      "EMAIL:none",
      "URL:javascript:alert(1)",
      "ADR:;;;;;;;Room 12",
      "BDAY:1985-02-30",
      `CATEGORIES:ok,${"n".repeat(101)}`,
      `NOTE:${"n".repeat(100_001)}`,
      `item1.TEL:1`,
      `item1.X-ABLabel:${"l".repeat(51)}`,
      "PHOTO;VALUE=uri:http://169.254.169.254/latest",
      "PHOTO;ENCODING=b:R0lGODlhAQABAAAAACw=",
      "X-A:1",
      "X-A:2",
    ].join("\n"));
    expect(value).toEqual({
      firstName: "Ana",
      phones: [tel("1", null)],
      vcardLines: "X-A:1\nX-A:2",
    });
    expect({ networks, notes }).toEqual({ networks: ["ok"], notes: [] });
    expect(dropped).toEqual([
      "ADR: it has none of the known parts",
      "BDAY: it is not a whole date",
      "PHOTO: it is not in the file",
      "PHOTO: it is not a JPEG, PNG or WebP picture within the limits",
      "EMAIL: must be an e-mail address (“none”)",
      "TEL: its label is too long",
      "URL: must be an http or https URL",
      "CATEGORIES: must have at most 100 characters",
      "NOTE: must have at most 100000 characters",
    ]);
  });

  it.each([
    ["1985-04-12", "1985-04-12"],
    ["19850412", "1985-04-12"],
    ["19850412T101112Z", "1985-04-12"],
    ["1985-04-12T10:11:12-05:00", "1985-04-12"],
    ["--04-12", "--04-12"],
    ["--0229", "--02-29"],
    ["1604-02-29", "--02-29"],
    ["1985", undefined],
    ["---12", undefined],
    ["1985-04", undefined],
    ["circa 1800", undefined],
    ["19850412abc", undefined],
  ])("with the birthday %s has %s", async (text, birthday) => {
    expect((await parseCard(`FN:A\nBDAY:${text}`)).value["birthday"]).toBe(birthday);
    const old = `FN:A\nBDAY;X-APPLE-OMIT-YEAR=1985:${text}`;
    expect((await parseCard(old)).value["birthday"]).toBe(birthday?.replace(/^1985/, "-"));
  });

  it("the vCard has Kith's own properties", async () => {
    const { value } = await parseCard([
      "FN:A",
      "X-KITH-DESCRIPTION:Two\\nlines",
      "X-KITH-FAVORITE:true",
      "X-KITH-ARCHIVED:false",
      "X-KITH-CONTACT-FREQUENCY-DAYS:30",
      "X-KITH-LAST-CONTACTED-AT:2026-03-14T09:00:00.000Z",
    ].join("\n"));
    expect(value).toEqual({
      firstName: "A",
      description: "Two\nlines",
      isFavorite: true,
      isArchived: false,
      contactFrequencyDays: 30,
      lastContactedAt: "2026-03-14T09:00:00.000Z",
    });
  });

  it("the vCard has values in charsets of their own", async () => {
    const { value, dropped } = await parseCard(
      "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;Zo=EB\n" +
        "ORG;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83=5C=83=6A=81=5B\n" +
        "TITLE;CHARSET=x-lie;ENCODING=QUOTED-PRINTABLE:=41",
    );
    expect(value).toEqual({ firstName: "Zoë", lastName: "Müller", company: "ソニー" });
    expect(dropped).toEqual(["TITLE: its charset is not known"]);
    const head = "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=SHIFT_JIS:";
    const name = [0x83, 0x5c, 0x83, 0x6a, 0x81, 0x5b];
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from(name), Buffer.from("\nEND:VCARD")]);
    const { records } = await parseFile(bytes, "text/x-vcard");
    expect(records[0]!.value).toEqual({ lastName: "ソニー" });
  });
});

describe("a file of vCards", () => {
  it("the file is read further after an error, with the right lines", async () => {
    const { records, errors } = await parseText(
      [
        "hello",
        "world",
        "BEGIN:VCARD",
        "FN:Ana",
        "no colon",
        'TEL;TYPE="open:1',
        "END:VCARD",
        "BEGIN:VCARD",
        "FN:Never closed",
        "BEGIN:VCARD",
        "AGENT:",
        "BEGIN:VCARD",
        "FN:Secretary",
        "END:VCARD",
        "FN;ENCODING=QUOTED-PRINTABLE:Zoe=",
        "END:VCARD",
        "BEGIN:VCARD",
        "FN:Cut off",
      ].join("\n"),
      "text/vcard; charset=utf-8",
    );
    expect(records.map(({ line, value }) => [line, value["firstName"]]))
      .toEqual([[3, "Ana"], [10, "Zoe="]]);
    expect(errors).toEqual([
      { line: 1, message: "This is not within a vCard." },
      {
        line: 5,
        message: "This line and 1 more of the vCard cannot be read. The rest of it is read.",
      },
      { line: 8, message: "This vCard has no END:VCARD." },
      { line: 17, message: "This vCard has no END:VCARD." },
    ]);
  });

  it("may have groups that contain each other", async () => {
    const group = (name: string, member: string) =>
      `KIND:group\nUID:${name}\nFN:${name}\nMEMBER:${member}\nMEMBER:x\nMEMBER:x`;
    const found = await parseCards(group("a", "b"), group("b", "a"), "UID:x\nFN:Ana");
    expect(found.records.map(({ resource }) => resource))
      .toEqual(["network", "network", "contact"]);
    expect(found.records[2]!.networks).toEqual(["a", "b"]);
    expect(found.dropped)
      .toEqual([{ property: "MEMBER: it is no contact of the file", count: 2 }]);
  });

  it("the file has at most 1,000 records, errors among them", async () => {
    const cards = Array.from({ length: 1000 }, (_, index) => `FN:${index}`);
    expect((await parseCards(...cards)).records).toHaveLength(1000);
    await expect(parseCards(...cards, "NOTE:a")).rejects
      .toMatchObject({ code: "payload_too_large", status: 413 });
  });
});

it("a vCard may have texts in base64, and its whole name in the first part of N", async () => {
  const { value, notes } = await parseCard(
    "N:Mustermann, Max\nNOTE;ENCODING=BASE64:R3LDvMOfZQ==\nTITLE;ENCODING=b:%",
  );
  expect(value).toEqual({ firstName: "Max", lastName: "Mustermann" });
  expect(notes).toEqual([{ content: "Grüße" }]);
});

describe("the lines of vCards", () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9äß -]{1,12}$/);
  // ical.js takes an escaped backslash before a semicolon for an escaped semicolon.
  const part = fc.string({ unit: "grapheme-ascii", maxLength: 20 })
    .filter((text) => !text.endsWith("\\"));
  const values = fc.array(part, { maxLength: 5 });

  it("end a value after an escaped backslash", () => {
    const [line] = [...readLines("N:a\\\\;b\\;c;d\\")];
    expect(partsOf(line as VcardLine, ";")).toEqual(["a\\", "b;c", "d\\"]);
  });

  it("are those that ical.js writes, and have the values that it reads", () => {
    fc.assert(fc.property(values, word, (parts, label) => {
      const escaped = parts.map((part) => part.replace(/[\\;,]/g, "\\$&"));
      const line = `ADR;TYPE="${label}":${escaped.join(";")}`;
      const text = `BEGIN:VCARD\r\nVERSION:4.0\r\n${ICAL.helpers.foldline(line)}\r\nEND:VCARD\r\n`;
      const [found] = [...readLines(text)].filter(({ name }) => name === "ADR");
      if (!found || found.name === null) throw new Error("The line is not found.");
      const [, parameters, , value] = ICAL.parse.property(line, ICAL.design.vcard) as unknown as [
        string,
        { type: string },
        string,
        string | string[],
      ];
      expect(found.parameters.get("TYPE")).toEqual([parameters.type.trim()]);
      expect(partsOf(found, ";"))
        .toEqual([value].flat().map((part) => part.trim()));
    }));
  });
});
