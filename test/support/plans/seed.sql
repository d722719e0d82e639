-- Rows enough that the planner has a choice. Past the triggers, which would take a minute: what they derive is said here.
-- Whose row it is changes from row to row, as it does when many people write at the same time. Account 0 is a large one.
-- Account 15 has no photos.
-- Ids are the MD5 of "<what> <account> <number>"; see seededId in database.ts.

set session_replication_role = replica;
set synchronous_commit = off;

create function pg_temp.id(what text, account integer, number integer) returns uuid
  language sql stable return md5(concat_ws(' ', what, account, number))::uuid;
create function pg_temp.pick(number integer, words text[]) returns text
  language sql immutable return words[1 + number % cardinality(words)];

-- Every account, and how many contacts it has: one in five has any.
create temporary table accounts as
select n as account, pg_temp.id('accounts', n, 0) as id,
  case when n = 0 then 1200 when n % 5 = 0 then 60 else 0 end as contacts
from generate_series(0, 999) n;

insert into auth.users (id, email, raw_user_meta_data)
select id, 'person-' || account || '@example.com', jsonb_build_object('name', 'Person ' || account) from accounts;
insert into kith.profiles (owner_id, name) select id, 'Person ' || account from accounts;
insert into auth.identities (id, user_id, provider, provider_id)
select pg_temp.id('identities', account, 0), id, 'email', id from accounts;
insert into auth.sessions (id, user_id)
select pg_temp.id('sessions', account, n), id from generate_series(1, 3) n, accounts;
insert into auth.refresh_tokens (id, token, user_id, session_id)
select pg_temp.id('refresh_tokens', account, n), pg_temp.id('tokens', account, n), id, pg_temp.id('sessions', account, 1 + n % 3)
from generate_series(1, 6) n, accounts;
insert into auth.flow_state (id, user_id, authentication_method, provider_type)
select pg_temp.id('flow_state', account, n), id, 'password', 'email' from generate_series(1, 3) n, accounts;
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
select pg_temp.id('mfa_factors', account, n), id, 'totp', 'unverified', now(), now() from generate_series(1, 3) n, accounts;
insert into auth.audit_log_entries (id, payload)
select pg_temp.id('audit_log_entries', account, n), json_build_object('actor_id', id) from generate_series(1, 3) n, accounts;

insert into kith.networks (id, owner_id, name)
select pg_temp.id('networks', account, n), id, 'Network ' || n from generate_series(1, 8) n, accounts;
insert into kith.note_types (id, owner_id, name, counts_as_contact)
select pg_temp.id('note-types', account, n), id, 'Type ' || n, n <> 2 from generate_series(1, 8) n, accounts;

insert into kith.fields (id, owner_id, name, key)
select pg_temp.id('fields', account, n), id, 'Field ' || n, 'field_' || n from generate_series(1, 8) n, accounts;

insert into kith.contacts (id, owner_id, first_name, last_name, sort_name, company, job_title, emails, phones, description, is_favorite,
  contact_frequency_days, last_contacted_by_hand, last_noted_at, photo_path, search_text, long_search_text, created_at, updated_at)
select pg_temp.id('contacts', account, n), id,
  named.first_name, named.last_name, named.last_name || ' ' || named.first_name,
  pg_temp.pick(n * 3, '{Acme,Borealis,Cascade,Delta}'), pg_temp.pick(n, '{Baker,Climber,Doctor,Engineer,Farmer}'),
  jsonb_build_array(jsonb_build_object('value', 'c' || n || '@example.com', 'label', 'home')),
  jsonb_build_array(jsonb_build_object('value', '+49 30 ' || 901000 + n, 'label', null)),
  case when n % 2 = 0 then repeat('Met at the wall. ', 1 + n % 12) end, n % 10 = 0,
  case when n % 3 = 0 then 1 + n % 365 end, case when n % 4 = 0 then moment end, case when n % 4 <> 0 then moment end,
  case when n % 4 = 0 and account <> 15 then id || '/' || pg_temp.id('contacts', account, n) || '/' || pg_temp.id('photos', account, n) || '.png' end,
  case when n % 9 <> 0 then concat_ws(E'\n', 'anna', 'muller ' || n, 'acme', 'c' || n || '@example.com', 4930901000 + n) end,
  case when n % 9 = 0 then concat_ws(E'\n', 'anna', 'muller ' || n, 'acme', repeat('met at the wall. ', 40)) end,
  moment, moment + interval '1 hour'
from (select *, now() - make_interval(hours => 12 + (n * 7919 + account * 104729) % 9000) as moment
  from generate_series(1, 1200) n join accounts on n <= contacts) row
