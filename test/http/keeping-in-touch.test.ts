import { beforeAll, describe, expect, it } from "vitest";
import { type components, type KithClient, orThrow } from "../../client/src/index.ts";
import { signUp } from "../support/accounts.ts";
import { typedClient } from "../support/typed-client.ts";

type Schemas = components["schemas"];

/** Zones far apart; the first in which it is not about to be midnight, so that "today" stays today. */
const timezone = ["America/St_Johns", "Pacific/Auckland", "UTC"].find((timeZone) => {
  const hour = Number(new Date().toLocaleString("en-GB", { timeZone, hour: "numeric" }));
  return hour >= 1 && hour < 22;
}) ?? "UTC";

let kith: KithClient;
beforeAll(async () => {
  kith = typedClient((await signUp()).token);
  await orThrow(kith.PATCH("/me", { body: { timezone } }));
});

function at(id: string) {
  return { params: { path: { id } } };
}

function createContact(body: Schemas["ContactCreate"]) {
  return orThrow(kith.POST("/contacts", { body }));
}

function getContact(id: string) {
  return orThrow(kith.GET("/contacts/{id}", at(id)));
}

function changeContact(id: string, body: Schemas["ContactUpdate"]) {
  return orThrow(kith.PATCH("/contacts/{id}", { ...at(id), body }));
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

describe("being in touch", () => {
  it("counts from creation where there was no contact yet", async () => {
    const contact = await createContact({ firstName: "New", contactFrequencyDays: 1 });
    const today = new Date(contact.createdAt).toLocaleDateString("sv-SE", { timeZone: timezone });
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    expect(contact).toMatchObject({
      lastContactedAt: null,
      nextContactOn: tomorrow,
      needsContact: false,
    });
  });

  it("is due on the day itself", async () => {
    const contact = await createContact({
      firstName: "Due",
      contactFrequencyDays: 10,
      lastContactedAt: daysAgo(10),
    });
    expect(contact.needsContact).toBe(true);
    const early = await changeContact(contact.id, { contactFrequencyDays: 11 });
    expect(early.needsContact).toBe(false);
  });

  it("needs nobody without a frequency", async () => {
    const contact = await createContact({
      firstName: "Free",
      lastContactedAt: daysAgo(4000),
    });
    expect(contact).toMatchObject({ nextContactOn: null, needsContact: false });
  });

  it("takes a bare date for the start of that day", async () => {
    const contact = await createContact({ firstName: "D", lastContactedAt: "2025-07-01" });
    const local = new Date(contact.lastContactedAt ?? NaN).toLocaleString("sv-SE", {
      timeZone: timezone,
    });
    expect(local).toBe("2025-07-01 00:00:00");
  });

  it("is the later of lastContactedAt by hand and the newest note", async () => {
    const [older, newer] = [daysAgo(20), daysAgo(10)];
    const contact = await createContact({ firstName: "H", lastContactedAt: older });
    const last = async () => (await getContact(contact.id)).lastContactedAt;
    const body = { content: "x", contactId: contact.id, occurredAt: newer };
    const note = await orThrow(kith.POST("/notes", { body }));
    expect(await last()).toBe(newer);
    await orThrow(kith.DELETE("/notes/{id}", at(note.id)));
    expect(await last()).toBe(older);
    await changeContact(contact.id, { lastContactedAt: null });
    expect(await last()).toBeNull();
  });
});
