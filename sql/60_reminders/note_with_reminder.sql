-- A note and a reminder in one request.

create function kith_api.create_note_with_reminder(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  reminder constant jsonb := body -> 'reminder';
  part record;
  note text;
begin
  select p.answer, p.error into part from kith_private.run_part('/note', 'create_note', jsonb_build_object('body', body -> 'note')) p;
  note := (part.answer).body;
  if part.error is null then
    select p.answer, p.error into part
    from kith_private.run_part('/reminder', 'create_reminder', jsonb_build_object('body',
      case when reminder ?| '{contactId,contactIds}' then reminder
        else reminder || jsonb_build_object('contactIds', note::jsonb -> 'contactIds') end)) p;
  end if;
  if part.error is not null then
    perform kith_private.fail(part.error ->> 'code', part.error ->> 'detail', part.error -> 'errors');
  end if;
  return kith_private.with_names(
    (201, format('{"note":%s,"reminder":%s}', note, (part.answer).body))::kith_api.answer, arguments);
end
$$;
comment on function kith_api.create_note_with_reminder(jsonb) is
  'Creates a note and a reminder, which is about the contacts of the note unless it says otherwise.';