cross join lateral (
  select pg_temp.pick(n * 7 + account, '{Anna,Björn,Chloé,Dmitri,Esra,Farid,Greta,Hana,Ines,Jun,Kofi,Lena,Mara}') as first_name,
    pg_temp.pick(n * 11 + account, '{Müller,Nowak,Okafor,Papadakis,Quispe,Rossi,Sato,Tanaka,Ueda,Visser,Weber}') || ' ' || n as last_name) named
order by n, account;
insert into kith.contact_networks (owner_id, contact_id, network_id)
select id, pg_temp.id('contacts', account, n), pg_temp.id('networks', account, 1 + (n + k) % 8)
from generate_series(1, 1200) n join accounts on n <= contacts, generate_series(0, 1) k
order by n, account;

-- Some contacts are known to be two people.
insert into kith_private.dismissed_duplicates (owner_id, contact_id, other_contact_id)
select id, least(one, other), greatest(one, other) from (
  select id, pg_temp.id('contacts', account, n) as one, pg_temp.id('contacts', account, n + 1) as other
  from generate_series(1, 60) n join accounts on n < contacts) pair;

insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
select id, pg_temp.id('merged', account, n), pg_temp.id('contacts', account, n), pg_temp.id('activity', account, n)
from generate_series(1, 60) n join accounts on n <= contacts;

insert into kith_private.imports (id, owner_id, format, counts)
select pg_temp.id('imports', account, n), id, 'vcard', '{"create":3,"match":0,"conflict":0,"error":0}'
from generate_series(1, 8) n join accounts on true;
insert into kith_private.import_rows (owner_id, import_id, number, line, resource, action, uid, new_id, value, candidates)
select id, pg_temp.id('imports', account, n), place, place, 'contact', 'create', 'uid ' || place, pg_temp.id('imported', account, n * 100 + place),
  jsonb_build_object('firstName', 'Read ' || place, 'emails', '[{"value":"read@example.com"}]'::jsonb), array[pg_temp.id('contacts', account, 1 + place % greatest(contacts, 1))]
from generate_series(1, 8) n join accounts on contacts > 0, generate_series(1, 30) place;
insert into kith_private.import_rows (owner_id, import_id, number, line, resource, action, uid, new_id, value, refs)
select id, pg_temp.id('imports', account, n), place, place, case when place = 31 then 'profile' else 'reminder' end, 'create', 'uid ' || place,
  pg_temp.id('imported', account, n * 100 + place), case when place = 31 then '{"name":"Read"}'::jsonb else '{"title":"Read"}' end,
  case when place > 31 then jsonb_build_object('nextUid', 'uid ' || place + 1) end
from generate_series(1, 8) n join accounts on contacts > 0, generate_series(31, 50) place;

insert into kith.relationships (id, owner_id, contact_id, related_contact_id, contact_ids, kind, created_at)
select pg_temp.id('relationships', account, n), id, pg_temp.id('contacts', account, n), pg_temp.id('contacts', account, n + 3),
  array[pg_temp.id('contacts', account, n), pg_temp.id('contacts', account, n + 3)], pg_temp.pick(n, '{friend,parent,colleague}'),
  now() - make_interval(hours => n)
from generate_series(1, 1190) n join accounts on n + 3 <= contacts
order by n, account;
insert into kith.notes (id, owner_id, contact_id, contact_ids, note_type_id, content, search_text, occurred_at, created_at)
select pg_temp.id('notes', account, n), id,
  case when n % 5 <> 0 then pg_temp.id('contacts', account, 1 + n % contacts) end,
  case when n % 5 = 0 then '{}' when n % 7 <> 0 then array[pg_temp.id('contacts', account, 1 + n % contacts)]
    else array[pg_temp.id('contacts', account, 1 + n % contacts), pg_temp.id('contacts', account, 1 + (n + 3) % contacts)] end,
  case when n % 6 <> 0 then pg_temp.id('note-types', account, 1 + n % 5) end,
  'Talked about ' || repeat('the climbing trip. ', 1 + n % 6), 'talked about ' || repeat('the climbing trip. ', 1 + n % 6),
  now() - make_interval(hours => (n * 7919 + account * 104729) % 26000), now() - make_interval(hours => 10000 - n)
