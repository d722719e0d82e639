import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const contact = (body: Json, client: Client = ada): Promise<Json> =>
  make(client, "/contacts", body);
const list = async (query = "", client: Client = ada): Promise<Json> =>
  expectStatus(await client.get(`/contacts/duplicates${query}`), 200);
/** Each pair as names, score and kinds of evidence. */
const pairs = async (query = "", client: Client = ada) =>
  (await list(query, client)).data.map(({ contacts, score, evidence }: Json) => [
    contacts.map(({ displayName }: Json) => displayName).join(" = "),
    score,
    evidence.map(({ kind, value }: Json) => `${kind} ${value}`).join(", "),
  ]);

describe("possible duplicates", () => {
  it("share an address, a number or a name; the most likely come first, each with its evidence", async () => {
    const emails = [{ value: "Zoe@Example.com" }];
    const first = await contact({ firstName: "Zoë", lastName: "Müller", emails });
    const second = await contact({
      firstName: "Muller",
      lastName: "Zoe",
      emails: [{ value: "zoe@example.com" }],
    });
    await contact({ firstName: "Bo", phones: [{ value: "+49 (0)30 / 90 18 20" }] });
    await contact({ company: "Bo's", phones: [{ value: "0049 30 901820" }] });
    await contact({
      firstName: "Nobody",
      lastName: "Else",
      emails: [{ value: "else@example.com" }],
    });
    expect(await pairs()).toEqual([
      ["Zoë Müller = Muller Zoe", 0.98, "email zoe@example.com, name Zoë Müller"],
      ["Bo = Bo's", 0.7, "phone 4930901820"],
    ]);
    const { data, page, pageSize, total } = await list();
    expect([page, pageSize, total]).toEqual([1, 50, 2]);
    expect(data[0].contacts.map(({ id }: Json) => id)).toEqual([first.id, second.id]);
    expect(data[0].contacts[0]).toEqual({
      id: first.id,
      displayName: "Zoë Müller",
      company: null,
      emails: first.emails,
      phones: [],
      createdAt: first.createdAt,
    });
  });

  const similar: [string, string, boolean][] = [
    ["Jon Smith", "John Smith", true],
    ["John Smith", "Jhon Smith", true],
    ["Smith John", "Jahn Smith", true],
    ["J. Smith", "John Smith", true],
    ["Anna Maria Rossi", "Anna Rossi", true],
    ["Anna-Maria Rossi", "Anna Marie Rossi", true],
    ["Ana Smith", "Ann Smith", false],
    ["Contact 1234", "Contact 1235", false],
    ["Marie", "Maria", false],
    ["Jon Smith", "John Smyth", false],
    ["J Smith", "K Smith", false],
  ];
  it.each(similar)("have similar names: %s, %s: %s", async (one, other, expected) => {
    for (const name of [one, other]) await contact({ nickname: name });
    expect(await pairs()).toEqual(
      expected ? [[`${one} = ${other}`, 0.5, `similar_name ${one} / ${other}`]] : [],
    );
  });

  it("are numbers with and without a calling code where the profile has a country", async () => {
    await contact({ firstName: "A", phones: [{ value: "030 901820" }] });
    await contact({ firstName: "B", phones: [{ value: "+49 30 901820" }] });
    expect(await pairs()).toEqual([]);
    expectStatus(await ada.patch("/me", { country: "DE" }), 200);
    expect(await pairs()).toEqual([["A = B", 0.7, "phone 4930901820"]]);
  });

  it("come in pages, and from a score on", async () => {
    for (const lastName of ["One", "Two", "Three"]) {
      for (const _ of [1, 2]) await contact({ firstName: "Twin", lastName });
    }
    for (const _ of [1, 2]) await contact({ firstName: "Cher" });
    const all = (await list()).data;
    expect(all.map(({ score }: Json) => score)).toEqual([0.8, 0.8, 0.8, 0.5]);
    expect((await list("?pageSize=2&page=2")).data).toEqual(all.slice(2));
    expect(await list("?minScore=0.8&pageSize=1")).toEqual({
      data: [all[0]],
      page: 1,
      pageSize: 1,
      total: 3,
    });
    expect((await list("?page=1000000")).data).toEqual([]);
    for (const bad of ["2", "-1", "x", "0.12345", ""]) {
      expectViolations(
        await ada.get(`/contacts/duplicates?minScore=${bad}`),
        "query /minScore invalid_format",
      );
    }
  });

  it("leave out archived contacts, and what more than fifty share", async () => {
    const phones = [{ value: "+49 30 901820" }];
    for (let n = 0; n < 50; n++) await contact({ nickname: `N${n}x`, phones });
    expect((await list()).total).toBe(50 * 49 / 2);
    const last = await contact({ nickname: "Last", phones });
    expect((await list()).total).toBe(0);
    expectStatus(await ada.patch(`/contacts/${last.id}`, { isArchived: true }), 200);
    expect((await list()).total).toBe(50 * 49 / 2);
  });

  it("of a limited key are those in its networks", async () => {
    const network = await make(ada, "/networks", { name: "Climbing" });
    const inside = { firstName: "Zoë", lastName: "Müller", networkIds: [network.id] };
    await contact({ firstName: "Zoë", lastName: "Müller" });
    await contact(inside);
    const { key } = await makeKey(ada, "limited", { networkIds: [network.id] });
    expect(await pairs("", as(key))).toEqual([]);
    await contact(inside);
    expect((await list("", as(key))).total).toBe(1);
    expect((await list()).total).toBe(3);
  });
});

describe("a dismissed pair", () => {
  it("is not listed until the dismissal is undone, in either order of its ids", async () => {
    const ids = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await contact({ firstName: "Zoë", lastName: "Müller" })).id);
    }
    const dismiss = async (body: Json) =>
      expectStatus(await ada.post("/contacts/duplicates/dismiss", body), 204);
    await dismiss({ contactIds: [ids[1], ids[0]] });
    await dismiss({ contactIds: [ids[0], ids[1]] });
    expect((await list()).total).toBe(2);
    await dismiss({ contactIds: ids });
    expect((await list()).total).toBe(0);
    await dismiss({ contactIds: [ids[0], ids[2]], dismissed: false });
    expect((await list()).data[0].contacts.map(({ id }: Json) => id).sort()).toEqual(
      [ids[0], ids[2]].sort(),
    );
  });

  it("stays dismissed after one of both was deleted and restored", async () => {
    const ids = [];
    for (const _ of [1, 2]) ids.push((await contact({ firstName: "Zoë", lastName: "Müller" })).id);
    expectStatus(await ada.post("/contacts/duplicates/dismiss", { contactIds: ids }), 204);
    const set = (await ada.delete(`/contacts/${ids[0]}`)).headers.get("x-activity-id");
    expectStatus(await ada.post(`/activity/${set}/undo`, {}), 200);
    expect((await list()).total).toBe(0);
  });

  it("has two to twenty different contacts of one's own", async () => {
    const { id } = await contact({ firstName: "Zoë" });
    const { id: foreign } = await contact({ firstName: "Zoë" }, await signUp());
    const dismiss = (contactIds: unknown) =>
      ada.post("/contacts/duplicates/dismiss", { contactIds });
    expectViolations(await dismiss([id]), "body /contactIds too_short");
    expectViolations(await dismiss([id, id]), "body /contactIds/1 duplicate");
    const answer = await dismiss([id, foreign]);
    expectProblem(answer, 400, "invalid_reference");
    expect(answer.body.errors.map(({ pointer }: Json) => pointer)).toEqual(["/contactIds/1"]);
  });
});
