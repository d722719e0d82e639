-- What administrators see of the log, as in 70_admin.

create view kith_private.admin_activity with (security_invoker = true) as
select s.owner_id, a.email, s.actor_kind, s.actor_id, s.actor_name,
  count(*) as change_sets,
  coalesce(sum(c.changes), 0)::bigint as changes,
  coalesce(sum(c.bytes), 0)::bigint as bytes,
  min(s.at) as first_at,
  max(s.at) as last_at
from kith_private.change_sets s
join kith_private.accounts() a on a.owner_id = s.owner_id
left join (
  select l.owner_id, l.set_number, count(*) as changes, sum(pg_column_size(l)) as bytes
  from kith_private.changes l group by l.owner_id, l.set_number) c on c.owner_id = s.owner_id and c.set_number = s.number
group by s.owner_id, a.email, s.actor_kind, s.actor_id, s.actor_name;
comment on view kith_private.admin_activity is
  'How much each actor has written for each owner, as far as the log is kept. bytes: of the changes, without indexes.';

grant select on kith_private.change_sets, kith_private.changes, kith_private.change_logs, kith_private.admin_activity to service_role;
