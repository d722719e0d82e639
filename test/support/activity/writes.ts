import fc from "fast-check";
import type { Json } from "../client.ts";
import type { Sql } from "../database.ts";
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

const pick = <T>(items: T[], index: number): T | undefined => items[index % (items.length || 1)];
const bits = <T>(items: T[], mask: number) => items.filter((_, n) => mask >> n % 16 & 1);
/** The members whose bits are set, of which at least the first is there. */
const some = (body: Json, mask: number): Json => {
  const chosen = bits(Object.entries(body), mask);
  return Object.fromEntries(chosen.length > 0 ? chosen : Object.entries(body).slice(0, 1));
};

class Choice {
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
  contactId: c.maybe("contacts"),
  noteTypeId: c.id("note_types") ?? null,
  occurredAt: c.day,
});
const reminder = (c: Choice) => ({
  completed: c.flag,
  title: c.write.text,
  contactId: c.maybe("contacts"),
  dueAt: c.day,
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
  membership("add_network_contact"),
  membership("remove_network_contact"),
];

/** The request that a write is, where its rows exist. */
export function callOf(write: Write, state: Snapshot): Call | undefined {
  return verbs[write.verb % verbs.length]!(new Choice(write, state));
}

type Statement = (tx: Sql, owner: string, choice: Choice) => Promise<unknown>;

/** For many rows at once, with what clients may write through PostgREST. */
const statements: Statement[] = [
  (tx, owner, c) =>
    tx`insert into kith.contacts (owner_id, first_name, is_favorite)
    select ${owner}::uuid, ${c.write.text} || n, n % 2 = 0 from generate_series(1, ${
      c.write.one % 4 + 1
    }) n`,
  (tx, owner, c) =>
    tx`insert into kith.notes (owner_id, content, contact_id, occurred_at)
    select ${owner}::uuid, ${c.write.text}, id, ${c.day} from unnest(${
      c.ids("contacts")
    }::uuid[]) id`,
  (tx, owner, c) =>
    tx`insert into kith.reminders (owner_id, title, contact_id, completed)
    select ${owner}::uuid, ${c.write.text}, id, ${c.flag} from unnest(${
      c.ids("contacts")
    }::uuid[]) id`,
  (tx, owner, c) =>
    tx`insert into kith.contact_networks (owner_id, contact_id, network_id)
    select ${owner}::uuid, c, n from unnest(${c.ids("contacts")}::uuid[]) c, unnest(${
      c.ids("networks")
    }::uuid[]) n
    on conflict do nothing`,
  (tx, owner, c) =>
    tx`update kith.contacts set is_favorite = not is_favorite, job_title = ${c.write.text}
    where owner_id = ${owner} and id = any (${c.ids("contacts")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.contacts set last_contacted_by_hand = ${c.flag ? c.day : null}
    where owner_id = ${owner} and id = any (${c.ids("contacts")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.notes set contact_id = ${c.maybe("contacts")}, content = content || '+'
    where owner_id = ${owner} and id = any (${c.ids("notes")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.notes set note_type_id = ${c.id("note_types") ?? null}
    where owner_id = ${owner} and id = any (${c.ids("notes")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.note_types set counts_as_contact = not counts_as_contact
    where owner_id = ${owner} and id = any (${c.ids("note_types")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.reminders set completed = not completed
    where owner_id = ${owner} and id = any (${c.ids("reminders")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.networks set name = name || ${c.write.text}
    where owner_id = ${owner} and id = any (${c.ids("networks")}::uuid[])`,
  (tx, owner, c) => tx`update kith.profiles set name = ${c.write.text} where owner_id = ${owner}`,
  ...["contacts", "notes", "reminders", "networks", "note_types"].map(
    (table): Statement => (tx, owner, c) =>
      tx.query(`delete from kith.${table} where owner_id = $1 and id = any ($2)`, [
        owner,
        c.ids(table),
      ]),
  ),
  (tx, owner, c) =>
    tx`delete from kith.contact_networks
    where owner_id = ${owner} and network_id = any (${c.ids("networks")}::uuid[])`,
];

/** What only an administrator may write. */
const administrative: Statement[] = [
  (tx, owner, c) =>
    tx`update kith.contacts set photo_path = owner_id || '/' || id || '/' || gen_random_uuid() || '.png'
    where owner_id = ${owner} and id = any (${c.ids("contacts")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.contacts set photo_path = null
    where owner_id = ${owner} and id = any (${c.ids("contacts")}::uuid[])`,
  (tx, owner, c) =>
    tx`with gone as (
      delete from kith.note_types where owner_id = ${owner} and id = any (${
      c.ids("note_types")
    }::uuid[]))
    delete from kith.contacts where owner_id = ${owner} and id = any (${
      c.ids("contacts")
    }::uuid[])`,
];

/** Runs a write outside the API, with one statement, or for an administrator now and then with two. */
export async function runStatements(
  tx: Sql,
  owner: string,
  write: Write,
  state: Snapshot,
): Promise<void> {
  const choice = new Choice(write, state);
  const all = write.actor === "admin" ? [...administrative, ...statements] : statements;
  await pick(all, write.verb)!(tx, owner, choice);
  if (hasTwoStatements(write)) await pick(all, write.fields)!(tx, owner, choice);
}

export const hasTwoStatements = ({ actor, other }: Write) => actor === "admin" && other % 3 === 0;
