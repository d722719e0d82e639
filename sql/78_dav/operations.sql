-- The address book of CardDAV clients, such as phones.

-- The account as addresses below /dav/ have it. The end of an id: those of accounts that were made together may begin alike.
create function kith_private.dav_account() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return right(auth.uid()::text, 8);
end
$$;

-- Changes whenever a card of the book does; sometimes also when none did.
-- Membership changes updated_at of a contact, but the name of a network does not.
create function kith_private.book_tag() returns text
language plpgsql stable set search_path = '' set enable_sort = off set jit = off
as $$
declare
  people text;
  networks text;
begin
  perform kith_private.set_reads_list(true);
  select string_agg(c.id::text || extract(epoch from c.updated_at), ',' order by c.id) into people
  from kith.contacts c where not c.is_archived;
  perform kith_private.set_reads_list(false);
  select string_agg(n.id::text || n.name, ',' order by n.id) into networks from kith.networks n;
  return kith_private.tag(concat_ws(';', people, networks));
end
$$;

-- Another account than the credential's is like one that does not exist.
create function kith_private.check_dav_account(arguments jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if arguments ->> 'account' <> kith_private.dav_account() then
    perform kith_private.not_found();
  end if;
end
$$;

create function kith_api.dav_book(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.check_dav_account(arguments);
  return (200, json_build_object('account', kith_private.dav_account(),
    'tag', case when arguments ? 'withTag' then kith_private.book_tag() end))::kith_api.answer;
end
$$;
comment on function kith_api.dav_book(jsonb) is
  'The account as addresses have it, and withTag the tag of its address book. Another account is not found.';

-- People who are not archived, from the named ones, or from all where ids is null; in the order of their ids.
create function kith_private.card_ids(ids uuid[], after uuid, at_most integer) returns uuid[]
language plpgsql stable set search_path = '' set enable_sort = off set jit = off
as $$
declare
  before_all constant uuid := '00000000-0000-0000-0000-000000000000';
  found_ids uuid[];
begin
  perform kith_private.set_reads_list(ids is null);
  if ids is null then
    found_ids := array(select c.id from kith.contacts c where not c.is_archived and c.id > coalesce(after, before_all) order by c.id limit at_most);
  else
    found_ids := array(
      select c.id from kith.contacts c where not c.is_archived and c.id = any (ids) and c.id > coalesce(after, before_all) order by c.id limit at_most);
  end if;
  perform kith_private.set_reads_list(false);
  return found_ids;
end
$$;

-- A page of cards, at most 2,000 or about 4 MiB, in lines as exports have them: a head with where the next page begins, then the networks
-- of these people, then the people. withTag: the head has the tag of the book.
create function kith_private.card_page(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  most_rows constant integer := 2000;
  most_bytes constant integer := 4194304;
  portion constant integer := 100;
  asked constant uuid[] := case when arguments ? 'ids' then array(select jsonb_array_elements_text(arguments -> 'ids')::uuid) end;
  after uuid := arguments ->> 'after';
  ids uuid[];
  shown uuid[] := '{}';
  lines text[] := '{}';
  bytes integer := 0;
  more text;
begin
  perform kith_private.check_dav_account(arguments);
  loop
    ids := kith_private.card_ids(asked, after, portion);
    exit when cardinality(ids) = 0;
    more := kith_private.export_lines('contacts', ids);
    lines := lines || more;
    shown := shown || ids;
    bytes := bytes + octet_length(more);
    after := ids[cardinality(ids)];
    exit when cardinality(ids) < portion or cardinality(shown) >= most_rows or bytes >= most_bytes;
  end loop;
  if cardinality(shown) > 0 then
    more := kith_private.export_lines('networks', array(
      select distinct m.network_id from kith.contact_networks m where m.contact_id = any (shown)));
    lines := case when more is not null then array[more] else '{}' end || lines;
  end if;
  return (200, array_to_string(array[json_build_object(
    'next', case when cardinality(ids) = portion then json_build_object('after', after) end,
    'account', kith_private.dav_account(),
    'tag', case when arguments ? 'withTag' then kith_private.book_tag() end)::text] || lines, E'\n'))::kith_api.answer;
end
$$;

create function kith_api.dav_list(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.card_page(arguments - 'ids');
end
$$;
comment on function kith_api.dav_list(jsonb) is
  'A page of all cards. after: where it begins. Another account is not found.';

create function kith_api.dav_read(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.card_page(jsonb_build_object('ids', '[]'::jsonb) || arguments);
end
$$;
comment on function kith_api.dav_read(jsonb) is
  'A page of the named cards (ids) that there are. after: where it begins. Another account is not found.';

grant execute on function kith_private.dav_account(), kith_private.book_tag(), kith_private.check_dav_account(jsonb),
  kith_private.card_ids(uuid[], uuid, integer), kith_private.card_page(jsonb) to authenticated;
