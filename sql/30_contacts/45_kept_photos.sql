-- Photos that were removed are kept as long as the log of changes, so that undoing brings them back. The file of a removed
-- photo is moved to a path that nobody was given: signed URLs of the old path then lead nowhere.

create table kith_private.kept_photos (
  owner_id uuid not null references auth.users (id) on delete cascade,
  photo uuid not null,
  path text not null,
  kept_at timestamptz not null default now(),
  primary key (owner_id, photo)
);
comment on table kith_private.kept_photos is 'Photos that were removed and can be restored.';
comment on column kith_private.kept_photos.owner_id is 'Whose photo it is.';
comment on column kith_private.kept_photos.photo is 'The photo: the uuid in its paths, which stays the same when it is kept or restored.';
comment on column kith_private.kept_photos.path is 'The path in the bucket where its file is, or will be once the queue photo_removals has moved it.';
comment on column kith_private.kept_photos.kept_at is 'When the photo was removed.';
create index kept_photos_kept_at_idx on kith_private.kept_photos (kept_at);
alter table kith_private.kept_photos enable row level security;
create policy "No client reaches the kept photos" on kith_private.kept_photos for all to authenticated using (false);

-- Which photo is at a path of the bucket; null where it is not the path of a photo.
create function kith_private.photo_of(path text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return substring(path from '^[^/]+/[^/]+/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.[^/]+$')::uuid;
end
$$;

-- Whether two paths are those of one photo, which has another one each time it is kept; or both are null.
create function kith_private.is_same_photo(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return one is not distinct from other
    or coalesce(kith_private.photo_of(one) = kith_private.photo_of(other), false);
end
$$;

-- Keeps a photo that was replaced or removed, or whose contact was deleted, and queues its file to be moved; or to be removed
-- where the account does not exist any more.
-- A trigger, so that the file is queued for every write that removes a photo, through the API and through PostgREST.
create function kith_private.queue_photo_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  photo constant uuid := kith_private.photo_of(old.photo_path);
  kept_path text;
begin
  if old.photo_path = kith_private.setting('moved_photo') then
    return null; -- it becomes another contact's, see kith_private.take_over
  end if;
  -- Where the account does not exist any more the file is removed. So it is where another transaction is deleting the account: waiting
  -- for that one, which in turn waits for this contact, would be a deadlock.
  perform from auth.users u where u.id = old.owner_id for key share skip locked;
  if found and photo is not null then
    insert into kith_private.kept_photos (owner_id, photo, path)
    values (old.owner_id, photo, regexp_replace(old.photo_path, '[^/]+$', '')
      || concat_ws('.', photo, gen_random_uuid(), substring(old.photo_path from '[^.]+$')))
    on conflict do nothing returning path into kept_path;
  end if;
  insert into kith_private.photo_removals (path, owner_id, move_to) values (old.photo_path, old.owner_id, kept_path)
  on conflict do nothing;
  return null;
end
$$;
create trigger queue_photo_removal after update of photo_path on kith.contacts
  for each row when (old.photo_path is distinct from new.photo_path and old.photo_path is not null)
  execute function kith_private.queue_photo_removal();
create trigger queue_photo_removal_of_contact after delete on kith.contacts
  for each row when (old.photo_path is not null)
  execute function kith_private.queue_photo_removal();

-- Queues the file of a photo that is not kept any longer.
create function kith_private.queue_kept_photo_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith_private.photo_removals (path, owner_id) values (old.path, old.owner_id) on conflict do nothing;
  return null;
end
$$;
create trigger queue_kept_photo_removal after delete on kith_private.kept_photos
  for each row execute function kith_private.queue_kept_photo_removal();

-- Ends the keeping of a photo of the current user that becomes a contact's again. Any of its paths names it. Returns the path
-- where its file is, or will be; null where the photo is not kept.
create function kith_private.take_kept_photo(path text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  taken text;
begin
  delete from kith_private.kept_photos k
  where k.owner_id = (select auth.uid()) and k.photo = kith_private.photo_of(take_kept_photo.path)
  returning k.path into taken;
  -- The trigger has queued the file in this statement, so that nothing has removed it yet.
  delete from kith_private.photo_removals r where r.path = taken and r.move_to is null;
  return taken;
end
$$;

-- Ends the keeping of an owner's photos and queues their files to be removed: those that any of their paths names, or all where
-- paths is null.
create function kith_private.erase_kept_photos(owner uuid, paths text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from kith_private.kept_photos k
  where k.owner_id = owner
    and (paths is null or k.photo = any (array(select kith_private.photo_of(named.path) from unnest(paths) named (path))));
end
$$;

-- Ends the keeping of a few photos, of any owner, that were removed longer ago than the log of changes is kept.
create function kith_private.purge_kept_photos() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  with due as materialized (
    select k.owner_id, k.photo from kith_private.kept_photos k
    where k.kept_at < now() - (select kith_private.log_retention())
    order by k.kept_at limit 20 for update skip locked)
  delete from kith_private.kept_photos k using due where k.owner_id = due.owner_id and k.photo = due.photo;
end
$$;
