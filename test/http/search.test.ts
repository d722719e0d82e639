import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";

const query = (parameters: Json) => `/contacts?${new URLSearchParams(parameters)}`;
const namesIn = async (client: Client, parameters: Json): Promise<string[]> => {
  const { data, total } = await client.read(query(parameters));
  expect(total).toBe(data.length);
  return data.map(({ displayName }: Json) => displayName);
};

describe("searching contacts", async () => {
  const ada = await signUp();
  await ada.make("/contacts", { firstName: "Zoë", lastName: "Müller", company: "Ærø A/S" });
  await ada.make("/contacts", { firstName: "Mulla", nickname: "Zo" });
  await ada.make("/contacts", {
    firstName: "Percy",
    jobTitle: "100% under_cover \\agent",
    emails: [{ value: "Percy.X@Example.com" }],
    phones: [{ value: "+43 (660) 123-45 67" }],
    description: `Likes ŁÓDŹ and straße ${"long ".repeat(200)}tail`,
  });
  await ada.make("/contacts", { nickname: "Plain", company: "100 percent" });
  const found = (search: string) => namesIn(ada, { search });

  it.each([
    ["zoe muller", "without accents", "Zoë Müller"],
    ["muller zoe", "in any order", "Zoë Müller"],
    ["MÜLLER", "in any case", "Zoë Müller"],
    ["ülle", "inside a word", "Zoë Müller"],
    ["ærø zoë", "over several members", "Zoë Müller"],
    ["  zoe \t muller ", "with space around", "Zoë Müller"],
    ["Zoe\u0308", "with accents of their own code points", "Zoë Müller"],
    ["%", "a literal percent sign", "Percy"],
    ["under_", "a literal underscore", "Percy"],
    ["\\agent", "a literal backslash", "Percy"],
    ["percy.x@example", "an e-mail address", "Percy"],
    ["6601234567", "the digits of a phone", "Percy"],
    ["+43660", "a phone's start", "Percy"],
    ["660-123", "digits grouped otherwise", "Percy"],
    ["lodz STRASSE tail", "words of a long description, to its end", "Percy"],
  ])("by %j finds %s", async (search, _, name) => {
    expect(await found(search)).toEqual([name]);
  });

  it("wants every word somewhere, and the filters besides", async () => {
    expect(await found("zo")).toEqual(["Zoë Müller", "Mulla"]);
    expect(await found("zo percy")).toEqual([]);
    expect(await found("%%")).toEqual([]);
    for (const nothing of ["   ", ""]) expect(await found(nothing)).toHaveLength(4);
    expect(await namesIn(ada, { search: "zoe", isFavorite: true })).toEqual([]);
    expect(await namesIn(ada, { search: "zoe", isFavorite: false })).toEqual(["Zoë Müller"]);
    expect(await found("😀".repeat(200))).toEqual([]);
  });

  it("lists exact names first, then names that begin with the words, unless sort says otherwise", async () => {
    const me = await signUp();
    for (
      const body of [
        { firstName: "Abdul Karim", lastName: "Amin", jobTitle: "Lawyer" },
        { firstName: "Karim", lastName: "Weber" },
        { firstName: "Karim", lastName: "W" },
        { firstName: "Wanda", lastName: "Ben-Kärim" },
        { firstName: "Karim", lastName: "Weiß", description: "x".repeat(600) },
      ]
    ) await me.make("/contacts", body);
    const names = async (more: Json) =>
      (await me.read(query({ search: "Karim w", ...more }))).data
        .map(({ displayName }: Json) => displayName);
    const ranked = ["Karim W", "Karim Weber", "Karim Weiß", "Wanda Ben-Kärim", "Abdul Karim Amin"];
    expect(await names({})).toEqual(ranked);
    expect(await names({ pageSize: 2, page: 2 })).toEqual(ranked.slice(2, 4));
    expect(await names({ sort: "displayName" })).toEqual([...ranked].sort());
    expect((await me.read(query({ search: "karim weiss" }))).total).toBe(1);
  });

  it("sees changes at once", async () => {
    const { id } = await ada.make("/contacts", { firstName: "Before" });
    await ada.change(`/contacts/${id}`, { firstName: "Later", emails: [{ value: "q@late" }] });
    expect([await found("before"), await found("later q@late")]).toEqual([[], ["Later"]]);
    expectStatus(await ada.delete(`/contacts/${id}`), 204);
    expect(await found("later")).toEqual([]);
  });
});

