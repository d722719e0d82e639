-- What an API key may do. A key with limits runs as a role of its own, for which the tables have restrictive policies
-- in addition to those of `authenticated`; they read the limits from the claims. All other requests run as `authenticated` and
-- have nothing to check. ADR 33 says why.

-- Roles belong to the whole cluster, so that another database may have made it.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'kith_limited') then
    create role kith_limited nologin;
  elsif exists (
    select from pg_catalog.pg_roles where rolname = 'kith_limited' and (rolsuper or rolbypassrls or rolcanlogin))
  then
    raise exception 'There is a role kith_limited that is not Kith''s: it can log in or bypasses row-level security.';
  end if;
end
$$;
grant authenticated to kith_limited;
-- The Edge Function connects as the role that runs the migrations.
grant kith_limited to current_user;

-- What the API key of this request may do; null for everything. Without limits in its claims the role of keys with limits may do
-- nothing. The setting `role` is asked too, because current_user is another one in functions with the rights of their owner.
create function kith_private.limits() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  limits constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'kith';
begin
  if 'kith_limited' in (current_user, current_setting('role', true)) and (
    jsonb_typeof(limits -> 'scopes') in ('array', 'null') and jsonb_typeof(limits -> 'networkIds') in ('array', 'null')) is not true
  then
    return '{"scopes":[],"networkIds":[]}';
  end if;
  return limits;
end
$$;

-- Whether the credential of this request may do what the scope allows.
-- Policies write these in a sub-select, so that they are evaluated once for each statement.
create function kith_private.has_scope(scope text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(nullif(kith_private.limits() -> 'scopes', 'null') ? scope, true);
end
$$;

-- The kinds of resources for which the credential of this request has a scope. access: read or write.
create function kith_private.resources_with(access text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  scopes constant jsonb := nullif(kith_private.limits() -> 'scopes', 'null');
begin
  return array(select r.name from kith_private.resources() r where scopes is null or scopes ? (r.scope || ':' || access));
end
$$;

-- The kinds of resources with this value of seen_by.
create function kith_private.resources_seen_by(kind text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select r.name from kith_private.resources() r where r.seen_by = kind);
end
$$;

-- The networks that the API key of this request is limited to; null where it is not.
create function kith_private.key_networks() returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  networks constant jsonb := kith_private.limits() -> 'networkIds';
begin
  return case when jsonb_typeof(networks) = 'array' then array(select jsonb_array_elements_text(networks)::uuid) end;
end
$$;

-- Whether the credential of this request is not limited to networks.
create function kith_private.has_all_networks() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.key_networks() is null;
end
$$;

-- Refuses every API key with limits, in functions that run with the rights of their owner and are for access tokens only.
create function kith_private.refuse_limits() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if current_setting('role', true) = 'kith_limited' then
    perform kith_private.fail('access_token_required');
  end if;
end
$$;

-- Whether the statement reads a whole list.
-- A list compares all contacts with the members of the key's networks, which are best put into a hash table; for few rows
-- each is looked up. Without statistics Postgres would choose badly, so the policies choose; offset 0 prevents the hash table.
create function kith_private.reads_list() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.setting('reads_list') is not null;
end
$$;

-- Says whether the statements that follow read whole lists.
create function kith_private.set_reads_list(many boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'kith_limited' then
    perform kith_private.set_setting('reads_list', case when many then 'on' end);
  end if;
end
$$;

-- The networks of the current user whose members the credential of this request sees: none without a scope for what shows members.
-- For the policy of memberships, which can then find them in the index of their networks.
create function kith_private.visible_networks() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  scopes constant jsonb := nullif(kith_private.limits() -> 'scopes', 'null');
begin
  if not scopes ?| '{contacts:read,networks:read,notes:read,reminders:read}' then
    return '{}';
  end if;
  return coalesce(kith_private.key_networks(), array(select n.id from kith.networks n where n.owner_id = (select auth.uid())));
end
$$;

grant execute on function kith_private.limits(), kith_private.reads_list(), kith_private.set_reads_list(boolean),
  kith_private.visible_networks(), kith_private.has_scope(text), kith_private.resources_with(text), kith_private.resources_seen_by(text),
  kith_private.key_networks(), kith_private.has_all_networks() to authenticated;
