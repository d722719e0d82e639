import { beforeAll, describe, expect, it } from "vitest";
import { type KithClient, type ListNotesQuery, orThrow } from "../../client/src/index.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { typedClient } from "../support/typed-client.ts";

const trip = "Talked about the climbing trip.\nCall 030/12 on MAY 3rd";
const cafe = "Im CAFÉ über die Straße geredet; Zoë mag Łódź";
const odd = "100% under_score \\ done";

let ada: Account;
let kith: KithClient;
let zoe: string;
let call: string;
beforeAll(async () => {
  ada = await signUp();
  kith = typedClient(ada.token);
  ({ id: zoe } = await make(ada, "/contacts", { firstName: "Zoe" }));
  ({ id: call } = await make(ada, "/note-types", { name: "Call" }));
  await make(ada, "/notes", { content: trip, occurredAt: "2026-01-01", contactId: zoe });
  await make(ada, "/notes", { content: cafe, occurredAt: "2026-02-01", noteTypeId: call });
  await make(ada, "/notes", { content: odd, occurredAt: "2026-03-01", contactId: zoe });
});

async function found(search: string, more: ListNotesQuery = {}): Promise<string[]> {
  const query = { search, ...more };
  const list = await orThrow(kith.GET("/notes", { params: { query } }));
  expect(list.total).toBe(list.data.length);
  return list.data.map(({ content }) => content);
}

describe("searching notes", () => {
  it.each([
    ["trip climbing", "in any order", trip],
    ["CLIMB", "inside a word, in any case", trip],
    ["may", "in lower case of what is in upper case", trip],
    ["030/12 call", "with a number as it was written", trip],
    ["  trip \t may ", "with space around", trip],
    ["cafe", "without its accent", cafe],
    ["CAFE\u0301", "with an accent of its own code point", cafe],
    ["uber strasse", "without an umlaut and without ß", cafe],
    ["Über", "as it is written", cafe],
    ["lodz zoe", "of several words", cafe],
    ["100%", "with a literal percent sign", odd],
    ["r_s", "with a literal underscore", odd],
    ["\\", "with a literal backslash", odd],
  ])("finds the note with %j, %s", async (search, _, content) => {
    expect(await found(search)).toEqual([content]);
  });

  it("wants every word, and looks at nothing but the content", async () => {
    expect(await found("trip cafe")).toEqual([]);
    expect(await found("r%s")).toEqual([]);
    expect(await found("03012")).toEqual([]);
    expect(await found(zoe)).toEqual([]);
  });

  it("finds every note by nothing but space, the newest first", async () => {
    expect(await found(" \t ")).toEqual([odd, cafe, trip]);
    expect(await found("")).toEqual([odd, cafe, trip]);
    expect(await found("e")).toEqual([odd, cafe, trip]);
    expect(await found("e", { sort: "occurredAt" })).toEqual([trip, cafe, odd]);
  });

  it.each<[string, () => ListNotesQuery, string[]]>([
    ["contactId", () => ({ contactId: zoe }), [odd, trip]],
    ["noteTypeId", () => ({ noteTypeId: call }), [cafe]],
    ["from", () => ({ from: "2026-02-01" }), [odd, cafe]],
    ["to", () => ({ to: "2026-02-01" }), [cafe, trip]],
  ])("joins the filter %s with and", async (_, filter, contents) => {
    expect(await found("e", filter())).toEqual(contents);
    expect(await found("nowhere", filter())).toEqual([]);
  });

  it("counts all pages", async () => {
    const page = expectStatus(
      await ada.get("/notes?search=e&pageSize=1&page=2&fields=content"),
      200,
    );
    expect([page.total, page.data.map(({ content }: Json) => content)]).toEqual([3, [cafe]]);
  });

  it("sees changes at once, from ASCII to other texts and back", async () => {
    const bob = await signUp();
    const total = async (search: string) =>
      expectStatus(await bob.get(`/notes?search=${encodeURIComponent(search)}`), 200).total;
    const { id } = await make(bob, "/notes", { content: "Plain" });
    for (const [content, search] of [["Grün", "grun"], ["Grey", "grey"], ["Größe", "grosse"]]) {
      expect([content, await total(search!)]).toEqual([content, 0]);
      expectStatus(await bob.patch(`/notes/${id}`, { content }), 200);
      expect([content, await total(search!)]).toEqual([content, 1]);
    }
    const removed = await bob.delete(`/notes/${id}`);
    expectStatus(removed, 204);
    expect(await total("grosse")).toBe(0);
    const set = removed.headers.get("x-activity-id");
    expectStatus(await bob.post(`/activity/${set}/undo`), 200);
    expect(await total("grosse")).toBe(1);
  });

  it("takes 200 characters and no more", async () => {
    expect(await found("😀".repeat(200))).toEqual([]);
    expect(await found("a b c d e f g h i j k l m n o p q r s t u v w x y z")).toEqual([]);
    const tooLong = await ada.get(`/notes?search=${encodeURIComponent("😀".repeat(201))}`);
    expectViolations(tooLong, "query /search too_long");
  });

  it("finds a word at the end of the longest content", async () => {
    const bob = await signUp();
    for (const letter of ["x", "ü", "\ufdfa"]) {
      const content = `${letter}end`.padStart(100_000, letter);
      await make(bob, "/notes", { content });
    }
    const { total } = expectStatus(await bob.get("/notes?search=end&fields=id"), 200);
    // The last is cut off: it folds to eighteen times as many characters.
    expect(total).toBe(2);
  });
});

it("an ASCII text is not stored a second time", async () => {
  const rows = await superuser()`
    select content, folded_content from kith.notes where owner_id = ${ada.id} order by occurred_at`;
  expect(rows).toEqual([
    { content: trip, folded_content: null },
    { content: cafe, folded_content: "im cafe uber die strasse geredet; zoe mag lodz" },
    { content: odd, folded_content: null },
  ]);
});
