import { describe, expect, it } from "vitest";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";

const parse = (document: object) =>
  parseFile(
    new TextEncoder().encode(JSON.stringify({ kith: 1, ...document }, null, 2)),
    "application/json",
  );

const id = (n: number) => `0190a5c2-6f7e-7cc3-98c4-${String(n).padStart(12, "0")}`;

describe("the profile of a document", () => {
  it("has the members that a client can write, and its line", async () => {
    const profile = {
      id: id(1),
      email: "ada@example.com",
      name: " Ada ",
      timezone: "Europe/Paris",
      country: "FR",
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
      scopes: ["contacts:read"],
      networkIds: null,
      expiresAt: null,
      pets: 1,
    };
    const { records, errors, dropped } = await parse({
      contacts: [{ firstName: "Zoë" }],
      profile,
      notes: [{ content: "N" }],
    });
    expect(errors).toEqual([]);
    expect(records.map(({ resource, line }) => [resource, line]))
      .toEqual([["profile", 8], ["contact", 4], ["note", 24]]);
    expect(records[0]).toMatchObject({
      uid: null,
      value: { name: "Ada", timezone: "Europe/Paris", country: "FR" },
    });
    expect(dropped).toEqual([{ property: "profile.pets", count: 1 }]);
  });

  it.each([
    [undefined],
    [null],
    [{}],
    [{ name: null, timezone: "UTC", country: null }],
    [{ name: " ", country: "" }],
  ])("that says nothing is none: %j", async (profile) => {
    expect(await parse({ profile })).toMatchObject({ records: [], errors: [], dropped: [] });
  });

  it.each([
    [5, "/profile"],
    ["Ada", "/profile"],
    [[], "/profile"],
    [{ name: 5 }, "/profile/name"],
    [{ name: "x".repeat(256) }, "/profile/name"],
    [{ timezone: {} }, "/profile/timezone"],
    [{ timezone: "" }, "/profile/timezone"],
    [{ country: "France" }, "/profile/country"],
    [{ name: "a\0" }, "/profile/name"],
  ])("%j is an error, and the rest goes on", async (profile, pointer) => {
    const { records, errors } = await parse({ profile, contacts: [{ firstName: "Zoë" }] });
    expect(errors).toEqual([
      { line: expect.any(Number), pointer, message: expect.any(String), resource: "profile" },
    ]);
    expect(records.map(({ resource }) => resource)).toEqual(["contact"]);
  });
});

describe("reminders of a document", () => {
  /** For each number the next one, as reminders. */
  const series = (...next: unknown[]) =>
    parse({ reminders: next.map((nextId, n) => ({ id: id(n), title: `R${n}`, nextId })) });
  const links = ({ records }: Awaited<ReturnType<typeof series>>) =>
    records.map(({ refs }) => refs?.nextUid ?? null);

  it("keep the next one, unless it would come before itself", async () => {
    const ways = await series(id(1), id(2), id(3), id(1), null, id(5), id(4), id(99));
    expect(links(ways)).toEqual([id(1), null, null, null, null, null, id(4), id(99)]);
    expect(ways.dropped).toEqual([{ property: "reminders.nextId: comes after itself", count: 4 }]);
  });

  it("are read in linear time in a long series", async () => {
    const found = await series(...Array.from({ length: 1_000 }, (_, n) => id((n + 1) % 1_000)));
    expect(links(found).filter(Boolean)).toEqual([]);
    const open = await series(...Array.from({ length: 1_000 }, (_, n) => id(n + 1)));
    expect(links(open).filter(Boolean)).toHaveLength(1_000);
  });

  it.each([5, true, "x", {}, [id(1)], `urn:uuid:${id(1)}`])(
    "are kept without a nextId of %j",
    async (nextId) => {
      const found = await series(nextId);
      expect(links(found)).toEqual([null]);
      expect(found.dropped).toEqual([{ property: "reminders.nextId: must be a UUID", count: 1 }]);
    },
  );

  it("keep a valid time of completion", async () => {
    const at = "2026-03-02T08:15:00.000Z";
    const reminders = [[true, at], [false, at], [true, "2026-03-02"], [true, 5], [true, null]]
      .map(([completed, completedAt]) => ({ title: "R", completed, completedAt }));
    const { records, dropped } = await parse({ reminders });
    expect(records.map(({ value }) => value["completedAt"] ?? null))
      .toEqual([at, null, null, null, null]);
    expect(dropped).toEqual([
      { property: "reminders.completedAt: must be an RFC 3339 instant", count: 2 },
    ]);
  });
});