from generate_series(1, 3600) n join accounts on n <= contacts * 3
order by n, account;
insert into kith.note_contacts (owner_id, note_id, place, contact_id, occurred_at)
select n.owner_id, n.id, 2, n.contact_ids[2], n.occurred_at from kith.notes n where cardinality(n.contact_ids) > 1
order by n.id;
insert into kith.reminders (id, owner_id, contact_id, contact_ids, title, due_at, completed)
select pg_temp.id('reminders', account, n), id, case when n % 4 <> 1 then pg_temp.id('contacts', account, n) end,
  case when n % 4 = 1 then '{}' when n % 4 = 2 then array[pg_temp.id('contacts', account, n)]
    else array[pg_temp.id('contacts', account, n), pg_temp.id('contacts', account, 1 + n % contacts)] end, 'Reminder ' || n,
  case when n % 5 <> 0 then now() + make_interval(hours => (n * 7919 + account) % 9000 - 4500) end, n % 3 = 0
from generate_series(1, 1200) n join accounts on n <= contacts
order by n, account;

insert into kith.reminder_contacts (owner_id, reminder_id, place, contact_id)
select r.owner_id, r.id, 2, r.contact_ids[2] from kith.reminders r where cardinality(r.contact_ids) > 1
order by r.id;

-- Of each account's keys number 1 was used just now and 2 the day before; 3 never, and it is limited to networks. Number 4 was rotated, and its secret
-- before that is number 6.
insert into kith_private.api_keys (id, owner_id, name, key_prefix, hash, network_ids, previous_hash, previous_expires_at, last_used_at)
select pg_temp.id('api-keys', account, n), id, 'Key ' || n, 'kith_0000', sha256(convert_to(concat_ws(' ', 'key', account, n), 'UTF8')),
  case n when 3 then array(select pg_temp.id('networks', account, m) from generate_series(4, 6) m) end,
  case n when 4 then sha256(convert_to(concat_ws(' ', 'key', account, 6), 'UTF8')) end, case n when 4 then now() + interval '1 day' end,
  case n when 1 then now() + interval '1 hour' when 2 then now() - interval '1 day' end
from generate_series(1, 5) n, accounts;
-- The same of its connections: number 3 is limited to networks.
insert into kith_private.api_keys (id, owner_id, name, client_id, redirect_host, network_ids, last_used_at)
select pg_temp.id('connections', account, n), id, 'Connection ' || n, 'client-' || n, 'app.example.com',
  case n when 3 then array(select pg_temp.id('networks', account, m) from generate_series(4, 6) m) end,
  case n when 1 then now() + interval '1 hour' when 2 then now() - interval '1 day' end
from generate_series(1, 5) n, accounts;
insert into kith_private.read_calendars (id, owner_id, name, url, mode, due_at)
select pg_temp.id('calendars', account, n), id, 'Calendar ' || n, 'https://x.example/', 'log', now() + interval '1 hour' from generate_series(1, 4) n, accounts;
insert into kith_private.meetings (id, owner_id, calendar_id, event, title, started_at, ended_at, contact_ids)
select pg_temp.id('meetings', account, n), id, pg_temp.id('calendars', account, 1), repeat(n::text, 64), 'Meeting ' || n, now() - interval '1 day', now() - interval '1 day',
  array[pg_temp.id('contacts', account, n)] from generate_series(1, 5) n, accounts;
insert into kith_private.inboxes (owner_id, hash)
select id, sha256(convert_to(concat_ws(' ', 'inbox', account), 'UTF8')) from accounts;
insert into kith_private.calendars (owner_id, hash)
select id, sha256(convert_to(concat_ws(' ', 'calendar', account), 'UTF8')) from accounts;
insert into kith_private.channels (id, owner_id, kind, name, target, verified_at)
select pg_temp.id('channels', account, n), id, 'email', 'Channel ' || n, account || '@example.com', now() from generate_series(1, 5) n, accounts;
insert into kith_private.webhooks (id, owner_id, name, url, secret)
select pg_temp.id('webhooks', account, n), id, 'Webhook ' || n, 'https://hooks.example.com/', 'whsec_' || repeat('A', 43) || '=' from generate_series(1, 5) n, accounts;
insert into kith_private.digests (owner_id, next_at, occurrence) select id, now() + interval '1 hour', current_date from accounts;
insert into kith_private.outbox (id, owner_id, channel_id, kind, occurrence, address, state, created_at)
select gen_random_uuid(), id, pg_temp.id('channels', account, n), 'digest', '2026-01-0' || n, null, 'sent', now() - make_interval(days => n) from generate_series(1, 5) n, accounts;
insert into kith_private.api_key_requests (api_key_id, instants, requests)
select pg_temp.id('api-keys', account, n), array[now() - interval '1 hour'], 1 from generate_series(1, 2) n, accounts;
insert into kith_private.api_key_days (api_key_id, owner_id, key_prefix, day, requests, refusals)
select pg_temp.id('api-keys', account, n), id, 'kith_0000', current_date - d * 30, 1, 0
from (values (1), (2), (5), (13)) d (d), generate_series(1, 2) n, accounts;
insert into kith_private.idempotent_requests (owner_id, key, fingerprint, status, body, operation, created_at)
select id, 'key ' || n, '', 201, '{}', 'create_note', now() - make_interval(mins => account + case when n = 1 and account < 20 then 1440 else 0 end)
from generate_series(1, 10) n, accounts;

