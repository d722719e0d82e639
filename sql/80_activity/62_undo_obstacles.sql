-- Undoing changes of rows: field by field, a value goes back only if it is still what the change made it.

create function kith_private.conflict(change kith_private.changes, name text, reason text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id,
    'name', coalesce(change.name, (
      select n.name from kith.networks n
      where n.owner_id = change.owner_id and n.id = change.network_id and kith_private.has_scope('networks:read'))),
    'field', case when change.resource <> 'membership' or name <> 'created_at' then kith_private.shown_member(name) end, 'reason', reason);
end
$$;
comment on function kith_private.conflict(kith_private.changes, text, text) is
  'Why a change cannot be undone: name is the column, or null where it is the whole resource.';

create function kith_private.is_same_value(name text, one jsonb, other jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when name = 'photo_path' then kith_private.is_same_photo(one #>> '{}', other #>> '{}')
    else coalesce(one, 'null') = coalesce(other, 'null') end;
end
$$;
comment on function kith_private.is_same_value(text, jsonb, jsonb) is
  'Whether two values of a column are the same; a photo is the same wherever it is kept.';

create function kith_private.referring(change kith_private.changes) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if change.resource = 'network' then
    perform from kith.contact_networks m where m.owner_id = change.owner_id and m.network_id = change.resource_id;
    return case when found then 'contacts' end;
  elsif change.resource = 'contact' then
    -- Deleting the contact ends those that the key does not see, too.
    perform from kith.contact_networks m where m.owner_id = change.owner_id and m.contact_id = change.resource_id;
    if found then
      perform from kith.contact_networks m where m.owner_id = change.owner_id and m.contact_id = change.resource_id
        and m.network_id = any ((select kith_private.visible_networks())::uuid[]);
      if found then
        return 'networks';
      end if;
    end if;
    perform from kith_private.notes_about n where n.owner_id = change.owner_id and n.contact_id = change.resource_id;
    if found then
      return 'notes';
    end if;
    perform from kith_private.reminders_about r where r.owner_id = change.owner_id and r.contact_id = change.resource_id;
    return case when found then 'reminders' end;
  elsif change.resource = 'note_type' then
    perform from kith.notes n where n.owner_id = change.owner_id and n.note_type_id = change.resource_id;
    return case when found then 'notes' end;
  end if;
  return null;
end
$$;
comment on function kith_private.referring(kith_private.changes) is
  'What refers to a resource, so that deleting it would change more than was made with it; null where nothing does.';

create function kith_private.obstacle(change kith_private.changes, name text, value text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  contact uuid;
begin
  if value is null then
    return null;
  elsif name = 'contact_id' then
    perform from kith.contacts c where c.owner_id = change.owner_id and c.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'contact_ids' then
    -- One by one: with a list as a parameter Postgres would plan the statement each time, which takes longer.
    foreach contact in array kith_private.ids_of(value::jsonb) loop
      perform from kith.contacts c where c.owner_id = change.owner_id and c.id = contact;
      if not found then
        return 'missing_reference';
      end if;
    end loop;
  elsif name = 'next_id' then
    perform from kith.reminders r where r.owner_id = change.owner_id and r.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'network_id' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'note_type_id' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'name' and change.resource = 'network' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id <> change.resource_id
      and lower(n.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  elsif name = 'name' and change.resource = 'note_type' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id <> change.resource_id
      and lower(t.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  end if;
  return null;
end
$$;
comment on function kith_private.obstacle(kith_private.changes, text, text) is
  'Why a column cannot have its earlier value: what it refers to does not exist any more, or the name is taken; null where it can.';

create function kith_private.has_memberships_in_effect(change kith_private.changes) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from kith_private.changes c
    where c.owner_id = change.owner_id and c.set_number = change.set_number and c.resource = 'membership'
      and c.resource_id = change.resource_id and (c.action = 'create') = exists (
        select from kith.contact_networks m
        where m.owner_id = c.owner_id and m.contact_id = c.resource_id and m.network_id = c.network_id));
end
$$;
comment on function kith_private.has_memberships_in_effect(kith_private.changes) is
  'Whether the change set of a contact''s change made or ended a membership of the contact that is still so.';

-- Only the first change of a row in a transaction changes updated_at.
create function kith_private.was_stamped_since(change kith_private.changes, stamp jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select bool_and(stamp not in (coalesce(c.before -> 'updated_at', 'null'), coalesce(c.after -> 'updated_at', 'null')))
    from kith_private.changes c
    where c.owner_id = change.owner_id and c.set_number = change.set_number and c.resource = change.resource
      and c.resource_id = change.resource_id and (c.before ? 'updated_at' or c.after ? 'updated_at'));
end
$$;
comment on function kith_private.was_stamped_since(kith_private.changes, jsonb) is
  'Whether something other than the change set has set updated_at of the row since: it is neither the value that the change set gave nor the one that it replaced. Null where the change set did not change it.';
