-- What a search of contacts asks for.

-- Every word must match. A word of digits and the marks people write between them also matches a phone number
-- that is written with other marks: search text holds the digits of a number alone. Where a word's digits stand
-- together ("+49"), whatever holds the word holds them too, and they are all that has to be looked for.
create function private.search_words(search text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(case
        when strpos(word, digits) > 0 then jsonb_build_array(digits, null)
        else jsonb_build_array(word, digits) end), '[]')
    from regexp_split_to_table(private.folded(search), '\s+') word
    cross join lateral (
      select case when word ~ '^[0-9+()./-]*[0-9][0-9+()./-]*$' then regexp_replace(word, '[^0-9]', '', 'g') end) number (digits)
    where word <> '');
end
$$;
comment on function private.search_words(text) is
  'For every word of a search what to look for and, where it may be part of a phone number written otherwise, its digits.';

-- Text that a contact matches when it holds every word of $1 -> 'words'.
create function private.search_condition(words jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  holds constant text := (
    select string_agg(format(
      case when word ->> 1 is null then 'strpos(%%1$s, $1 #>> %1$L) > 0'
        else '(strpos(%%1$s, $1 #>> %1$L) > 0 or strpos(%%1$s, $1 #>> %2$L) > 0)' end,
      array['words', (n - 1)::text, '0'], array['words', (n - 1)::text, '1']), ' and ' order by n)
    from jsonb_array_elements(words) with ordinality as given (word, n));
begin
  return format('case when search_text is not null then %s else (
    select %s from public.contacts long where long.owner_id = contacts.owner_id and long.id = contacts.id) end',
    format(holds, 'search_text'), format(holds, 'long.long_search_text'));
end
$$;
comment on function private.search_condition(jsonb) is 'The condition that a contact holds every word of a search, as a fragment for private.find_page.';

grant execute on function private.search_words(text), private.search_condition(jsonb) to authenticated;
