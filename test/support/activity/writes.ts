import fc from "fast-check";
import { type Kind, tableOf } from "../../../functions/kith/kinds/kinds.ts";
import type { Json } from "../client.ts";
import { committed, type Sql } from "../database.ts";
import { plainBody, plainKinds } from "../plain-resources.ts";
import { sqlState } from "../sql.ts";
import type { Credential, Handled } from "../handle.ts";
import type { AskedDatabase } from "./log-database.ts";
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
const names = fc.constantFrom(..."A,a,B,Straße,STRASSE,Ç,Zoë \u{1F600}, padded ,é".split(","));

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
interface Call {
  operation: string;
  args: Json;
}

/** One of them by a number; undefined where there are none. */
const pick = <T>(items: T[], index: number): T | undefined => items[index % (items.length || 1)];
const bits = <T>(items: T[], mask: number) => items.filter((_, n) => mask >> n % 16 & 1);
/** The members whose bits are set, of which at least the first is there. */
const some = (body: Json, mask: number): Json => {
  const chosen = bits(Object.entries(body), mask);
  return Object.fromEntries(chosen.length > 0 ? chosen : Object.entries(body).slice(0, 1));
};

/** Chooses the rows and values of a write by its numbers. */
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
type Body = (choice: Choice) => Json;

const creating = (resource: string, body: Body): Verb => (choice) => ({
  operation: `create_${resource}`,
  args: { body: body(choice) },
});
/** An operation on one row of a table, where there is any. */
const withId = (table: string, operation: string, args: Body = () => ({})): Verb => (choice) => {
  const id = choice.id(table);
  return id ? { operation, args: { id, ...args(choice) } } : undefined;
};
const changing = (table: string, operation: string, body: Body): Verb =>
  withId(table, operation, (choice) => ({ body: some(body(choice), choice.write.fields) }));
const membership = (operation: string): Verb => (choice) => {
  const contactId = choice.id("contacts", choice.write.other);
  return contactId ? withId("networks", operation, () => ({ contactId }))(choice) : undefined;
};

const contact: Body = (c) => c.contact();
const network: Body = (c) => ({
  name: c.write.text,
  description: c.flag ? c.write.text : null,
  color: "#00ff00",
});
const field: Body = (c) => ({ name: c.write.text, position: c.write.many });
const noteType: Body = (c) => ({ name: c.write.text, countsAsContact: c.flag, icon: "x" });
const note: Body = (c) => ({
  content: `${c.write.text}${c.write.many}`,
  ...c.about(),
  noteTypeId: c.id("note_types") ?? null,
  occurredAt: c.day,
});
const rules = [null, "FREQ=DAILY", "FREQ=MONTHLY;COUNT=3", "FREQ=WEEKLY;BYDAY=MO,FR"];
const reminder: Body = (c) => ({
  completed: c.flag,
  title: c.write.text,
  ...c.about(),
  dueAt: c.day,
  recurrence: pick(rules, c.write.other),
  recurrenceFrom: c.write.many % 3 === 0 ? "completion" : "due",
});
const relationship: Body = (c) => {
  const [contactId, relatedContactId = null] = c.severalContacts();
  return {
    ...(contactId ? { contactId } : {}),
    relatedContactId,
    relatedName: relatedContactId === null ? c.write.text : null,
    kind: pick(["friend", "parent", "child"], c.write.many),
    label: c.flag ? c.write.text : null,
    note: c.day,
  };
};
const completed: Body = (c) => ({ completed: c.flag });
const profile: Body = (c) => ({ name: c.write.text, timezone: c.flag ? "Asia/Tokyo" : "UTC" });

const plain = (kind: Kind): Body => (c) =>
  plainBody(kind, [c.id("contacts") ?? []].flat(), c.write.text);

/** What occurs twice is chosen twice as often. */
const verbs: Verb[] = [
  creating("contact", (c) => ({ ...some(c.contact(), c.write.fields), firstName: c.write.text })),
  creating("contact", contact),
  creating("network", network),
  creating("note_type", noteType),
  creating("field", field),
  creating("note", note),
  creating("note", note),
  creating("reminder", reminder),
  creating("relationship", relationship),
  creating("relationship", relationship),
  changing("contacts", "update_contact", contact),
  changing("contacts", "update_contact", (c) => ({
    photoUrl: null,
    ...some(c.contact(), c.write.many),
  })),
  changing("contacts", "update_contact", (c) => ({ networkIds: c.ids("networks") })),
  changing("networks", "update_network", network),
  changing("note_types", "update_note_type", noteType),
  changing("fields", "update_field", field),
  changing("notes", "update_note", note),
  changing("reminders", "update_reminder", reminder),
  changing("relationships", "update_relationship", relationship),
  withId("relationships", "delete_relationship"),
  changing("reminders", "update_reminder", completed),
  changing("reminders", "update_reminder", completed),
  (c) => ({ operation: "update_me", args: { body: some(profile(c), c.write.fields) } }),
  withId("contacts", "delete_contact"),
  withId("contacts", "delete_contact"),
  withId("networks", "delete_network"),
  withId("note_types", "delete_note_type"),
  withId("fields", "delete_field"),
  withId("notes", "delete_note"),
  withId("reminders", "delete_reminder"),
  changing("networks", "set_network_contacts", (c) => ({ contactIds: c.ids("contacts") })),
  withId("reminders", "delete_reminder", () => ({ query: { keepSeries: true } })),
  membership("add_network_contact"),
  membership("remove_network_contact"),
  ...plainKinds.flatMap((kind) => [
    creating(kind, plain(kind)),
    changing(tableOf(kind), `update_${kind}`, plain(kind)),
    withId(tableOf(kind), `delete_${kind}`),
  ]),
];

