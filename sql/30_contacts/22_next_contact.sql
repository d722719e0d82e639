-- When contacts are due, in the owner's time zone: SQL fragments for kith_private.find_page.

-- The condition that a contact is due on a day or before. day: the member of the query that has it; its time zone is the member
-- timezone.
-- The time zone matters only within one day of that day; otherwise the rule is the same as in kith_api.contacts.
create function kith_private.due_condition(day text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return format($sql$case
    when next_contact_on_utc < (select ($1 ->> %1$L)::date) then true
    when next_contact_on_utc <= (select ($1 ->> %1$L)::date + 1)
      then (
        select (coalesce(near.last_contacted_at, near.created_at) at time zone ($1 ->> 'timezone'))::date
          + near.contact_frequency_days <= (select ($1 ->> %1$L)::date)
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$$;

-- The day on which a contact is due, for an order; null for one that never is. The time zone is the member timezone of the
-- query.
create function kith_private.next_contact_on() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return $sql$case when next_contact_on_utc is not null then
    (coalesce(last_contacted_at, created_at) at time zone ($1 ->> 'timezone'))::date + contact_frequency_days end$sql$;
end
$$;

grant execute on function kith_private.due_condition(text), kith_private.next_contact_on() to authenticated;
