import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

// test/http/every-field.test.ts changes each member, and test/http/text-fields.test.ts each text.

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ada = await signUp();

const create = (body: Json) => ada.make("/contacts", body);
const patch = ({ id }: Json, body: Json) => ada.change(`/contacts/${id}`, body);
const makeNetwork = async (): Promise<string> =>
  (await ada.make("/networks", { name: `N ${randomUUID()}` })).id;

describe("creating a contact", () => {
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
    expect((await ada.read(`/networks/${a}`)).contactCount).toBe(0);
    const before = await patch(contact, { networkIds: [] });
    expect(before.networkIds).toEqual([]);
    const half = { firstName: "Half", networkIds: [randomUUID()] };
    expectProblem(await ada.patch(`/contacts/${contact.id}`, half), 400, "invalid_reference");
    expect(await ada.read(`/contacts/${contact.id}`)).toEqual(before);
    expectProblem(await ada.post("/contacts", half), 400, "invalid_reference");
  });

  it("refuses to take the last name away", async () => {
    const contact = await create({ firstName: "Only", jobTitle: "x" });
    const nameless = await ada.patch(`/contacts/${contact.id}`, { firstName: null });
    expectViolations(nameless, "body  required");
    expect((await patch(contact, { firstName: null, company: "Firm" })).displayName).toBe("Firm");
  });
});

describe("archived contacts", async () => {
  const eve = await signUp();
  const due = { contactFrequencyDays: 7, lastContactedAt: "2020-01-01" };
  const archived = await eve.make("/contacts", { ...due, firstName: "Archived", isArchived: true });
  await eve.make("/contacts", { ...due, firstName: "Due" });
  await eve.make("/contacts", { firstName: "Other" });

  async function names(query: string): Promise<string[]> {
    const { data, total } = await eve.read(`/contacts?${query}`);
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
  });

  it("are read and changed like others, keep their notes and reminders, and return", async () => {
    const path = `/contacts/${archived.id}`;
    expect(await eve.read(path)).toEqual(archived);
    expect(archived).toMatchObject({ isArchived: true, needsContact: true });
    expect((await eve.change(path, { nickname: "A" })).isArchived).toBe(true);
    await eve.make("/notes", { content: "C", contactId: archived.id });
    expect(await eve.listed(`/notes?contactId=${archived.id}`)).toHaveLength(1);
    await eve.change(path, { isArchived: false });
    expect(await names("search=archived")).toEqual(["Archived"]);
    const again = changeSetOf(await eve.patch(path, { isArchived: true }), 200);
    expect(await names("search=archived")).toEqual([]);
    await eve.undo(again);
    expect(await names("search=archived")).toEqual(["Archived"]);
  });
});
