-- Where contacts went that were merged into others.
create table kith_private.merged_contacts (
  owner_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  into_id uuid not null,
  change_set uuid,
  primary key (owner_id, id)
);
comment on table kith_private.merged_contacts is 'Contacts that were merged into others, so that their ids still lead to somebody.';
comment on column kith_private.merged_contacts.owner_id is 'Whose contact it was.';
comment on column kith_private.merged_contacts.id is 'The contact that does not exist any more.';
comment on column kith_private.merged_contacts.into_id is 'The contact that it became a part of. That may have been merged or deleted since.';
comment on column kith_private.merged_contacts.change_set is 'The change set of the merge: where it was undone, this row does not count.';
alter table kith_private.merged_contacts enable row level security;
create policy "No client reaches the merged contacts" on kith_private.merged_contacts for all to authenticated using (false);

create trigger check_usage after insert on kith_private.merged_contacts
  referencing new table as written for each statement execute function kith_private.check_usage();

-- The contact of the current user that a contact which does not exist was merged into, by as many steps as it took; null where
-- there is none.
create function kith_private.merged_into(contact uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  found_id uuid := contact;
begin
  if not (kith_private.has_scope('contacts:read') and kith_private.has_all_networks()) then
    return null;
  end if;
  for step in 1 .. 100 loop
    select m.into_id into found_id from kith_private.merged_contacts m
    where m.owner_id = owner and m.id = found_id and not exists (
      select from kith_private.change_sets s where s.owner_id = owner and s.id = m.change_set and s.undone_by is not null);
    exit when found_id is null;
    perform from kith.contacts c where c.owner_id = owner and c.id = found_id;
    exit when found;
  end loop;
  return found_id;
end
$$;

-- Ends the operation with not_found, and says into which contact this one was merged.
create function kith_private.refuse_missing_contact(contact uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  merged_into constant uuid := kith_private.merged_into(contact);
begin
  if merged_into is null then
    perform kith_private.not_found();
  end if;
  raise exception using errcode = 'KITH0', message = 'not_found', hint = jsonb_build_object('mergedInto', merged_into)::text;
end
$$;

-- Merging moves notes, reminders and memberships, whoever sees them.
create function kith_private.check_may_merge() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not (kith_private.has_scope('contacts:write') and kith_private.has_scope('notes:write')
    and kith_private.has_scope('reminders:write') and kith_private.has_all_networks())
  then
    perform kith_private.fail('insufficient_scope', 'The limits of this API key do not allow to merge contacts.');
  end if;
end
$$;

-- Gives a contact of the current user the photo of a duplicate, where it takes it, and its creation if that was earlier; and
-- notes where the duplicate went.
-- Runs with the rights of the function's owner, because clients may not write these columns. The photo's file stays where
-- it is; the trigger that keeps removed photos leaves it out.
create function kith_private.take_over(target uuid, duplicate uuid, takes_photo boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  taken kith.contacts;
begin
  perform kith_private.check_may_merge();
  select c.* into taken from kith.contacts c where c.owner_id = owner and c.id = duplicate;
  if takes_photo and taken.photo_path is not null then
    perform kith_private.set_setting('moved_photo', taken.photo_path);
    update kith.contacts c set photo_path = null where c.owner_id = owner and c.id = duplicate;
    perform kith_private.set_setting('moved_photo', null);
  end if;
  update kith.contacts c set
    photo_path = case when takes_photo then taken.photo_path else c.photo_path end,
    created_at = least(c.created_at, taken.created_at)
  where c.owner_id = owner and c.id = target;
  insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
  values (owner, duplicate, target, (kith_private.current_change() ->> 'id')::uuid)
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set;
end
$$;

grant execute on function kith_private.merged_into(uuid), kith_private.refuse_missing_contact(uuid),
  kith_private.check_may_merge(), kith_private.take_over(uuid, uuid, boolean) to authenticated;
