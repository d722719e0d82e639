-- Views for administrators of the project: for the dashboard's table and SQL editors (role postgres) and service_role.
-- They read with the rights of the role that queries them; anon and authenticated have none.

-- All accounts. A function, because service_role may not read the tables of Auth.
create function kith_private.accounts() returns table (
  owner_id uuid, email text, created_at timestamptz, last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select u.id, u.email::text, u.created_at, u.last_sign_in_at from auth.users u;
end
$$;

create view kith_private.admin_accounts with (security_invoker = true) as
select a.owner_id, a.email, a.created_at, a.last_sign_in_at,
  (select count(*) from kith.contacts c where c.owner_id = a.owner_id) as contacts,
  (select count(*) from kith.networks n where n.owner_id = a.owner_id) as networks,
  (select count(*) from kith.notes n where n.owner_id = a.owner_id) as notes,
  (select coalesce(sum(octet_length(n.content)), 0) from kith.notes n where n.owner_id = a.owner_id) as note_bytes,
  (select count(*) from kith.reminders r where r.owner_id = a.owner_id) as reminders,
  (select count(*) from kith_private.api_keys k where k.owner_id = a.owner_id and k.client_id is null) as api_keys,
  (select max(k.last_used_at) from kith_private.api_keys k where k.owner_id = a.owner_id) as last_request_at,
  photos.count as photos,
  photos.bytes as photo_bytes,
  (select count(*) from kith_private.api_keys k where k.owner_id = a.owner_id and k.client_id is not null) as connections
from kith_private.accounts() a
cross join lateral (
  select count(*) as count, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes
  from storage.objects o where o.bucket_id = 'kith-photos' and o.name like a.owner_id::text || '/%') photos;
comment on view kith_private.admin_accounts is 'Accounts and how much data each has. last_request_at: the last request with an API key or of a connection.';

create view kith_private.admin_api_keys with (security_invoker = true) as
select k.id as api_key_id, k.key_prefix, k.name, k.owner_id, a.email, k.created_at, k.scopes, k.network_ids, k.expires_at,
  k.last_used_at, k.last_operation, k.previous_key_prefix, k.previous_expires_at,
  coalesce(today.requests, 0) + coalesce(case when k.last_used_at >= today.began then r.requests end, 0) as requests_today,
  coalesce(today.refusals, 0) + coalesce(case when k.last_used_at >= today.began then r.refusals end, 0) as refusals_today,
  k.client_id, k.redirect_host
from kith_private.api_keys k
join kith_private.accounts() a on a.owner_id = k.owner_id
left join kith_private.api_key_requests r on r.api_key_id = k.id
cross join lateral (select date_trunc('day', now(), 'UTC') as began) clock
left join lateral (
  select clock.began, d.requests, d.refusals from (values (1)) one (row)
  left join kith_private.api_key_days d on d.api_key_id = k.id and d.day = (clock.began at time zone 'UTC')::date) today on true;
comment on view kith_private.admin_api_keys is
  'API keys, and connections of OAuth clients, with their owners and last use. A leaked key is found by key_prefix, its first nine characters, '
  'or by previous_key_prefix, those of the secret before the last rotation.';

create view kith_private.admin_api_key_days with (security_invoker = true) as
select d.day, d.api_key_id, d.key_prefix, d.owner_id, sum(d.requests)::integer as requests, sum(d.refusals)::integer as refusals
from (
  -- A rotated key is shown with its present prefix.
  select d.day, d.api_key_id, coalesce(k.key_prefix, d.key_prefix) as key_prefix, d.owner_id, d.requests, d.refusals
  from kith_private.api_key_days d left join kith_private.api_keys k on k.id = d.api_key_id
  union all
  select (k.last_used_at at time zone 'UTC')::date, k.id, k.key_prefix, k.owner_id, r.requests, r.refusals
  from kith_private.api_key_requests r join kith_private.api_keys k on k.id = r.api_key_id
  where r.requests > 0) d
group by d.day, d.api_key_id, d.key_prefix, d.owner_id;
comment on view kith_private.admin_api_key_days is
  'Requests and refusals of each key and day (UTC) of the last year, including keys that were deleted since.';

grant select (id, owner_id, name, key_prefix, created_at, scopes, network_ids, expires_at, last_used_at, last_operation,
  previous_key_prefix, previous_expires_at, client_id, redirect_host) on kith_private.api_keys to service_role;
grant select on kith_private.api_key_requests, kith_private.api_key_days,
  kith_private.admin_accounts, kith_private.admin_api_keys, kith_private.admin_api_key_days to service_role;
grant execute on function kith_private.accounts() to service_role;

-- How much each actor has written.

create view kith_private.admin_activity with (security_invoker = true) as
select s.owner_id, a.email, s.actor_kind, s.actor_id, s.actor_name,
  count(*) filter (where s.first_number is null) as change_sets,
  coalesce(sum(c.changes), 0)::bigint as changes,
  coalesce(sum(c.bytes), 0)::bigint as bytes,
  min(s.at) as first_at,
  max(s.at) as last_at
from kith_private.change_sets s
join kith_private.accounts() a on a.owner_id = s.owner_id
left join (
  select l.owner_id, l.set_number, count(*) as changes, sum(pg_column_size(l)) as bytes
  from kith_private.changes l group by l.owner_id, l.set_number) c on c.owner_id = s.owner_id and c.set_number = s.number
group by s.owner_id, a.email, s.actor_kind, s.actor_id, s.actor_name;
comment on view kith_private.admin_activity is
  'How much each actor has written for each owner, as far as the log is kept. bytes: of the changes, without indexes.';

grant select on kith_private.change_sets, kith_private.changes, kith_private.change_logs, kith_private.admin_activity to service_role;
