-- Photos in the cards of an address book: as a client sent them, or a smaller copy that came with an upload.

create table kith_private.card_photos (
  owner_id uuid not null references auth.users (id) on delete cascade,
  path text not null,
  digest text not null,
  lines text constraint card_photos_lines_check check (octet_length(lines) <= 1048576),
  bytes integer not null generated always as (coalesce(octet_length(lines), 0)) stored,
  primary key (owner_id, path)
);
comment on table kith_private.card_photos is 'What cards have of photos. A row goes with the file, when no contact and no change in the log names it any more.';
comment on column kith_private.card_photos.owner_id is 'Whose photo it is.';
comment on column kith_private.card_photos.path is 'The path of the photo in the bucket, as in photo_path of the contact.';
comment on column kith_private.card_photos.digest is 'SHA-256 of what is in the card, by which a client is known to send it back.';
comment on column kith_private.card_photos.lines is 'A property PHOTO of a vCard with its folded lines; at most 1 MiB. Null where cards do not get it.';
comment on column kith_private.card_photos.bytes is 'Derived: bytes of the lines.';
alter table kith_private.card_photos enable row level security;
create policy "Owners read the photos of their cards" on kith_private.card_photos
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
grant select on kith_private.card_photos to authenticated;
insert into kith_private.quotas (name, maximum) values ('card_photo_bytes', 67108864);

-- Reserves the path that a photo of a card is to be stored at, so that no sweep removes it before the contact names it; null where the account has
-- too many photos already.
create function kith_private.reserve_card_photo(contact uuid, picture jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  path constant text := kith_private.new_photo_path(contact, picture ->> 'extension');
begin
  perform kith_private.check_contact_limits(contact);
  if kith_private.photo_bytes(owner) + (picture ->> 'bytes')::bigint > (select q.maximum from kith_private.quotas q where q.name = 'photo_bytes') then
    return null;
  end if;
  insert into kith_private.photo_uploads (path, contact_id, photo_path) values (path, contact, path);
  return path;
end
$$;

-- Reads the photo of a card that is sent. picture: its digest, bytes and extension, and a hash of its lines; null where the card has none. Answers the
-- path to store it at where it is another one than that of the contact, and whether the same one is kept in other lines. A card without one
-- takes the photo away, where the client knew that there was one.
create function kith_private.photo_of_card(contact uuid, path text, arguments jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  known constant kith_private.card_photos := (
    select p from kith_private.card_photos p where p.owner_id = (select auth.uid()) and p.path = photo_of_card.path);
begin
  if jsonb_typeof(arguments -> 'picture') = 'object' and known.digest is distinct from arguments #>> '{picture,digest}' then
    return jsonb_build_object('photoPath', kith_private.reserve_card_photo(contact, arguments -> 'picture'));
  elsif jsonb_typeof(arguments -> 'picture') = 'object' then
    return jsonb_build_object('hasOtherLines', kith_private.tag(known.lines) is distinct from arguments #>> '{picture,linesTag}');
  elsif known.lines is not null and arguments ? 'ifCard' and not arguments ? 'hasOtherPicture' then
    perform kith_private.set_photo(contact, null);
  end if;
  return '{}';
end
$$;

-- Keeps what cards of the current user have of the photo at a path. photo: digest, and lines where cards get it; null where they get nothing.
create function kith_private.keep_card_photo(path text, photo jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  insert into kith_private.card_photos (owner_id, path, digest, lines)
  select owner, keep_card_photo.path, photo ->> 'digest', case
    when octet_length(photo ->> 'lines') + (select coalesce(sum(p.bytes), 0) from kith_private.card_photos p where p.owner_id = owner)
      <= (select q.maximum from kith_private.quotas q where q.name = 'card_photo_bytes') then photo ->> 'lines' end
  where photo ->> 'digest' is not null;
end
$$;

-- Gives a contact a photo that is stored at the path that was reserved for it. photo: path, digest, and lines where cards get it.
create function kith_private.set_card_photo(contact uuid, photo jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  perform kith_private.check_contact_limits(contact);
  delete from kith_private.photo_uploads u where u.owner_id = owner and u.path = photo ->> 'path' and u.photo_path = u.path and u.contact_id = contact;
  if not found then
    perform kith_private.fail('invalid_photo_path');
  end if;
  update kith.contacts c set photo_path = photo ->> 'path' where c.owner_id = owner and c.id = contact;
  perform kith_private.keep_card_photo(photo ->> 'path', photo);
end
$$;

grant execute on function kith_private.reserve_card_photo(uuid, jsonb), kith_private.photo_of_card(uuid, text, jsonb), kith_private.set_card_photo(uuid, jsonb) to authenticated;
