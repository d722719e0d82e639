-- What resources that are about contacts, such as notes and reminders, have in common. ADR 34 says why the contacts are a column.
-- `offset 0` in a sub-select has each contact looked up in an index, however few there were when Postgres planned it. Lists
-- in parameters would make it plan each time, which takes longer than the statement.

-- The ids in a list; none where it is null.
create function kith_private.ids_of(list jsonb) returns uuid[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  ids uuid[] := '{}';
begin
  -- Mostly of one id, for which a loop is quicker than a query.
  for n in 0 .. coalesce(jsonb_array_length(list), 0) - 1 loop
    ids := ids || (list ->> n)::uuid;
  end loop;
  return ids;
end
$$;

-- Those of the contacts that exist, in the same order.
create function kith_private.existing_contacts(owner uuid, contacts uuid[]) returns uuid[]
language plpgsql set search_path = ''
as $$
begin
  -- Locked, so that the foreign key does not fail where another transaction deletes one of them.
  return array(
    select c.id from unnest(contacts) with ordinality given (id, place)
    cross join lateral (
      select c.id from kith.contacts c where c.owner_id = owner and c.id = given.id for key share) c
    order by given.place);
end
$$;

-- Keeps contact_id and contact_ids alike: contact_id is the first. Whichever a client writes decides; a contact that is deleted
-- leaves the list.
-- Runs with the rights of the function's owner, because a key with limits may write notes and not read contacts.
create function kith_private.keep_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_given constant boolean := case when tg_op = 'INSERT' then new.contact_ids <> '{}' else new.contact_ids <> old.contact_ids end;
begin
  if new.contact_ids is null or cardinality(new.contact_ids) > 50 then
    return new; -- the constraints refuse it
  end if;
  if is_given and (cardinality(new.contact_ids) > 1 or new.contact_ids[1] is null) then
    new.contact_ids := array(
      select given.id from unnest(new.contact_ids) with ordinality given (id, place)
      where given.id is not null group by given.id order by min(given.place));
  elsif is_given then
    null;
  elsif tg_op = 'UPDATE' and new.contact_id is null and cardinality(new.contact_ids) > 1 and not exists (
    select from kith.contacts c where c.owner_id = old.owner_id and c.id = old.contact_id)
  then
    -- The foreign key has set it to null, because the contact is deleted, and maybe others in the same statement. Of a list
    -- of one nothing is left, which needs no look-up for each note of a contact that has thousands.
    new.contact_ids := kith_private.existing_contacts(new.owner_id, new.contact_ids);
    new.contact_id := new.contact_ids[1];
  else
    new.contact_ids := array_remove(array[new.contact_id], null);
  end if;
  if new.contact_id is distinct from new.contact_ids[1]
    and (case when tg_op = 'INSERT' then new.contact_id is not null else new.contact_id is distinct from old.contact_id end)
  then
    raise check_violation using message = 'The first of the contacts is another one.',
      schema = 'kith', table = tg_table_name, constraint = tg_table_name || '_first_contact_check';
  end if;
  new.contact_id := new.contact_ids[1];
  return new;
end
$$;

-- Takes deleted contacts out of notes and reminders that had them as further contacts.
-- After contacts were deleted. Only an update of the note or reminder itself is in the log.
create function kith_private.drop_deleted_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from ended) then
    return null;
  elsif tg_table_name = 'note_contacts' then
    update kith.notes n set contact_ids = kith_private.existing_contacts(n.owner_id, n.contact_ids)
    where (n.owner_id, n.id) in (
      select e.owner_id, e.note_id from ended e
      where not exists (select from kith.contacts c where c.owner_id = e.owner_id and c.id = e.contact_id offset 0));
  else
    update kith.reminders r set contact_ids = kith_private.existing_contacts(r.owner_id, r.contact_ids)
    where (r.owner_id, r.id) in (
      select e.owner_id, e.reminder_id from ended e
      where not exists (select from kith.contacts c where c.owner_id = e.owner_id and c.id = e.contact_id offset 0));
  end if;
  return null;
end
$$;

