import { describe, expect, it } from "vitest";
import { parseCard, parseText } from "./files.ts";

const first = async (text: string, type: string) => {
  const { records, errors, dropped } = await parseText(text, type);
  expect(errors).toEqual([]);
  return { value: records[0]!.value, dropped };
};

const doctor = {
  namePrefix: "Dr.",
  firstName: "Max",
  middleName: "Peter",
  lastName: "Mustermann",
  nameSuffix: "PhD",
};

describe("the parts of a name", () => {
  it.each<[string, string, object]>([
    ["N:Mustermann;Max;Peter;Dr.;PhD", "FN:Dr. Max Peter Mustermann, PhD", doctor],
    ["N:Mustermann;Max;Peter,Paul;;", "FN:Max Mustermann", {
      firstName: "Max",
      middleName: "Peter Paul",
      lastName: "Mustermann",
    }],
    ["N:王;秉元;;;", "FN:王秉元", { firstName: "秉元", lastName: "王" }],
    // A name as a whole has its parts already, and a middle name alone is what somebody is called.
    ["N:;;;Dr.;", "FN:Dr. Max", { firstName: "Dr. Max" }],
    ["N:;;Peter;;", "FN:Peter", { firstName: "Peter" }],
    ["ORG:;Sales", "FN:Max", { firstName: "Max", department: "Sales" }],
    ["ORG:Acme;Sales;Berlin", "FN:Max", {
      firstName: "Max",
      company: "Acme",
      department: "Sales, Berlin",
    }],
    ["PRONOUNS;PREF=2:they/them\nPRONOUNS;PREF=1:she/her", "FN:Max", {
      firstName: "Max",
      pronouns: "she/her",
    }],
  ])("%s with %s are read from a vCard", async (line, formatted, found) => {
    expect((await parseCard(`${line}\n${formatted}`)).value).toEqual(found);
  });

  it("are read from JSContact, with how they are said and how somebody is spoken of", async () => {
    const component = (kind: string, value: string, phonetic?: string) => ({
      kind,
      value,
      ...phonetic && { phonetic },
    });
    const card = {
      "@type": "Card",
      version: "1.0",
      uid: "a",
      name: {
        full: "Dr. 健 Jun 渡辺 III",
        components: [
          component("title", "Dr."),
          component("given", "健", "けん"),
          component("given2", "Jun"),
          component("surname", "渡辺", "わたなべ"),
          component("generation", "III"),
        ],
        phoneticScript: "Hrkt",
      },
      organizations: { a: { name: "Acme", units: [{ name: "Sales" }] } },
      speakToAs: { pronouns: { a: { pronouns: "they/them", pref: 2 }, b: { pronouns: "he/him" } } },
    };
    const { value, dropped } = await first(JSON.stringify(card), "application/json");
    expect(value).toEqual({
      namePrefix: "Dr.",
      firstName: "健",
      middleName: "Jun",
      lastName: "渡辺",
      nameSuffix: "III",
      phoneticFirstName: "けん",
      phoneticLastName: "わたなべ",
      company: "Acme",
      department: "Sales",
      pronouns: "they/them",
    });
    expect(dropped).toEqual([{ property: "speakToAs: a contact has one", count: 1, lines: [1] }]);
  });

  it("are read from Active Directory, and from tables of Outlook in Japanese", async () => {
    const entry = "dn: cn=a\ngivenName: Ken\nmiddleName: Jun\nsn: Watanabe\npersonalTitle: Dr.\n" +
      "generationQualifier: Jr.\nmsDS-PhoneticLastName: Baba\nou: Sales\n";
    expect((await first(entry, "text/ldif")).value).toEqual({
      firstName: "Ken",
      middleName: "Jun",
      lastName: "Watanabe",
      namePrefix: "Dr.",
      nameSuffix: "Jr.",
      phoneticLastName: "Baba",
      department: "Sales",
    });
    const table = "姓,名,姓フリガナ,名フリガナ,部署\n渡辺,健,ワタナベ,ケン,営業\n";
    expect((await first(table, "text/csv")).value).toEqual({
      firstName: "健",
      lastName: "渡辺",
      phoneticFirstName: "ケン",
      phoneticLastName: "ワタナベ",
      department: "営業",
    });
  });

  it("that are too long are left out and listed, and the contact is read", async () => {
    const { value, dropped } = await first(
      `First Name,Name Prefix,Department\nMax,${"x".repeat(101)},${"y".repeat(256)}\n`,
      "text/csv",
    );
    expect(value).toEqual({ firstName: "Max" });
    expect(dropped.map(({ property }) => property)).toEqual([
      "Name Prefix: must have at most 100 characters",
      "Department: must have at most 255 characters",
    ]);
  });
});
