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

grant execute on function kith_api.create_photo_upload(jsonb), kith_api.prepare_photo(jsonb), kith_api.attach_photo(jsonb) to authenticated;

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

insert into kith_private.operations (name, resource, verb, scopes, writes, replay_check) values
  ('create_photo_upload', 'contact', 'create', '{contacts:write}', true, 'is_upload_unused');

insert into kith_private.operations
  (name, resource, verb, scopes, writes, tagged, read_by, locked_table, step_of) values
  ('prepare_photo', 'contact', 'update', '{contacts:write}', true, false, 'get_contact', 'kith.contacts', 'update_contact'),
  ('attach_photo', 'contact', 'update', '{contacts:write}', true, true, 'get_contact', 'kith.contacts', 'update_contact');
