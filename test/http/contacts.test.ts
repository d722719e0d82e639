import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type components, type KithClient, orThrow } from "../../client/src/index.ts";
import { textNames } from "../../functions/kith/contacts/fields.ts";
import { signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";
import { answered, refused, typedClient } from "../support/typed-client.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let kith: KithClient;
beforeAll(async () => {
  kith = typedClient((await signUp()).token);
});

function create(body: components["schemas"]["ContactCreate"]) {
  return kith.POST("/contacts", { body });
}

function get(id: string) {
  return kith.GET("/contacts/{id}", { params: { path: { id } } });
}

function change(id: string, body: components["schemas"]["ContactUpdate"]) {
  return kith.PATCH("/contacts/{id}", { params: { path: { id } }, body });
}

function remove(id: string) {
  return kith.DELETE("/contacts/{id}", { params: { path: { id } } });
}

function createNetwork() {
  return orThrow(kith.POST("/networks", { body: { name: `N ${randomUUID()}` } }));
}

describe("creating a contact", () => {
  it("answers 201 with every member and its Location", async () => {
    const network = await createNetwork();
    const given = {
      ...Object.fromEntries(textNames().map((name) => [name, `Some ${name}`])),
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
      isArchived: true,
      networkIds: [network.id],
      contactFrequencyDays: 30,
      lastContactedAt: "2026-01-02T03:04:05.678Z",
    };
    const answer = await answered(create(given), 201);
    const contact = answer.body;
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
    expect(await orThrow(get(contact.id))).toEqual(contact);
  });

  it("fills in what was not given", async () => {
    expect(await orThrow(create({ firstName: "Solo" }))).toEqual({
      id: expect.stringMatching(uuid),
      ...Object.fromEntries(textNames().map((name) => [name, null])),
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
    expect(await orThrow(create(given))).toMatchObject({ displayName });
  });

  it("trims text and takes blank for null", async () => {
    const contact = await orThrow(create({
      firstName: "\u00a0 Ann\t\n",
      lastName: " \u3000 ",
      description: "",
      emails: [{ value: " a@example.com ", label: "  " }],
    }));
    expect(contact).toMatchObject({
      firstName: "Ann",
      lastName: null,
      description: null,
      emails: [{ value: "a@example.com", label: null }],
    });
  });

  it("counts characters and not UTF-16 units", async () => {
    const name = "👩".repeat(255);
    expect((await orThrow(create({ firstName: name }))).firstName).toBe(name);
    expectViolations(
      await refused(create({ firstName: name + "a" })),
      "body /firstName too_long",
    );
  });

  it("keeps a birthday without its year", async () => {
    const contact = await orThrow(create({ firstName: "Leap", birthday: "--02-29" }));
    expect(contact.birthday).toBe("--02-29");
  });

  it("accepts and ignores what only the service decides", async () => {
    const given = {
      firstName: "Copy",
      id: randomUUID(),
      displayName: "Another",
      needsContact: true,
      nextContactOn: "2020-01-01",
      createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z",
    };
    const contact = await orThrow(create(given));
    expect(contact).toMatchObject({
      displayName: "Copy",
      needsContact: false,
      nextContactOn: null,
    });
    expect(contact.createdAt).not.toMatch(/^2020/);
  });

  it("folds an id of a network that is given twice", async () => {
    const { id } = await createNetwork();
    const contact = await orThrow(create({ firstName: "Twice", networkIds: [id, id] }));
    expect(contact.networkIds).toEqual([id]);
  });

  it("refuses a network that is not there", async () => {
    expectInvalidReference(
      await refused(create({ firstName: "A", networkIds: [randomUUID()] })),
    );
  });
});

describe("changing a contact", () => {
  it("keeps what is absent, clears what is null and replaces lists", async () => {
    const before = await orThrow(create({
      firstName: "Ann",
      lastName: "Lee",
      company: "C",
      phones: [{ value: "1" }, { value: "2" }],
      emails: [{ value: "a@b" }],
    }));
    const after = await orThrow(change(before.id, { lastName: null, phones: [{ value: "3" }] }));
    expect(after).toEqual({
      ...before,
      lastName: null,
      displayName: "Ann",
      phones: [{ value: "3", label: null }],
      updatedAt: expect.stringMatching(instant),
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await orThrow(get(before.id))).toEqual(after);
  });

  it("leaves updatedAt alone when nothing changes, even when everything read is sent back", async () => {
    const { id } = await createNetwork();
    const before = await orThrow(create({
      firstName: "Same",
      birthday: "--03-04",
      emails: [{ value: "a@b", label: "x" }],
      networkIds: [id],
      lastContactedAt: "2026-01-02T03:04:05Z",
    }));
    expect(await orThrow(change(before.id, before))).toEqual(before);
    expect(await orThrow(change(before.id, {}))).toEqual(before);
  });

  it("replaces the networks", async () => {
    const [a, b] = await Promise.all([createNetwork(), createNetwork()]);
    const contact = await orThrow(create({ firstName: "N", networkIds: [a.id] }));
    const moved = await orThrow(change(contact.id, { networkIds: [b.id] }));
    expect(moved.networkIds).toEqual([b.id]);
    const params = { path: { id: a.id } };
    expect((await orThrow(kith.GET("/networks/{id}", { params }))).contactCount).toBe(0);
    expect((await orThrow(change(contact.id, { networkIds: [] }))).networkIds).toEqual([]);
  });

  it("changes nothing when one network is not there", async () => {
    const contact = await orThrow(create({ firstName: "Whole" }));
    const half = { firstName: "Half", networkIds: [randomUUID()] };
    expectInvalidReference(await refused(change(contact.id, half)));
    expect(await orThrow(get(contact.id))).toEqual(contact);
  });

  it("refuses to take the last name away", async () => {
    const contact = await orThrow(create({ firstName: "Only", jobTitle: "x" }));
    const nameless = await refused(change(contact.id, { firstName: null }));
    expectViolations(nameless, "body  required");
    const renamed = await orThrow(change(contact.id, { firstName: null, company: "Firm" }));
    expect(renamed).toMatchObject({ firstName: null, displayName: "Firm" });
  });
});

describe("deleting a contact", () => {
  it("answers 204 without a body, and 404 the second time", async () => {
    const { id } = await orThrow(create({ firstName: "Gone" }));
    const { response } = await remove(id);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expectProblem(await refused(remove(id)), 404, "not_found");
    expectProblem(await refused(get(id)), 404, "not_found");
    expectProblem(await refused(change(id, { firstName: "Back" })), 404, "not_found");
  });
});
