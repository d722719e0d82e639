// What Kith does not know of vCards: it comes in and goes out, is merged and undone.
import { describe, expect, it } from "vitest";
import { expectStatus, signUp } from "../support/accounts.ts";
import { expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", "FN:Ana Lima", "EMAIL:ana@example.com", ...lines, "END:VCARD", ""]
    .join("\r\n");

/** Imports a file, merging, and returns the one contact of the account. */
async function imported(account: Awaited<ReturnType<typeof signUp>>, raw: string, type: string) {
  const preview = await account.post("/imports", undefined, {
    raw,
    headers: { "content-type": type },
  });
  const { id, dropped } = expectStatus(preview, 201);
  expect(dropped).toEqual([]);
  expectStatus(await account.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
  const contacts = await account.listed("/contacts");
  expect(contacts).toHaveLength(1);
  return contacts[0]!;
}

describe("properties of vCards that Kith does not know", () => {
  it("come in with a file, are united with those of the next, and go out in each format", async () => {
    const ada = await signUp();
    const lines = ["X-AIM;TYPE=home,cell;X-P=a^nb:ana", 'GEO;X-P="a;b":geo:1\\,2'];
    await imported(ada, card(...lines, "item1.X-A:1", "item1.X-ABLabel:One"), "text/vcard");
    const found = await imported(ada, card(...lines, "X-B:2"), "text/vcard");
    const kept = found.vcardLines.split("\n");
    expect(kept).toEqual([
      ...lines,
      expect.stringMatching(/^g\w+\.X-A:1$/),
      expect.stringMatching(/^g\w+\.X-ABLABEL:One$/),
      "X-B:2",
    ]);
    for (const format of ["vcard", "vcard3"]) {
      const { text } = await ada.get(`/contacts/export?format=${format}`);
      const unfolded = text.replaceAll("\r\n ", "").split("\r\n");
      expect(unfolded).toEqual(
        expect.arrayContaining([...lines, "kept1.X-A:1", "kept1.X-ABLABEL:One", "X-B:2"]),
      );
      expect((await imported(await signUp(), text, "text/vcard")).vcardLines).toBe(
        found.vcardLines,
      );
    }
    const { text } = await ada.get("/contacts/export?format=jscontact");
    expect((await imported(await signUp(), text, "application/json")).vcardLines).toBe(
      found.vcardLines,
    );
  });

  it("are members of cards of JSContact again", async () => {
    const personalInfo = { p: { "@type": "PersonalInfo", level: "high, é; \n" } };
    const given = { "@type": "Card", name: { full: "Ana Lima" }, personalInfo };
    const ada = await signUp();
    await imported(ada, JSON.stringify(given), "application/json");
    const { text } = await ada.get("/contacts/export?format=jscontact");
    expect([JSON.parse(text)].flat()[0]).toMatchObject({ personalInfo });
  });

  it("are merged with those of a duplicate, where there is room, and undone", async () => {
    const ada = await signUp();
    const make = (vcardLines: string) => ada.make("/contacts", { firstName: "Ana", vcardLines });
    const one = await make("X-A:1\nX-B:2");
    const other = await make("X-B:2\nX-C:3");
    const merged = await ada.post(`/contacts/${one.id}/merge`, { duplicateId: other.id });
    expect(expectStatus(merged, 200).contact.vcardLines).toBe("X-A:1\nX-B:2\nX-C:3");
    await ada.undo(changeSetOf(merged, 200));
    expect(await ada.read(`/contacts/${one.id}`)).toMatchObject({ vcardLines: "X-A:1\nX-B:2" });
    const long = await make(`X-C:${"c".repeat(16_380)}`);
    const path = `/contacts/${one.id}/merge`;
    expectViolations(
      await ada.post(path, { duplicateId: long.id }),
      "body /fields/vcardLines too_long",
    );
    const fields = { vcardLines: "target" };
    const chosen = await ada.post(path, { duplicateId: long.id, fields });
    expect(expectStatus(chosen, 200).contact.vcardLines).toBe("X-A:1\nX-B:2");
  });

  it("are lines of a vCard, and none that would end it is written", async () => {
    const ada = await signUp();
    for (const vcardLines of ["no property", "X-A:1\n\nX-B:2", "X-A:1\rEND:VCARD"]) {
      expectViolations(
        await ada.post("/contacts", { firstName: "Ana", vcardLines }),
        "body /vcardLines invalid_format",
      );
    }
    await ada.make("/contacts", {
      firstName: "Ana",
      vcardLines: "END:VCARD\nx.UID:1\nX-A:1\u0001 2",
    });
    const { text } = await ada.get("/contacts/export?format=vcard");
    expect(text.match(/^END:VCARD/gm)).toHaveLength(1);
    expect(text.match(/UID:/g)).toHaveLength(1);
    expect(text).toContain("\r\nX-A:1 2\r\n");
  });
});
