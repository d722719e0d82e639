import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("creating a contact", () => {
  it("answers 201 with every member, and says where it now is", async () => {
    const network = await make(ada, "/networks", { name: `N ${randomUUID()}` });
    const given = {
      firstName: "Grace",
      lastName: "Hopper",
      nickname: "Amazing Grace",
      company: "Navy",
      jobTitle: "Rear admiral",
      emails: [{ value: "grace@example.com", label: "work" }, {
        value: "g@example.org",
        label: null,
      }],
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
      birthday: "1906-12-09",
      description: "Found the moth.",
      isFavorite: true,
      networkIds: [network.id],
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
      nextContactOn: "2026-02-01",
      needsContact: true,
      createdAt: expect.stringMatching(instant),
      updatedAt: contact.createdAt,
    });
    expect(answer.headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(locationOf(answer, "/contacts")).toBe(`/contacts/${contact.id}`);
    expect(expectStatus(await ada.get(`/contacts/${contact.id}`), 200)).toEqual(contact);
  });

  it("fills in what was not given", async () => {
    expect(await make(ada, "/contacts", { firstName: "Solo" })).toEqual({
      id: expect.stringMatching(uuid),
      firstName: "Solo",
      lastName: null,
      nickname: null,
      company: null,
      jobTitle: null,
      displayName: "Solo",
      emails: [],
      phones: [],
      urls: [],
      addresses: [],
      birthday: null,
      description: null,
      isFavorite: false,
      photoUrl: null,
      hasPhoto: false,
      networkIds: [],
      contactFrequencyDays: null,
      lastContactedAt: null,
      nextContactOn: null,
      needsContact: false,
      createdAt: expect.stringMatching(instant),
      updatedAt: expect.stringMatching(instant),
    });
  });

  it.each([
    [{ firstName: "A", lastName: "B", nickname: "N", company: "C" }, "A B"],
    [{ lastName: "B", nickname: "N", company: "C" }, "B"],
    [{ nickname: "N", company: "C" }, "N"],
    [{ company: "C" }, "C"],
  ])("calls %j %s", async (given, displayName) => {
    expect(await make(ada, "/contacts", given)).toMatchObject({ displayName });
  });

  it("trims text and takes blank for null", async () => {
    const contact = await make(ada, "/contacts", {
      firstName: "\u00a0 Ann\t\n",
      lastName: " \u3000 ",
      description: "",
      emails: [{ value: " a@example.com ", label: "  " }],
    });
    expect(contact).toMatchObject({
      firstName: "Ann",
      lastName: null,
      description: null,
      emails: [{ value: "a@example.com", label: null }],
    });
  });

  it("counts characters and not UTF-16 units", async () => {
    const name = "👩".repeat(255);
    expect((await make(ada, "/contacts", { firstName: name })).firstName).toBe(name);
    expectViolations(
      await ada.post("/contacts", { firstName: name + "a" }),
      "body /firstName too_long",
    );
  });

  it("keeps a birthday without its year", async () => {
    const contact = await make(ada, "/contacts", { firstName: "Leap", birthday: "--02-29" });
    expect(contact.birthday).toBe("--02-29");
  });

  it("accepts and ignores what only the service decides", async () => {
    const contact = await make(ada, "/contacts", {
      firstName: "Copy",
      id: randomUUID(),
      displayName: "Another",
      needsContact: true,
      nextContactOn: "2020-01-01",
      createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z",
    });
    expect(contact).toMatchObject({
      displayName: "Copy",
      needsContact: false,
      nextContactOn: null,
    });
    expect(contact.createdAt).not.toMatch(/^2020/);
  });

  it("folds an id of a network that is given twice", async () => {
    const { id } = await make(ada, "/networks", { name: `N ${randomUUID()}` });
    const contact = await make(ada, "/contacts", { firstName: "Twice", networkIds: [id, id] });
    expect(contact.networkIds).toEqual([id]);
  });

  it("refuses a network that is not there", async () => {
    expectInvalidReference(
      await ada.post("/contacts", { firstName: "A", networkIds: [randomUUID()] }),
    );
  });

  it.each<[string, unknown, string]>([
    ["no name at all", {}, "body  required"],
    [
      "names that are all blank",
      { firstName: " ", company: null, jobTitle: "x" },
      "body  required",
    ],
    ["a number for a name", { firstName: 7 }, "body /firstName invalid_type"],
    ["a name of 256", { firstName: "a".repeat(256) }, "body /firstName too_long"],
    ["an unknown member", { firstName: "A", frist: "B" }, "body /frist unknown_member"],
    [
      "an unknown member in an e-mail",
      { firstName: "A", emails: [{ value: "a@b", x: 1 }] },
      "body /emails/0/x unknown_member",
    ],
    [
      "an e-mail without @",
      { firstName: "A", emails: [{ value: "ab" }] },
      "body /emails/0/value invalid_format",
    ],
    [
      "an e-mail of two",
      { firstName: "A", emails: [{ value: "a@b,c@d" }] },
      "body /emails/0/value invalid_format",
    ],
    [
      "the same e-mail twice",
      { firstName: "A", emails: [{ value: "a@b" }, { value: "A@B" }] },
      "body /emails/1/value duplicate",
    ],
    [
      "the same phone twice",
      { firstName: "A", phones: [{ value: "1" }, { value: "1" }] },
      "body /phones/1/value duplicate",
    ],
    ["21 phones", {
      firstName: "A",
      phones: Array.from({ length: 21 }, (_, i) => ({ value: `${i}` })),
    }, "body /phones too_long"],
    [
      "a blank phone",
      { firstName: "A", phones: [{ value: " " }] },
      "body /phones/0/value too_short",
    ],
    [
      "a label of 51",
      { firstName: "A", phones: [{ value: "1", label: "x".repeat(51) }] },
      "body /phones/0/label too_long",
    ],
    [
      "a script for a URL",
      { firstName: "A", urls: [{ value: "javascript:alert(1)" }] },
      "body /urls/0/value invalid_format",
    ],
    [
      "an address of nothing",
      { firstName: "A", addresses: [{ label: "home" }] },
      "body /addresses/0 required",
    ],
    [
      "a birthday that is no date",
      { firstName: "A", birthday: "2025-02-29" },
      "body /birthday invalid_format",
    ],
    [
      "a birthday without day",
      { firstName: "A", birthday: "1990-01" },
      "body /birthday invalid_format",
    ],
    [
      "a frequency of 0",
      { firstName: "A", contactFrequencyDays: 0 },
      "body /contactFrequencyDays too_small",
    ],
    [
      "a frequency of 3651",
      { firstName: "A", contactFrequencyDays: 3651 },
      "body /contactFrequencyDays too_big",
    ],
    [
      "a frequency of half a day",
      { firstName: "A", contactFrequencyDays: 0.5 },
      "body /contactFrequencyDays invalid_type",
    ],
    ["a word for a flag", { firstName: "A", isFavorite: "true" }, "body /isFavorite invalid_type"],
    ["null for a flag", { firstName: "A", isFavorite: null }, "body /isFavorite invalid_type"],
    ["null for a list", { firstName: "A", emails: null }, "body /emails invalid_type"],
    [
      "an instant without offset",
      { firstName: "A", lastContactedAt: "2026-01-01T00:00:00" },
      "body /lastContactedAt invalid_format",
    ],
    [
      "a network that is no UUID",
      { firstName: "A", networkIds: ["x"] },
      "body /networkIds/0 invalid_format",
    ],
    ["101 networks", {
      firstName: "A",
      networkIds: Array.from({ length: 101 }, () => randomUUID()),
    }, "body /networkIds too_long"],
    ["an array", [], "body  invalid_type"],
    ["null", null, "body  invalid_type"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.post("/contacts", body), place);
  });
});

