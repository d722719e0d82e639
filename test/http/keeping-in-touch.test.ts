import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type components, type KithClient, orThrow } from "../../client/src/index.ts";
import { signUp } from "../support/accounts.ts";
import { expectedContact, type Model, newModel } from "../support/in-touch-model.ts";
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
  it("counts from creation where there never was any", async () => {
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

  it("is later of hand and note", async () => {
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

/** One step of a random history; the numbers choose among what is there, modulo its count. */
type Step =
  | { do: "log"; contact: number; type: number; daysAgo: number }
  | { do: "edit"; note: number; daysAgo: number }
  | { do: "retype"; note: number; type: number }
  | { do: "move"; note: number; contact: number }
  | { do: "delete"; note: number }
  | { do: "switch"; type: number; counts: boolean }
  | { do: "drop type"; type: number }
  | { do: "set"; contact: number; daysAgo: number | null };

const index = fc.nat(5);
const age = fc.integer({ min: 0, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("log"), contact: index, type: index, daysAgo: age }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("edit"), note: index, daysAgo: age }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("retype"), note: index, type: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("move"), note: index, contact: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), note: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("switch"), type: index, counts: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop type"), type: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("set"), contact: index, daysAgo: fc.option(age) }),
  },
) as fc.Arbitrary<Step>;

/** The chosen one of several, or null; one more choice than there are things, so that null is chosen too. */
function pick<T>(things: T[], choice: number): T | null {
  return things[choice % (things.length + 1)] ?? null;
}

/** Says the step to the service and to the model. */
async function take(model: Model, now: number, step: Step): Promise<void> {
  const instant = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const note = "note" in step ? pick(model.notes, step.note) : null;
  const type = "type" in step ? pick(model.types, step.type) : null;
  const contact = "contact" in step ? pick(model.contacts, step.contact) : null;
  const change = async (body: Schemas["NoteUpdate"]) => {
    if (!note) return;
    Object.assign(note, body);
    await orThrow(kith.PATCH("/notes/{id}", { ...at(note.id), body }));
  };
  switch (step.do) {
    case "log": {
      const given = {
        contactId: contact?.id ?? null,
        noteTypeId: type?.id ?? null,
        occurredAt: instant(step.daysAgo),
      };
      const body = { content: "x", ...given };
      const { id } = await orThrow(kith.POST("/notes", { body }));
      return void model.notes.push({ id, ...given });
    }
    case "edit":
      return await change({ occurredAt: instant(step.daysAgo) });
    case "retype":
      return await change({ noteTypeId: type?.id ?? null });
    case "move":
      return await change({ contactId: contact?.id ?? null });
    case "delete":
      if (!note) return;
      model.notes.splice(model.notes.indexOf(note), 1);
      return void await orThrow(kith.DELETE("/notes/{id}", at(note.id)));
    case "switch": {
      if (!type) return;
      type.countsAsContact = step.counts;
      const body = { countsAsContact: step.counts };
      return void await orThrow(kith.PATCH("/note-types/{id}", { ...at(type.id), body }));
    }
    case "drop type":
      if (!type) return;
      model.types.splice(model.types.indexOf(type), 1);
      for (const each of model.notes) if (each.noteTypeId === type.id) each.noteTypeId = null;
      return void await orThrow(kith.DELETE("/note-types/{id}", at(type.id)));
    case "set": {
      if (!contact) return;
      // Half a day beside every note, so that what is set by hand is never what was read.
      const lastContactedAt = step.daysAgo === null ? null : instant(step.daysAgo + 0.5);
      contact.byHand = lastContactedAt;
      return void await changeContact(contact.id, { lastContactedAt });
    }
  }
}

describe("any history of notes, types and hands", () => {
  it("leaves every contact as if all of it were computed from scratch", async () => {
    const now = Date.now();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const model = await newModel(kith);
        for (const each of steps) {
          await take(model, now, each);
          for (const contact of model.contacts) {
            const found = await getContact(contact.id);
            expect(found).toMatchObject(expectedContact(model, contact, timezone));
          }
        }
        const listed = async (needsContact: boolean) => {
          const query = { needsContact, pageSize: 200 };
          const list = await orThrow(kith.GET("/contacts", { params: { query } }));
          return new Map(list.data.map((found) => [found.id, found.needsContact]));
        };
        const [due, others] = [await listed(true), await listed(false)];
        for (const contact of model.contacts) {
          const { needsContact } = expectedContact(model, contact, timezone);
          expect(due.get(contact.id)).toBe(needsContact ? true : undefined);
          expect(others.get(contact.id)).toBe(needsContact ? undefined : false);
        }
        await model.clear();
      }),
      { numRuns: 30, interruptAfterTimeLimit: 45_000 },
    );
  });
});
