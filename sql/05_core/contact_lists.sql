-- The lists of a contact: e-mail addresses, phone numbers, URLs, postal addresses and dates, stored as JSON.

-- Every write of a contact runs these functions, mostly on lists of one or two items. They are loops, which take a third to an
-- eighth of the time of a query there: Postgres sets a query up anew for each call.

-- The list with all members in every item: trimmed, and null where missing or blank.
-- A client may omit the label of an e-mail address, phone number or URL, and parts of a postal address.
create function kith_private.clean_items(items jsonb, members text[]) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  cleaned jsonb[] := '{}';
  item jsonb;
  member text;
begin
  if items = '[]' or jsonb_typeof(items) is distinct from 'array' then
    return items;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) = 'object' then
      foreach member in array members loop
        if coalesce(jsonb_typeof(item -> member), 'string') = 'string' then
          item := item || jsonb_build_object(member, kith_private.trimmed(item ->> member));
        end if;
      end loop;
    end if;
    cleaned := cleaned || item;
  end loop;
  return to_jsonb(cleaned);
end
$$;

-- Whether the text can be an e-mail address, phone number or http(s) URL (kind: email, phone, url).
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

-- Whether the value is a list of at most 20 {value, label} of a kind (email, phone, url), without duplicates.
create function kith_private.are_contact_methods(kind text, items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  present text[] := '{}';
  item jsonb;
  value text;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) <> 'object' or item - '{value,label}'::text[] <> '{}'
      or jsonb_typeof(item -> 'value') is distinct from 'string' or jsonb_typeof(item -> 'label') not in ('string', 'null') then
      return false;
    end if;
    value := case kind when 'email' then lower((item ->> 'value') collate "C") else item ->> 'value' end;
    if value = any (present) or not kith_private.is_contact_method(kind, item ->> 'value') or char_length(item ->> 'label') > 50 then
      return false;
    end if;
    present := present || value;
  end loop;
  return true;
end
$$;

-- Whether the value is a list of at most 20 {label, street, city, region, postalCode, country}, none of them empty.
create function kith_private.are_addresses(items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  members constant text[] := '{label,street,city,region,postalCode,country}';
  item jsonb;
  member text;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) <> 'object' or item - members <> '{}' or jsonb_strip_nulls(item) - 'label' = '{}' then
      return false;
    end if;
    foreach member in array members loop
      if jsonb_typeof(item -> member) not in ('string', 'null')
        or char_length(item ->> member) > (case member when 'label' then 50 else 255 end) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end
$$;

-- Whether the text is a date as far as it is known: YYYY-MM-DD, --MM-DD, YYYY-MM or YYYY.
create function kith_private.is_partial_date(value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return kith_private.is_birthday(value) or (value ~ '^\d{4}(?:-(?:0[1-9]|1[0-2]))?$' and left(value, 4) <> '0000');
end
$$;

-- Whether the value is a list of at most 20 {kind, label, date}, without duplicates.
create function kith_private.are_dates(items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  present jsonb := '[]';
  item jsonb;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) <> 'object' or item - '{kind,label,date}'::text[] <> '{}'
      or coalesce(item ->> 'kind', '') not in ('anniversary', 'nameDay', 'death', 'memorial', 'other')
      or jsonb_typeof(item -> 'label') not in ('string', 'null') or char_length(item ->> 'label') > 50
      or jsonb_typeof(item -> 'date') is distinct from 'string' or not kith_private.is_partial_date(item ->> 'date')
      or present @> jsonb_build_array(item) then
      return false;
    end if;
    present := present || item;
  end loop;
  return true;
end
$$;

grant execute on function kith_private.is_partial_date(text), kith_private.are_dates(jsonb), kith_private.clean_items(jsonb, text[]), kith_private.is_contact_method(text, text),
  kith_private.are_contact_methods(text, jsonb), kith_private.are_addresses(jsonb) to authenticated, service_role;
