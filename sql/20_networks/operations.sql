-- The operations on networks.

create view kith_api.networks with (security_invoker = true) as
select n.id, row_to_json(shape) as body
from kith.networks n
cross join lateral (
  select
    n.id,
    n.name,
    n.description,
    n.color,
    (
      select count(*) from kith.contact_networks m where m.owner_id = n.owner_id and m.network_id = n.id) as "contactCount",
    to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.networks is 'Networks as the API shows them.';
grant select on kith_api.networks to authenticated;

-- The five operations: list, get, create, update and delete.
call pg_temp.make_operations('kith.networks', 'network',
  array[['name', 'name collate "und-x-icu"'], ['createdAt', 'created_at']]);

-- The networks of a contact, by name, as JSON with commas between them.
create function kith_private.networks_of_contact(contact uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select n.id from kith.networks n
    where n.id in (select m.network_id from kith.contact_networks m where m.contact_id = contact)
    order by n.name collate "und-x-icu", n.id);
begin
  return (
    select coalesce(string_agg((select n.body::text from kith_api.networks n where n.id = listed.id), ',' order by listed.position), '')
    from unnest(ids) with ordinality as listed (id, position));
end
$$;

-- Those of the ids that are networks which the current user sees.
create function kith_private.networks_among(ids jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(select n.id from kith.networks n where n.id = any (array(select jsonb_array_elements_text(ids)::uuid)));
end
$$;

grant execute on function kith_private.networks_among(jsonb), kith_private.networks_of_contact(uuid) to authenticated;
