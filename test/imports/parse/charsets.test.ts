// Text of files that is not in the charset of the rest, and lines that were folded at the wrong place.
import { describe, expect, it } from "vitest";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { parseText } from "./files.ts";

const latin = (text: string) => Buffer.from(text, "latin1");
const guessed = { property: "text that is not UTF-8: its charset is guessed", count: 1 };

async function namesOf(bytes: Uint8Array, type: string) {
  const { records, dropped } = await parseFile(bytes, type);
  const names = records.map(({ value }) =>
    [value["firstName"], value["lastName"]].filter(Boolean).join(" ")
  );
  return { names, dropped };
}

describe("one byte that is not UTF-8", () => {
  it("changes no other vCard, and is said to be guessed", async () => {
    const file = Buffer.concat([
      latin("BEGIN:VCARD\nFN:M\xfcller\nEND:VCARD\n"),
      Buffer.from("BEGIN:VCARD\nFN:Plácido\nEND:VCARD\n"),
      Buffer.from("BEGIN:VCARD\nFN:Zo"),
      latin("\xc3\n \xab\nEND:VCARD\n"),
    ]);
    const dropped = [guessed];
    expect(await namesOf(file, "text/vcard"))
      .toEqual({ names: ["Müller", "Plácido", "Zoë"], dropped });
    const marked = Buffer.concat([Buffer.from("\ufeff"), file]);
    expect(await namesOf(marked, "text/vcard"))
      .toEqual({ names: ["Müller", "Plácido", "Zoë"], dropped });
  });

  it("changes no other row of a table, entry of LDIF and text of JSON", async () => {
    const wanted = { names: ["Müller", "Plácido"], dropped: [guessed] };
    const of = (text: string) =>
      Buffer.concat(
        text.split("Plácido").flatMap((part, index) => [
          ...(index > 0 ? [Buffer.from("Plácido")] : []),
          latin(part),
        ]),
      );
    expect(await namesOf(of("Name\nM\xfcller\nPlácido\n"), "text/csv")).toEqual(wanted);
    expect(await namesOf(of("dn: cn=a\ncn: M\xfcller\n\ndn: cn=b\ncn: Plácido\n"), "text/ldif"))
      .toEqual(wanted);
    const json = '{"kith":1,"contacts":[{"firstName":"M\xfcller"},{"firstName":"Plácido"}]}';
    expect(await namesOf(of(json), "application/json")).toEqual(wanted);
  });

  it("the byte is the only one of its value that is guessed, where most of it is UTF-8", async () => {
    const file = Buffer.concat([Buffer.from("Name\nPlácido García M"), latin("\xfcller\n")]);
    expect((await namesOf(file, "text/csv")).names).toEqual(["Plácido García Müller"]);
  });
});

describe("a value in quoted-printable", () => {
  const noteOf = async (version: string, lines: string) => {
    const { records } = await parseText(
      `BEGIN:VCARD\nVERSION:${version}\nFN:A\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${lines}\nEND:VCARD\n`,
      "text/vcard",
    );
    return records[0]!.notes[0]?.content;
  };

  it.each([
    ["2.1", "=D0=A8=D0=\n =BA=D0=BE=\n =20=D0=92", "Шко В"],
    ["2.1", "=D0=A8=D0=\n =BA", "Шк"],
    ["2.1", "=D0=A8=D0=\n\t=BA", "Шк"],
    ["2.1", "=D0=A8=D0=\n  =BA=20=\n  a", "Шк a"],
    ["2.1", "=D0=A8=D0=BA=\n =D0=BE=\n =D0=BB", "Школ"],
    ["3.0", "=D0=A8=D0=BA=\n =D0=BE", "Шко"],
    ["2.1", "=D0=A8=D0=BA=\n =D0=BE", "Шко"],
    ["2.1", "Shko= \nla", "Shkola"],
    ["3.0", "=C3=A9t=\n =C3=A9=20a", "été a"],
    ["2.1", "the street=\n  and the=\n  road=\n side", "the street and the roadside"],
    ["3.0", "the street=\n =20and=\n  more", "the street and more"],
  ])("of version %s has no blank where %j was folded", async (version, lines, text) => {
    expect(await noteOf(version, lines)).toBe(text);
  });

  it.each([
    ["Hello=\n world", "Hello world"],
    ["Hello=\n world and more", "Hello world and more"],
    ["one two=\n three=\n four", "one two three four"],
    ["one=\n two=\nthree", "one twothree"],
    ["one two=\n three=\n four=\n five=\n six", "one two three four five six"],
  ])("keeps the blank of %j", async (lines, text) => {
    expect(await noteOf("2.1", lines)).toBe(text);
  });
});