describe("searching for a phone number as it is dialled", () => {
  it.each([
    ["DE", ["+49 1234 567890"], [
      ...["01234 567890", "01234567890", "(01234) 567890", "0049 1234", "00491234567890", "01234"],
      ...[
        "+49 1234 567890",
        "\u202a+49 1234 567890\u202c",
        "*31#01234567890",
        "tel:+49-1234-567890",
      ],
      ...["Anna 01234 567890", "1234 567890", "+49 (0)1234 567890", "+49 01234 567890"],
    ]],
    ["DE", ["0172 5550131"], ["+49 172 5550131", "+491725550131", "0049 172 5550131", "+49 172"]],
    ["DE", ["0049 30 5550199"], ["030 5550199", "+49305550199", "030 / 555 01 99"]],
    ["DE", ["+49 (0)89 5550177"], ["+49895550177", "089 5550177", "0049895550177"]],
    ["DE", ["+44 (0)7700 900123"], ["+44 7700 900123", "00447700900123"]],
    ["US", ["(415) 555-0101"], ["+14155550101", "1-415-555-0101", "415.555.0101"]],
    ["GB", ["+44 7700 900456"], ["07700900456", "07700 900456", "(07700) 900456"]],
    ["GB", ["07700 900456"], ["+447700900456", "0044 7700 900456"]],
    ["IT", ["06 5685 1242"], ["+39 06 5685 1242", "0039 0656851242"]],
    ["IT", ["+39 06 5685 1242"], ["06 5685 1242", "0656851242"]],
    ["RU", ["8 900 555-01-02"], ["+7 900 555 01 02", "+79005550102"]],
    [null, ["0172 5550131"], ["+49 172 5550131"]],
    [null, ["+49 172 5550131"], ["0172 5550131"]],
  ])("with the country %s finds %j", async (country, numbers, searches) => {
    const me = await signUp();
    await me.change("/me", { country });
    const phones = numbers.map((value) => ({ value }));
    await me.make("/contacts", { firstName: "Anna", phones });
    await me.make("/contacts", { firstName: "Other", phones: [{ value: "+49 30 4445556" }] });
    for (const search of searches) {
      expect([search, await namesIn(me, { search })]).toEqual([search, ["Anna"]]);
    }
  });

  it("finds each word as before, and takes digits without a prefix from anywhere", async () => {
    const me = await signUp();
    await me.change("/me", { country: "DE" });
    await me.make("/contacts", {
      firstName: "Anna",
      description: "Room 030, desk 040",
      phones: [{ value: "+49 89 5550177" }],
    });
    for (const search of ["030 040", "555 0177", "5550177", "desk 040", "089", "55 017", "+49"]) {
      expect([search, await namesIn(me, { search })]).toEqual([search, ["Anna"]]);
    }
    for (const search of ["0171 5550177", "0039", "000", "+", "089 5550178"]) {
      expect([search, await namesIn(me, { search })]).toEqual([search, []]);
    }
  });
});

describe("searching for names as people write them", async () => {
  const me = await signUp();
  for (
    const body of [
      { firstName: "Max", lastName: "Mustermann", emails: [{ value: "max@example.com" }] },
      { firstName: "Maxine", lastName: "O'Brien" },
      { nickname: "mm", emails: [{ value: "other@example.com" }] },
      { firstName: "秉元", lastName: "王" },
      { firstName: "山田太郎" },
      { firstName: "철수", lastName: "김" },
    ]
  ) await me.make("/contacts", body);

  it.each([
    ["Mustermann, Max", ["Max Mustermann"]],
    ['"Mustermann, Max"', ["Max Mustermann"]],
    ["[Max] (Mustermann)", ["Max Mustermann"]],
    ["„Max“ «Mustermann»", ["Max Mustermann"]],
    ["Max Mustermann <max@example.com>", ["Max Mustermann"]],
    ["Max Mustermann <new@example.com>", ["Max Mustermann"]],
    ["<max@example.com>", ["Max Mustermann"]],
    ["Someone Else <other@example.com>", ["mm"]],
    ["O'Brien", ["Maxine O'Brien"]],
    ["O’Brien, Maxine", ["Maxine O'Brien"]],
    ["王秉元", ["秉元 王"]],
    ["秉元王", ["秉元 王"]],
    ["王", ["秉元 王"]],
    ["太郎 山田", ["山田太郎"]],
    ["김철수", ["철수 김"]],
    ["王太郎", []],
    ["Mustermann Maxine", []],
  ])("%s finds %j", async (search, names) => {
    expect(await namesIn(me, { search })).toEqual(names);
  });
});

