import { randomUUID } from "node:crypto";
import { type KithClient, orThrow } from "../../client/src/index.ts";

export interface ModelContact {
  id: string;
  createdAt: string;
  contactFrequencyDays: number | null;
  byHand: string | null;
}

/** What happened, as plainly as can be kept: nothing in it is derived. */
export interface Model {
  contacts: ModelContact[];
  types: { id: string; countsAsContact: boolean }[];
  notes: { id: string; contactId: string | null; noteTypeId: string | null; occurredAt: string }[];
  /** Deletes what is left of it from the account. */
  clear(): Promise<void>;
}

/** Two contacts with a rhythm, one without, a type that counts and one that does not. */
export async function newModel(kith: KithClient): Promise<Model> {
  const contacts: ModelContact[] = [];
  for (const contactFrequencyDays of [10, 25, null]) {
    const body = { firstName: "Model", contactFrequencyDays };
    const { id, createdAt } = await orThrow(kith.POST("/contacts", { body }));
    contacts.push({ id, createdAt, contactFrequencyDays, byHand: null });
  }
  const types = [];
  for (const countsAsContact of [true, false]) {
    const body = { name: randomUUID(), countsAsContact };
    const { id } = await orThrow(kith.POST("/note-types", { body }));
    types.push({ id, countsAsContact });
  }
  const model: Model = {
    contacts,
    types,
    notes: [],
    async clear() {
      const at = ({ id }: { id: string }) => ({ params: { path: { id } } });
      for (const note of model.notes) await orThrow(kith.DELETE("/notes/{id}", at(note)));
      for (const type of model.types) await orThrow(kith.DELETE("/note-types/{id}", at(type)));
      for (const each of model.contacts) await orThrow(kith.DELETE("/contacts/{id}", at(each)));
    },
  };
  return model;
}

/** What design says of keeping in touch, computed from the whole history. */
export function expectedContact(model: Model, contact: ModelContact, timezone: string) {
  const counted = model.notes.filter((note) => {
    const type = model.types.find((each) => each.id === note.noteTypeId);
    return note.contactId === contact.id && (type?.countsAsContact ?? true);
  });
  const instants = counted.map((note) => note.occurredAt);
  if (contact.byHand !== null) instants.push(contact.byHand);
  const lastContactedAt = instants.sort().at(-1) ?? null;
  if (contact.contactFrequencyDays === null) {
    return { lastContactedAt, nextContactOn: null, needsContact: false };
  }
  const start = localDate(new Date(lastContactedAt ?? contact.createdAt), timezone);
  const next = Date.parse(start) + contact.contactFrequencyDays * 86_400_000;
  const nextContactOn = new Date(next).toISOString().slice(0, 10);
  return {
    lastContactedAt,
    nextContactOn,
    needsContact: nextContactOn <= localDate(new Date(), timezone),
  };
}

function localDate(instant: Date, timeZone: string): string {
  return instant.toLocaleDateString("sv-SE", { timeZone });
}
