-- The sweep of the bucket, which removes photos that no row names: SQL can only delete Storage's records of files.

-- Those of these files that no row names. A contact names its photo, the log those that undoing brings back, the row of an import one
-- that is not attached yet, and an upload its own path and where it is copied to. Nothing names a file again that no row names, so that
-- it can be removed at any time. Files that are not Kith's are left alone.
-- One name after another is looked up in indexes, by `offset 0`: a join would read the tables of all accounts.
create function kith_private.unnamed_photos(paths text[]) returns setof text
language plpgsql stable security definer set search_path = ''
  set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
begin
  return query
  select f.path
  from (
    select p.path, p.place, case when p.path ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/' then left(p.path, 36)::uuid end as owner
    from unnest(paths) with ordinality p (path, place) offset 0) f
  where case when f.owner is null then f.path like 'uploads/%' and not exists (
      select from kith_private.photo_uploads u where u.path = f.path offset 0)
    else not exists (select from kith.contacts c where c.owner_id = f.owner and c.photo_path = f.path offset 0)
      and not exists (select from kith_private.changes l where l.owner_id = f.owner and l.before ->> 'photo_path' = f.path offset 0)
      and not exists (select from kith_private.import_rows r where r.owner_id = f.owner and r.photo_path = f.path offset 0)
      and not exists (select from kith_private.photo_uploads u where u.owner_id = f.owner and u.photo_path = f.path offset 0) end
  order by f.place;
end
$$;

-- Deletes what cards have of photos that are removed.
create function kith_private.forget_card_photos(paths text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.card_photos p
  using unnest(paths) removed (path)
  where removed.path ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/' and p.owner_id = left(removed.path, 36)::uuid and p.path = removed.path;
end
$$;

-- At most 500 files that can be removed: of one account, or of those that come next by their names, of 2,000 at most. The latter
-- once a minute for the clock; for others where it is late.
create function kith_private.photos_to_remove(account uuid default null, by_clock boolean default false) returns text[]
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  most constant integer := 500;
  looked_at constant integer := 2000;
  sweep kith_private.photo_sweep;
  names text[];
  unnamed text[];
begin
  if account is not null then
    names := array(
      select o.name from storage.objects o
      where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0'));
    unnamed := array(select p.path from kith_private.unnamed_photos(names) p (path) limit most);
    perform kith_private.forget_card_photos(unnamed);
    return unnamed;
  end if;
  if (by_clock and kith_private.is_clock_resting()) or not (by_clock or kith_private.is_clock_late()) then
    return '{}';
  end if;
  if not exists (select from kith_private.photo_sweep) then
    insert into kith_private.photo_sweep default values on conflict do nothing;
  end if;
  select s.* into sweep from kith_private.photo_sweep s
  where s.swept_at is null or s.swept_at < now() - interval '1 minute' for update skip locked;
  if not found then
    return '{}';
  end if;
  with expired as (
    select u.owner_id, u.path from kith_private.photo_uploads u
    where u.created_at < now() - interval '3 hours' and (u.attached or u.created_at < now() - interval '1 day')
    limit 1000 for update skip locked)
  delete from kith_private.photo_uploads u using expired e where u.owner_id = e.owner_id and u.path = e.path;
  names := array(
    select o.name from storage.objects o where o.bucket_id = 'kith-photos' and o.name > sweep.last_name order by o.name limit looked_at);
  unnamed := array(select p.path from kith_private.unnamed_photos(names) p (path) limit most);
  perform kith_private.forget_card_photos(unnamed);
  update kith_private.photo_sweep s set swept_at = now(), last_name = case
    when cardinality(unnamed) = most then unnamed[most] when cardinality(names) = looked_at then names[looked_at] else '' end;
  return unnamed;
end
$$;
