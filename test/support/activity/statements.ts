import type { Sql } from "../database.ts";
import type { Snapshot } from "./snapshot.ts";
import { Choice, pick, type Write } from "./writes.ts";

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
    tx`insert into kith.reminders (owner_id, title, due_at, completed, recurrence)
    select ${owner}::uuid, ${c.write.text} || n, ${c.day}, n % 2 = 0, 'FREQ=YEARLY' from generate_series(1, ${
      c.write.one % 3 + 1
    }) n`,
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
    tx`update kith.notes set contact_ids = ${c.severalContacts()}::uuid[]
    where owner_id = ${owner} and id = any (${c.ids("notes")}::uuid[])`,
  (tx, owner, c) =>
    tx`update kith.reminders set contact_ids = ${c.severalContacts()}::uuid[]
    where owner_id = ${owner} and id = any (${c.ids("reminders")}::uuid[])`,
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
