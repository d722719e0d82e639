-- The clock: what is to be done although nobody asks. A scheduler calls POST /tick; pg_cron does where the deployment has installed it.

create table kith_private.clock (
  is_only_row boolean primary key default true constraint clock_is_only_row_check check (is_only_row),
  ticked_at timestamptz not null default now(),
  requested_at timestamptz
);
comment on table kith_private.clock is 'When the clock ran last: one row, or none where it never has.';
comment on column kith_private.clock.is_only_row is 'True.';
comment on column kith_private.clock.ticked_at is 'When POST /tick was last called.';
comment on column kith_private.clock.requested_at is 'When it was last requested between two minutes, because something was to be done at once.';
alter table kith_private.clock enable row level security;
create policy "No client reaches the clock" on kith_private.clock for all to authenticated using (false);

-- Whether the clock rests, because accounts are moved to or from this database (npm run machines): their rows are not to be changed while they are
-- copied, nor where they were left behind.
create function kith_private.is_clock_resting() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from pg_catalog.pg_publication p where p.pubname like 'kith\_move\_%')
    or exists (select from pg_catalog.pg_subscription s where s.subname like 'kith\_move\_%');
end
$$;

-- Whether the clock has not run for a day. Then requests sweep, as where no scheduler is.
create function kith_private.is_clock_late() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (select from kith_private.clock c where c.ticked_at > now() - interval '1 day') and not kith_private.is_clock_resting();
end
$$;

-- Deletes what is too old, of all accounts: at most so many stored answers and deliveries, a few imports, and so many changes of one log.
-- Returns how many of each were deleted, of logs how many were shortened; null where nothing was left. Waits for nobody, and holds no log but the one it shortens.
create function kith_private.sweep(most bigint) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  cutoff constant timestamptz := now() - kith_private.log_retention();
  day_ago constant timestamptz := now() - interval '24 hours';
  answers integer := 0;
  imports integer := 0;
  logs integer := 0;
  deliveries integer := 0;
  meetings integer := 0;
  owner uuid;
begin
  delete from kith_private.idempotent_requests r where r.ctid = any (array(
    select old.ctid from kith_private.idempotent_requests old where old.created_at < day_ago limit most for update skip locked));
  get diagnostics answers = row_count;
  delete from kith_private.imports i where i.ctid = any (array(
    select old.ctid from kith_private.imports old where old.created_at < day_ago limit 5 for update skip locked));
  get diagnostics imports = row_count;
  delete from kith_private.outbox o where o.ctid = any (array(
    select old.ctid from kith_private.outbox old where old.created_at < now() - interval '30 days' limit most for update skip locked));
  get diagnostics deliveries = row_count;
  delete from kith_private.meetings m where m.ctid = any (array(
    select old.ctid from kith_private.meetings old where old.created_at < now() - interval '90 days' limit most for update skip locked));
  get diagnostics meetings = row_count;
  -- Nothing is waited for, so that this can deadlock neither with that owner's requests nor with deleting the account.
  select l.owner_id into owner from kith_private.change_logs l
  where l.oldest_at < cutoff order by l.oldest_at limit 1 for update skip locked;
  if found and pg_try_advisory_xact_lock(kith_private.log_lock_key(owner)) then
    -- Writing the log's row twice asks for the account's, which Auth locks first when it deletes the account.
    perform from auth.users u where u.id = owner for key share skip locked;
    if found then
      perform kith_private.purge_changes(owner, cutoff, 0, most);
      logs := 1;
    end if;
  end if;
  return case when answers + deliveries + imports + logs + meetings > 0
    then jsonb_build_object('answers', answers, 'deliveries', deliveries, 'imports', imports, 'logs', logs, 'meetings', meetings) end;
end
$$;

-- Notes that the clock runs, plans digests and reminders, and sweeps. Returns of how many owners, and how much; null where nothing was left.
create function kith_private.tick() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  planned integer;
  reminders integer;
  swept jsonb;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  -- Ticks at once do not wait for each other.
  update kith_private.clock c set ticked_at = now()
  from (select o.is_only_row from kith_private.clock o where o.ticked_at < now() - interval '10 seconds' for update skip locked) late
  where c.is_only_row = late.is_only_row;
  if not found then
    insert into kith_private.clock (is_only_row) select true where not exists (select from kith_private.clock c) on conflict do nothing;
  end if;
  planned := kith_private.plan_digests(1000);
  reminders := kith_private.plan_reminders(1000);
  swept := kith_private.sweep(1000);
  return case when planned + reminders > 0 or swept is not null
    then jsonb_build_object('digests', planned, 'reminders', reminders) || coalesce(swept, '{}') end;