/** The request that a write is, where its rows exist. */
export function callOf(write: Write, state: Snapshot): Call | undefined {
  return verbs[write.verb % verbs.length]!(new Choice(write, state));
}

type Statement = (tx: Sql, owner: string, choice: Choice) => Promise<unknown>;

/** A statement whose first parameter is the owner. */
const statement =
  (text: string, values: (choice: Choice) => unknown[] = () => []): Statement =>
  (tx, owner, choice) => tx.query(text, [owner, ...values(choice)]);
/** An update of many rows; `$3` is the value. */
const updating = (table: string, set: string, value?: (choice: Choice) => unknown): Statement =>
  statement(
    `update kith.${table} set ${set} where owner_id = $1 and id = any ($2)`,
    (c) => [c.ids(table), ...(value ? [value(c)] : [])],
  );

/** For many rows at once, with what clients may write through PostgREST. */
const statements: Statement[] = [
  statement(
    `insert into kith.contacts (owner_id, first_name, is_favorite)
     select $1, $2::text || n, n % 2 = 0 from generate_series(1, $3::integer) n`,
    (c) => [c.write.text, c.write.one % 4 + 1],
  ),
  statement(
    `insert into kith.notes (owner_id, content, contact_id, occurred_at)
     select $1, $2, id, $3 from unnest($4::uuid[]) id`,
    (c) => [c.write.text, c.day, c.ids("contacts")],
  ),
  statement(
    `insert into kith.reminders (owner_id, title, contact_id, completed)
     select $1, $2, id, $3 from unnest($4::uuid[]) id`,
    (c) => [c.write.text, c.flag, c.ids("contacts")],
  ),
  statement(
    `insert into kith.reminders (owner_id, title, due_at, completed, recurrence)
     select $1, $2::text || n, $3, n % 2 = 0, 'FREQ=YEARLY' from generate_series(1, $4::integer) n`,
    (c) => [c.write.text, c.day, c.write.one % 3 + 1],
  ),
  statement(
    `insert into kith.contact_networks (owner_id, contact_id, network_id)
     select $1, c, n from unnest($2::uuid[]) c, unnest($3::uuid[]) n on conflict do nothing`,
    (c) => [c.ids("contacts"), c.ids("networks")],
  ),
  updating("contacts", "is_favorite = not is_favorite, job_title = $3", (c) => c.write.text),
  updating("contacts", "last_contacted_by_hand = $3", (c) => c.flag ? c.day : null),
  updating("notes", "contact_id = $3, content = content || '+'", (c) => c.maybe("contacts")),
  updating("notes", "contact_ids = $3", (c) => c.severalContacts()),
  updating("reminders", "contact_ids = $3", (c) => c.severalContacts()),
  updating("relationships", "contact_ids = $3", (c) => c.severalContacts().slice(0, 2)),
  updating("relationships", "note = $3", (c) => c.write.text),
  updating("notes", "note_type_id = $3", (c) => c.id("note_types") ?? null),
  updating("note_types", "counts_as_contact = not counts_as_contact"),
  updating("reminders", "completed = not completed"),
  updating("networks", "name = name || $3::text", (c) => c.write.text),
  statement("update kith.profiles set name = $2 where owner_id = $1", (c) => [c.write.text]),
  ...["contacts", "notes", "relationships", "reminders", "networks", "note_types", "fields"].map((
    table,
  ) =>
    statement(
      `delete from kith.${table} where owner_id = $1 and id = any ($2)`,
      (c) => [c.ids(table)],
    )
  ),
  statement(
    "delete from kith.contact_networks where owner_id = $1 and network_id = any ($2)",
    (c) => [c.ids("networks")],
  ),
];

/** What only an administrator may write. */
const administrative: Statement[] = [
  updating(
    "contacts",
    "photo_path = owner_id || '/' || id || '/' || gen_random_uuid() || '.png'",
  ),
  updating("contacts", "photo_path = null"),
  statement(
    `with gone as (delete from kith.note_types where owner_id = $1 and id = any ($2))
     delete from kith.contacts where owner_id = $1 and id = any ($3)`,
    (c) => [c.ids("note_types"), c.ids("contacts")],
  ),
];

/** Runs a write outside the API, with one statement, or for an administrator now and then with two. */
async function runStatements(
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

/**
 * Carries out a write, as an administrator, through PostgREST, or with the actor's credential through the API.
 * @returns the answer of the API, undefined where there is no row for the request; or the SQLSTATE of a failure
 */
export async function carryOut(
  database: AskedDatabase,
  owner: string,
  who: Credential,
  write: Write,
  state: Snapshot,
): Promise<Handled | string | null | undefined> {
  const work = (tx: Sql) => runStatements(tx, owner, write, state);
  if (write.actor === "rest") return await sqlState(database.asRest(owner, work));
  if (write.actor === "admin") return await sqlState(committed(database.asked, work));
  const call = callOf(write, state);
  return call && await database.handle(who, call.operation, call.args);
}
