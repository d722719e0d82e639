-- Photos of contacts: the bucket and who may read it, the paths that clients may upload to, and the files that no row names.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('kith-photos', 'kith-photos', false, 5242880, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- <owner>/<contact>/<uuid>.<extension> are photos, and uploads/<uuid>.<extension> are the paths that clients upload to; versions up to
-- 1.1 gave removed photos a longer name. A photo never leaves its path. Only the Edge Function writes, with its secret key; first-party
-- apps may read their user's photos.
create policy "Kith: owners read their contact photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'kith-photos' and (storage.foldername(name))[1] = (select kith_private.owner_id())::text);

create table kith_private.photo_uploads (
  path text not null,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- not a foreign key: the path can be uploaded to, and counts, also after the contact was deleted
  contact_id uuid not null,
  attached boolean not null default false,
  created_at timestamptz not null default now(),
  photo_path text,
  card_photo jsonb constraint photo_uploads_card_photo_check check (octet_length(card_photo::text) <= 32768),
  primary key (owner_id, path)
);
comment on table kith_private.photo_uploads is 'Paths that clients may upload a photo to, and those that photos of cards are being stored at. A sweep deletes those that were attached three hours after they were created, and others after a day.';
comment on column kith_private.photo_uploads.path is 'The path in the bucket.';
comment on column kith_private.photo_uploads.owner_id is 'Who requested the path.';
comment on column kith_private.photo_uploads.contact_id is 'The contact that the photo is for.';
comment on column kith_private.photo_uploads.attached is 'Whether the upload became the contact''s photo.';
comment on column kith_private.photo_uploads.created_at is 'When the path was created.';
comment on column kith_private.photo_uploads.photo_path is 'Where the upload is copied to while it is being attached.';
comment on column kith_private.photo_uploads.card_photo is 'What address books get of it, as set_card_photo takes it: a smaller copy. Null where nothing was sent.';
create index photo_uploads_created_at_idx on kith_private.photo_uploads (created_at);
create index photo_uploads_path_idx on kith_private.photo_uploads (path);
alter table kith_private.photo_uploads enable row level security;
create policy "No client reaches the uploads" on kith_private.photo_uploads for all to authenticated using (false);

create table kith_private.photo_sweep (
  is_only_row boolean primary key default true constraint photo_sweep_is_only_row_check check (is_only_row),
  last_name text not null default '',
  swept_at timestamptz
);
comment on table kith_private.photo_sweep is 'How far the sweep of the bucket, which removes files that no row names, has come: one row.';
comment on column kith_private.photo_sweep.is_only_row is 'True.';
comment on column kith_private.photo_sweep.last_name is 'The last path that was looked at; empty where the next sweep begins with the first.';
comment on column kith_private.photo_sweep.swept_at is 'When the last sweep began.';
alter table kith_private.photo_sweep enable row level security;
create policy "No client reaches the sweep" on kith_private.photo_sweep for all to authenticated using (false);

-- Refuses to change the photo or the card of a contact that the limits of the API key do not allow to change.
-- The functions below run with the rights of their owner, for which there are no policies.
create function kith_private.check_contact_limits(contact uuid) returns void
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

-- Bytes of an account's photos. Those that were removed and can be restored count too.
create function kith_private.photo_bytes(account uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    -- names that begin with the owner's id and a slash ("0" is the character after "/"); these operators use Storage's index
    where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0'));
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
  select count(*) filter (where not p.attached and (p.is_open or p.size is not null)),
    coalesce(sum(greatest(p.size, case when p.is_open then 5242880 end)), 0)
  into waiting, bytes
  from (
    select u.attached, u.created_at > now() - interval '3 hours' as is_open, (
      select coalesce((o.metadata ->> 'size')::bigint, 0) from storage.objects o
      where o.bucket_id = 'kith-photos' and o.name = u.path) as size
    from kith_private.photo_uploads u where u.owner_id = account and u.path like 'uploads/%') p;
  perform kith_private.check_quota('uploads', waiting + 1);
  perform kith_private.check_quota('photo_bytes', bytes + kith_private.photo_bytes(account));
end
$$;

-- Creates a path to upload to. card_photo: what address books get of the photo.
create function kith_private.create_upload_path(contact uuid, extension text, card_photo jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  path constant text := 'uploads/' || gen_random_uuid() || '.' || extension;
begin
  perform kith_private.check_contact_limits(contact);
  perform pg_advisory_xact_lock(hashtextextended('kith.photo_uploads:' || (select auth.uid()), 0));
  perform kith_private.check_upload_quotas(auth.uid());
  insert into kith_private.photo_uploads (path, contact_id, card_photo) values (path, contact, card_photo);
  return path;
end
$$;

-- A new path for a photo of a contact of the current user. No client knows it before the photo is there.
create function kith_private.new_photo_path(contact uuid, extension text) returns text
language plpgsql set search_path = ''
as $$
begin
  return concat(auth.uid(), '/', contact, '/', gen_random_uuid(), '.', extension);
end
$$;

-- The path to copy an upload to; null where it is not an upload for this contact, or was attached before.
-- No client knows it, so that nobody can replace what is checked there. Another request may reserve a path for the same upload
-- meanwhile; then only its path can be attached.
create function kith_private.reserve_photo(contact uuid, upload text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  reserved text;
begin
  perform kith_private.check_contact_limits(contact);
  update kith_private.photo_uploads u
  set photo_path = kith_private.new_photo_path(contact, split_part(u.path, '.', 2))
  where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and not u.attached
  returning u.photo_path into reserved;
  return reserved;
end
$$;

-- Gives a contact of the current user the photo at the path that was reserved for an upload, or none. card_photo: what address books
-- get of it where nothing was sent for them.
create function kith_private.set_photo(contact uuid, path text, upload text default null, card_photo jsonb default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sent jsonb;
begin
  perform kith_private.check_contact_limits(contact);
  if path is not null then
    update kith_private.photo_uploads u set attached = true, photo_path = null
    where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and u.photo_path = set_photo.path and not u.attached
    returning u.card_photo into sent;
    if not found then
      perform kith_private.fail('invalid_photo_path');
    end if;
    perform kith_private.keep_card_photo(path, coalesce(sent, card_photo));
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
    where o.bucket_id = 'kith-photos'
      and o.name ~>=~ ((select auth.uid()) || '/') and o.name ~<~ ((select auth.uid()) || '0')
    union all
    select o.name from storage.objects o
    where o.bucket_id = 'kith-photos' and o.name like 'uploads/%' and o.name in (
      select u.path from kith_private.photo_uploads u where u.owner_id = (select auth.uid())));
end
$$;

grant execute on function kith_private.create_upload_path(uuid, text, jsonb), kith_private.reserve_photo(uuid, text),
  kith_private.set_photo(uuid, text, text, jsonb), kith_private.photos_of_account() to authenticated;

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
    'path', kith_private.create_upload_path(contact, arguments -> 'body' ->> 'extension', arguments -> 'cardPhoto'))::text)::kith_api.answer;
end
$$;
comment on function kith_api.create_photo_upload(jsonb) is 'Creates a path to upload a photo to.';

-- Attaching a photo takes two statements, and between them Storage copies the file. The first one tries the change and
-- undoes it, so that the file is copied only when the second one is expected to succeed.
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
comment on function kith_api.prepare_photo(jsonb) is 'Checks a change of a contact that attaches a photo and reserves the path to copy the upload to.';

create function kith_api.attach_photo(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  contact constant uuid := arguments ->> 'id';
begin
  perform kith_api.update_contact(arguments #- '{body,photoUrl}');
  perform kith_private.set_photo(contact, arguments ->> 'photo', arguments -> 'body' ->> 'photoUrl', arguments -> 'cardPhoto');
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact));
end
$$;
comment on function kith_api.attach_photo(jsonb) is 'Changes a contact and gives it the photo that was copied and checked.';

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