end
$$;

-- Whether a tick would find something. One look into an index for each kind, so that it costs nothing to ask every minute.
create function kith_private.is_due() returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
begin
  return exists (select from kith_private.idempotent_requests r where r.created_at < now() - interval '24 hours')
    or exists (select from kith_private.imports i where i.created_at < now() - interval '24 hours')
    or exists (select from kith_private.change_logs l where l.oldest_at < now() - kith_private.log_retention())
    or exists (select from kith_private.digests d where d.next_at <= now())
    or exists (select from kith_private.outbox o where o.state = 'waiting' and o.due_at <= now())
    or exists (select from kith_private.outbox o where o.created_at < now() - interval '30 days')
    or exists (select from kith_private.read_calendars c where c.due_at <= now())
    or exists (select from kith_private.meetings m where m.created_at < now() - interval '90 days')
    or kith_private.are_reminders_due()
    or kith_private.are_webhooks_due()
    or kith_private.are_photos_due()
    -- So that requests know that the clock runs.
    or not exists (select from kith_private.clock c where c.ticked_at > now() - interval '12 hours');
end
$$;

-- Whether the sweep of the bucket has not gone through it for six hours, or is on its way.
create function kith_private.are_photos_due() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select from kith_private.photo_sweep s
    where s.swept_at > now() - case when s.last_name = '' then interval '6 hours' else interval '1 minute' end);
end
$$;

-- Calls POST /tick by pg_net, where the deployment has installed the clock. Nobody waits for the answer: where it fails, the next
-- tick does the same. It is sent once the transaction has committed.
create function kith_private.send_tick() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null then
    return;
  end if;
  perform net.http_post(url := u.decrypted_secret, body := '{}'::jsonb, timeout_milliseconds := 5000,
    headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret, 'Content-Type', 'application/json'))
  from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'kith_tick_url' and s.name = 'kith_tick_secret';
end
$$;

-- Requests a tick because something is to be done at once. Within two seconds of another request, by whomever, it waits for the next minute.
create function kith_private.request_tick() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update kith_private.clock c set requested_at = now()
  from (
    select o.is_only_row from kith_private.clock o
    where o.requested_at is null or o.requested_at < now() - interval '2 seconds' for update skip locked) free
  where c.is_only_row = free.is_only_row;
  if found or not exists (select from kith_private.clock) then
    perform kith_private.send_tick();
  end if;
end
$$;

-- What pg_cron runs every minute: requests a tick where something is due. Deletes what pg_cron notes of its runs after a day.
create function kith_private.wake() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if kith_private.is_due() then
    perform kith_private.send_tick();
  end if;
  if extract(minute from now()) = 0 then
    delete from cron.job_run_details d
    where d.end_time < now() - interval '1 day' and d.jobid = (select j.jobid from cron.job j where j.jobname = 'kith-tick');
  end if;
end
$$;

-- Installs the clock where pg_cron, pg_net and the Vault are enabled, and returns the SHA-256 of its secret, which the function has to know as
-- KITH_TICK_SHA256; null where one of them is not. Can be repeated. address: that of POST /tick.
create function kith_private.install_clock(address text) returns text
language plpgsql set search_path = ''
as $$
declare
  -- 244 random bits, of the database's own generator.
  secret text := 'kith_tick_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  kept record;
begin
  if num_nulls(to_regprocedure('cron.schedule(text,text,text)'), to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)'),
    to_regclass('vault.decrypted_secrets')) > 0
  then
    return null;
  end if;
  select s.id, s.decrypted_secret as url into kept from vault.decrypted_secrets s where s.name = 'kith_tick_url';
  if kept.id is null then
    perform vault.create_secret(address, 'kith_tick_url', 'Where Kith''s clock ticks.');
  elsif kept.url <> address then
    perform vault.update_secret(kept.id, address);
  end if;
  select s.decrypted_secret into kept from vault.decrypted_secrets s where s.name = 'kith_tick_secret';
  if found then
    secret := kept.decrypted_secret;
  else
    perform vault.create_secret(secret, 'kith_tick_secret', 'The secret of Kith''s clock.');
  end if;
  perform cron.schedule('kith-tick', '* * * * *', 'select kith_private.wake()');
  return encode(sha256(convert_to(secret, 'UTF8')), 'hex');
end
$$;
