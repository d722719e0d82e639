import fc from "fast-check";
import type { Json } from "../client.ts";
import { rowsOf, type Snapshot } from "./snapshot.ts";

/** A random write: who does what, with numbers that choose among the rows that there are then. */
export interface Write {
  actor: Actor;
  verb: number;
  /** Which of the rows, counted from the oldest. */
  one: number;
  other: number;
  /** Which rows a statement for many is about, as bits. */
  many: number;
  fields: number;
  text: string;
}

export const actors = ["key", "other key", "token", "rest", "admin"] as const;
export type Actor = typeof actors[number];

const number = fc.nat(0xffff);
// Few names, so that they are taken now and then, in upper and lower case too.
const names = fc.constantFrom(
  "A",
  "a",
  "B",
  "Straße",
  "STRASSE",
  "Ç",
  "Zoë \u{1F600}",
  " padded ",
  "é",
);

/** @param who the actors that write */
export const writes = (who: readonly Actor[] = actors): fc.Arbitrary<Write> =>
  fc.record({
    actor: fc.constantFrom(...who),
    verb: number,
    one: number,
    other: number,
    many: number,
    fields: number,
    text: names,
  });

/** A request to the API. */
export interface Call {
  operation: string;
  args: Json;
}

/** One of them by a number; undefined where there are none. */
export const pick = <T>(items: T[], index: number): T | undefined =>
  items[index % (items.length || 1)];
const bits = <T>(items: T[], mask: number) => items.filter((_, n) => mask >> n % 16 & 1);
/** The members whose bits are set, of which at least the first is there. */
const some = (body: Json, mask: number): Json => {
  const chosen = bits(Object.entries(body), mask);
  return Object.fromEntries(chosen.length > 0 ? chosen : Object.entries(body).slice(0, 1));
};

/** Chooses the rows and values of a write by its numbers. */
export class Choice {
  constructor(readonly write: Write, readonly state: Snapshot) {}
  rows(table: string) {
    return rowsOf(this.state, table);
  }
  id(table: string, index = this.write.one): string | undefined {
    return pick(this.rows(table), index)?.id;
  }
  ids(table: string): string[] {
    return bits(this.rows(table), this.write.many).map(({ id }) => id);
  }
  maybe(table: string): string | null {
    return this.write.other % 4 === 0 ? null : this.id(table, this.write.other) ?? null;
  }
  /** One contact or none by its id, or several by a list; sometimes both. */
  about(): Json {
    const contactId = this.maybe("contacts");
    if (this.write.many % 3 > 0) return { contactId };
    const contactIds = this.severalContacts();
    return this.flag ? { contactIds } : { contactIds, contactId: contactIds[0] ?? null };
  }
  /** At most four, in any order. */
  severalContacts(): string[] {
    const rows = this.rows("contacts");
    const { one, other, many, fields } = this.write;
    const ids = [one, other, many, fields].map((index) => pick(rows, index)?.id as string);
    return [...new Set(ids.slice(0, 1 + one % 4))].filter((id) => id !== undefined);
  }
  get flag() {
    return this.write.other % 2 === 0;
  }
  get day() {
    return `20${10 + this.write.many % 15}-03-${10 + this.write.fields % 18}T10:00:00.123Z`;
  }
  contact(): Json {
    const { write: { text, other, many } } = this;
    return {
      firstName: text,
      lastName: this.flag ? text.repeat(3) : null,
      emails: this.flag ? [{ value: `a${other % 9}@example.com`, label: text.trim() }] : [],
      birthday: this.flag ? "--02-29" : "1990-05-17",
      description: this.flag ? `${text} `.repeat(200) : null,
      isFavorite: this.flag,
      isArchived: this.flag,
      contactFrequencyDays: this.flag ? many % 90 + 1 : null,
      lastContactedAt: this.flag ? this.day : null,
      networkIds: this.ids("networks"),
    };
  }
}

