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
