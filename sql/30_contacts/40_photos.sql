-- Photos of contacts: the bucket and who may read it, the paths that clients may upload to, and the files to remove.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('kith-photos', 'kith-photos', false, 5242880, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- <owner>/<contact>/<uuid>.<extension> are attached photos, <owner>/<contact>/<uuid>.<random>.<extension> are photos that
-- were removed and are kept (see 45_kept_photos.sql), or were restored; uploads/<random>.<extension> are the paths that
-- clients upload to. Only the Edge Function writes, with its secret key; first-party apps may read their user's photos.
create policy "Kith: owners read their contact photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'kith-photos' and (storage.foldername(name))[1] = (select kith_private.owner_id())::text);

create policy "Kith: limited keys read no photos" on storage.objects as restrictive
  for select to kith_limited using (bucket_id <> 'kith-photos');

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

-- Queues the file at a path that clients may no longer upload to.
-- An upload URL is valid for two hours, so the file is removed when nothing can be uploaded any more.
create function kith_private.queue_upload_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith_private.photo_removals (path, owner_id, due_at)
  values (old.path, old.owner_id, greatest(now(), old.created_at + interval '3 hours')) on conflict do nothing;
  return null;
end
$$;
create trigger queue_upload_removal after delete on kith_private.photo_uploads
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
  -- An upload URL lives for two hours; afterwards a path counts only if a file lies there.
  perform kith_private.check_quota('uploads', (
    select count(*) + 1 from kith_private.photo_uploads u
    where u.owner_id = (select auth.uid()) and not u.attached and (u.created_at > now() - interval '3 hours'
      or exists (select from storage.objects o where o.bucket_id = 'kith-photos' and o.name = u.path))));
  -- Photos that were removed and are kept count too.
  perform kith_private.check_quota('photo_bytes', (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    where o.bucket_id = 'kith-photos'
      and o.name ~>=~ ((select auth.uid()) || '/') and o.name ~<~ ((select auth.uid()) || '0')));
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
