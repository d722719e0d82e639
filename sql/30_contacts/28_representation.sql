create view kith_api.contacts with (security_invoker = true) as
select c.id, row_to_json(shape) as body
from kith.contacts c
cross join lateral (
  select case when c.contact_frequency_days is not null then least(date '9999-12-31',
    (coalesce(c.last_contacted_at, c.created_at) at time zone (select kith_private.time_zone()))::date
    + c.contact_frequency_days) end as day) due
cross join lateral (
  select
    c.id,
    c.first_name as "firstName",
    c.last_name as "lastName",
    c.nickname,
    c.company,
    c.job_title as "jobTitle",
    c.display_name as "displayName",
    c.emails,
    c.phones,
    c.urls,
    c.addresses,
    c.birthday,
    c.description,
    c.is_favorite as "isFavorite",
    c.is_archived as "isArchived",
    -- the path in the bucket; the Edge Function replaces it by a signed URL
    c.photo_path as "photoUrl",
    c.photo_path is not null as "hasPhoto",
    array(
      select m.network_id from kith.contact_networks m
      where m.owner_id = c.owner_id and m.contact_id = c.id order by m.network_id) as "networkIds",
    c.contact_frequency_days as "contactFrequencyDays",
    to_char(c.last_contacted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastContactedAt",
    due.day as "nextContactOn",
    due.day is not null and due.day <= (select kith_private.today()) as "needsContact",
    to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.contacts is 'Contacts as the API shows them.';
grant select on kith_api.contacts to authenticated;
