import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRows } from "../../../functions/kith/imports/parse/places.ts";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { parseCsv } from "./files.ts";

const names = async (text: string) =>
  (await parseCsv(text)).records.map(({ value }) => value["firstName"]);

describe("a CSV file", () => {
  it.each([",", ";", "\t", "|"])("has its delimiter found: %j", async (mark) => {
    const text = `Name,E-mail,Notes\n"A, B; C",a@example.com,"1,2;3\t4|5\n6"\n`;
    const other = text.split(/("[^"]*")/)
      .map((part) => part.startsWith('"') ? part : part.replaceAll(",", mark)).join("");
    const { records } = await parseCsv(other);
    expect(records).toMatchObject([{
      value: { firstName: "A, B; C", emails: [{ value: "a@example.com" }] },
      notes: [{ content: "1,2;3\t4|5\n6" }],
    }]);
  });

  it("may say its delimiter as Excel does", async () => {
    expect(await names("sep=;\nName;Phone\nAna;1\n")).toEqual(["Ana"]);
  });

  it("counts lines correctly after line ends within quotation marks", async () => {
    const { records, errors } = await parseCsv(
      'Name,Notes\nAna,"1\n2\r\n3"\n\n,,\nZoë,1,2\nBo,"a ""b"" c"\nMia\n,only a note\n',
    );
    expect(records.map(({ line, value }) => [line, value["firstName"]]))
      .toEqual([[2, "Ana"], [8, "Bo"], [9, "Mia"]]);
    expect(records[1]!.notes).toEqual([{ content: 'a "b" c' }]);
    expect(errors).toMatchObject([
      { line: 7, message: "This row has 3 cells, the header has 2." },
      { line: 10, message: "Give a first name, last name, nickname or company." },
    ]);
  });

  it("says in which lines values are left out, of ten of them", async () => {
    const rows = (email: string, n: number) => `Ana ${n},${email},red\n`;
    const text = "Name,E-mail,Colour\n" + rows("a@example.com", 0) + rows("nobody", 1);
    const { dropped } = await parseCsv(text);
    expect(dropped).toEqual([
      { property: "Colour", count: 2 },
      { property: "E-mail: must be an e-mail address (“nobody”)", count: 1, lines: [3] },
    ]);
    const many = Array.from({ length: 12 }, (_, n) => rows("nobody", n)).join("");
    const [, second] = (await parseCsv(`Name,E-mail,Colour\n${many}`)).dropped;
    expect(second).toMatchObject({ count: 12, lines: Array.from({ length: 10 }, (_, n) => n + 2) });
  });

  it("loses only the line with an unclosed quotation mark", async () => {
    const { records, errors } = await parseCsv('Name\nAna\n"Bo\nMia\n');
    expect(records.map(({ line }) => line)).toEqual([2, 4]);
    expect(errors).toEqual([
      { line: 3, message: "A quotation mark is not closed. This line is left out." },
    ]);
  });

  it("the CSV file is read without the apostrophe of the export, with formulas as text", async () => {
    const { records } = await parseCsv(
      "Name,Phone,Notes,Nickname\n'=1+1,'+49 30 1 ::: '+49 30 2,'@SUM(A1),'n Ana\n" +
        "\"'\t=cmd|' /C calc'!A0\",1,-1,=HYPERLINK()",
    );
    expect(records.map(({ value }) => value)).toEqual([
      {
        firstName: "=1+1",
        nickname: "'n Ana",
        phones: [{ value: "+49 30 1", label: null }, { value: "+49 30 2", label: null }],
      },
      {
        firstName: "=cmd|' /C calc'!A0",
        nickname: "=HYPERLINK()",
        phones: [{ value: "1", label: null }],
      },
    ]);
    expect(records.map(({ notes }) => notes[0]!.content)).toEqual(["@SUM(A1)", "-1"]);
  });

  it.each([
    [["3/22/1980"], "1980-03-22"],
    [["22/3/1980"], "1980-03-22"],
    [["4/5/1980", "22/3/1980"], "1980-05-04"],
    [["4/5/1980"], "1980-04-05"],
    [["4/5/1980", "3/22/1980", "22/3/1980"], "1980-04-05"],
    [["22/3/1980", "3/22/1980"], "1980-03-22"],
    [["3/4"], "--03-04"],
    [["3/4", "13/4"], "--04-03"],
    [["22.3."], "--03-22"],
    [["4.5.1980"], "1980-05-04"],
    [["12 Mar 1980"], "1980-03-12"],
    [["--03-22"], "--03-22"],
    [["3/22/80"], undefined],
    [["0/0/00"], undefined],
    [["2/30/1980"], undefined],
  ])("with birthdays %j has %s", async (dates, birthday) => {
    const { records } = await parseCsv(
      `Name,Birthday\n${dates.map((day) => `A,${day}\n`).join("")}`,
    );
    expect(records[0]!.value["birthday"]).toBe(birthday);
  });

  it("says which birthdays are not certain, because nothing tells whether the day or the month comes first", async () => {
    const uncertain = async (text: string, mapping?: Record<string, string>) => {
      const { records, questions } = await parseCsv(text, mapping);
      const count = questions[0]?.count ?? 0;
      return [records[0]!.value["birthday"], count];
    };
    const dates = "Name,Birthday\nA,03/04/1990\nB,3/4\nC,5/5/1990\nD,1990-01-02\n";
    expect(await uncertain(dates)).toEqual(["1990-03-04", 2]);
    expect(await uncertain(`${dates}E,13/04/1990\n`)).toEqual(["1990-04-03", 0]);
    expect(await uncertain(`${dates}E,04/13/1990\n`)).toEqual(["1990-03-04", 0]);
    // Days of other columns tell it, and so does the language.
    expect(await uncertain("Name,Birthday,Seen\nA,3/4/1990,22/3/2024\n")).toEqual([
      "1990-04-03",
      0,
    ]);
    expect(await uncertain("Vorname,Geburtstag\nA,3/4/1990\n")).toEqual(["1990-04-03", 0]);
    const mapped = (order: string) => ({ N: "name", B: `birthday:${order}` });
    const text = "N,B\nA,3/4/1990\n";
    expect(await uncertain(text, mapped("day-first"))).toEqual(["1990-04-03", 0]);
    expect(await uncertain(text, mapped("month-first"))).toEqual(["1990-03-04", 0]);
    expect(await uncertain(text, { N: "name", B: "birthday" }))
      .toEqual(["1990-03-04", 1]);
    await expect(parseCsv(text, mapped("home"))).rejects.toMatchObject({
      errors: [{ pointer: "/mapping/B" }],
    });
  });

  it("the CSV file is read by the mapping alone when there is one", async () => {
    const text = "Wer,Tel,Tel p,Straße,Ort,Gruppe,Name\nAna,1,2,Weg 1,Köln,Chor ::: Sport,x\n";
    const mapping = {
      "Wer": "firstName",
      "Tel": "phone",
      "Tel p": "phone:home",
      "Straße": "street:home",
      "Ort": "city:home",
      "Gruppe": "networks",
    };
    const { records, dropped } = await parseCsv(text, mapping);
    expect(records).toMatchObject([{
      value: {
        firstName: "Ana",
        phones: [{ value: "1", label: null }, { value: "2", label: "home" }],
        addresses: [{ label: "home", street: "Weg 1", city: "Köln" }],
      },
      networks: ["Chor", "Sport"],
    }]);
    expect(dropped).toEqual([{ property: "Name", count: 1 }]);
  });

  it("the CSV file is refused with a mapping that does not fit, or without a known column", async () => {
    const mapping = { A: "firstName", B: "address", __proto__: "x", C: "networks:a" };
    const own = JSON.parse('{"__proto__":"firstName"}');
    await expect(parseCsv("A,C\n1,2\n", mapping)).rejects.toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/mapping/B" }, { pointer: "/mapping/C" }],
    });
    await expect(parseCsv("A\n1\n", own)).rejects
      .toMatchObject({ errors: [{ pointer: "/mapping/__proto__" }] });
    await expect(parseCsv("foo,bar\n1,2\n")).rejects.toMatchObject({ code: "validation_failed" });
    expect((await parseCsv("")).records).toEqual([]);
  });

  it("cannot change prototypes by its columns", async () => {
    const { records, dropped } = await parseCsv("Name,__proto__,constructor,toString\na,b,c,d\n");
    expect(records[0]!.value).toEqual({ firstName: "a" });
    expect(dropped.map(({ property }) => property))
      .toEqual(["__proto__", "constructor", "toString"]);
  });

  it("the CSV file has at most 1,000 rows", async () => {
    expect((await parseCsv(`Name\n${"a\n\n".repeat(1000)}`)).records).toHaveLength(1000);
    await expect(parseCsv(`Name\n${"a\n".repeat(1001)}`)).rejects
      .toMatchObject({ code: "payload_too_large" });
  });

  it("the CSV file is decoded by its byte order mark, else the charset given, else as UTF-8, else as windows-1252", async () => {
    const latin = Buffer.from("Name\nZo\xeb\x80\n", "latin1");
    const read = async (bytes: Uint8Array, type: string) =>
      (await parseFile(bytes, type)).records[0]!.value["firstName"];
    expect(await read(latin, "text/csv")).toBe("Zoë€");
    expect(await read(latin, "text/csv; charset=windows-1253")).toBe("Zoλ€");
    const marked = Buffer.from("\ufeffName\nZoë\n");
    expect(await read(marked, 'text/csv; charset="utf-16le"')).toBe("Zoë");
    await expect(parseFile(latin, "text/csv; charset=x-none")).rejects
      .toMatchObject({ code: "unsupported_media_type" });
    await expect(parseFile(latin, "text/csv; charset=utf-8")).rejects
      .toMatchObject({ code: "unsupported_media_type" });
    await expect(parseFile(latin, "text/html")).rejects
      .toMatchObject({ code: "unsupported_media_type" });
  });
});

it("the rows of a CSV file are those that csv-parse reads", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "é", '"', ",", "\n", "\r\n", " "),
    maxLength: 6,
  });
  const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
  const bare = cell.map((text) => text.replace(/["\n\r,]/g, "")).filter((text) => text !== "");
  const table = fc.array(fc.array(fc.oneof(quoted, bare), { minLength: 1, maxLength: 4 }));
  fc.assert(fc.property(table, fc.constantFrom("\n", "\r\n", "\r"), (rows, end) => {
    const text = rows.map((row) => row.join(",")).join(end);
    const others = parse(text, {
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    }) as string[][];
    expect([...readRows(text, ",")].map(({ cells }) => cells))
      .toEqual(others.filter((cells) => cells.some((each) => each.trim() !== "")));
  }));
});
