-- Whose rows a statement may reach. Every policy asks kith_private.owner_id(), so the API, PostgREST and Storage refuse
-- the same credentials.

-- Whether the account exists and is not banned, and whether the session, where there is one, has not ended.
create function kith_private.is_active(account uuid, session uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  perform from auth.users u
  where u.id = account and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  if found and session is not null then
    perform from auth.sessions s
    where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now());
  end if;
  return found;
end
$$;

-- The account of the access token that a statement runs with; null where the account is banned or deleted, the session has
-- ended or the token is an OAuth client's.
create function kith_private.owner_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  claims jsonb;
begin
  -- kith_private.handle has checked the credential already.
  if account is null or kith_private.setting('checked_account') = account::text then
    return account;
  end if;
  claims := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  -- An OAuth client's access token differs from the user's own by this claim only.
  if claims ? 'client_id' or not kith_private.is_active(account, (claims ->> 'session_id')::uuid) then
    return null;
  end if;
  return account;
end
$$;

grant execute on function kith_private.owner_id() to authenticated, service_role;
