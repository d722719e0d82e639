create view kith_api.note_types with (security_invoker = true) as
select t.id, row_to_json(shape) as body
from kith.note_types t
cross join lateral (
  select
    t.id,
    t.name,
    t.icon,
    t.color,
    t.counts_as_contact as "countsAsContact",
    to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.note_types is 'Note types as the API shows them.';
grant select on kith_api.note_types to authenticated;

call pg_temp.make_operations('kith.note_types', 'note type',
  array[['name', 'name collate "und-x-icu"'], ['createdAt', 'created_at']]);
