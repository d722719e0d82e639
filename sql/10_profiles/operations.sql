-- The current user's profile and the limits of the credential, as the API shows them. Without profile:read it has no name,
-- country, e-mail address and contact; keys that do not see all contacts are not told which one is the user.
create function kith_private.profile_body() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  limits constant jsonb := kith_private.limits();
  may_read constant boolean := kith_private.has_scope('profile:read');
  profile kith.profiles;
begin
  select p.* into profile from kith.profiles p where p.owner_id = (select auth.uid());
  return json_build_object(
    'id', auth.uid(),
    -- Read from the table of Auth and not copied, so that it is always current.
    'email', case when may_read then (select u.email from auth.users u where u.id = (select auth.uid())) end,
    'name', case when may_read then profile.name end,
    'timezone', coalesce(profile.timezone, 'UTC'),
    'country', case when may_read then profile.country end,
    'nameOrder', coalesce(profile.name_order, 'firstName'),
    'eastAsianNames', coalesce(profile.east_asian_names, 'lastName'),
    'digestAt', to_char(coalesce(profile.digest_at, '08:00'), 'HH24:MI'),
    'digestDays', coalesce(profile.digest_days, '{1,2,3,4,5,6,7}'),
    'leadDays', coalesce(profile.lead_days, 7),
    'savedFilters', case when may_read then coalesce(profile.saved_filters, '[]') else '[]' end,
    'contactId', case when may_read and profile.contact_id is not null and kith_private.has_scope('contacts:read') and kith_private.has_all_networks()
      then (select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = profile.contact_id) end,
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;
grant execute on function kith_private.profile_body() to authenticated;

create function kith_api.get_me(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return (200, kith_private.profile_body()::text)::kith_api.answer;
end
$$;
comment on function kith_api.get_me(jsonb) is 'The current user''s profile.';

create function kith_api.update_me(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
begin
  insert into kith.profiles (owner_id) values (auth.uid()) on conflict do nothing;
  update kith.profiles p set
    name = case when body ? 'name' then body ->> 'name' else p.name end,
    timezone = case when body ? 'timezone' then body ->> 'timezone' else p.timezone end,
    country = case when body ? 'country' then body ->> 'country' else p.country end,
    name_order = case when body ? 'nameOrder' then body ->> 'nameOrder' else p.name_order end,
    east_asian_names = case when body ? 'eastAsianNames' then body ->> 'eastAsianNames' else p.east_asian_names end,
    digest_at = case when body ? 'digestAt' then (body ->> 'digestAt')::time else p.digest_at end,
    digest_days = case when body ? 'digestDays' then array(
      select day::smallint from jsonb_array_elements_text(body -> 'digestDays') day) else p.digest_days end,
    lead_days = case when body ? 'leadDays' then (body ->> 'leadDays')::smallint else p.lead_days end,
    saved_filters = case when body ? 'savedFilters' then body -> 'savedFilters' else p.saved_filters end,
    contact_id = case when body ? 'contactId' then (body ->> 'contactId')::uuid else p.contact_id end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
end
$$;
comment on function kith_api.update_me(jsonb) is 'Changes the current user''s profile.';

-- Deletes the current user's account and all that belongs to it.
-- Everything that belongs to an account refers to its row in auth.users and is deleted with it. Deleting that row needs
-- the rights of the function's owner, because the table is Auth's; it deletes only the current user.
create function kith_private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  perform kith_private.set_setting('change', null); -- what goes with an account is not logged
  delete from auth.users u where u.id = (select auth.uid());
  -- A table of Auth that has the user's id without a foreign key. So has its log of events, in a JSON column without an
  -- index: searching it would take longer than a request may, and the log is the project's.
  delete from auth.flow_state f where f.user_id = (select auth.uid());
end
$$;
grant execute on function kith_private.delete_account() to authenticated;

-- Files are removed first, because SQL can only delete Storage's records of them. While there are photos, the operation
-- answers with their paths; the Edge Function removes the files and runs the operation again.
-- Its keys, connections and feed go with the first part, so that they can do nothing any more while the rest goes.
create function kith_api.delete_me(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  paths text[];
begin
  perform kith_private.lock_log();
  perform kith_private.lock_keys();
  perform kith_private.delete_credentials();
  paths := kith_private.photos_of_account();
  if cardinality(paths) > 0 then
    return (202, to_json(paths)::text)::kith_api.answer;
  end if;
  -- Many rows and a large log are deleted in parts before, too.
  if not kith_private.delete_own_rows() or not kith_private.erase_log() then
    return (202, '[]')::kith_api.answer;
  end if;
  perform kith_private.delete_account();
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.delete_me(jsonb) is 'Deletes the account; 202 and the paths of its photos while there are any, or while it has many rows or a large log of changes.';
