import { afterAll, describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";

/** What models send that is not quite what a schema says, where it is plain what is meant. */
const ada = await signUp();
const client = await connect((await makeKey(ada)).key);
afterAll(() => client.close());
const anna = await ada.make("/contacts", {
  firstName: "Anna",
  birthday: "1990-01-02",
  contactFrequencyDays: 30,
});
await ada.make("/networks", { name: "Climbing" });

const call = async (name: string, input: Json) => {
  const { isError, read } = await callTool(client, name, input);
  return { isError, ...read };
};
const person = { id: anna.id, displayName: "Anna" };

describe("an argument is taken as it is meant", () => {
  it.each<[string, string, Json, Json]>([
    ["a list as JSON text", "log_note", { content: "a", people: '["Anna"]' }, {
      note: { people: [person] },
    }],
    ["the only item of a list", "log_note", { content: "b", people: "Anna" }, {
      note: { people: [person] },
    }],
    ["an object as JSON text", "log_note", {
      content: "c",
      people: ["Anna"],
      reminder: '{"title":"x","due":"P2W"}',
    }, { reminder: { title: "x", people: [person] } }],
    ["a list of objects as JSON text", "save_contact", {
      contact: "Anna",
      emails: '[{"value":"anna@example.org"}]',
    }, { contact: { emails: [{ value: "anna@example.org" }] } }],
    ["a text for an object with one required member", "save_contact", {
      contact: "Anna",
      addEmails: ["anna@example.com"],
    }, { contact: { emails: [{ value: "anna@example.org" }, { value: "anna@example.com" }] } }],
    ["an object for a list of one", "save_contact", {
      contact: "Anna",
      addPhones: { value: "+49 30 1", label: "home" },
    }, { contact: { phones: [{ value: "+49 30 1", label: "home" }] } }],
    ["lists as texts", "change_contacts", { contacts: '["Anna"]', addToNetworks: "Climbing" }, {
      count: 1,
      addedTo: [{ name: "Climbing" }],
    }],
    ["a boolean as a text", "set_reminder", { title: "t", due: "P2W", completed: "false" }, {
      reminder: { title: "t" },
    }],
    ["a number as a text", "search_contacts", { search: "Anna", limit: "5" }, { total: 1 }],
    ["null for what is not given", "search_contacts", { search: null, network: null }, {
      total: 1,
    }],
    ["an only text as JSON text", "log_note", { content: "b", people: '"Anna"' }, {
      note: { people: [person] },
    }],
    ["a list of one for a text", "get_contact", { contact: ["Anna"] }, { contact: person }],
    ["what an answer calls somebody", "log_note", { content: "b", people: [person] }, {
      note: { people: [person] },
    }],
    ["a number for an object with one required member", "save_contact", {
      contact: "Anna",
      addPhones: 49301234567,
    }, { contact: { phones: expect.arrayContaining([{ value: "49301234567" }]) } }],
    ["an empty text for a number that is not given", "search_contacts", { limit: "" }, {
      total: 1,
    }],
    ["a boolean for one of some words", "search_contacts", { isArchived: true }, { total: 0 }],
    ["days as a text", "list_due", { days: "7" }, { days: expect.any(Array) }],
    [
      "a number for a text",
      "save_contact",
      { contact: "Anna", addresses: [{ postalCode: 10119 }] },
      {
        contact: { addresses: [{ postalCode: "10119" }] },
      },
    ],
    ["the name that the API has for it", "set_reminder", {
      title: "u",
      dueAt: "2030-01-02",
      contactIds: anna.id,
    }, { reminder: { dueAt: expect.stringMatching(/^2030-01-02/), people: [person] } }],
    ["the same within an object", "log_note", {
      content: "d",
      reminder: { title: "v", dueAt: "P1D" },
    }, { reminder: { title: "v", dueAt: expect.any(String) } }],
    ["null, which clears what may be empty", "save_contact", { contact: "Anna", birthday: null }, {
      contact: expect.not.objectContaining({ birthday: expect.anything() }),
    }],
    ["an empty text, which clears it too", "save_contact", {
      contact: "Anna",
      contactFrequencyDays: "",
      snoozedUntil: "",
    }, { contact: expect.not.objectContaining({ contactFrequencyDays: expect.anything() }) }],
  ])("%s", async (_, name, input, answer) => {
    const said = await call(name, input);
    expect(said.isError, JSON.stringify(said)).toBe(false);
    expect(said).toMatchObject(answer);
  });

  it("and where it is not plain, nothing is guessed", async () => {
    const people = '["Nobody"';
    expect((await call("log_note", { content: "e", people })).errors[0].message)
      .toContain(`Nobody is found as ${JSON.stringify(people)}.`);
    for (
      const input of [{ limit: "five" }, { limit: "5.5" }, { hasEmail: "yes" }, { hasEmail: 1 }]
    ) {
      expect((await call("search_contacts", input)).errors).toHaveLength(1);
    }
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    expect(await call("log_note", { content: "f", people: deep })).toMatchObject({
      isError: true,
      code: "invalid_json",
    });
  });
});

describe("an error points at the member that was sent", () => {
  it.each<[string, Json, string, string]>([
    ["set_reminder", { title: "x", dueAt: "soon" }, "/dueAt", "Must be an RFC 3339 instant"],
    ["set_reminder", { title: "x", dueAt: "P9999Y" }, "/dueAt", "in the years 1 to 9999"],
    ["set_reminder", { title: "x", due: "P1D", dueAt: "P2D" }, "/dueAt", "Use due."],
    [
      "log_note",
      { content: "x", reminder: { title: "x", dueAt: "soon" } },
      "/reminder/dueAt",
      "Must be an RFC 3339 instant",
    ],
    ["log_note", { content: "x", contactIds: ["Nobody"] }, "/contactIds/0", "Nobody is found"],
    [
      "log_note",
      { content: "x", reminder: { title: "x", when: "P1D" } },
      "/reminder/when",
      "There are title, due.",
    ],
    [
      "change_contacts",
      { contacts: "Anna", networkIds: "x" },
      "/networkIds",
      "There are contacts,",
    ],
    ["search_contacts", { networkId: "x", network: "y" }, "/networkId", "Use network."],
  ])("%s %j", async (name, input, pointer, message) => {
    const { errors } = await call(name, input);
    expect(errors[0]).toMatchObject({ pointer, message: expect.stringContaining(message) });
  });
});

it("several contacts get a company, a day until which they are not due, and a last contact", async () => {
  const { id } = await ada.make("/contacts", { firstName: "Bea", contactFrequencyDays: 10 });
  const change = {
    company: "Acme",
    jobTitle: "Chef",
    snoozedUntil: "2099-01-01",
    lastContactedAt: "2026-03-14",
  };
  await call("change_contacts", { contacts: ["Bea", "Anna"], ...change });
  expect((await ada.get(`/contacts/${id}`)).body).toMatchObject({
    ...change,
    lastContactedAt: expect.stringMatching(/^2026-03-1[34]/),
  });
  const { removedFrom } = await call("change_contacts", {
    contacts: "Anna",
    removeFromNetworks: "climbing",
  });
  expect(removedFrom).toMatchObject([{ name: "Climbing" }]);
});
