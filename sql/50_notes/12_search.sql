-- The search of notes.

-- Folding 22,500 notes that are not ASCII takes more than half a second, so that of these is stored. Putting ASCII in lower
-- case takes little time, so such notes need no more space. The text is not in an index, whose entries have little room.
alter table kith.notes add column folded_content text;
comment on column kith.notes.folded_content is
  'Derived: the content that search reads, without accents and in lower case; null where that of the content is all ASCII.';

-- Derives the content that search reads.
create function kith_private.fold_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A longer content is refused by a constraint after this trigger. Some characters fold to as many as 18: what search
  -- compares is bounded too.
  new.folded_content := case
    when octet_length(new.content) <> char_length(new.content) and char_length(new.content) <= 100000
      then left(kith_private.folded(new.content), 120000) end;
  return new;
end
$$;
create trigger fold_note before insert or update of content on kith.notes
  for each row execute function kith_private.fold_note();

-- A LIKE pattern for each word of a search, the longest first.
create function kith_private.word_patterns(search text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(left(kith_private.folded(search), 200), '\s+') word
    where word <> '' order by char_length(word) desc);
end
$$;

-- The condition that a note matches every pattern of the member patterns of the query, as an SQL fragment for
-- kith_private.find_page.
-- The clock is looked at for each note, because notes are long; see kith_private.search_took_too_long.
create function kith_private.note_search_condition() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return $sql$case
    when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long())
    else coalesce(folded_content, lower(content collate "C"))
      like all ((select array(select jsonb_array_elements_text($1 -> 'patterns')))::text[]) end$sql$;
end
$$;

grant execute on function kith_private.word_patterns(text), kith_private.note_search_condition() to authenticated;