describe("changing a contact", () => {
  it("keeps what is absent, clears what is null and replaces lists", async () => {
    const before = await make(ada, "/contacts", {
      firstName: "Ann",
      lastName: "Lee",
      company: "C",
      phones: [{ value: "1" }, { value: "2" }],
      emails: [{ value: "a@b" }],
    });
    const answer = await ada.patch(`/contacts/${before.id}`, {
      lastName: null,
      phones: [{ value: "3" }],
    });
    const after = expectStatus(answer, 200);
    expect(after).toEqual({
      ...before,
      lastName: null,
      displayName: "Ann",
      phones: [{ value: "3", label: null }],
      updatedAt: expect.stringMatching(instant),
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect((await ada.get(`/contacts/${before.id}`)).body).toEqual(after);
  });

  it("leaves updatedAt alone when nothing changes, even when everything read is sent back", async () => {
    const { id } = await make(ada, "/networks", { name: `N ${randomUUID()}` });
    const before = await make(ada, "/contacts", {
      firstName: "Same",
      birthday: "--03-04",
      emails: [{ value: "a@b", label: "x" }],
      networkIds: [id],
      lastContactedAt: "2026-01-02T03:04:05Z",
    });
    expect(expectStatus(await ada.patch(`/contacts/${before.id}`, before), 200)).toEqual(before);
    expect(expectStatus(await ada.patch(`/contacts/${before.id}`, {}), 200)).toEqual(before);
  });

  it("replaces the networks", async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(() => make(ada, "/networks", { name: randomUUID() })),
    );
    const contact = await make(ada, "/contacts", { firstName: "N", networkIds: [a.id] });
    const moved = await ada.patch(`/contacts/${contact.id}`, { networkIds: [b.id] });
    expect(moved.body.networkIds).toEqual([b.id]);
    expect((await ada.get(`/networks/${a.id}`)).body.contactCount).toBe(0);
    expect((await ada.patch(`/contacts/${contact.id}`, { networkIds: [] })).body.networkIds)
      .toEqual([]);
  });

  it("changes nothing at all when one network is not there", async () => {
    const contact = await make(ada, "/contacts", { firstName: "Whole" });
    const answer = await ada.patch(`/contacts/${contact.id}`, {
      firstName: "Half",
      networkIds: [randomUUID()],
    });
    expectInvalidReference(answer);
    expect((await ada.get(`/contacts/${contact.id}`)).body).toEqual(contact);
  });

  it("refuses to take the last name away, seen together with what is there", async () => {
    const contact = await make(ada, "/contacts", { firstName: "Only", jobTitle: "x" });
    expectViolations(
      await ada.patch(`/contacts/${contact.id}`, { firstName: null }),
      "body  required",
    );
    const renamed = await ada.patch(`/contacts/${contact.id}`, {
      firstName: null,
      company: "Firm",
    });
    expect(renamed.body).toMatchObject({ firstName: null, displayName: "Firm" });
  });
});

