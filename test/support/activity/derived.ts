import { expect } from "vitest";
import type { Json } from "../client.ts";
import { rolledBack } from "../database.ts";
import { handle } from "../handle.ts";
import type { AskedDatabase, Person } from "./log-database.ts";

/** Where columns and rows that follow from others do not fit them, or a contact is not due when it has to be. */
export async function derivedFaults(
  database: AskedDatabase,
  { id, token }: Person,
): Promise<string[]> {
  return await rolledBack(database.asked, async (tx) => {
    const rows = await tx`
      select to_jsonb(n)::text as fault from kith.notes n where n.owner_id = ${id} and (
        n.contact_id is distinct from n.contact_ids[1] or n.contact_ids[2:] is distinct from array(
          select l.contact_id from kith.note_contacts l
          where l.owner_id = n.owner_id and l.note_id = n.id and l.occurred_at = n.occurred_at order by l.place))
      union all
      select to_jsonb(r)::text from kith.reminders r where r.owner_id = ${id} and (
        r.contact_id is distinct from r.contact_ids[1] or r.contact_ids[2:] is distinct from array(
          select l.contact_id from kith.reminder_contacts l
          where l.owner_id = r.owner_id and l.reminder_id = r.id order by l.place)
        or r.completed <> (r.completed_at is not null)
        or (r.recurrence is null) <> (r.recurrence_start is null))`;
    const expected = await tx`
      select c.id, to_char(l.last at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastContactedAt",
             l.due::text as "nextContactOn", coalesce(l.due <= (now() at time zone p.timezone)::date, false) as "needsContact"
        from kith.contacts c join kith.profiles p using (owner_id),
             lateral (select greatest(c.last_contacted_by_hand, max(n.occurred_at)) as last
               from kith.notes n left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
               where n.owner_id = c.owner_id and c.id = any (n.contact_ids) and coalesce(t.counts_as_contact, true)) noted,
             lateral (select noted.last,
               (coalesce(noted.last, c.created_at) at time zone p.timezone)::date + c.contact_frequency_days as due) l
       where c.owner_id = ${id} order by c.id`;
    const listed = async (query: Json): Promise<Json[]> => {
      const all = { isArchived: "any", pageSize: 200, ...query };
      const { body } = await handle(tx, token, "list_contacts", { query: all });
      return body.data.map(({ id, lastContactedAt, nextContactOn, needsContact }: Json) => ({
        id,
        lastContactedAt,
        nextContactOn,
        needsContact,
      })).sort((one: Json, other: Json) => one.id < other.id ? -1 : 1);
    };
    expect(await listed({})).toEqual(expected);
    for (const needsContact of [true, false]) {
      expect(await listed({ needsContact }))
        .toEqual(expected.filter((contact) => contact["needsContact"] === needsContact));
    }
    return rows.map(({ fault }) => `does not fit the rest: ${fault}`);
  });
}
