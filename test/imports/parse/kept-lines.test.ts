// What Kith does not know of a vCard or a card stays with the contact.
import { describe, expect, it } from "vitest";
import { keptLimit, keptPattern } from "../../../functions/kith/core/vcard-lines.ts";
import { parseCard, parseText } from "./files.ts";

const kept = async (...lines: string[]) => {
  const { value, dropped } = await parseCard(["FN:Ana", ...lines].join("\n"));
  const text = value["vcardLines"] as string ?? "";
  expect(text).toMatch(keptPattern);
  return { lines: text.split("\n"), dropped };
};

describe("a property that Kith does not know", () => {
  it("is kept unfolded, with its parameters, and decoded where it was encoded", async () => {
    const { lines, dropped } = await kept(
      "X-AIM;TYPE=home,work:zoe",
      'GEO;X-PLACE="a;b":geo:1\\,2',
      " .5",
      "X-QP;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9=0Atwo",
      "X-LOGO;ENCODING=b:aGFsbG8=",
      "X-EMPTY:",
      "X-ODD;P=a^nb^'c:x",
    );
    expect(lines).toEqual([
      "X-AIM;TYPE=home,work:zoe",
      'GEO;X-PLACE="a;b":geo:1\\,2.5',
      "X-QP:Café\\ntwo",
      "X-LOGO;ENCODING=b:aGFsbG8=",
      "X-ODD;P=a^nb^'c:x",
    ]);
    expect(dropped).toEqual([]);
  });

  it("stays with the label of its group, which is called by what is in it", async () => {
    const { lines } = await kept(
      "item1.TEL:1",
      "item1.X-ABLabel:Boat",
      "item2.X-A:1",
      "item2.X-ABLabel:One",
      "item3.X-A:2",
      "item3.X-ABLabel:Two",
      "item4.X-ALONE:4",
    );
    const [one, , two] = lines.map((line) => line.split(".")[0]);
    expect(one).not.toBe(two);
    expect(lines).toEqual([
      `${one}.X-A:1`,
      `${one}.X-ABLABEL:One`,
      `${two}.X-A:2`,
      `${two}.X-ABLABEL:Two`,
      "X-ALONE:4",
    ]);
  });

  it("is said to be left out where there is no room for it", async () => {
    const { lines, dropped } = await kept(
      `X-LONG:${"a".repeat(9_000)}`,
      `X-LONG:${"b".repeat(9_000)}`,
      "X-SHORT:c",
    );
    expect(lines.join("\n").length).toBeLessThanOrEqual(keptLimit);
    expect(lines.map((line) => line.slice(0, 8))).toEqual(["X-LONG:a", "X-SHORT:"]);
    expect(dropped).toEqual([
      "X-LONG: a contact keeps at most 16 KiB of what Kith does not know",
    ]);
  });

  it("is none that says who is related, or when people married, in words of Outlook, Evolution or KAddressBook", async () => {
    const { value, relationships, dropped } = await parseCard(
      [
        "FN:Ana",
        "X-MS-SPOUSE;N=1:Max",
        "X-EVOLUTION-MANAGER:Eve",
        "X-KADDRESSBOOK-X-AssistantsName:Ben",
        "X-MS-ANNIVERSARY:20110113",
      ].join("\n"),
    );
    expect(relationships).toEqual([
      { kind: "spouse", name: "Max" },
      { kind: "manager", name: "Eve" },
      { kind: "assistant", name: "Ben" },
    ]);
    expect(value).toEqual({
      firstName: "Ana",
      dates: [{ kind: "anniversary", label: null, date: "2011-01-13" }],
    });
    expect(dropped).toEqual([]);
  });

  it("is kept of two cards of one person, each once", async () => {
    const card = (more: string) =>
      `BEGIN:VCARD\nFN:Ana Lima\nEMAIL:ana@example.com\nX-AIM:ana\n${more}\nEND:VCARD\n`;
    const { records } = await parseText(card("X-A:1") + card("X-B:2"), "text/vcard");
    expect(records.map(({ value }) => value["vcardLines"])).toEqual(["X-AIM:ana\nX-A:1\nX-B:2"]);
  });

  it("is a member of a card of JSContact, too", async () => {
    const card = {
      "@type": "Card",
      name: { full: "Ana" },
      personalInfo: { p: { level: "high, é" } },
    };
    const { records, dropped } = await parseText(JSON.stringify(card), "application/json");
    expect(records[0]!.value["vcardLines"]).toBe(
      'JSPROP;JSPTR=personalInfo:{"p":{"level":"high\\, é"}}',
    );
    expect(dropped).toEqual([]);
  });
});
