// Fills a database with owners and their rows, the same in every run.
import { createHash } from "node:crypto";
import { signPlatformToken } from "../local/core/tokens.ts";
import type { Stack } from "../local/stack.ts";
import type { Json } from "../test/support/client.ts";
import { openDatabase, type Sql } from "../test/support/database.ts";
import { companies, firstNames, jobTitles, lastNames, sentences } from "./words.ts";

/** So many owners with so much each. */
export interface Group {
  owners: number;
  contacts: number;
  notes: number;
  /** At most 20, as for anybody; 1 unless given. */
  keys?: number;
}

/** One owner of the seed. The rows go by their numbers, from 0; a number names the same row in every seed of a size. */
export interface SeededOwner {
  id: string;
  /** The owner's number. */
  index: number;
  /** The session that the access token names. */
  sessionId: string;
  /** An access token for twelve hours. */
  token: string;
  keys: string[];
  contacts: number;
  notes: number;
  /** Contacts to search for; `word` is the last name as search reads it. */
  people: { firstName: string; lastName: string; phone: string; word: string }[];
}

/** The company of contacts and the text of notes that are made while measuring, by which they are found again. */
export const createdCompany = "Benchmark Works";
export const createdNote = "Written by the benchmark.";

/** When everything in the seed has happened. */
export const now = new Date();

type Kind = "owner" | "session" | "key" | "contact" | "network" | "type" | "note" | "reminder";