describe("finding people by place", async () => {
  const me = await signUp();
  const make = (firstName: string, ...addresses: Json[]) =>
    me.make("/contacts", { firstName, addresses });
  await make("Ana", { street: "Rua das Flores 1", city: "Porto", country: "Portugal" });
  await make("Bela", { city: "Lisboa", country: "PT" }, {
    city: "Porto Alegre",
    country: "Brasil",
  });
  await make("Carl", { city: "Rome", country: "Italien" }, {
    city: "München",
    country: "Deutschland",
  });
  await make("Dana", { city: "Bukarest", country: "Romania" });
  await make("Eun", { city: "서울", country: "South Korea", region: "Rome" });
  await make("Fay", {
    street: "Porto Street 3",
    city: "New York",
    region: "NY",
    postalCode: "10001",
  });
  await me.make("/contacts", {
    firstName: "Gina",
    description: "x ".repeat(300),
    addresses: [{ label: null, street: "Kaiserdamm 1", city: "Köln", country: "Germany" }],
  });

  it.each([
    ["Porto", ["Ana", "Bela"]],
    ["porto portugal", ["Ana"]],
    ["portogallo", ["Ana", "Bela"]],
    ["PT", ["Ana", "Bela"]],
    ["Lisbon", ["Bela"]],
    ["Lissabon, Portugal", ["Bela"]],
    ["Lisboa Brasil", []],
    ["Rom", ["Carl", "Eun"]],
    ["Allemagne", ["Carl", "Gina"]],
    ["DE", ["Carl", "Gina"]],
    ["munchen", ["Carl"]],
    ["Corea del Sur", ["Eun"]],
    ["서울", ["Eun"]],
    ["new york", ["Fay"]],
    ["10001 ny", ["Fay"]],
    ["koln", ["Gina"]],
    ["Rumänien", ["Dana"]],
    ["Kaiserdamm", []],
    ["---", []],
    ["%", []],
  ])("place=%s finds %j", async (place, names) => {
    expect(await namesIn(me, { place })).toEqual(names);
  });

  it.each([
    ["porto", ["Ana", "Bela", "Fay"]],
    ["ana porto", ["Ana"]],
    ["rua das flores", ["Ana"]],
    ["Lisbonne", ["Bela"]],
    ["Deutschland", ["Carl", "Gina"]],
    ["corea del sur", ["Eun"]],
    ["kaiserdamm", ["Gina"]],
  ])("search=%s finds %j", async (search, names) => {
    expect((await namesIn(me, { search })).sort()).toEqual(names);
  });

  it("goes together with other filters", async () => {
    expect(await namesIn(me, { place: "Porto", search: "ana" })).toEqual(["Ana"]);
    expect(await namesIn(me, { place: "Porto", hasEmail: true })).toEqual([]);
  });
});

describe("a search that finds nothing", async () => {
  const ids: Record<string, string> = {};
  const ada = await signUp();
  for (
    const nickname of [
      ...["Stephen King", "Katharina Müller", "Meyer", "Watson", "Ann Lee"],
      ...["Björn Søndergaard", "Li"],
    ]
  ) ids[nickname] = (await ada.make("/contacts", { nickname })).id;
  const suggested = async (search: string, more: Json = {}, client: Client = ada): Promise<Json> =>
    (await client.read(query({ search, ...more }))).suggestions;

  it("suggests contacts with similar names, and nobody if no name is similar", async () => {
    for (
      const [words, name] of [
        ["Wattson", "Watson"],
        ["Watsno", "Watson"],
        ["atson x", "Watson"],
        ["Mueller", "Katharina Müller"],
        ["Catarina", "Katharina Müller"],
        ["Steven", "Stephen King"],
        ["steven kinng", "Stephen King"],
        ["Maier", "Meyer"],
        ["Sondergard", "Björn Søndergaard"],
        ["Bjoern", "Björn Søndergaard"],
        ["Anne Leee", "Ann Lee"],
      ] as const
    ) {
      const expected = [{ id: ids[name], displayName: name }];
      expect([words, await suggested(words)]).toEqual([words, expected]);
    }
    for (const words of ["Zzzzz", "12345", "x", "Wahlberg", "%%%", "___", "\\\\\\", "-- --"]) {
      expect([words, await suggested(words)]).toEqual([words, []]);
    }
  });

  it("suggests contacts that the filters leave out; a search that finds somebody suggests nobody", async () => {
    expect(await suggested("Watson", { isFavorite: true })).toHaveLength(1);
    for (const more of [{ search: "Watson" }, { search: "" }, { search: "Watson", page: 2 }]) {
      expect(await ada.read(query(more))).not.toHaveProperty("suggestions");
    }
  });

  it("suggests at most five, and nobody that the credential does not see", async () => {
    const account = await signUp();
    for (const nickname of ["Jane", "Jano", "Janos", "Jan", "Janet", "Jana K", "Jann"]) {
      await account.make("/contacts", { nickname });
    }
    expect(await suggested("Janx", {}, account)).toHaveLength(5);
    expect(await suggested("Wattson", {}, account)).toEqual([]);
    const { id } = await ada.make("/networks", { name: "N" });
    const key = as((await makeKey(ada, "limited", { networkIds: [id] })).key);
    expect(await suggested("Wattson", {}, key)).toEqual([]);
    expectStatus(await ada.put(`/networks/${id}/contacts/${ids["Watson"]}`), 204);
    expect(await suggested("Wattson", {}, key)).toHaveLength(1);
  });
});

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
