-- Rules for texts that several tables use. A Zod schema repeats each of them, so that the API can report every violation
-- at once; the database enforces them for every write, through the API and through PostgREST.
-- In plpgsql, which keeps a plan for the whole session: a function in SQL that sets its search path is planned again
-- by every statement that calls it.

-- The text without white space at its ends; null when the result is empty.
-- White space as JavaScript defines it, so that `String.prototype.trim` and this function give the same result.
create function kith_private.trimmed(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return nullif(btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), '');
end
$$;

-- The text in normalization form KC, in time linear to its length.
-- Normalizing sorts the combining marks after a letter by insertion, in a loop that cannot be cancelled, so a run of
-- thousands of marks takes seconds. A combining grapheme joiner (U+034F) after every 30 of them bounds that, as UAX #15
-- has it for stream-safe text; it is taken out again afterwards. The pattern also finds other characters that are no
-- letter, digit, punctuation mark or space, which changes nothing, and the two letters that decompose to marks.
create function kith_private.normalized(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace(normalize(regexp_replace(value collate "und-x-icu",
    '((?:[^[:alnum:][:punct:][:space:]]|[\uff9e\uff9f]){30})', E'\\1\u034f', 'g'), NFKC), E'\u034f', '');
end
$$;

-- folded(value): the text in the form that search compares, without accents and in lower case.
-- The extension unaccent may already be installed, in any schema; it is used from that schema.
do $install$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format($create$
    create function kith_private.folded(value text) returns text
    language plpgsql immutable parallel safe set search_path = ''
    as $body$
    begin
      if octet_length(value) = char_length(value) then
        return lower(value collate "C"); -- ASCII has nothing else to fold
      end if;
      return lower(%1$I.unaccent(%2$L::regdictionary, kith_private.normalized(value)) collate "und-x-icu");
    end
    $body$
  $create$, home, format('%I.unaccent', home));
end
$install$;

-- Whether the text is a real date YYYY-MM-DD, or --MM-DD where the year is unknown.
create function kith_private.is_birthday(value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return value ~ '^(?:\d{4}|-)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$'
    and left(value, 4) <> '0000'
    and right(value, 2)::integer <= case
      when substr(value, length(value) - 4, 2) in ('04', '06', '09', '11') then 30
      when substr(value, length(value) - 4, 2) <> '02' then 31
      when value like '--%' then 29
      when left(value, 4)::integer % 4 = 0 and (left(value, 4)::integer % 100 <> 0 or left(value, 4)::integer % 400 = 0) then 29
      else 28
    end;
end
$$;

-- Whether the text has what ends a line.
create function kith_private.has_line_break(value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return value ~ E'[\n\u000b\f\r\u0085\u2028\u2029]';
end
$$;

-- The text with a space in the place of its line breaks, as has_line_break knows them.
create function kith_private.in_one_line(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return regexp_replace(value, E'[\n\u000b\f\r\u0085\u2028\u2029]+', ' ', 'g');
end
$$;

-- The text as an id; null where it is not one.
create function kith_private.as_uuid(value text) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
end
$$;

grant execute on function kith_private.trimmed(text), kith_private.normalized(text), kith_private.folded(text),
  kith_private.is_birthday(text), kith_private.has_line_break(text) to authenticated, service_role;
grant execute on function kith_private.as_uuid(text) to authenticated;
