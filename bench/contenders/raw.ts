import type { CredentialKind, Operation } from "../contender.ts";
import type { Workload } from "../workload.ts";

/** A contact as Kith shows it, in the time zone UTC. */
const contact = `json_build_object(
  'id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'nickname', c.nickname, 'company', c.company,
  'jobTitle', c.job_title, 'displayName', c.display_name, 'emails', c.emails, 'phones', c.phones, 'urls', c.urls,
  'addresses', c.addresses, 'birthday', c.birthday, 'description', c.description, 'isFavorite', c.is_favorite,
  'photoUrl', c.photo_path, 'hasPhoto', c.photo_path is not null,
  'networkIds', array(select m.network_id from kith.contact_networks m
    where m.owner_id = c.owner_id and m.contact_id = c.id order by m.network_id),
  'contactFrequencyDays', c.contact_frequency_days,
  'lastContactedAt', to_char(c.last_contacted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'nextContactOn', to_char(
    (coalesce(c.last_contacted_at, c.created_at) at time zone 'UTC')::date + c.contact_frequency_days, 'YYYY-MM-DD'),
  'needsContact', coalesce((coalesce(c.last_contacted_at, c.created_at) at time zone 'UTC')::date
    + c.contact_frequency_days <= (now() at time zone 'UTC')::date, false),
  'createdAt', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

const note = `json_build_object(
  'id', n.id, 'content', n.content, 'contactId', n.contact_id, 'noteTypeId', n.note_type_id,
  'occurredAt', to_char(n.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'createdAt', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'updatedAt', to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** The first 50 rows of those that the condition leaves, and how many it leaves. */
const page = (shape: string, from: string, condition: string, order: string) =>
  `select json_build_object(
    'data', coalesce((select json_agg(page.body) from (
      select ${shape} as body from ${from} where ${condition} order by ${order} limit 50) page), '[]'::json),
    'page', 1, 'pageSize', 50, 'total', (select count(*) from ${from} where ${condition}))::text as body`;

const contacts = (condition = "true") =>
  page(
    contact,
    "kith.contacts c",
    `c.owner_id = $1::uuid and ${condition}`,
    `c.display_name collate "und-x-icu", c.id`,
  );

/** One statement each, as somebody would write it who knows the owner and trusts the values. $1 is the owner. */
export const rawStatements: Record<Operation, string> = {
  "list 50": contacts(),
  "search": contacts(`c.search_text like '%' || $2 || '%'`),
  "needsContact": contacts(
    `c.contact_frequency_days is not null and (coalesce(c.last_contacted_at, c.created_at) at time zone 'UTC')::date
      + c.contact_frequency_days <= (now() at time zone 'UTC')::date`,
  ),
  "get":
    `select ${contact}::text as body from kith.contacts c where c.owner_id = $1::uuid and c.id = $2::uuid`,
  "create":
    `insert into kith.contacts as c (owner_id, first_name, last_name, company, emails, phones, description)
    values ($1::uuid, $2, $3, $4, $5::jsonb, $6::jsonb, $7) returning ${contact}::text as body`,
  "patch":
    `update kith.contacts c set job_title = $3 where c.owner_id = $1::uuid and c.id = $2::uuid
    returning ${contact}::text as body`,
  "notes of a month": page(
    note,
    "kith.notes n",
    `n.owner_id = $1::uuid and n.occurred_at >= $2::date and n.occurred_at < $3::date`,
    "n.occurred_at desc, n.id desc",
  ),
};

/**
 * The n-th set of values of an operation's statement.
 * @param credential that the others send then: each kind counts from 1, and what it writes shall be new
 */
export function rawValues(
  workload: Workload,
  operation: Operation,
  credential: CredentialKind,
  n: number,
): string[] {
  const ask = workload.ask(n);
  const owner = workload.seeded.owners[ask.owner]!.id;
  switch (operation) {
    case "search":
      return [owner, ask.word];
    case "get":
      return [owner, ask.contactId];
    case "create": {
      const { firstName, lastName, company, emails, phones, description } = workload.newPerson(n);
      const methods = [JSON.stringify(emails), JSON.stringify(phones)];
      return [owner, firstName, lastName, company, ...methods, description];
    }
    case "patch":
      return [owner, ask.contactId, workload.newJobTitle(`raw ${credential}`, n)];
    case "notes of a month":
      return [owner, ask.from, ask.after];
    default:
      return [owner];
  }
}