-- The log: each contact had another nickname before, and as many notes were deleted.
insert into kith_private.change_sets (owner_id, number, id, at, actor_kind, actor_id, actor_name, operation)
select id, n, pg_temp.id('activity', account, n), now() - make_interval(mins => 1 + contacts * 2 - n), 'api_key',
  pg_temp.id('api-keys', account, 1 + n % 5), 'Key', 'update_contact'
from generate_series(1, 1200) n join accounts on n <= contacts
union all
select id, contacts + n, pg_temp.id('trash', account, n), now() - make_interval(mins => 1 + contacts - n), 'access_token', id, null, 'delete_note'
from generate_series(1, 1200) n join accounts on n <= contacts;
insert into kith_private.changes (owner_id, set_number, position, resource, resource_id, action, name, before, after, is_shown, total_bytes)
select id, n, 1, 'contact', pg_temp.id('contacts', account, n), 'update', 'Anna ' || n, '{"nickname":"Before"}'::jsonb, '{"nickname":null}'::jsonb, true, n * 300
from generate_series(1, 1200) n join accounts on n <= contacts
union all
select id, contacts + n, 1, 'note', pg_temp.id('deleted', account, n), 'delete', 'Talked about ' || n,
  jsonb_build_object('id', pg_temp.id('deleted', account, n), 'owner_id', id, 'content', 'Talked about ' || n, 'contact_ids', '[]'::jsonb,
    'note_type_id', null, 'occurred_at', now(), 'created_at', now(), 'updated_at', now()), null, true, (contacts + n) * 300
from generate_series(1, 1200) n join accounts on n <= contacts;
insert into kith_private.card_sequences (owner_id, contact_id, sequence, name, deleted_at)
select id, pg_temp.id('contacts', account, n), n, null, null from generate_series(1, 1200) n join accounts on n <= contacts
union all
select id, pg_temp.id('deleted', account, n), contacts + n, 'deleted-' || n || '.vcf', now() - make_interval(mins => contacts - n)
from generate_series(1, 1200) n join accounts on n <= contacts;
insert into kith_private.card_photos (owner_id, path, digest, lines)
select id, id || '/' || pg_temp.id('contacts', account, n) || '/' || n || '.png', n::text, 'PHOTO:' || n
from generate_series(1, 1200) n join accounts on n <= contacts;
insert into kith_private.change_logs (owner_id, oldest_at)
select id, now() - make_interval(mins => contacts * 2) from accounts;
insert into kith_private.log_shares (owner_id, actor_id, bytes)
select id, pg_temp.id('api-keys', account, n), 300000 from generate_series(1, 5) n, accounts;

insert into kith_private.usage (owner_id, name, count, counted_at)
select id, name, contacts * factor, now() from (values ('contacts', 1), ('notes', 3)) counted (name, factor), accounts;

-- Nothing is left of them, so that what an account writes next ends it.
insert into kith_private.stale_contacts (owner_id, name, after_id)
select id, name, 'ffffffff-ffff-ffff-ffff-ffffffffffff' from accounts, unnest('{last_noted_at,search_text}'::text[]) name;

insert into kith_private.photo_uploads (path, owner_id, contact_id, created_at)
select 'uploads/' || pg_temp.id('uploads', account, n) || '.png', id, pg_temp.id('contacts', account, n), now() - make_interval(hours => n % 48)
from generate_series(1, 20) n join accounts on n <= contacts
order by n, account;
insert into storage.objects (bucket_id, name)
select 'kith-photos', c.photo_path from kith.contacts c where c.photo_path is not null
union all
select 'kith-photos', 'uploads/' || pg_temp.id('uploads', account, 1) || '.png' from accounts where contacts > 0 and account <> 15
union all
select 'kith-photos', 'uploads/' || pg_temp.id('removals', account, n) || '.png' from generate_series(1, 5) n, accounts where account % 2 = 0;

discard temp;
reset session_replication_role;
vacuum (analyze);
