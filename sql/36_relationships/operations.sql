-- The operations on relationships, and how they are said.

-- A relationship as a sentence: "Zoë is Max's sister". contact and related are names; null for the current user.
-- What has no word of its own from this side is said from the other one.
create function kith_private.relationship_sentence(
  contact text, related text, kind text, label text, inverse_label text, is_over boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text := coalesce(label, case kind
    when 'exPartner' then 'ex-partner' when 'report' then 'direct report' when 'emergencyContact' then 'emergency contact'
    when 'introducedBy' then null when 'introduced' then null when 'assisted' then null when 'emergencyContactOf' then null
    when 'other' then case when inverse_label is null then 'relation' end else kind end);
begin
  if word is null and kind in ('introducedBy', 'introduced') then
    return case kind when 'introducedBy' then format('%s introduced %s', coalesce(related, 'You'), coalesce(contact, 'you'))
      else format('%s introduced %s', coalesce(contact, 'You'), coalesce(related, 'you')) end;
  elsif word is null then
    return kith_private.relationship_sentence(related, contact, kith_private.inverse_kind(kind), inverse_label, null, is_over);
  end if;
  return format('%s %s %s', coalesce(related, 'You'),
    case when related is null then case when is_over then 'were' else 'are' end when is_over then 'was' else 'is' end,
    coalesce(contact || '''s', 'your') || ' ' || word);
end
$$;

create view kith_private.relationship_sides with (security_invoker = true) as
select s.owner_id, s.id, s.contact_id, s.kind, s.created_at, s.is_turned, s.contact_ids, row_to_json(shape) as body
from kith_private.relationship_ends s
cross join lateral (
  select
    s.id,
    s.contact_id as "contactId",
    s.related_contact_id as "relatedContactId",
    s.related_name as "relatedName",
    s.kind,
    s.label,
    s.inverse_label as "inverseLabel",
    s.started_on as "startedOn",
    s.ended_on as "endedOn",
    s.note,
    -- With a column that the indexes of lists do not have: only then is the primary key surely preferred to them.
    kith_private.relationship_sentence(
      case when s.contact_id = (select kith_private.own_contact()) then null else (
        select coalesce(c.display_name, c.first_name) from kith.contacts c where c.owner_id = s.owner_id and c.id = s.contact_id) end,
      case when s.related_contact_id = (select kith_private.own_contact()) then null else coalesce(s.related_name, (
        select coalesce(c.display_name, c.first_name) from kith.contacts c where c.owner_id = s.owner_id and c.id = s.related_contact_id)) end,
      s.kind, s.label, s.inverse_label, case when s.ended_on is null then false else s.ended_on <= (select kith_private.today()) end) as sentence,
    to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_private.relationship_sides is 'Relationships as the API shows them, each from both sides.';

create view kith_api.relationships with (security_invoker = true) as
select s.id, s.body from kith_private.relationship_sides s where not s.is_turned;
comment on view kith_api.relationships is 'Relationships as the API shows them, as they were written.';
grant select on kith_private.relationship_sides, kith_api.relationships to authenticated;

-- The relationships of a contact as seen from it, as JSON with commas between them: at most 200.
-- The policies ask for the owner. To ask once more makes Postgres read all of the owner's relationships.
create function kith_private.relationships_of_contact(contact uuid) returns text
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select string_agg(s.body::text, ',' order by s.created_at, s.id) from kith_private.relationship_sides s
    where s.contact_id = contact);
end
$$;

-- Who is related to a contact, as vCards and tables have it: the id and the name of each, and what they are to the contact.
create function kith_private.related_to_contact(contact uuid) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', s.related_contact_id, 'name', coalesce(s.related_name, (
      select coalesce(c.display_name, c.first_name) from kith.contacts c where c.owner_id = s.owner_id and c.id = s.related_contact_id)),
      'kind', s.kind, 'label', s.label) order by s.created_at, s.id), '[]')
    from kith_private.relationship_ends s where s.contact_id = contact);
end
$$;

create function kith_api.list_relationships(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  found kith_private.page;
begin
  -- As they were written they are in the order of an index, which Postgres does not see through the view.
  found := kith_private.find_page(query, case when query ? 'contactId' then 'kith_private.relationship_sides' else 'kith.relationships' end, array[
      case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
      case when query ? 'kind' then $sql$kind = $1 ->> 'kind'$sql$ end],
    case coalesce(query ->> 'sort', 'createdAt')
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, finds_few => query ? 'contactId');
  return kith_private.answer_page(found, (
    select string_agg((
      select s.body::text from kith_private.relationship_sides s
      where s.id = listed.id and case when query ? 'contactId' then s.contact_id = (query ->> 'contactId')::uuid else not s.is_turned end), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_relationships(jsonb) is
  'A page of relationships; with contactId as seen from that contact, otherwise as they were written. Query: contactId, kind, sort, page, pageSize.';

create function kith_api.get_relationship(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select r.body from kith_api.relationships r where r.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_relationship(jsonb) is 'One relationship, as it was written.';

-- The members of a body that name contacts which the user does not have.
create function kith_private.unknown_related(body jsonb) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select '/' || name from unnest('{contactId,relatedContactId}'::text[]) name
    where body ->> name is not null and not exists (select from kith.contacts c where c.id = (body ->> name)::uuid offset 0));
end
$$;

create function kith_api.create_relationship(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  perform kith_private.check_references(kith_private.unknown_related(arguments -> 'body'));
  made := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::kith.relationships));
  return kith_private.answer_resource((select r.body from kith_api.relationships r where r.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_relationship(jsonb) is 'Creates a relationship.';

create function kith_api.update_relationship(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  earlier kith.relationships;
begin
  select r.* into earlier from kith.relationships r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  perform kith_private.check_references(kith_private.unknown_related(arguments -> 'body'));
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.relationships r where r.id = earlier.id));
end
$$;
comment on function kith_api.update_relationship(jsonb) is 'Changes a relationship.';

create function kith_api.delete_relationship(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.relationships r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_relationship(jsonb) is 'Deletes a relationship.';

-- Gives the target of a merge the relationships of the duplicate, but those between both, and those that it has already. Returns how many.
create function kith_private.move_relationships(target uuid, duplicate uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  -- By these alone: under policies Postgres uses no index of keys.
  own constant uuid[] := array(select a.id from kith_private.relationships_about a where a.owner_id = owner and a.contact_id = target);
  theirs constant uuid[] := array(select a.id from kith_private.relationships_about a where a.owner_id = owner and a.contact_id = duplicate);
  kept text[];
  moved bigint;
begin
  kept := array(
    select kith_private.relationship_key(r.contact_id, r.related_contact_id, r.related_name, r.kind, r.label, r.inverse_label)
    from kith.relationships r where r.owner_id = owner and r.id = any (own));
  delete from kith.relationships r
  where r.owner_id = owner and r.id = any (theirs) and (r.id = any (own)
    or kith_private.relationship_key(case r.contact_id when duplicate then target else r.contact_id end,
      case r.related_contact_id when duplicate then target else r.related_contact_id end, r.related_name, r.kind, r.label, r.inverse_label) = any (kept));
  update kith.relationships r set contact_ids = array_replace(r.contact_ids, duplicate, target)
  where r.owner_id = owner and r.id = any (theirs);
  get diagnostics moved = row_count;
  return moved;
end
$$;

grant execute on function kith_private.relationship_sentence(text, text, text, text, text, boolean), kith_private.relationships_of_contact(uuid),
  kith_private.related_to_contact(uuid), kith_private.unknown_related(jsonb), kith_private.move_relationships(uuid, uuid) to authenticated;
