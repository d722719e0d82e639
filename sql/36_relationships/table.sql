-- Relationships: what people are to each other. A row says what the second one is to the first, and is read from both sides.

-- The kinds and their inverses: what somebody is to a person to whom this person is the given kind. Null where there is no such kind.
create function kith_private.inverse_kind(kind text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when kind in ('spouse', 'partner', 'exPartner', 'sibling', 'relative', 'friend', 'acquaintance', 'neighbor', 'housemate', 'colleague', 'other')
      then kind
    when kind = 'parent' then 'child' when kind = 'child' then 'parent'
    when kind = 'grandparent' then 'grandchild' when kind = 'grandchild' then 'grandparent'
    when kind = 'godparent' then 'godchild' when kind = 'godchild' then 'godparent'
    when kind = 'manager' then 'report' when kind = 'report' then 'manager'
    when kind = 'assistant' then 'assisted' when kind = 'assisted' then 'assistant'
    when kind = 'mentor' then 'mentee' when kind = 'mentee' then 'mentor'
    when kind = 'introducedBy' then 'introduced' when kind = 'introduced' then 'introducedBy'
    when kind = 'emergencyContact' then 'emergencyContactOf' when kind = 'emergencyContactOf' then 'emergencyContact' end;
end
$$;

-- The same for both directions in which a relationship can be written, and different for all others. It is indexed, so that it never changes.
create function kith_private.relationship_key(
  contact_id uuid, related_contact_id uuid, related_name text, kind text, label text, inverse_label text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when related_contact_id < contact_id
    then concat_ws(E'\n', related_contact_id, contact_id, kith_private.inverse_kind(kind), coalesce(lower(inverse_label collate "C"), ''), lower(label collate "C"))
    else concat_ws(E'\n', contact_id, coalesce(related_contact_id::text, lower(related_name collate "C")), kind,
      coalesce(lower(label collate "C"), ''), lower(inverse_label collate "C")) end;
end
$$;
grant execute on function kith_private.inverse_kind(text), kith_private.relationship_key(uuid, uuid, text, text, text, text) to authenticated, service_role;

create table kith.relationships (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  related_contact_id uuid,
  contact_ids uuid[] not null default '{}' constraint relationships_contact_ids_check check (cardinality(contact_ids) between 1 and 2),
  related_name text constraint relationships_related_name_check check (
    char_length(related_name) <= 255 and not kith_private.has_line_break(related_name)),
  kind text not null constraint relationships_kind_check check (kith_private.inverse_kind(kind) is not null),
  label text constraint relationships_label_check check (char_length(label) <= 50 and not kith_private.has_line_break(label)),
  inverse_label text constraint relationships_inverse_label_check check (
    char_length(inverse_label) <= 50 and not kith_private.has_line_break(inverse_label)),
  started_on date constraint relationships_started_on_check check (started_on between '0001-01-01' and '9999-12-31'),
  ended_on date constraint relationships_ended_on_check check (ended_on between '0001-01-01' and '9999-12-31'),
  note text constraint relationships_note_check check (char_length(note) <= 1000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Last, where the migration has it that was written for this table.
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- The keys begin with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint relationships_contact_id_fkey foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade,
  constraint relationships_related_contact_id_fkey foreign key (owner_id, related_contact_id)
    references kith.contacts (owner_id, id) on delete cascade,
  constraint relationships_related_required_check check (num_nonnulls(related_contact_id, related_name) = 1),
  constraint relationships_itself_check check (related_contact_id <> contact_id),
  constraint relationships_label_required_check check (kind <> 'other' or num_nonnulls(label, inverse_label) > 0)
);
comment on table kith.relationships is 'What people are to each other: each row says what a second one is to a contact.';
comment on column kith.relationships.contact_id is 'The contact; the same as contact_ids[1].';
comment on column kith.relationships.related_contact_id is 'What is related to it, where that is a contact; the same as contact_ids[2]. Not the contact itself.';
comment on column kith.relationships.contact_ids is 'Both contacts, or the one; whichever of these columns is written decides.';
comment on column kith.relationships.related_name is 'Who is related to it, where that is not a contact; at most 255 characters.';
comment on column kith.relationships.kind is
  'What the related one is to the contact: spouse, partner, exPartner, parent, child, grandparent, grandchild, sibling, relative, godparent, godchild, '
  'friend, acquaintance, neighbor, housemate, colleague, manager, report, assistant, assisted, mentor, mentee, introducedBy, introduced, '
  'emergencyContact, emergencyContactOf or other.';
comment on column kith.relationships.label is 'What the owner calls it, such as sister; at most 50 characters. One of both labels is required for other.';
comment on column kith.relationships.inverse_label is 'What the owner calls the contact to the related one, such as brother; at most 50 characters.';
comment on column kith.relationships.started_on is 'Since when.';
comment on column kith.relationships.ended_on is 'Until when.';
comment on column kith.relationships.note is 'At most 1,000 characters.';

create unique index relationships_pair_key on kith.relationships (
  owner_id, kith_private.relationship_key(contact_id, related_contact_id, related_name, kind, label, inverse_label));
create index relationships_contact_id_idx on kith.relationships (owner_id, contact_id, created_at, id);
create index relationships_related_contact_id_idx on kith.relationships (owner_id, related_contact_id, created_at, id);
create index relationships_created_at_idx on kith.relationships (owner_id, created_at, id) include (contact_ids);

-- Grants, the owners' policy, updated_at, the quota, and its part in the log, in undoing and in what keys with limits see.
call pg_temp.make_resource('kith.relationships', 'relationship', scope => 'contacts', seen_by => 'contacts', quota => 200000,
  verbatim => '{kind}', unlogged => '{contact_id,related_contact_id}');
call pg_temp.trim_texts('kith.relationships', 'relationship');

-- Keeps contact_ids like contact_id and related_contact_id. Whichever is written decides.
create function kith_private.keep_related() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (case tg_op when 'INSERT' then new.contact_ids <> '{}' else new.contact_ids <> old.contact_ids end) then
    new.contact_id := new.contact_ids[1];
    new.related_contact_id := new.contact_ids[2];
  end if;
  if cardinality(new.contact_ids) <= 2 then -- a constraint refuses more
    new.contact_ids := array_remove(array[new.contact_id, new.related_contact_id], null);
  end if;
  return new;
end
$$;
create trigger keep_related before insert or update on kith.relationships for each row execute function kith_private.keep_related();

-- Limits each contact to 200. Who writes holds the lock of the owner's log, so that nobody else adds one meanwhile.
-- Runs with the rights of the function's owner, because a key with limits does not see all of them.
create function kith_private.check_relationships() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from (select distinct w.owner_id, about.id from written w cross join lateral unnest(w.contact_ids) about (id)) named
    cross join lateral (
      select count(*) as total from kith_private.relationships_about r where r.owner_id = named.owner_id and r.contact_id = named.id) counted
    where counted.total > 200)
  then
    raise check_violation using message = 'A contact has at most 200 relationships.',
      schema = 'kith', table = 'relationships', constraint = 'relationships_limit_check';
  end if;
  return null;
end
$$;
create trigger check_new_relationships after insert on kith.relationships
  referencing new table as written for each statement execute function kith_private.check_relationships();
create trigger check_relationships after update on kith.relationships
  referencing new table as written for each statement execute function kith_private.check_relationships();

-- Relationships from both sides: contact_id is the contact that they are seen from, is_turned whether they are written from the other one.
create view kith_private.relationship_ends with (security_invoker = true) as
select r.owner_id, r.id, r.contact_id, r.related_contact_id, r.related_name, r.kind, r.label, r.inverse_label, r.started_on, r.ended_on, r.note,
  r.created_at, r.updated_at, r.contact_ids, false as is_turned
from kith.relationships r
union all
select r.owner_id, r.id, r.related_contact_id, r.contact_id, null::text, kith_private.inverse_kind(r.kind), r.inverse_label, r.label,
  r.started_on, r.ended_on, r.note, r.created_at, r.updated_at, r.contact_ids, true
from kith.relationships r where r.related_contact_id is not null;
comment on view kith_private.relationship_ends is 'Relationships, each from both sides.';
grant select on kith_private.relationship_ends to authenticated, service_role;

create view kith_private.relationships_about with (security_invoker = true) as
select r.owner_id, r.contact_id, r.id from kith_private.relationship_ends r;
comment on view kith_private.relationships_about is 'Relationships, once for each contact that they are about.';
grant select on kith_private.relationships_about to authenticated, service_role;
