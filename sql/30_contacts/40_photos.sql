-- Contact photos: the bucket, who may read it, uploads that were promised and bytes that are to go.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('kith-photos', 'kith-photos', false, 5242880, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- <owner>/<contact>/<random>.<extension> are attached photos, uploads/<random>.<extension> what a client was given to
-- write to. Only the function, with its secret key, writes; first-party apps may read what is their user's.
create policy "Kith: owners read their contact photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'kith-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

create table kith_private.photo_uploads (
  path text primary key,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  attached boolean not null default false,
  created_at timestamptz not null default now(),
  foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith_private.photo_uploads is 'Paths that clients were given to upload a photo to. Swept by a later upload request when a day old.';
comment on column kith_private.photo_uploads.path is 'The path in the bucket.';
comment on column kith_private.photo_uploads.owner_id is 'Who asked.';
comment on column kith_private.photo_uploads.contact_id is 'The contact that the photo is for.';
comment on column kith_private.photo_uploads.attached is 'Whether the upload became the contact''s photo.';
comment on column kith_private.photo_uploads.created_at is 'When the path was given out.';
create index photo_uploads_owner_id_idx on kith_private.photo_uploads (owner_id, created_at);
create index photo_uploads_contact_id_idx on kith_private.photo_uploads (owner_id, contact_id);
alter table kith_private.photo_uploads enable row level security;
create policy "No client reaches the uploads" on kith_private.photo_uploads for all to authenticated using (false);

create table kith_private.photo_removals (
  path text primary key,
  -- not a foreign key: what an account leaves behind outlives it
  owner_id uuid,
  due_at timestamptz not null default now()
);
comment on table kith_private.photo_removals is 'Objects of the bucket whose bytes are to be removed, until they are.';
comment on column kith_private.photo_removals.path is 'The path in the bucket.';
comment on column kith_private.photo_removals.owner_id is 'Whose it was, as long as the account is there.';
comment on column kith_private.photo_removals.due_at is 'When to try (again).';
create index photo_removals_due_at_idx on kith_private.photo_removals (due_at);
create index photo_removals_owner_id_idx on kith_private.photo_removals (owner_id);
alter table kith_private.photo_removals enable row level security;
create policy "No client reaches the removals" on kith_private.photo_removals for all to authenticated using (false);

-- Whatever takes a photo from a contact, through whichever door, leaves its bytes to be removed.
create function kith_private.queue_photo_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith_private.photo_removals (path, owner_id) values (old.photo_path, old.owner_id) on conflict do nothing;
  return null;
end
$$;
comment on function kith_private.queue_photo_removal() is 'Leaves the bytes of a replaced, removed or deleted contact''s photo to be removed.';
create trigger queue_photo_removal after update of photo_path on kith.contacts
  for each row when (old.photo_path is distinct from new.photo_path and old.photo_path is not null)
  execute function kith_private.queue_photo_removal();
create trigger queue_photo_removal_of_contact after delete on kith.contacts
  for each row when (old.photo_path is not null)
  execute function kith_private.queue_photo_removal();

-- An upload URL lives for two hours, so what was written to it is removed once it cannot be written again.
create function kith_private.queue_upload_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith_private.photo_removals (path, owner_id, due_at)
  values (old.path, old.owner_id, greatest(now(), old.created_at + interval '3 hours')) on conflict do nothing;
  return null;
end
$$;
comment on function kith_private.queue_upload_removal() is 'Leaves what was uploaded to a path that is no longer waited for to be removed.';
create trigger queue_upload_removal after delete on kith_private.photo_uploads
  for each row execute function kith_private.queue_upload_removal();

create function kith_private.promise_upload(contact uuid, extension text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  path constant text := 'uploads/' || gen_random_uuid() || '.' || extension;
begin
  delete from kith_private.photo_uploads u where u.owner_id = (select auth.uid()) and u.created_at < now() - interval '1 day';
  insert into kith_private.photo_uploads (path, contact_id) values (path, contact);
  return path;
end
$$;
comment on function kith_private.promise_upload(uuid, text) is 'Gives out a new path to upload to and sweeps those of the same owner that are older than a day.';

-- The photo moves to a path that no client ever held. Should the request end before it is attached, it is removed.
-- Another request may reserve the same upload, because the first may yet fail; `set_photo` attaches it for one of them.
create function kith_private.reserve_photo(contact uuid, upload text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  path text;
begin
  select (select auth.uid()) || '/' || contact || '/' || gen_random_uuid() || '.' || split_part(u.path, '.', 2) into path
  from kith_private.photo_uploads u
  where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and not u.attached;
  if found then
    insert into kith_private.photo_removals (path, owner_id, due_at) values (path, auth.uid(), now() + interval '1 hour');
  end if;
  return path;
end
$$;
comment on function kith_private.reserve_photo(uuid, text) is 'A path to move an upload to; null where the upload is not one of this contact that waits.';

create function kith_private.set_photo(contact uuid, path text, upload text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
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
comment on function kith_private.set_photo(uuid, text, text) is 'Gives a contact of the current user a reserved photo, or none.';

create function kith_private.photos_of_account() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select o.name from storage.objects o
    -- what begins with the owner's id and a slash; "0" is the character after it. Storage keeps an index for this order.
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
comment on function kith_private.photos_of_account() is 'Every object of the bucket that is the current user''s.';

-- For the function, after it has answered.
create function kith_private.due_removals() returns text[]
language plpgsql set search_path = ''
as $$
declare
  paths text[];
begin
  -- most often there is nothing to do
  if exists (select from kith_private.photo_removals r where r.due_at <= now()) then
    with offered as (
      update kith_private.photo_removals r set due_at = now() + interval '1 minute'
      where r.path = any (array(
        select due.path from kith_private.photo_removals due where due.due_at <= now()
        order by due.due_at limit 100 for update skip locked))
      returning r.path)
    select array_agg(offered.path) into paths from offered;
  end if;
  return paths;
end
$$;
comment on function kith_private.due_removals() is 'Up to 100 objects to remove now; each is offered again in a minute unless it is forgotten.';

create function kith_private.forget_removals(paths text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.photo_removals r where r.path = any (paths);
end
$$;
comment on function kith_private.forget_removals(text[]) is 'The objects are removed.';

grant execute on function kith_private.promise_upload(uuid, text), kith_private.reserve_photo(uuid, text),
  kith_private.set_photo(uuid, text, text), kith_private.photos_of_account() to authenticated;
