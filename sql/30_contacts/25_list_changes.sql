-- Changes of single items in the lists of a contact.

-- Whether two values of a list (kind: email, phone, url) are the same, however they are written.
-- E-mail addresses are compared as kith_private.are_contact_methods compares them, phone numbers as imports and duplicates do.
create function kith_private.is_same_method(kind text, one text, other text, calling_code text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return one = other or coalesce(case kind
    when 'email' then lower(one collate "C") = lower(other collate "C")
    when 'phone' then kith_private.phone_digits(one, calling_code) = kith_private.phone_digits(other, calling_code) end, false);
end
$$;

-- The list of a contact (kind: email, phone, url) without what the body removes, and with what it adds.
create function kith_private.changed_list(kind text, items jsonb, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  list constant text := initcap(kind) || 's';
  removed constant jsonb := coalesce(body -> ('remove' || list), '[]');
  added constant jsonb := coalesce(body -> ('add' || list), '[]');
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  changed jsonb;
  given jsonb;
begin
  changed := (
    select coalesce(jsonb_agg(present.item order by present.position), '[]')
    from jsonb_array_elements(items) with ordinality as present (item, position)
    where not exists (
      select from jsonb_array_elements_text(removed) given (value)
      where kith_private.is_same_method(kind, given.value, present.item ->> 'value', calling_code)));
  for given in select item from jsonb_array_elements(added) with ordinality as each (item, position) order by position loop
    if not exists (
      select from jsonb_array_elements(changed) present (item)
      where kith_private.is_same_method(kind, given ->> 'value', present.item ->> 'value', calling_code))
    then
      changed := changed || given;
    end if;
  end loop;
  if jsonb_array_length(changed) > 20 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/add' || list, 'code', 'too_long', 'message', 'A contact has at most 20 of them.')));
  end if;
  return changed;
end
$$;

-- The body of an update with whole lists of e-mail addresses, phone numbers and URLs, from what it adds and removes.
create function kith_private.with_changed_lists(contact kith.contacts, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- Beside a whole list these are empty.
  if body ?| '{addEmails,removeEmails}' and not body ? 'emails' then
    body := body || jsonb_build_object('emails', kith_private.changed_list('email', contact.emails, body));
  end if;
  if body ?| '{addPhones,removePhones}' and not body ? 'phones' then
    body := body || jsonb_build_object('phones', kith_private.changed_list('phone', contact.phones, body));
  end if;
  if body ?| '{addUrls,removeUrls}' and not body ? 'urls' then
    body := body || jsonb_build_object('urls', kith_private.changed_list('url', contact.urls, body));
  end if;
  return body;
end
$$;

grant execute on function kith_private.is_same_method(text, text, text, text), kith_private.changed_list(text, jsonb, jsonb), kith_private.with_changed_lists(kith.contacts, jsonb) to authenticated;
