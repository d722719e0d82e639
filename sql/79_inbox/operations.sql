-- The inbox of an account: an address of the API that a mail provider posts messages to, which become notes.

create table kith_private.inboxes (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  hash bytea not null unique constraint inboxes_hash_check check (octet_length(hash) = 32),
  received_at timestamptz(3),
  counted_on date not null default '-infinity',
  received smallint not null default 0,
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade
);
comment on table kith_private.inboxes is 'Inboxes that are switched on, at most one of each account.';
comment on column kith_private.inboxes.owner_id is 'Whose inbox it is.';
comment on column kith_private.inboxes.id is 'Identifies it in the log of changes.';
comment on column kith_private.inboxes.hash is 'SHA-256 of the secret in its address.';
comment on column kith_private.inboxes.created_at is 'When the secret was made.';
comment on column kith_private.inboxes.received_at is 'When a message was last posted to it.';
comment on column kith_private.inboxes.counted_on is 'The day, in UTC, of that message.';
comment on column kith_private.inboxes.received is 'How many were posted on that day.';

alter table kith_private.inboxes enable row level security;
grant select (owner_id, created_at, received_at), insert (owner_id, hash), update (hash, created_at), delete on kith_private.inboxes to authenticated;

create policy "Owners reach their inbox" on kith_private.inboxes
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- Counts that a message is posted to an inbox; the seconds to wait where 200 were today.
create function kith_private.count_message(owner uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  update kith_private.inboxes i set counted_on = today, received = case when i.counted_on = today then i.received + 1 else 1 end, received_at = now()
  where i.owner_id = owner and (i.counted_on < today or i.received < 200);
  return case when not found then greatest(1, ceil(extract(epoch from (today + 1) at time zone 'UTC' - clock_timestamp())))::integer end;
end
$$;

create function kith_api.get_inbox(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  made timestamptz;
  received timestamptz;
begin
  select i.created_at, i.received_at into made, received from kith_private.inboxes i;
  return (200, json_build_object('isEnabled', made is not null,
    'createdAt', to_char(made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'receivedAt', to_char(received at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::kith_api.answer;
end
$$;
comment on function kith_api.get_inbox(jsonb) is 'Whether the inbox is switched on, since when it has its secret, and when it last got a message.';

create function kith_api.create_inbox(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  secret_hash constant bytea := decode(arguments ->> 'hash', 'hex');
begin
  -- Not excluded.hash, for which the hash would have to be readable.
  insert into kith_private.inboxes (hash) values (secret_hash)
  on conflict (owner_id) do update set hash = secret_hash, created_at = now();
  return kith_api.get_inbox(arguments);
end
$$;
comment on function kith_api.create_inbox(jsonb) is 'Switches the inbox on, or gives it a new secret, by its hash.';

create function kith_api.delete_inbox(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.inboxes i where i.owner_id = (select auth.uid());
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.delete_inbox(jsonb) is 'Switches the inbox off; it may be off already.';

-- The addresses of an account, in lower case: its own, those of channels, and those of the own contact.
create function kith_private.addresses_of(owner uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select lower(u.email::text collate "C") from auth.users u where u.id = owner and u.email is not null
    union select lower(c.target collate "C") from kith_private.channels c where c.owner_id = owner and c.kind = 'email' and c.verified_at is not null
    union select lower((item ->> 'value') collate "C") from kith.profiles p
      join kith.contacts c on c.owner_id = p.owner_id and c.id = p.contact_id cross join lateral jsonb_array_elements(c.emails) item
      where p.owner_id = owner);
end
$$;

-- The addresses of the current user.
create function kith_private.own_addresses() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  return kith_private.addresses_of((select auth.uid()));
end
$$;

-- The current user's contacts by these addresses, which are in lower case: {address: [ids]}, all who share one, but for the own contact. All contacts
-- are read once, however many addresses there are.
create function kith_private.contacts_by_addresses(addresses text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant jsonb := (select coalesce(jsonb_object_agg(address, true), '{}') from unnest(addresses) address);
  me constant uuid := kith_private.own_contact();
begin
  return (
    select coalesce(jsonb_object_agg(known.address, known.ids), '{}') from (
      select lower((item ->> 'value') collate "C") as address, jsonb_agg(distinct c.id) as ids
      from kith.contacts c cross join lateral jsonb_array_elements(c.emails) item
      where c.emails <> '[]' and c.id is distinct from me and wanted ? lower((item ->> 'value') collate "C")
      group by 1) known);
end
$$;

-- A message becomes a note about the contacts that have its addresses, all who share one. Addresses that no contact has are named in
-- the text, so that nothing is lost. body: subject, text, occurredAt, people [{address, name}].
create function kith_api.receive_message(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  own constant text[] := kith_private.own_addresses();
  people constant jsonb := (
    select coalesce(jsonb_agg(item order by place), '[]') from jsonb_array_elements(body -> 'people') with ordinality given (item, place)
    where lower((item ->> 'address') collate "C") <> all (own));
  wanted constant text[] := array(select lower((item ->> 'address') collate "C") from jsonb_array_elements(people) item);
  found constant jsonb := kith_private.contacts_by_addresses(wanted);
  contacts uuid[];
  unknown text;
begin
  contacts := array(
    select id::uuid from unnest(wanted) with ordinality given (address, place) cross join lateral jsonb_array_elements_text(found -> address) id
    group by id order by min(place), id limit 50);
  unknown := (
    select string_agg(concat_ws(' ', nullif(item ->> 'name', ''), format('<%s>', item ->> 'address')), ', ' order by place)
    from jsonb_array_elements(people) with ordinality given (item, place) where not found ? lower((item ->> 'address') collate "C"));
  return kith_api.create_note(arguments || jsonb_build_object('body', jsonb_build_object(
    'content', concat_ws(E'\n\n', nullif(body ->> 'subject', ''), unknown, nullif(body ->> 'text', '')),
    'contactIds', to_jsonb(contacts), 'noteTypeId', kith_private.note_type_called('{email,e-mail,mail}', 'Email')) || case
    when body ->> 'occurredAt' is null then '{}'::jsonb else jsonb_build_object('occurredAt', body -> 'occurredAt') end));
end
$$;
comment on function kith_api.receive_message(jsonb) is 'Makes a note of a message. Only the secret in the address of an inbox is good for this operation.';

grant execute on function kith_private.own_addresses(), kith_private.contacts_by_addresses(text[]) to authenticated;
