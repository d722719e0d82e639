-- Changes of single items in the lists of a contact.

-- Values are compared as kith_private.are_contact_methods compares them.
create function kith_private.changed_list(kind text, items jsonb, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  list constant text := initcap(kind) || 's';
  removed constant jsonb := coalesce(body -> ('remove' || list), '[]');
  added constant jsonb := coalesce(body -> ('add' || list), '[]');
  changed jsonb;
begin
  changed := (
    select coalesce(jsonb_agg(present.item order by present.position), '[]')
    from jsonb_array_elements(items) with ordinality as present (item, position)
    where not exists (
      select from jsonb_array_elements_text(removed) given (value)
      where case kind when 'email' then lower(given.value collate "C") = lower((present.item ->> 'value') collate "C")
        else given.value = present.item ->> 'value' end));
  changed := changed || (
    select coalesce(jsonb_agg(given.item order by given.position), '[]')
    from jsonb_array_elements(added) with ordinality as given (item, position)
    where not exists (
      select from jsonb_array_elements(changed) present (item)
      where case kind when 'email' then lower((given.item ->> 'value') collate "C") = lower((present.item ->> 'value') collate "C")
        else given.item ->> 'value' = present.item ->> 'value' end));
  if jsonb_array_length(changed) > 20 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/add' || list, 'code', 'too_long', 'message', 'A contact has at most 20 of them.')));
  end if;
  return changed;
end
$$;
comment on function kith_private.changed_list(text, jsonb, jsonb) is
  'The list of a contact (kind: email, phone, url) without what the body removes, and with what it adds.';

create function kith_private.with_changed_lists(contact kith.contacts, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if body ?| '{addEmails,removeEmails}' then
    body := body || jsonb_build_object('emails', kith_private.changed_list('email', contact.emails, body));
  end if;
  if body ?| '{addPhones,removePhones}' then
    body := body || jsonb_build_object('phones', kith_private.changed_list('phone', contact.phones, body));
  end if;
  if body ?| '{addUrls,removeUrls}' then
    body := body || jsonb_build_object('urls', kith_private.changed_list('url', contact.urls, body));
  end if;
  return body;
end
$$;
comment on function kith_private.with_changed_lists(kith.contacts, jsonb) is
  'The body of an update with whole lists of e-mail addresses, phone numbers and URLs, from what it adds and removes.';

grant execute on function kith_private.changed_list(text, jsonb, jsonb), kith_private.with_changed_lists(kith.contacts, jsonb) to authenticated;
