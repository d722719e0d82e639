import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { namesIn, query } from "../support/contact-lists.ts";

describe("filtering contacts", () => {
  let me: Account;
  beforeEach(async () => {
    me = await signUp();
  });
  const create = (firstName: string, body: Json = {}) =>
    me.make("/contacts", { firstName, ...body });
  const names = (parameters: Json) => namesIn(me, parameters);
  /** Demands these names for each of the queries. */
  const expectNames = async (...cases: [parameters: Json, expected: string[]][]) => {
    for (const [parameters, expected] of cases) {
      expect([parameters, await names(parameters)]).toEqual([parameters, expected]);
    }
  };

  it("finds members of a network, favourites and both, however yes and no are written", async () => {
    const { id } = await me.make("/networks", { name: "N" });
    await create("1", { networkIds: [id], isFavorite: true });
    await create("2", { networkIds: [id] });
    await create("3", { isFavorite: true });
    await expectNames(
      [{ networkId: id }, ["1", "2"]],
      [{ networkId: randomUUID() }, []],
      [{ isFavorite: "YES" }, ["1", "3"]],
      [{ isFavorite: "0" }, ["2"]],
      [{ isFavorite: "True", networkId: id }, ["1"]],
    );
  });

  it("finds whom to contact before a day in the profile's time zone, and sorts by that day", async () => {
    await me.change("/me", { timezone: "Pacific/Auckland" });
    // In UTC both are on the same day.
    await create("4th", { contactFrequencyDays: 3, lastContactedAt: "2024-05-01T11:59:00Z" });
    await create("5th", { contactFrequencyDays: 3, lastContactedAt: "2024-05-01T12:00:00Z" });
    await create("5th too", { contactFrequencyDays: 5, lastContactedAt: "2024-04-30" });
    await create("fresh", { contactFrequencyDays: 7 });
    await create("never", { lastContactedAt: "2024-05-01" });
    const days = async (parameters: Json) =>
      (await me.listed(query(parameters))).map(({ nextContactOn }) => nextContactOn?.slice(5, 10));
    const due = ["05-04", "05-05", "05-05"];
    expect((await days({ sort: "nextContactOn" })).slice(0, 3)).toEqual(due);
    expect((await days({ sort: "-nextContactOn" })).slice(1)).toEqual([
      ...due.reverse(),
      undefined,
    ]);
    await expectNames(
      [{ nextContactBefore: "2024-05-04" }, []],
      [{ nextContactBefore: "2024-05-05" }, ["4th"]],
      [{ nextContactBefore: "2024-05-06" }, ["4th", "5th", "5th too"]],
      [{ nextContactBefore: "0001-01-01" }, []],
      [{ needsContact: true }, ["4th", "5th", "5th too"]],
      [{ needsContact: "no" }, ["fresh", "never"]],
      [{ nextContactBefore: "9999-12-31", needsContact: false }, ["fresh"]],
    );
  });

  it("finds contacts that were not contacted since a day in the profile's time zone", async () => {
    await me.change("/me", { timezone: "Pacific/Auckland" });
    await create("4th", { lastContactedAt: "2024-05-03T11:59:00Z" });
    await create("5th", { lastContactedAt: "2024-05-04T12:00:00Z" });
    await create("never");
    await expectNames(
      [{ lastContactedBefore: "2024-05-04" }, ["4th", "never"]],
      [{ lastContactedBefore: "2024-05-05" }, ["4th", "never"]],
      [{ lastContactedBefore: "2024-05-06" }, ["4th", "5th", "never"]],
      [{ lastContactedBefore: "2024-05-04T12:00:00Z" }, ["4th", "never"]],
    );
  });

  it("finds birthdays in a month, with and without a year, and sorts by the day in the year", async () => {
    for (const birthday of ["1990-11-05", "--05-17", "2001-05-01", "--12-05", null]) {
      await create(birthday ?? "none", { birthday });
    }
    const inOrder = ["2001-05-01", "--05-17", "1990-11-05", "--12-05"];
    expect((await names({ birthdayMonth: 5 })).sort()).toEqual(["--05-17", "2001-05-01"]);
    await expectNames(
      [{ birthdayMonth: 12 }, ["--12-05"]],
      [{ birthdayMonth: 1 }, []],
      [{ sort: "birthday" }, [...inOrder, "none"]],
      [{ sort: "-birthday" }, [...inOrder.reverse(), "none"]],
    );
  });

  it("finds contacts with an e-mail address or a phone number, and without", async () => {
    const emails = [{ value: "a@example.com" }];
    const phones = [{ value: "030 1" }];
    await create("both", { emails, phones });
    await create("email", { emails });
    await create("neither");
    await create("phone", { phones });
    await expectNames(
      [{ hasEmail: true }, ["both", "email"]],
      [{ hasPhone: false }, ["email", "neither"]],
      [{ hasEmail: false, hasPhone: false }, ["neither"]],
      [{ hasEmail: true, hasPhone: true, search: "both" }, ["both"]],
    );
  });

  it("finds contacts by the words of their company, in any case and without accents", async () => {
    await create("1", { company: "Café Zürich 100%" });
    await create("2", { company: "CAFE BERLIN" });
    await create("café zurich 100%", { description: "Café".repeat(300) });
    await create("4", { company: "Café Zürich", description: "x ".repeat(2000) });
    await expectNames(
      [{ company: "cafe" }, ["1", "2", "4"]],
      [{ company: "Zurich CAFÉ" }, ["1", "4"]],
      [{ company: "100%" }, ["1"]],
      [{ company: "_" }, []],
      [{ company: "\\" }, []],
    );
  });

  it("says how many archived contacts a search leaves out", async () => {
    for (const isArchived of [false, true, true]) {
      await create("Zoë", { isArchived, isFavorite: isArchived });
    }
    await create("Max", { isArchived: true });
    for (
      const [parameters, expected] of [
        [{ search: "zoe" }, [1, 2]],
        [{ search: "zoe", isFavorite: false }, [1, undefined]],
        [{ search: "max" }, [0, 1]],
        [{ search: "zoe", isArchived: "any" }, [3, undefined]],
        [{}, [1, undefined]],
      ]
    ) {
      const { total, archivedCount } = await me.read(query(parameters));
      expect([parameters, total, archivedCount]).toEqual([parameters, ...expected as Json[]]);
    }
  });

  it("finds contacts by their ids, in any case, without missing and other owners' ones", async () => {
    const [ana, bela, clara] = [await create("Ana"), await create("Bela"), await create("Clara")]
      .map(({ id }) => id);
    const foreign = (await (await signUp()).make("/contacts", { firstName: "Dora" })).id;
    const ids = [clara, ana.toUpperCase(), ana, foreign, randomUUID()].join();
    await me.change(`/contacts/${bela}`, { isArchived: true });
    await expectNames(
      [{ ids }, ["Ana", "Clara"]],
      [{ ids, sort: "-displayName", search: "clara" }, ["Clara"]],
      [{ ids: bela }, []],
      [{ ids: bela, isArchived: "any" }, ["Bela"]],
      [{ ids: [...Array.from({ length: 49 }, () => randomUUID()), ana].join() }, ["Ana"]],
    );
  });
});
