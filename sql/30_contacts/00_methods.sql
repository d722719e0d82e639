-- The lists of a contact: e-mail addresses, phone numbers, URLs and postal addresses, stored as JSON.

-- A client may omit the label of an e-mail address, phone number or URL, and parts of a postal address.
create function kith_private.clean_items(items jsonb, members text[]) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if items = '[]' then
    return items;
  end if;
  return case when jsonb_typeof(items) = 'array' then (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(item) = 'object' then item || (
        select jsonb_object_agg(member, case
          when jsonb_typeof(item -> member) = 'string' then to_jsonb(kith_private.trimmed(item ->> member))
          else coalesce(item -> member, 'null') end)
        from unnest(members) member)
      else item end order by position), '[]')
    from jsonb_array_elements(items) with ordinality as list (item, position))
  else items end;
end
$$;
comment on function kith_private.clean_items(jsonb, text[]) is 'The list with all members in every item: trimmed, and null where missing or blank.';

-- The character classes list white space and control characters, so that they match the same in every locale and in
-- JavaScript. NUL cannot occur in a text.
create function kith_private.is_contact_method(kind text, value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case kind
    when 'email' then char_length(value) <= 254 and value ~ (
      '^[^@\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff<>(),;:"\[\]\\]+'
      '@[^@\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff<>(),;:"\[\]\\]+$')
    when 'phone' then char_length(value) between 1 and 50
    when 'url' then char_length(value) <= 2048 and value ~ (
      '^[Hh][Tt][Tt][Pp][Ss]?://[^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff/?#]+'
      '([/?#][^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)?$')
  end;
end
$$;
comment on function kith_private.is_contact_method(text, text) is 'Whether the text can be an e-mail address, phone number or http(s) URL (kind: email, phone, url).';

create function kith_private.are_contact_methods(kind text, items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then false
    else not exists (
      select from jsonb_array_elements(items) item
      where case
        when jsonb_typeof(item) <> 'object' or item - '{value,label}'::text[] <> '{}' then true
        when jsonb_typeof(item -> 'value') <> 'string' or jsonb_typeof(item -> 'label') not in ('string', 'null') then true
        else not kith_private.is_contact_method(kind, item ->> 'value') or char_length(item ->> 'label') > 50
      end)
    and (
      select count(*) = count(distinct case kind when 'email' then lower((item ->> 'value') collate "C") else item ->> 'value' end)
      from jsonb_array_elements(items) item)
  end;
end
$$;
comment on function kith_private.are_contact_methods(text, jsonb) is
  'Whether the value is a list of at most 20 {value, label} of a kind (email, phone, url), without duplicates.';

create function kith_private.are_addresses(items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then false
    else not exists (
      select from jsonb_array_elements(items) item
      where case
        when jsonb_typeof(item) <> 'object' then true
        when item - '{label,street,city,region,postalCode,country}'::text[] <> '{}' then true
        else jsonb_strip_nulls(item) - 'label' = '{}'
          or exists (
            select from jsonb_each(item) member
            where jsonb_typeof(member.value) not in ('string', 'null')
              or char_length(member.value #>> '{}') > case member.key when 'label' then 50 else 255 end)
      end)
  end;
end
$$;
comment on function kith_private.are_addresses(jsonb) is
  'Whether the value is a list of at most 20 {label, street, city, region, postalCode, country}, none of them empty.';

grant execute on function kith_private.clean_items(jsonb, text[]), kith_private.is_contact_method(text, text),
  kith_private.are_contact_methods(text, jsonb), kith_private.are_addresses(jsonb) to authenticated, service_role;
