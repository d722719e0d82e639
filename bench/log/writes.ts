import { randomUUID } from "node:crypto";
import type { Sql } from "../../test/support/database.ts";
import type { BenchRequest } from "../contender.ts";
import type { SeededOwner } from "../seed.ts";
import { idOf } from "../seed/random.ts";
import { createdCompany, Workload } from "../workload.ts";

/** An owner with the access token that the requests carry: tokens have no limit. */
export interface Writer {
  owner: SeededOwner;
  /** Number of the owner in the seed. */
  index: number;
  token: string;
}

/** A kind of write that is measured. */
export interface Write {
  name: string;
  /** Requests with these numbers, by the writers in turn. What they need is written past the triggers. */
  requests(sql: Sql, writers: Writer[], numbers: number[]): Promise<BenchRequest[]>;
}

/** What new notes say, and those whose contact is deleted: so they are found again. */
export const noteContent =
  "Lunch was long and very pleasant. Wants to read the chapter on lighthouses before it is printed, 2026.";
export const lostNote = "Met at the harbour workshop, on the last day.";

type Body = Record<string, unknown>;

function send(writer: Writer, method: string, path: string, body?: Body): BenchRequest {
  return {
    method: method as BenchRequest["method"],
    path: `/kith/api/v1${path}`,
    headers: {
      authorization: `Bearer ${writer.token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** @param request of the turn-th request of a writer, and its number among all */
const simple = (
  name: string,
  request: (writer: Writer, turn: number, n: number) => BenchRequest,
): Write => ({
  name,
  requests: (_sql, writers, numbers) =>
    Promise.resolve(
      numbers.map((n) => request(writers[n % writers.length]!, Math.floor(n / writers.length), n)),
    ),
});

const newPerson = (n: number) => Workload.prototype.newPerson(n);
const contactOf = (owner: SeededOwner, turn: number) => owner.contactId(turn * 37 % owner.contacts);
const remindersOf = (owner: SeededOwner) => Math.ceil(owner.contacts / 10);

/** What a contact to delete has of another one. */
const copied = [
  "owner_id",
  "first_name",
  "last_name",
  "job_title",
  "emails",
  "phones",
  "urls",
  "addresses",
  "description",
  "search_text",
].join(", ");

/** A contact with one membership and one note, which go with it or lose it. */
const deleteContact: Write = {
  name: "delete contact",
  async requests(sql, writers, numbers) {
    const rows = numbers.map((n) => ({ writer: writers[n % writers.length]!, id: randomUUID() }));
    const owners = rows.map(({ writer }) => writer.owner.id);
    const ids = rows.map(({ id }) => id);
    const models = rows.map(({ writer }) => writer.owner.contactId(0));
    const networks = rows.map(({ writer }) => writer.owner.networkIds[0]);
    await sql.query(
      `insert into kith.contacts (id, ${copied}, company) select made.id, ${copied}, '${createdCompany}'
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) made (id, owner, model)
       join kith.contacts c on c.owner_id = made.owner and c.id = made.model`,
      [ids, owners, models],
    );
    await sql`insert into kith.contact_networks (owner_id, contact_id, network_id)
      select * from unnest(${owners}::uuid[], ${ids}::uuid[], ${networks}::uuid[])`;
    await sql`insert into kith.notes (owner_id, contact_id, content)
      select m.owner, m.id, ${lostNote}
      from unnest(${owners}::uuid[], ${ids}::uuid[]) m (owner, id)`;
    return rows.map(({ writer, id }) => send(writer, "DELETE", `/contacts/${id}`));
  },
};

export const writes = (): Write[] => [
  simple(
    "create contact",
    (writer, _turn, n) => send(writer, "POST", "/contacts", { ...newPerson(n) }),
  ),
  simple(
    "patch contact",
    (writer, turn, n) =>
      send(writer, "PATCH", `/contacts/${contactOf(writer.owner, turn)}`, {
        jobTitle: `Colleague ${n}`,
      }),
  ),
  simple("create note about a contact", (writer, turn) =>
    send(writer, "POST", "/notes", {
      contactId: contactOf(writer.owner, turn),
      content: noteContent,
    })),
  simple("complete a reminder", (writer, turn) => {
    const count = remindersOf(writer.owner);
    const id = idOf("reminder", writer.index, turn % count);
    // Every time round the other way, so that each request changes something.
    const completed = Math.floor(turn / count) % 2 === 0;
    return send(writer, "PATCH", `/reminders/${id}`, { completed });
  }),
  deleteContact,
];
