-- Whose a credential is, and what an API key or a connection may do.

-- The account of a credential (an API key, an access token, or the secret of a calendar feed), and the id, name and limits of
-- an API key, or of the connection that an OAuth client's access token belongs to; nulls where the credential or the account
-- does not exist (any more), and where the key or this secret of it has expired. No id where a client has no connection (any
-- more).
create function kith_private.identify(
  credential jsonb, operation text, locks_log boolean, out owner_id uuid, out key_id uuid, out key_name text, out limits jsonb)
language plpgsql set search_path = ''
as $$
declare
  secret constant bytea := decode(credential ->> 'hash', 'hex');
  key record;
begin
  if credential ->> 'kind' = 'api_key' or credential ? 'clientId' then
    if credential ? 'clientId' then
      owner_id := (credential ->> 'sub')::uuid;
      -- Auth ends what it has granted to a client by ending the session, so that a token without one could not be revoked.
      select k.id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k
      where k.owner_id = (credential ->> 'sub')::uuid and k.client_id = credential ->> 'clientId'
        and (k.expires_at is null or k.expires_at > now()) and credential ? 'sessionId';
    else
      select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k where k.hash = secret and (k.expires_at is null or k.expires_at > now());
      -- Two statements: one with "or" would not use the indexes. An expired key costs what an unknown one costs.
      if not found then
        select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
        from kith_private.api_keys k
        where k.previous_hash = secret and k.previous_expires_at > now() and (k.expires_at is null or k.expires_at > now());
      end if;
      owner_id := key.owner_id;
    end if;
    key_id := key.id;
    key_name := key.name;
    if num_nonnulls(key.scopes, key.network_ids, key.expires_at) > 0 then
      limits := jsonb_build_object('scopes', key.scopes, 'networkIds', key.network_ids, 'expiresAt', key.expires_at);
    end if;
    -- Before the key's rows are locked: Auth locks them after the account, and would wait for this request while it waits.
    if locks_log and key_id is not null then
      perform kith_private.lock_log_of(owner_id);
    end if;
  elsif credential ->> 'kind' = 'calendar' then
    select c.owner_id into owner_id from kith_private.calendars c where c.hash = secret;
  else
    owner_id := (credential ->> 'sub')::uuid;
  end if;
  if not kith_private.is_active(owner_id, (credential ->> 'sessionId')::uuid) then
    owner_id := null;
    key_id := null;
  elsif key_id is not null and not credential ? 'counted' then
    perform kith_private.record_key_use(key_id, key.last_used_at, operation);
  end if;
end
$$;

-- Whether an API key may do less than everything; limits also say when it expires.
create function kith_private.is_limited(limits jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(limits -> 'scopes' <> 'null' or limits -> 'networkIds' <> 'null', false);
end
$$;

-- The refusal of an operation that the limits of an API key do not allow; null where they do.
create function kith_private.check_limits(asked kith_private.operations, limits jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(limits -> 'scopes') = 'array' and not limits -> 'scopes' @> to_jsonb(asked.scopes) then
    return json_build_object('code', 'insufficient_scope', 'scopes', array(
      select scope from unnest(asked.scopes) scope where not limits -> 'scopes' ? scope));
  elsif asked.needs_all_networks and limits -> 'networkIds' <> 'null' then
    return json_build_object('code', 'insufficient_scope', 'detail',
      'This API key is limited to networks, so it cannot import, or change networks, note types or who belongs to a network.');
  end if;
  return null;
end
$$;
