import { describe, expect, it } from "vitest";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { namesIn, query } from "../support/contact-lists.ts";

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
        "#31#01234567890",
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
    ["王秉元", ["王秉元"]],
    ["秉元王", ["王秉元"]],
    ["王", ["王秉元"]],
    ["王，秉元", ["王秉元"]],
    ["太郎 山田", ["山田太郎"]],
    ["김철수", ["김철수"]],
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
    ["Cologne", ["Gina"]],
    ["Monaco di Baviera", ["Carl"]],
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

describe("searching everything about a contact", async () => {
  const me = await signUp();
  await me.change("/me", { timezone: "UTC" });
  const { id: climbing } = await me.make("/networks", { name: "Climbing gym" });
  const make = (firstName: string, body: Json = {}) =>
    me.make("/contacts", { firstName, ...body }).then(({ id }) => id as string);
  const ines = await make("Inês", {
    jobTitle: "Dentist",
    company: "Sorriso",
    addresses: [{ label: "Ferienhaus am See", city: "Lisboa", country: "PT" }],
    phones: [{ value: "+351 21 555 0177", label: "work" }],
  });
  const rui = await make("Rui", { description: "x ".repeat(300), networkIds: [climbing] });
  const dora = await make("Dora");
  const write = (content: string, occurredAt: string, ...contactIds: string[]) =>
    me.make("/notes", { content, occurredAt, contactIds }).then(({ id }) => id as string);
  const early = await write("Needs a DENTIST", "2024-05-11T10:00:00Z", rui);
  const both = await write(
    `${"Long ago. ".repeat(200)}Went to the dentist\nin Lisbon, who is good`,
    "2024-05-12T10:00:00.000Z",
    dora,
    rui,
  );
  await write("Nobody's Dentist", "2024-05-13T10:00:00Z");
  const read = (search: string, more: Json = {}, client: Client = me): Promise<Json> =>
    client.read(query({ search, fields: "displayName", ...more }));
  const found = async (search: string, client: Client = me) => {
    const { data, total, matches } = await read(search, {}, client);
    expect(total).toBe(data.length);
    return data.map(({ id, displayName }: Json) => [
      displayName,
      ...matches.filter(({ contactId }: Json) => contactId === id)
        .map(({ field, text }: Json) => `${field}: ${text}`),
    ]);
  };

  it("each word may be in another field, a network or a note, and each hit says why", async () => {
    const { data, matches } = await read("dentist lisbon");
    expect(data.map(({ displayName }: Json) => displayName)).toEqual(["Inês", "Dora", "Rui"]);
    const note = {
      field: "note",
      noteId: both,
      occurredAt: "2024-05-12T10:00:00.000Z",
      text: "… ago. Long ago. Long ago. Went to the dentist in Lisbon, who is good",
    };
    expect(matches).toEqual([
      { contactId: ines, field: "jobTitle", text: "Dentist" },
      { contactId: ines, field: "place", text: "Lisbon" },
      { contactId: dora, ...note },
      { contactId: rui, ...note },
    ]);
    expect(await found("rui lisboa climb")).toEqual([
      ["Rui", "network: Climbing gym", expect.stringMatching(/^note: …/)],
    ]);
  });

  it.each([
    ["ines", ["Inês"]],
    ["sorr", ["Inês", "company: Sorriso"]],
    ["portugal", ["Inês", "place: Portugal"]],
    ["215550177", ["Inês", "phone: +351 21 555 0177"]],
    ["ferienhaus", ["Inês", "label: Ferienhaus am See"]],
    ["gym", ["Rui", "network: Climbing gym"]],
    ["needs", ["Rui", "note: Needs a DENTIST"]],
  ])("%s finds %j", async (search, expected) => {
    expect(await found(search)).toEqual([expected]);
  });

  it("usual labels and notes about nobody find nobody, and neither do two letters in notes", async () => {
    for (const search of ["work", "nobody's", "wh"]) {
      expect([search, await found(search)]).toEqual([search, []]);
    }
    expect(await read("x")).not.toHaveProperty("olderNotesLeftOut");
    expect(await me.read(query({}))).not.toHaveProperty("matches");
  });

  it("whose name it is comes first, and last who is found by notes alone", async () => {
    const ids = [await make("Zelda Lisbon"), await make("Aaron", { company: "Lisbon Ltd" })];
    const names = async (more: Json = {}) =>
      (await read("lisbon", more)).data.map(({ displayName }: Json) => displayName);
    expect(await names()).toEqual(["Zelda Lisbon", "Aaron", "Inês", "Dora", "Rui"]);
    expect(await names({ sort: "displayName" })).toEqual([
      "Aaron",
      "Dora",
      "Inês",
      "Rui",
      "Zelda Lisbon",
    ]);
    for (const id of ids) expectStatus(await me.delete(`/contacts/${id}`), 204);
  });

  it("a key finds and sees no more than it may read", async () => {
    const keys = (limits: Json) => makeKey(me, "limited", limits).then(({ key }) => as(key));
    const blind = await keys({ scopes: ["contacts:read"] });
    expect(await found("dentist", blind)).toEqual([["Inês", "jobTitle: Dentist"]]);
    for (const search of ["needs", "gym"]) {
      expect([search, (await read(search, {}, blind)).total]).toEqual([search, 0]);
    }
    // The longer note is about Dora too, who is in no network of the key.
    const climber = await keys({ networkIds: [climbing] });
    expect((await read("dentist", {}, climber)).matches).toEqual([
      expect.objectContaining({ contactId: rui, noteId: early }),
    ]);
    expect((await read("lisbon", {}, climber)).total).toBe(0);
  });

  it("an export finds the same, and notes that are changed or deleted are found as they are", async () => {
    expect((await me.get("/contacts/export?format=csv&search=needs")).text).toContain("Rui");
    await me.change(`/notes/${early}`, { content: "Wants Crème" });
    expect([await found("needs"), (await found("creme")).length]).toEqual([[], 1]);
    expectStatus(await me.delete(`/notes/${early}`), 204);
    expect(await found("creme")).toEqual([]);
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
