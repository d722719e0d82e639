import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

const sql = superuser();
const joiner = "\u034f";

const normalized = async (texts: string[]): Promise<string[]> => {
  const rows = await sql`
    select kith_private.normalized(value) as text from unnest(${texts}::text[]) with ordinality as t (value, n) order by n`;
  return rows.map((row) => row.text);
};

/** Whether a character is a mark that normalization may move: one that is, changes places with U+0345 before it. */
const isMovable = (mark: string) =>
  mark === "\u0345" || `\u0345${mark}`.normalize("NFD").at(-1) === "\u0345";

describe("normalizing", () => {
  it("gives what JavaScript gives", async () => {
    const unit = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }) },
      fc.constantFrom("é", "e\u0301", "ﬁ", "Å", "が", "ｶﾞ", "각", "😀", "\u0323", "\u0301", "a"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(unit, { maxLength: 12 }).map((parts) => parts.join("")), {
          minLength: 1,
          maxLength: 50,
        }),
        async (texts) => {
          const storable = texts.map((text) =>
            text.replaceAll("\0", "").toWellFormed().replaceAll(joiner, "")
          );
          expect(await normalized(storable)).toEqual(
            storable.map((text) => text.normalize("NFKC")),
          );
        },
      ),
      { numRuns: count({ quick: 20, thorough: 100 }) },
    );
  });

  it("interrupts a run of any marks, so that sorting them takes time linear to its length", async () => {
    const marks: string[] = [];
    for (let point = 1; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      const [first] = character.normalize("NFKD");
      if (isMovable(first!)) marks.push(character);
    }
    expect(marks.length).toBeGreaterThan(800);
    // U+0345 has the highest class: sorted, it would stand at the end of the run.
    const runs = marks.filter((mark) => mark !== "\u0345").map((mark) =>
      `a\u0345${mark.repeat(40)}`
    );
    expect(runs[0]!.normalize("NFKC").endsWith("\u0345")).toBe(true);
    const uninterrupted = (await normalized(runs)).filter((text) => text.endsWith("\u0345"));
    expect(uninterrupted).toEqual([]);
  });
});

// Before, these took from two seconds to minutes, in a loop that no timeout ends.
describe("a text of thousands of combining marks", () => {
  const marks = (each: number) => `a${"\u0301".repeat(each)}${"\u0323".repeat(each)}`;

  it("the text is refused by PostgREST where it is too long", async () => {
    const ada = await signUp();
    const answer = await postgrestClient(ada.token).post("/contacts", {
      first_name: "A",
      description: marks(35_000),
    });
    expect([answer.status, answer.body.code]).toEqual([400, "23514"]);
  });

  it("the text is stored where it is not, and found", async () => {
    const ada = await signUp();
    const contact = await ada.make("/contacts", { firstName: "Ada", description: marks(4_999) });
    expect(contact.description).toBe(marks(4_999));
    expect((await ada.get("/contacts?search=ada")).body.total).toBe(1);
    const word = encodeURIComponent(marks(99));
    expect((await ada.get(`/contacts?search=${word}`)).status).toBe(200);
  });
});

it("a text that search would have to hold at many times its length is held in part", async () => {
  const ada = await signUp();
  const contact = await ada.make("/contacts", {
    firstName: "Ada",
    description: "\ufdfa".repeat(10_000),
  });
  const [row] =
    await sql`select char_length(long_search_text) as length from kith.contacts where id = ${contact.id}`;
  expect(row!["length"]).toBe(20_000);
});
