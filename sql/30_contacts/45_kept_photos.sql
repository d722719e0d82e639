create function kith_private.is_same_photo(one text, other text) returns boolean language plpgsql immutable set search_path = '' as $$ begin return one is not distinct from other; end $$;
create function kith_private.take_kept_photo(path text) returns text language plpgsql set search_path = '' as $$ begin return path; end $$;
create function kith_private.erase_kept_photos(owner uuid, paths text[]) returns void language plpgsql set search_path = '' as $$ begin return; end $$;