type Verb = (choice: Choice) => Call | undefined;
const changing =
  (table: string, operation: string, body: (choice: Choice) => Json): Verb => (choice) => {
    const id = choice.id(table);
    return id
      ? { operation, args: { id, body: some(body(choice), choice.write.fields) } }
      : undefined;
  };
const deleting = (table: string, operation: string): Verb => (choice) => {
  const id = choice.id(table);
  return id ? { operation, args: { id } } : undefined;
};
const network = (c: Choice) => ({
  name: c.write.text,
  description: c.flag ? c.write.text : null,
  color: "#00ff00",
});
const noteType = (c: Choice) => ({ name: c.write.text, countsAsContact: c.flag, icon: "x" });
const note = (c: Choice) => ({
  content: `${c.write.text}${c.write.many}`,
  ...c.about(),
  noteTypeId: c.id("note_types") ?? null,
  occurredAt: c.day,
});
const reminder = (c: Choice) => ({
  completed: c.flag,
  title: c.write.text,
  ...c.about(),
  dueAt: c.day,
  recurrence: pick(
    [null, "FREQ=DAILY", "FREQ=MONTHLY;COUNT=3", "FREQ=WEEKLY;BYDAY=MO,FR"],
    c.write.other,
  ),
  recurrenceFrom: c.write.many % 3 === 0 ? "completion" : "due",
});

const membership = (operation: string): Verb => (c) => {
  const [id, contactId] = [c.id("networks"), c.id("contacts", c.write.other)];
  return id && contactId ? { operation, args: { id, contactId } } : undefined;
};

const verbs: Verb[] = [
  (c) => ({
    operation: "create_contact",
    args: { body: { ...some(c.contact(), c.write.fields), firstName: c.write.text } },
  }),
  (c) => ({ operation: "create_contact", args: { body: c.contact() } }),
  (c) => ({ operation: "create_network", args: { body: network(c) } }),
  (c) => ({ operation: "create_note_type", args: { body: noteType(c) } }),
  (c) => ({ operation: "create_note", args: { body: note(c) } }),
  (c) => ({ operation: "create_note", args: { body: note(c) } }),
  (c) => ({ operation: "create_reminder", args: { body: reminder(c) } }),
  changing("contacts", "update_contact", (c) => c.contact()),
  changing(
    "contacts",
    "update_contact",
    (c) => ({ photoUrl: null, ...some(c.contact(), c.write.many) }),
  ),
  changing("contacts", "update_contact", (c) => ({ networkIds: c.ids("networks") })),
  changing("networks", "update_network", network),
  changing("note_types", "update_note_type", noteType),
  changing("notes", "update_note", note),
  changing("reminders", "update_reminder", reminder),
  changing("reminders", "update_reminder", (c) => ({ completed: c.flag })),
  changing("reminders", "update_reminder", (c) => ({ completed: c.flag })),
  (c) => ({
    operation: "update_me",
    args: {
      body: some({ name: c.write.text, timezone: c.flag ? "Asia/Tokyo" : "UTC" }, c.write.fields),
    },
  }),
  deleting("contacts", "delete_contact"),
  deleting("contacts", "delete_contact"),
  deleting("networks", "delete_network"),
  deleting("note_types", "delete_note_type"),
  deleting("notes", "delete_note"),
  deleting("reminders", "delete_reminder"),
  changing("networks", "set_network_contacts", (c) => ({ contactIds: c.ids("contacts") })),
  (c) => {
    const call = deleting("reminders", "delete_reminder")(c);
    return call && { ...call, args: { ...call.args, query: { keepSeries: true } } };
  },
  membership("add_network_contact"),
  membership("remove_network_contact"),
];

/** The request that a write is, where its rows exist. */
export function callOf(write: Write, state: Snapshot): Call | undefined {
  return verbs[write.verb % verbs.length]!(new Choice(write, state));
}