describe("deleting a contact", () => {
  it("answers 204 without a body, and 404 the second time", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "Gone" });
    const first = await ada.delete(`/contacts/${id}`);
    expect([first.status, first.text]).toEqual([204, ""]);
    expectProblem(await ada.delete(`/contacts/${id}`), 404, "not_found");
    expectProblem(await ada.get(`/contacts/${id}`), 404, "not_found");
    expectProblem(await ada.patch(`/contacts/${id}`, { firstName: "Back" }), 404, "not_found");
  });
});

describe("filtering contacts", () => {
  it("finds members of a network, favourites and both", async () => {
    const me = await signUp();
    const network = await make(me, "/networks", { name: "N" });
    await make(me, "/contacts", { firstName: "1", networkIds: [network.id], isFavorite: true });
    await make(me, "/contacts", { firstName: "2", networkIds: [network.id] });
    await make(me, "/contacts", { firstName: "3", isFavorite: true });
    const names = async (query: string) => {
      const list = expectStatus(await me.get(`/contacts?${query}`), 200);
      expect(list.total).toBe(list.data.length);
      return list.data.map((c: { displayName: string }) => c.displayName);
    };
    expect(await names(`networkId=${network.id}`)).toEqual(["1", "2"]);
    expect(await names("isFavorite=YES")).toEqual(["1", "3"]);
    expect(await names("isFavorite=0")).toEqual(["2"]);
    expect(await names(`isFavorite=True&networkId=${network.id}`)).toEqual(["1"]);
    expect(await names(`networkId=${randomUUID()}`)).toEqual([]);
  });

  it("parts the list in two with needsContact", async () => {
    const me = await signUp();
    const longAgo = "2020-01-01T00:00:00Z";
    await make(me, "/contacts", {
      firstName: "due",
      contactFrequencyDays: 7,
      lastContactedAt: longAgo,
    });
    await make(me, "/contacts", { firstName: "fresh", contactFrequencyDays: 7 });
    await make(me, "/contacts", { firstName: "without", lastContactedAt: longAgo });
    const due = (await me.get("/contacts?needsContact=true")).body;
    const others = (await me.get("/contacts?needsContact=no")).body;
    expect(due).toMatchObject({ total: 1, data: [{ firstName: "due", needsContact: true }] });
    expect(others).toMatchObject({
      total: 2,
      data: [{ firstName: "fresh" }, { firstName: "without" }],
    });
  });

  it("refuses filters that mean nothing", async () => {
    const answer = await ada.get("/contacts?networkId=x&isFavorite=maybe&needsContact=&sort=phone");
    expectViolations(
      answer,
      "query /networkId invalid_format",
      "query /isFavorite invalid_format",
      "query /needsContact invalid_format",
      "query /sort invalid_format",
    );
  });
});
