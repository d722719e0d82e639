import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { textNames } from "../../functions/kith/contacts/fields.ts";
import {
  type Account,
  change,
  expectStatus,
  listed,
  make,
  read,
  signUp,
  undo,
} from "../support/accounts.ts";
import { as, type Json, locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

// test/http/every-field.test.ts changes each member, and test/http/text-fields.test.ts each text.

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

const create = (body: Json) => make(ada, "/contacts", body);
const patch = ({ id }: Json, body: Json) => change(ada, `/contacts/${id}`, body);
const makeNetwork = async (): Promise<string> =>
  (await make(ada, "/networks", { name: `N ${randomUUID()}` })).id;

describe("creating a contact", () => {
  it("answers 201 with every member and its Location", async () => {
    const given = {
      ...Object.fromEntries(textNames().map((name) => [name, `Some ${name}`])),
      firstName: "Grace",
      lastName: "Hopper",
      emails: [{ value: "grace@example.com", label: "work" }, { value: "g@b.org", label: null }],
      phones: [{ value: "+1 202 555 0101", label: "mobile" }],
      urls: [{ value: "HTTPS://example.com/grace?a=b#c", label: "home" }],
      addresses: [{
        label: "home",
        street: "1 Main St",
        city: "Arlington",
        region: "VA",
        postalCode: "22201",
        country: "US",
      }],
      birthday: "--02-29",
      isFavorite: true,
      isArchived: true,
      networkIds: [await makeNetwork()],
      contactFrequencyDays: 30,
      lastContactedAt: "2026-01-02T03:04:05.678Z",
    };
    const answer = await ada.post("/contacts", given);
    const contact = expectStatus(answer, 201);
    expect(contact).toEqual({
      ...given,
      id: expect.stringMatching(uuid),
      displayName: "Grace Hopper",
      photoUrl: null,
      hasPhoto: false,
      snoozedUntil: null,
      nextContactOn: "2026-02-01",
      needsContact: true,
      createdAt: expect.stringMatching(instant),
      updatedAt: contact.createdAt,
    });
    expect(answer.headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(locationOf(answer, "/contacts")).toBe(`/contacts/${contact.id}`);
    expect(await read(ada, `/contacts/${contact.id}`)).toEqual(contact);
  });

  it("fills in what was not given, and ignores what only the service decides", async () => {
    const decided = {
      id: randomUUID(),
      displayName: "Another",
      hasPhoto: true,
      needsContact: true,
      nextContactOn: "2020-01-01",
      createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z",
    };
    const contact = await create({ firstName: "Solo", ...decided });
    expect(contact).toEqual({
      ...Object.fromEntries(textNames().map((name) => [name, null])),
      id: expect.stringMatching(uuid),
      firstName: "Solo",
      displayName: "Solo",
      emails: [],
      phones: [],
      urls: [],
      addresses: [],
      birthday: null,
      isFavorite: false,
      isArchived: false,
      photoUrl: null,
      hasPhoto: false,
      networkIds: [],
      contactFrequencyDays: null,
      lastContactedAt: null,
      snoozedUntil: null,
      nextContactOn: null,
      needsContact: false,
      createdAt: expect.stringMatching(instant),
      updatedAt: expect.stringMatching(instant),
    });
    expect(contact.createdAt).not.toMatch(/^2020/);
  });

  it.each([
    [{ firstName: "A", lastName: "B", nickname: "N", company: "C" }, "A B"],
    [{ lastName: "B", nickname: "N", company: "C" }, "B"],
    [{ nickname: "N", company: "C" }, "N"],
    [{ company: "C" }, "C"],
  ])("calls %j %s", async (given, displayName) => {
    expect(await create(given)).toMatchObject({ displayName });
  });

  it("trims text, takes blank for null, and counts characters and not UTF-16 units", async () => {
    const long = "👩".repeat(255);
    expect(
      await create({
        firstName: "\u00a0 Ann\t\n",
        lastName: " \u3000 ",
        description: "",
        nickname: long,
        emails: [{ value: " a@example.com ", label: "  " }],
      }),
    ).toMatchObject({
      firstName: "Ann",
      lastName: null,
      description: null,
      nickname: long,
      emails: [{ value: "a@example.com", label: null }],
    });
    const answer = await ada.post("/contacts", { nickname: long + "a" });
    expectViolations(answer, "body /nickname too_long");
  });

  const item = (list: string, value: Json) => ({ [list]: [value].flat() });
  it.each<[string, Json, string]>([
    ["no name at all", { firstName: " ", company: null, jobTitle: "x" }, " required"],
    ["a number for a name", { firstName: 7 }, "/firstName invalid_type"],
    ["an unknown member", { frist: "B" }, "/frist unknown_member"],
    ["another one inside", item("emails", { value: "a@b", x: 1 }), "/emails/0/x unknown_member"],
    ["an e-mail without @", item("emails", { value: "ab" }), "/emails/0/value invalid_format"],
    ["an e-mail of two", item("emails", { value: "a@b,c@d" }), "/emails/0/value invalid_format"],
    [
      "the same e-mail twice",
      item("emails", [{ value: "a@b" }, { value: "A@B" }]),
      "/emails/1/value duplicate",
    ],
    [
      "the same phone twice",
      item("phones", [{ value: "1" }, { value: "1" }]),
      "/phones/1/value duplicate",
    ],
    [
      "21 phones",
      item("phones", Array.from({ length: 21 }, (_, n) => ({ value: `${n}` }))),
      "/phones too_long",
    ],
    ["a blank phone", item("phones", { value: " " }), "/phones/0/value too_short"],
    [
      "a label of 51",
      item("phones", { value: "1", label: "x".repeat(51) }),
      "/phones/0/label too_long",
    ],
    [
      "a script for a URL",
      item("urls", { value: "javascript:alert(1)" }),
      "/urls/0/value invalid_format",
    ],
    ["an address of nothing", item("addresses", { label: "home" }), "/addresses/0 required"],
    ["a birthday that is no date", { birthday: "2025-02-29" }, "/birthday invalid_format"],
    ["a birthday without day", { birthday: "1990-01" }, "/birthday invalid_format"],
    ["half a day", { contactFrequencyDays: 0.5 }, "/contactFrequencyDays invalid_type"],
    ["a frequency of 3651", { contactFrequencyDays: 3651 }, "/contactFrequencyDays too_big"],
    [
      "a number out of any range",
      { contactFrequencyDays: -1e300 },
      "/contactFrequencyDays too_small",
    ],
    ["a word for a flag", { isFavorite: "true" }, "/isFavorite invalid_type"],
    ["null for a flag", { isArchived: null }, "/isArchived invalid_type"],
    ["null for a list", { emails: null }, "/emails invalid_type"],
    [
      "an instant without offset",
      { lastContactedAt: "2026-01-01T00:00:00" },
      "/lastContactedAt invalid_format",
    ],
    [
      "101 networks",
      { networkIds: Array.from({ length: 101 }, () => randomUUID()) },
      "/networkIds too_long",
    ],
    ["an array", [], " invalid_type"],
    ["null", null, " invalid_type"],
  ])("refuses %s", async (_, body, place) => {
    const named = body && !Array.isArray(body) ? { firstName: "A", ...body } : body;
    expectViolations(await ada.post("/contacts", named), `body ${place}`);
  });
});

describe("changing a contact", () => {
  it("keeps what is absent, clears what is null and replaces lists", async () => {
    const before = await create({
      firstName: "Ann",
      lastName: "Lee",
      company: "C",
      phones: [{ value: "1" }, { value: "2" }],
      emails: [{ value: "a@b" }],
    });
    const after = await patch(before, { lastName: null, phones: [{ value: "3" }] });
    expect(after).toEqual({
      ...before,
      lastName: null,
      displayName: "Ann",
      phones: [{ value: "3", label: null }],
      updatedAt: expect.stringMatching(instant),
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await patch(before, after)).toEqual(after);
    expect(await patch(before, {})).toEqual(after);
  });

  it("replaces the networks, each once, and changes nothing when one is not there", async () => {
    const [a, b] = [await makeNetwork(), await makeNetwork()];
    const contact = await create({ firstName: "N", networkIds: [a, a] });
    expect(contact.networkIds).toEqual([a]);
    expect((await patch(contact, { networkIds: [b] })).networkIds).toEqual([b]);
    expect((await read(ada, `/networks/${a}`)).contactCount).toBe(0);
    const before = await patch(contact, { networkIds: [] });
    expect(before.networkIds).toEqual([]);
    const half = { firstName: "Half", networkIds: [randomUUID()] };
    expectInvalidReference(await ada.patch(`/contacts/${contact.id}`, half));
    expect(await read(ada, `/contacts/${contact.id}`)).toEqual(before);
    expectInvalidReference(await ada.post("/contacts", half));
  });

  it("refuses to take the last name away", async () => {
    const contact = await create({ firstName: "Only", jobTitle: "x" });
    const nameless = await ada.patch(`/contacts/${contact.id}`, { firstName: null });
    expectViolations(nameless, "body  required");
    expect((await patch(contact, { firstName: null, company: "Firm" })).displayName).toBe("Firm");
  });
});

it("deleting a contact answers 204 without a body, and 404 the second time", async () => {
  const path = `/contacts/${(await create({ firstName: "Gone" })).id}`;
  expect(await ada.delete(path)).toMatchObject({ status: 204, text: "" });
  for (const method of ["DELETE", "GET"]) {
    expectProblem(await ada.send(method, path), 404, "not_found");
  }
  expectProblem(await ada.patch(path, { firstName: "Back" }), 404, "not_found");
});

describe("archived contacts", () => {
  let eve: Account;
  let archived: Json;
  beforeAll(async () => {
    eve = await signUp();
    const due = { contactFrequencyDays: 7, lastContactedAt: "2020-01-01" };
    archived = await make(eve, "/contacts", { ...due, firstName: "Archived", isArchived: true });
    await make(eve, "/contacts", { ...due, firstName: "Due" });
    await make(eve, "/contacts", { firstName: "Other" });
  });

  async function names(query: string): Promise<string[]> {
    const { data, total } = await read(eve, `/contacts?${query}`);
    expect(total).toBe(data.length);
    return data.map(({ displayName }: Json) => displayName);
  }

  it("are left out of lists unless isArchived says otherwise", async () => {
    for (
      const [query, expected] of [
        ["", ["Due", "Other"]],
        ["isArchived=false", ["Due", "Other"]],
        ["isArchived=true", ["Archived"]],
        ["isArchived=any", ["Archived", "Due", "Other"]],
        ["needsContact=true", ["Due"]],
        ["needsContact=true&isArchived=any", ["Archived", "Due"]],
        ["nextContactBefore=2999-01-01&sort=nextContactOn", ["Due"]],
        ["search=archived", []],
        ["search=archived&isArchived=true", ["Archived"]],
      ] as const
    ) expect([query, await names(query)]).toEqual([query, expected]);
    for (const value of ["1", "TRUE", "", "all"]) {
      const answer = await eve.get(`/contacts?isArchived=${value}`);
      expectViolations(answer, "query /isArchived invalid_format");
    }
  });

  it("are read and changed like others, keep their notes and reminders, and return", async () => {
    const path = `/contacts/${archived.id}`;
    expect(await read(eve, path)).toEqual(archived);
    expect(archived).toMatchObject({ isArchived: true, needsContact: true });
    expect((await change(eve, path, { nickname: "A" })).isArchived).toBe(true);
    await make(eve, "/notes", { content: "C", contactId: archived.id });
    expect(await listed(eve, `/notes?contactId=${archived.id}`)).toHaveLength(1);
    await change(eve, path, { isArchived: false });
    expect(await names("search=archived")).toEqual(["Archived"]);
    const again = changeSetOf(await eve.patch(path, { isArchived: true }), 200);
    expect(await names("search=archived")).toEqual([]);
    await undo(eve, again);
    expect(await names("search=archived")).toEqual(["Archived"]);
  });

  it("are left out for a limited key too", async () => {
    const { id } = await make(ada, "/networks", { name: "Archive" });
    for (const nickname of ["Old", "New"]) {
      await create({ nickname, isArchived: nickname === "Old", networkIds: [id] });
    }
    const key = as((await make(ada, "/api-keys", { name: "K", networkIds: [id] })).key);
    const found = async (query: string) =>
      (await listed(key, `/contacts${query}`)).map(({ nickname }) => nickname);
    expect(await found("")).toEqual(["New"]);
    expect(await found("?isArchived=any")).toEqual(["New", "Old"]);
    expect(await found(`?isArchived=true&networkId=${id}`)).toEqual(["Old"]);
  });
});
