// Titles of tables as programs of several languages and people write them, and tables without any.
import { describe, expect, it } from "vitest";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { parseCsv } from "./files.ts";

describe("a table", () => {
  it.each([
    [
      "Thunderbird in German",
      "Vorname,Nachname,Anzeigename,Primäre E-Mail-Adresse,Mobil-Tel.-Nr.,Geburtsjahr,Geburtsmonat,Geburtstag",
    ],
    [
      "Thunderbird in Finnish",
      "Etunimi,Sukunimi,Näytettävä nimi,Ensisijainen sähköposti,Matkapuhelinnumero,Syntymävuosi,Syntymäkuukausi,Syntymäpäivä",
    ],
    [
      "programmers",
      "firstName,lastName,fullName,emailAddress,mobilePhone,birthYear,birthMonth,birthDay",
    ],
    [
      "remarks in titles",
      "First Name (required),Last Name *,Name,Email (one, or several),Mobile phone:,Birth year,Birth month,Birth day",
    ],
  ])("has the columns of %s", async (_, titles) => {
    const { records, dropped } = await parseCsv(
      `${
        titles.replace("(one, or several)", '"(one, or several)"').replace(
          'Email "(one, or several)"',
          '"Email (one, or several)"',
        )
      }\n` +
        "Aino,Esimerkki,Aino Esimerkki,aino@example.org,+358 40 5550128,1985,4,12\n",
    );
    expect(dropped).toEqual([]);
    expect(records[0]!.value).toEqual({
      firstName: "Aino",
      lastName: "Esimerkki",
      birthday: "1985-04-12",
      emails: [{ value: "aino@example.org", label: null }],
      phones: [{ value: "+358 40 5550128", label: "mobile" }],
    });
  });

  it("the table has its delimiter found by its rows, and not by commas within titles", async () => {
    const { records } = await parseCsv(
      "First Name (required, up to 100);E-mail (one, or several, with commas)\nAda;ada@example.org\n",
    );
    expect(records[0]!.value)
      .toEqual({ firstName: "Ada", emails: [{ value: "ada@example.org", label: null }] });
  });

  it("the table is asked about where no column of names is known and others have text", async () => {
    await expect(parseCsv("Wer,Email\nAna,a@example.org\n")).rejects.toMatchObject({
      errors: [{
        message: "No column of names is known. Say with a mapping what the columns are.",
      }],
    });
    expect((await parseCsv("Nr,Email\n1,a@example.org\n")).records).toHaveLength(1);
  });

  it("without titles has its first line read as a person, and says so", async () => {
    const text = "Ann Lee,ann@example.org,+1 555 0195\nBen,ben@example.org,\n";
    const { records, questions } = await parseCsv(text);
    expect(records.map(({ value }) => value["firstName"])).toEqual(["Ann Lee", "Ben"]);
    expect(records[0]!.value["phones"]).toEqual([{ value: "+1 555 0195", label: null }]);
    expect(questions).toMatchObject([{
      kind: "header",
      readAs: "false",
      examples: ["Ann Lee", "ann@example.org", "+1 555 0195"],
    }]);
    const bytes = new TextEncoder().encode(text);
    await expect(parseFile(bytes, "text/csv", { header: true }))
      .rejects.toMatchObject({ code: "validation_failed" });
    expect((await parseFile(bytes, "text/csv", { header: false })).questions).toEqual([]);
  });

  it("the table has several networks in a cell of categories and tags", async () => {
    const networks = async (text: string) => (await parseCsv(text)).records[0]!.networks;
    expect(await networks('Name,Categories\nA,"Friend, colleague;Chor;"\n'))
      .toEqual(["Friend", "colleague", "Chor"]);
    expect(await networks('Name,Tags\nA,"a, b|c;d"\n')).toEqual(["a", "b", "c", "d"]);
    expect(await networks('Name,Labels\nA,"a, b ::: c"\n')).toEqual(["a, b", "c"]);
  });
});
