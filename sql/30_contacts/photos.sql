-- Photos of contacts: the bucket and who may read it, the paths that clients may upload to, and the files to remove.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('kith-photos', 'kith-photos', false, 5242880, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- <owner>/<contact>/<uuid>.<extension> are attached photos, <owner>/<contact>/<uuid>.<random>.<extension> are photos that
-- were removed and are kept, or were restored; uploads/<random>.<extension> are the paths that
-- clients upload to. Only the Edge Function writes, with its secret key; first-party apps may read their user's photos.
create policy "Kith: owners read their contact photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'kith-photos' and (storage.foldername(name))[1] = (select kith_private.owner_id())::text);

create table kith_private.photo_uploads (
  path text not null,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  attached boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (owner_id, path),
  foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith_private.photo_uploads is 'Paths that clients may upload a photo to. A later request of the same owner deletes those older than a day.';
comment on column kith_private.photo_uploads.path is 'The path in the bucket.';
comment on column kith_private.photo_uploads.owner_id is 'Who requested the path.';
comment on column kith_private.photo_uploads.contact_id is 'The contact that the photo is for.';
comment on column kith_private.photo_uploads.attached is 'Whether the upload became the contact''s photo.';
comment on column kith_private.photo_uploads.created_at is 'When the path was created.';
create index photo_uploads_created_at_idx on kith_private.photo_uploads (created_at);
create index photo_uploads_contact_id_idx on kith_private.photo_uploads (owner_id, contact_id);
alter table kith_private.photo_uploads enable row level security;
create policy "No client reaches the uploads" on kith_private.photo_uploads for all to authenticated using (false);

create table kith_private.photo_removals (
  path text primary key,
  -- not a foreign key: files are also removed after the account was deleted
  owner_id uuid,
  due_at timestamptz not null default now(),
  move_to text
);
comment on table kith_private.photo_removals is 'Queue of files to remove from the bucket, or to move within it.';
comment on column kith_private.photo_removals.path is 'The path in the bucket.';
comment on column kith_private.photo_removals.owner_id is 'The account that the photo belonged to, which may not exist any more; null where it is unknown.';
comment on column kith_private.photo_removals.due_at is 'When to remove or move the file, or to try again.';
comment on column kith_private.photo_removals.move_to is 'Where the file is moved to; null where it is removed.';
create index photo_removals_due_at_idx on kith_private.photo_removals (due_at);
create index photo_removals_owner_id_idx on kith_private.photo_removals (owner_id);
-- A hash index, so that it is read for one path and never for all moves.
create index photo_removals_move_to_idx on kith_private.photo_removals using hash (move_to);
alter table kith_private.photo_removals enable row level security;
create policy "No client reaches the removals" on kith_private.photo_removals for all to authenticated using (false);

-- Queues the file at a path of which nothing may be attached any more: its upload became a photo, or the path is deleted.
-- An upload URL is valid for two hours and works again once the file has been moved away, so whatever lies there is removed when
-- nothing can be uploaded any more.
create function kith_private.queue_upload_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith_private.photo_removals (path, owner_id, due_at)
  values (old.path, old.owner_id, greatest(now(), old.created_at + interval '3 hours')) on conflict do nothing;
  return null;
end
$$;
create trigger queue_upload_removal after delete or update of attached on kith_private.photo_uploads
  for each row execute function kith_private.queue_upload_removal();

-- Refuses to change the photo of a contact that the limits of the API key do not allow to change.
-- The functions below run with the rights of their owner, for which there are no policies.
create function kith_private.check_photo_limits(contact uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not kith_private.has_scope('contacts:write') or not (kith_private.has_all_networks() or exists (
    select from kith.contact_networks m
    where m.owner_id = (select auth.uid()) and m.contact_id = contact and m.network_id = any ((select kith_private.key_networks())::uuid[])))
  then
    perform kith_private.not_found();
  end if;
end
$$;

-- Refuses another path to upload to. An upload URL lives for two hours, also after its upload became a photo or its contact was
-- deleted; until then its path counts as the largest photo, afterwards as the file that lies there.
create function kith_private.check_upload_quotas(account uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  waiting bigint;
  bytes bigint;
begin
  select count(*) filter (where p.size is not null or p.is_open and not p.attached),
    coalesce(sum(greatest(p.size, case when p.is_open then 5242880 end)), 0)
  into waiting, bytes
  from (
    select p.attached, p.is_open, (
      select coalesce((o.metadata ->> 'size')::bigint, 0) from storage.objects o
      where o.bucket_id = 'kith-photos' and o.name = p.path) as size
    from (
      select u.path, u.attached, u.created_at > now() - interval '3 hours' as is_open
      from kith_private.photo_uploads u where u.owner_id = account
      union all
      select r.path, true, true from kith_private.photo_removals r
      where r.owner_id = account and r.path like 'uploads/%' and not exists (
        select from kith_private.photo_uploads u where u.owner_id = account and u.path = r.path)) p) p;
  perform kith_private.check_quota('uploads', waiting + 1);
  -- Photos that were removed and are kept count too.
  perform kith_private.check_quota('photo_bytes', bytes + (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0')));
end
$$;

-- Creates a path to upload to, and deletes some that are older than a day.
create function kith_private.create_upload_path(contact uuid, extension text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  path constant text := 'uploads/' || gen_random_uuid() || '.' || extension;
begin
  perform kith_private.check_photo_limits(contact);
  -- The uploads that nobody attached in a day, of any owner, a few with every new one.
  with unused as (
    select old.owner_id, old.path from kith_private.photo_uploads old
    where old.created_at < now() - interval '1 day' limit 20 for update skip locked)
  delete from kith_private.photo_uploads u using unused where (u.owner_id, u.path) = (unused.owner_id, unused.path);
  perform pg_advisory_xact_lock(hashtextextended('kith.photo_uploads:' || (select auth.uid()), 0));
  perform kith_private.check_upload_quotas(auth.uid());
  insert into kith_private.photo_uploads (path, contact_id) values (path, contact);
  return path;
end
$$;

-- The path to move an upload to; null where it is not an upload for this contact, or was attached before.
-- The photo is moved to a path that no client knows. It is queued for removal, in case the request fails before the
-- photo is attached. Another request may reserve the same upload meanwhile; `set_photo` attaches it for one of them.
create function kith_private.reserve_photo(contact uuid, upload text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  path text;
begin
  perform kith_private.check_photo_limits(contact);
  select (select auth.uid()) || '/' || contact || '/' || gen_random_uuid() || '.' || split_part(u.path, '.', 2) into path
  from kith_private.photo_uploads u
  where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and not u.attached;
  if found then
    insert into kith_private.photo_removals (path, owner_id, due_at) values (path, auth.uid(), now() + interval '1 hour');
  end if;
  return path;
end
$$;

-- Gives a contact of the current user a reserved photo, or none.
create function kith_private.set_photo(contact uuid, path text, upload text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.check_photo_limits(contact);
  if path is not null then
    delete from kith_private.photo_removals r
    where r.path = set_photo.path and r.path like (select auth.uid()) || '/' || contact || '/%';
    if not found then
      perform kith_private.fail('unavailable', 'The photo took too long to attach. Upload it again.');
    end if;
    -- Two requests may have reserved one upload. Both lock the contact before they come here, so the second finds it attached.
    update kith_private.photo_uploads u set attached = true
    where u.path = upload and u.owner_id = (select auth.uid()) and not u.attached;
    if not found then
      perform kith_private.fail('invalid_photo_path');
    end if;
  end if;
  update kith.contacts c set photo_path = set_photo.path where c.id = contact and c.owner_id = (select auth.uid());
end
$$;

-- Paths of all objects in the bucket that belong to the current user.
create function kith_private.photos_of_account() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  return array(
    select o.name from storage.objects o
    -- names that begin with the owner's id and a slash ("0" is the character after "/"); these operators use Storage's index
    where o.bucket_id = 'kith-photos'
      and o.name ~>=~ ((select auth.uid()) || '/') and o.name ~<~ ((select auth.uid()) || '0')
    union all
    select o.name from storage.objects o
    where o.bucket_id = 'kith-photos' and o.name like 'uploads/%' and o.name in (
      select u.path from kith_private.photo_uploads u where u.owner_id = (select auth.uid())
      union all
      select r.path from kith_private.photo_removals r where r.owner_id = (select auth.uid())));
end
$$;

-- Up to 100 files to remove now, as their paths, and up to 20 of this account and 20 of others to move, as "path>new path".
-- Each is due again in a minute, unless forget_removals deletes it from the queue.
-- The Edge Function removes and moves these files after its answer, whatever was asked. A file that is still to be moved to
-- a path is not there yet, so what is to be done with that path waits until the move is forgotten; a subquery looks for it,
-- because Postgres would read the whole queue for `not exists`.
create function kith_private.due_removals(owner uuid default null) returns text[]
language plpgsql set search_path = ''
as $$
declare
  removals text[];
begin
  -- checked first, because the list is empty for most requests
  if exists (select from kith_private.photo_removals r where r.due_at <= now()) then
    begin
      with taken as (
        update kith_private.photo_removals r set due_at = now() + interval '1 minute'
        where r.path = any (array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is null
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 100 for update of due skip locked)
          -- Fewer, because Storage moves one file in a call. Those of whoever asks come first: until then their links work.
          || array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is not null and due.owner_id = owner
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 20 for update of due skip locked)
          || array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is not null and (owner is null or due.owner_id is distinct from owner)
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 20 for update of due skip locked))
        returning concat_ws('>', r.path, r.move_to) as removal)
      select array_agg(taken.removal) into removals from taken;
    exception when read_only_sql_transaction or insufficient_resources then
      null; -- a read is answered although nothing can be written, as when the disk is full
    end;
  end if;
  return removals;
end
$$;

-- Deletes paths from the queue, once their files are removed or moved.
create function kith_private.forget_removals(paths text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Without waiting, so that it cannot deadlock with the deletion of an account. A path that is skipped is due again.
  delete from kith_private.photo_removals r where r.path = any (array(
    select done.path from kith_private.photo_removals done where done.path = any (paths) for update skip locked));
end
$$;

grant execute on function kith_private.create_upload_path(uuid, text), kith_private.reserve_photo(uuid, text),
  kith_private.set_photo(uuid, text, text), kith_private.photos_of_account() to authenticated;

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

-- Keeps a photo that was replaced or removed, or whose contact was deleted, and queues its file to be moved. A trigger, so that the file is queued for every write that removes a photo, through the API and through PostgREST.
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
  -- Where the account is deleted, its file is removed. Skipped where another transaction is deleting the account: waiting for it, while
  -- it waits for this contact, would be a deadlock.
  perform from auth.users u where u.id = old.owner_id for key share skip locked;
  if found and photo is not null and kith_private.setting('deleting_account') is null then
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

-- Takes a photo of the current user, which any of its paths names, out of the kept ones, because it becomes a contact's again. Returns
-- the path where its file is, or will be; null where the photo is not kept.
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

-- Deletes kept photos of an owner and queues their files to be removed: those that any of their paths names, or all where paths is
-- null.
create function kith_private.erase_kept_photos(owner uuid, paths text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from kith_private.kept_photos k
  where k.owner_id = owner
    and (paths is null or k.photo = any (array(select kith_private.photo_of(named.path) from unnest(paths) named (path))));
end
$$;

-- Deletes a few kept photos, of any owner, that were removed longer ago than the log of changes is kept.
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

create function kith_api.create_photo_upload(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  contact constant uuid := arguments ->> 'id';
begin
  -- Locked, so that the contact is not deleted before the upload refers to it.
  perform from kith.contacts c where c.id = contact for key share;
  if not found then
    perform kith_private.not_found();
  end if;
  return (200, json_build_object(
    'path', kith_private.create_upload_path(contact, arguments -> 'body' ->> 'extension'))::text)::kith_api.answer;
end
$$;
comment on function kith_api.create_photo_upload(jsonb) is 'Creates a path to upload a photo to.';

-- Attaching a photo takes two statements, and between them Storage moves the file. The first one tries the change and
-- undoes it, so that the file is moved only when the second one is expected to succeed.
create function kith_api.prepare_photo(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  path text;
begin
  begin
    perform kith_api.update_contact(arguments #- '{body,photoUrl}');
    perform kith_private.roll_back_block();
  exception when sqlstate 'KITH1' then
    null; -- the change is allowed; this block has undone it
  end;
  path := kith_private.reserve_photo((arguments ->> 'id')::uuid, arguments -> 'body' ->> 'photoUrl');
  if path is null then
    perform kith_private.fail('invalid_photo_path');
  end if;
  return (200, json_build_object('path', path)::text)::kith_api.answer;
end
$$;
comment on function kith_api.prepare_photo(jsonb) is 'Checks a change of a contact that attaches a photo and reserves the path to move the upload to.';

create function kith_api.attach_photo(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  contact constant uuid := arguments ->> 'id';
begin
  perform kith_api.update_contact(arguments #- '{body,photoUrl}');
  perform kith_private.set_photo(contact, arguments ->> 'photo', arguments -> 'body' ->> 'photoUrl');
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact));
end
$$;
comment on function kith_api.attach_photo(jsonb) is 'Changes a contact and gives it the photo that was moved and checked.';

-- Whether nothing was uploaded so far to the path in an answer of create_photo_upload.
-- An answer with an upload path is not repeated once something was uploaded to that path.
create function kith_private.is_upload_unused(owner uuid, answer text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  upload constant text := answer::json ->> 'path';
begin
  return exists (select from kith_private.photo_uploads u where u.owner_id = owner and u.path = upload and not u.attached)
    and not exists (select from storage.objects o where o.bucket_id = 'kith-photos' and o.name = upload);
end
$$;