/** The id of a row; pg_temp.id below is the same in SQL. */
export function idOf(kind: Kind, owner: number, n = 0): string {
  const hex = createHash("md5").update(`${kind} ${owner} ${n}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const functions = `
  create function pg_temp.id(kind text, owner int, n int) returns uuid language sql immutable return
    overlay(overlay(md5(kind || ' ' || owner || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid;
  -- Looks random, and is always the same for the same row.
  create function pg_temp.dice(owner int, n int, salt int) returns int language sql immutable return
    (hashint8extended((owner::bigint << 32) + n, salt) & 2147483647)::int;
  create function pg_temp.one_of(list text[], number int) returns text language sql immutable return
    list[1 + number % cardinality(list)];
  -- Those at the front are more frequent.
  create function pg_temp.name_of(list text[], number int) returns text language sql immutable return
    list[1 + floor((number / 2147483648.0::float8) ^ 1.5 * cardinality(list))::int];
  create function pg_temp.text_of(list text[], number int) returns text language sql immutable return
    concat_ws(' ', pg_temp.one_of(list, number), case when number / 256 % 3 > 0 then pg_temp.one_of(list, number / 2048) end,
      case when number / 256 % 3 > 1 then pg_temp.one_of(list, number / 524288) end)`;

/** What an account has before it has contacts. Parameters: now, keys of each. */
const accounts = [
  `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
   select id, 'authenticated', 'authenticated', 'owner-' || no || '@bench.example', since, '{"provider":"email","providers":["email"]}',
     '{}', since, since from owners`,
  `insert into auth.sessions (id, user_id, created_at, updated_at)
   select pg_temp.id('session', no, 0), id, since, since from owners`,
  `insert into kith.profiles (owner_id, created_at, updated_at) select id, since, since from owners`,
  `insert into kith_private.api_keys (id, owner_id, name, key_prefix, hash, created_at)
   select pg_temp.id('key', o.no, k), o.id, 'Key ' || k, left(key, 9), sha256(key::bytea), since
   from owners o cross join generate_series(0, o.keys - 1) k
   cross join lateral (select 'kith_' || left(encode(sha256(('bench ' || o.no || ' ' || k)::bytea), 'hex'), 40)) made (key)`,
  `insert into kith.networks (id, owner_id, name, color, created_at, updated_at)
   select pg_temp.id('network', o.no, (k - 1)::int), o.id, name, '#81B29A', since, since
   from owners o cross join unnest('{Family,Friends,Work}'::text[]) with ordinality network (name, k)`,

  // The last one does not count as contact.
  `insert into kith.note_types (id, owner_id, name, counts_as_contact, created_at, updated_at)
   select pg_temp.id('type', o.no, (k - 1)::int), o.id, name, k < 5, since, since
   from owners o cross join unnest('{Call,Meeting,Message,Letter,Idea}'::text[]) with ordinality type (name, k)`,
];

/** Evenly over three years, in the order of their numbers; of four in five it is known whom they are about. */
const notes = `
  insert into kith.notes (id, owner_id, contact_id, contact_ids, note_type_id, content, search_text, occurred_at, created_at, updated_at)
  select pg_temp.id('note', owner, n), owner_id, contact, case when contact is null then '{}' else array[contact] end,
    case when d2 % 6 > 0 then pg_temp.id('type', owner, d2 % 6 - 1) end, pg_temp.text_of($2, d2), kith_private.folded(pg_temp.text_of($2, d2)),
    made - d1 % 3600 * interval '1 s', made, made
  from (
    select o.no as owner, o.id as owner_id, n, d1, d2,
      case when d1 % 10 < 8 and o.contacts > 0 then pg_temp.id('contact', o.no, (d2::bigint * d1 % o.contacts)::int) end as contact,
      $1::timestamptz - (1 - (n + d1 % 1000 / 1000.0) / o.notes) * interval '1095 days' as made
    from owners o cross join generate_series(0, o.notes - 1) n
    cross join lateral (select pg_temp.dice(o.no, n, 1), pg_temp.dice(o.no, n, 2)) dice (d1, d2)
    order by (n + 1.0::float8) / o.notes, o.no) note`;

/** Over five years, in the order of their numbers; a third have a rhythm, and about half of these are due. */
const contacts = `
  with named as (
    select o.no as owner, o.id as owner_id, n, d, $1::timestamptz - (1 - (n + 0.5) / o.contacts) * interval '1825 days' as made,
      case when d[1] % 20 > 0 then pg_temp.name_of($2, d[2]) end as first_name,
      case when d[1] % 20 > 0 and d[1] % 17 > 0 then pg_temp.name_of($3, d[3]) end as last_name,
      case when d[1] % 20 = 0 or d[1] % 2 = 0 then pg_temp.one_of($4, d[4]) end as company,
      case when d[1] % 3 = 0 then pg_temp.one_of($5, d[4]) end as job_title,
      case when d[1] % 3 > 0 then left(pg_temp.text_of($6, d[5]), 200) end as description,
      case when d[1] % 7 > 1 then format('+49 %s %s', 200 + d[4] % 700, 1000000 + d[5] % 9000000) end as phone,
      case when d[1] % 15 = 0 then $1::timestamptz - d[5] % 730 * interval '1 day' end as by_hand,
      (select max(t.occurred_at) from noted t where t.owner_id = o.id and t.contact_id = pg_temp.id('contact', o.no, n)) as noted
    from owners o cross join generate_series(0, o.contacts - 1) n
    cross join lateral (select array(select pg_temp.dice(o.no, n, salt) from generate_series(11, 15) salt)) dice (d)
    order by (n + 1.0::float8) / o.contacts, o.no
  ), reached as (
    select *, case when d[1] % 5 > 0 then concat_ws('@', kith_private.folded(coalesce(first_name || '.' || last_name, first_name, 'office')),
      split_part(kith_private.folded(coalesce(company, 'mail')), ' ', 1) || '.example') end as email,
      extract(day from $1::timestamptz - coalesce(greatest(by_hand, noted), made))::int as gap
    from named)
  insert into kith.contacts (id, owner_id, first_name, last_name, sort_name, company, job_title, emails, phones, birthday, description,
    is_favorite, contact_frequency_days, last_contacted_by_hand, last_noted_at, search_text, created_at, updated_at)
  select pg_temp.id('contact', owner, n), owner_id, first_name, last_name,
    coalesce(last_name || ' ' || first_name, last_name, first_name, company), company, job_title,
    case when email is null then '[]' else jsonb_build_array(jsonb_build_object('value', email, 'label', 'work')) end,
    case when phone is null then '[]' else jsonb_build_array(jsonb_build_object('value', phone, 'label', null)) end,
    case when d[2] % 3 = 0 then format('%s-0%s-%s', 1940 + d[2] % 65, 1 + d[3] % 9, 10 + d[4] % 18) end, description, d[3] % 10 = 0,
    case when d[4] % 3 = 0 then least(3650, case when d[5] % 2 = 0 then greatest(1, gap / 2) else gap * 2 + 30 end) end,
    by_hand, noted, kith_private.folded(concat_ws(E'\\n', first_name, last_name, company, job_title, email,
      regexp_replace(phone, '[^0-9]', '', 'g'), description)), made, made
  from reached`;

/** Of three networks half have one, a tenth two; a reminder for every tenth contact, most of those past are done. */
const rest = [
  `insert into kith.contact_networks (owner_id, contact_id, network_id, created_at)
   select o.id, pg_temp.id('contact', o.no, n), pg_temp.id('network', o.no, (d + k) % 3), $1
   from owners o cross join generate_series(0, o.contacts - 1) n
   cross join lateral (select pg_temp.dice(o.no, n, 21)) dice (d)
   cross join generate_series(0, case when d % 30 < 15 then 0 when d % 30 < 18 then 1 else -1 end) k
   order by (n + 1.0::float8) / o.contacts, o.no`,
  `insert into kith.reminders (id, owner_id, contact_id, contact_ids, title, due_at, completed, completed_at, created_at, updated_at)
   select pg_temp.id('reminder', o.no, n), o.id, contact, array[contact], 'Call', due, done, case when done then due end, due, due
   from owners o cross join generate_series(0, (o.contacts + 9) / 10 - 1) n
   cross join lateral (select pg_temp.dice(o.no, n, 31), pg_temp.id('contact', o.no, n * 10)) dice (d, contact)
   cross join lateral (select $1::timestamptz + (d % 730 - 365) * interval '1 day', d % 730 < 365 and d % 4 > 0) state (due, done)`,
];

/**
 * Fills the database of a stack, as the superuser, past the triggers, with people who look like people.
 * @returns the owners, in the order of their groups
 */
export async function seed(
  { url, adminDatabaseUrl }: Pick<Stack, "url" | "adminDatabaseUrl">,
  groups: Group[],
  progress: (line: string) => void,
): Promise<SeededOwner[]> {
  const settings = "-c session_replication_role=replica -c synchronous_commit=off " +
    "-c maintenance_work_mem=512MB -c work_mem=256MB -c statement_timeout=0";
  const sql = openDatabase(adminDatabaseUrl, 1, { options: settings });
  try {
    await fill(sql, groups, progress);
    const rows = await sql`select * from owners order by no`;
    return await Promise.all(rows.map((row) => read(sql, row, url)));
  } finally {
    await sql.end();
  }
}

async function fill(sql: Sql, groups: Group[], progress: (line: string) => void): Promise<void> {
  await sql.query(functions);
  await sql`
    create temporary table owners as
    select no, pg_temp.id('owner', no, 0) as id, ${now}::timestamptz - interval '6 years' as since, contacts, notes, keys
    from (select contacts, notes, coalesce(keys, 1) as keys, (row_number() over (order by place) - 1)::int as no
      from jsonb_to_recordset(${
    JSON.stringify(groups.map((group, place) => ({ place, ...group })))
  }::jsonb)
        of_group (place int, owners int, contacts int, notes int, keys int), generate_series(1, owners)) owner`;
  for (const statement of accounts) await sql.query(statement);
  // It is faster to make the indexes anew than to keep them up row by row, which is done for those that are ready.
  await sql`
    update pg_index set indisready = false, indisvalid = false
    where indrelid in ('kith.contacts'::regclass, 'kith.notes'::regclass)`;
  await sql.query(notes, [now, sentences]);
  await sql`
    create temporary table noted as select n.owner_id, n.contact_id, max(n.occurred_at) as occurred_at
    from kith.notes n left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
    where n.contact_id is not null and coalesce(t.counts_as_contact, true) group by 1, 2`;
  await sql`create index on noted (owner_id, contact_id)`;
  progress("seed: notes");
  await sql.query(contacts, [now, firstNames, lastNames, companies, jobTitles, sentences]);
  for (const statement of rest) await sql.query(statement, [now]);
  progress("seed: contacts");
  await sql`reindex table kith.contacts`;
  await sql`reindex table kith.notes`;
  await checkDerived(sql);
  await sql`vacuum (analyze)`;
  progress("seed: indexed, vacuumed and analysed");
}

/** @throws where derived columns of the first owner differ from those that triggers would write */
async function checkDerived(sql: Sql): Promise<void> {
  const wrong = await sql`
    select c.id from kith.contacts c where owner_id = ${idOf("owner", 0)} and (
      search_text is distinct from kith_private.folded(kith_private.searched_text(c))
      or last_noted_at is distinct from (
        select max(n.occurred_at) from kith.notes n left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
        where n.owner_id = c.owner_id and n.contact_id = c.id and coalesce(t.counts_as_contact, true)))`;
  if (wrong.length > 0) {
    throw new Error(`The seed of ${wrong.length} contacts is not what triggers derive.`);
  }
}

async function read(sql: Sql, owner: Json, projectUrl: string): Promise<SeededOwner> {
  const { id, no: index, contacts, notes } = owner;
  const sessionId = idOf("session", index);
  const iat = Math.floor(Date.now() / 1000);
  const key = (n: number) => `kith_${sha256(`bench ${index} ${n}`).slice(0, 40)}`;
  return {
    id,
    index,
    sessionId,
    // As Auth of the project would have issued it.
    token: await signPlatformToken({
      iss: `${projectUrl}/auth/v1`,
      sub: id,
      aud: "authenticated",
      role: "authenticated",
      email: `owner-${index}@bench.example`,
      session_id: sessionId,
      iat,
      exp: iat + 12 * 3600,
      is_anonymous: false,
    }),
    keys: Array.from({ length: owner.keys }, (_, n) => key(n)),
    contacts,
    notes,
    people: await sql`
      select first_name as "firstName", last_name as "lastName", phones -> 0 ->> 'value' as phone, kith_private.folded(last_name) as word
      from kith.contacts where owner_id = ${id} and first_name is not null and last_name is not null and phones <> '[]'
      order by created_at limit 20`,
  };
}