-- The further contacts of what is about several, so that they are found in an index. Most have none. `copied`: a time by which they are sorted.
create procedure pg_temp.make_further_contacts(noun text, copied text default null)
language plpgsql
as $$
begin
  execute format($make$
create table kith.%1$s_contacts (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  %1$s_id uuid not null,
  place smallint not null,
  contact_id uuid not null%2$s,
  -- Not the contact: PostgREST would take the table for a second way from %1$ss to contacts and refuse to choose.
  primary key (owner_id, %1$s_id, place),
  constraint %1$s_contacts_%1$s_id_fkey foreign key (owner_id, %1$s_id) references kith.%1$ss (owner_id, id) on delete cascade,
  constraint %1$s_contacts_contact_id_fkey foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith.%1$s_contacts is 'The contacts after the first of each %1$s; derived from its contact_ids.';
comment on column kith.%1$s_contacts.owner_id is 'Whose %1$s it is.';
comment on column kith.%1$s_contacts.%1$s_id is 'The %1$s.';
comment on column kith.%1$s_contacts.place is 'Which of its contacts, from 2.';
comment on column kith.%1$s_contacts.contact_id is 'The contact.';
create index %1$s_contacts_contact_id_idx on kith.%1$s_contacts (owner_id, contact_id%3$s, %1$s_id);

alter table kith.%1$s_contacts enable row level security;
grant all on kith.%1$s_contacts to service_role;
create policy "Owners read the contacts of their %1$ss" on kith.%1$s_contacts
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);

-- Writes the rows of what is about several contacts.
-- Runs with the rights of the function's owner, because clients may not write the table.
create function kith_private.write_%1$s_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $body$
begin
  if tg_op = 'UPDATE' then
    delete from kith.%1$s_contacts l where l.owner_id = new.owner_id and l.%1$s_id = new.id;
  end if;
  insert into kith.%1$s_contacts (owner_id, %1$s_id, place, contact_id%3$s)
  select new.owner_id, new.id, about.place, about.id%4$s
  from unnest(new.contact_ids) with ordinality about (id, place) where about.place > 1;
  return null;
end
$body$;
create trigger write_contacts_of_new after insert on kith.%1$ss
  for each row when (cardinality(new.contact_ids) > 1) execute function kith_private.write_%1$s_contacts();
create trigger write_contacts after update on kith.%1$ss
  for each row when ((cardinality(old.contact_ids) > 1 or cardinality(new.contact_ids) > 1) and %5$s)
  execute function kith_private.write_%1$s_contacts();
create trigger drop_deleted_contacts after delete on kith.%1$s_contacts
  referencing old table as ended for each statement execute function kith_private.drop_deleted_contacts();
$make$, noun, ', ' || copied || ' timestamptz(3) not null', ', ' || copied, ', new.' || copied, case when copied is null
    then 'old.contact_ids <> new.contact_ids'
    else format('(old.contact_ids, old.%1$s) is distinct from (new.contact_ids, new.%1$s)', copied) end);
end
$$;

-- The contacts that a note or reminder is to be about, from contactIds or contactId; null where these are the current ones.
create function kith_private.read_contacts(body jsonb, current uuid[] default null) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  contacts constant uuid[] := case
    when body ? 'contactIds' then kith_private.ids_of(body -> 'contactIds')
    when body ? 'contactId' then array_remove(array[(body ->> 'contactId')::uuid], null)
    else coalesce(current, '{}') end;
begin
  if contacts = current then
    return null;
  end if;
  if contacts = '{}' and not kith_private.has_all_networks() then
    perform kith_private.refuse_member('/contactId', 'required', 'This API key is limited to networks: what it writes is about a contact in them.');
  end if;
  return contacts;
end
$$;

-- The members of the body that name contacts which do not belong to the user.
create function kith_private.unknown_contacts(body jsonb, contacts uuid[]) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  if contacts is null or contacts = '{}' then
    return '{}';
  end if;
  return array(
    select case when body ? 'contactIds' then '/contactIds/' || given.place - 1 else '/contactId' end
    from unnest(contacts) with ordinality given (id, place)
    where not exists (select from kith.contacts c where c.id = given.id offset 0)
    order by given.place);
end
$$;

-- The names of contacts by their ids, of those that the current user sees; no more than 1 MiB of them.
-- Planned once, because planning takes longer than finding a few contacts by their ids.
create function kith_private.names_of(contact_ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(json_object_agg(named.id, named.name), '{}') from (
      select c.id, kith_private.shown_name(c) as name, sum(octet_length(kith_private.shown_name(c))) over (order by c.id) as bytes from kith.contacts c
      where c.owner_id = (select auth.uid()) and c.id = any (contact_ids)) named
    -- Names are given beside a page that is limited itself.
    where named.bytes <= 1048576);
end
$$;

-- An answer with the member names, where the arguments ask for it: the names of all contacts that its notes and reminders are
-- about, and of the types of its notes.
create function kith_private.with_names(answer kith_api.answer, arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if arguments #> '{query,include}' ? 'names' then
    answer.body := left(answer.body, -1) || ',"names":' || (kith_private.names_of(array(
        select distinct (id #>> '{}')::uuid from jsonb_path_query(answer.body::jsonb, '$.**.contactIds[*]') id))::jsonb
      || kith_private.names_of_note_types(array(
        select distinct (id #>> '{}')::uuid from jsonb_path_query(answer.body::jsonb, '$.**.noteTypeId') id where id <> 'null')))::text || '}';
  end if;
  return answer;
end
$$;

grant execute on function kith_private.names_of(uuid[]), kith_private.with_names(kith_api.answer, jsonb), kith_private.ids_of(jsonb),
  kith_private.read_contacts(jsonb, uuid[]), kith_private.unknown_contacts(jsonb, uuid[]) to authenticated;
