-- Contacts: the people and companies that the owner stays in touch with.

create table kith.contacts (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  first_name text constraint contacts_first_name_check check (char_length(first_name) <= 255),
  last_name text constraint contacts_last_name_check check (char_length(last_name) <= 255),
  nickname text constraint contacts_nickname_check check (char_length(nickname) <= 255),
  company text constraint contacts_company_check check (char_length(company) <= 255),
  job_title text constraint contacts_job_title_check check (char_length(job_title) <= 255),
  display_name text generated always as (
    coalesce(first_name || ' ' || last_name, first_name, last_name, nickname, company)) stored,
  emails jsonb not null default '[]' constraint contacts_emails_check check (
    emails = '[]' or kith_private.are_contact_methods('email', emails)),
  phones jsonb not null default '[]' constraint contacts_phones_check check (
    phones = '[]' or kith_private.are_contact_methods('phone', phones)),
  urls jsonb not null default '[]' constraint contacts_urls_check check (
    urls = '[]' or kith_private.are_contact_methods('url', urls)),
  addresses jsonb not null default '[]' constraint contacts_addresses_check check (
    addresses = '[]' or kith_private.are_addresses(addresses)),
  birthday text constraint contacts_birthday_check check (birthday is null or kith_private.is_birthday(birthday)),
  birthday_month smallint generated always as (
    case when birthday ~ '^([0-9]{4}|-)-(0[1-9]|1[0-2])-[0-9]{2}$' then substr(birthday, char_length(birthday) - 4, 2)::smallint end) stored,
  description text constraint contacts_description_check check (char_length(description) <= 10000),
  is_favorite boolean not null default false,
  is_archived boolean not null default false,
  contact_frequency_days integer constraint contacts_contact_frequency_days_check check (contact_frequency_days between 1 and 3650),
  last_contacted_by_hand timestamptz(3) constraint contacts_last_contacted_by_hand_check check (
    last_contacted_by_hand between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999+00'),
  last_noted_at timestamptz(3),
  last_contacted_at timestamptz(3) generated always as (greatest(last_contacted_by_hand, last_noted_at)) stored,
  next_contact_on_utc date generated always as (
    case when contact_frequency_days is not null then greatest(
      (coalesce(greatest(last_contacted_by_hand, last_noted_at), created_at) at time zone 'UTC')::date + contact_frequency_days,
      case when coalesce(greatest(last_contacted_by_hand, last_noted_at), created_at) <= snoozed_after then snoozed_until end) end) stored,
  photo_path text,
  search_text text,
  long_search_text text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  snoozed_until date constraint contacts_snoozed_until_check check (snoozed_until between '0001-01-01' and '9999-12-31'),
  snoozed_after timestamptz(3),
  active_snooze date generated always as (
    case when coalesce(greatest(last_contacted_by_hand, last_noted_at), created_at) <= snoozed_after then snoozed_until end) stored,
  sort_name text,
  middle_name text constraint contacts_middle_name_check check (char_length(middle_name) <= 255),
  name_prefix text constraint contacts_name_prefix_check check (char_length(name_prefix) <= 100),
  name_suffix text constraint contacts_name_suffix_check check (char_length(name_suffix) <= 100),
  phonetic_first_name text constraint contacts_phonetic_first_name_check check (char_length(phonetic_first_name) <= 255),
  phonetic_last_name text constraint contacts_phonetic_last_name_check check (char_length(phonetic_last_name) <= 255),
  department text constraint contacts_department_check check (char_length(department) <= 255),
  pronouns text constraint contacts_pronouns_check check (char_length(pronouns) <= 100),
  dates jsonb not null default '[]' constraint contacts_dates_check check (dates = '[]' or kith_private.are_dates(dates)),
  custom jsonb not null default '{}' constraint contacts_custom_check check (jsonb_typeof(custom) = 'object' and octet_length(custom::text) <= 16384),
  vcard_lines text constraint contacts_vcard_lines_check check (
    char_length(vcard_lines) <= 16384 and vcard_lines ~ '^[A-Za-z0-9_.-]+[;:][^\n\r]*(\n[A-Za-z0-9_.-]+[;:][^\n\r]*)*$'),
  card jsonb,
  -- The key begins with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint contacts_named_check check (num_nonnulls(first_name, last_name, nickname, company) > 0)
-- Index-only scans need pages that were vacuumed since they were last written, so vacuum runs more often than by default.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith.contacts is 'People and companies that the owner stays in touch with.';
comment on column kith.contacts.id is 'Identifies the contact.';
comment on column kith.contacts.owner_id is 'Whose contact it is.';
comment on column kith.contacts.first_name is 'At most 255 characters. At least one of first name, last name, nickname and company is required.';
comment on column kith.contacts.last_name is 'At most 255 characters.';
comment on column kith.contacts.nickname is 'At most 255 characters.';
comment on column kith.contacts.company is 'At most 255 characters.';
comment on column kith.contacts.job_title is 'At most 255 characters.';
comment on column kith.contacts.display_name is 'Derived: "first last", else the nickname, else the company.';
comment on column kith.contacts.emails is 'At most 20 {value, label}; the first is the primary; no duplicates.';
comment on column kith.contacts.phones is 'At most 20 {value, label}; the first is the primary; no duplicates.';
comment on column kith.contacts.urls is 'At most 20 {value, label}, http or https; no duplicates.';
comment on column kith.contacts.addresses is 'At most 20 {label, street, city, region, postalCode, country}.';
comment on column kith.contacts.birthday is 'YYYY-MM-DD, or --MM-DD when the year is unknown.';
comment on column kith.contacts.birthday_month is 'Derived: the month of the birthday, 1 to 12.';
comment on column kith.contacts.description is 'At most 10,000 characters.';
comment on column kith.contacts.is_favorite is 'Whether the owner marked the contact as a favorite.';
comment on column kith.contacts.is_archived is 'Whether the contact is left out of lists that do not ask for archived ones.';
comment on column kith.contacts.contact_frequency_days is 'After how many days the owner wants to be in touch again, 1 to 3650; null: never due.';
comment on column kith.contacts.last_contacted_by_hand is 'When the last contact was, as the owner entered it.';
comment on column kith.contacts.last_noted_at is 'Derived: the time of the newest note that counts as contact.';
comment on column kith.contacts.last_contacted_at is 'Derived: the later of last_contacted_by_hand and last_noted_at.';
comment on column kith.contacts.photo_path is 'Path of the photo in the bucket kith-photos; set when an upload is attached.';
comment on column kith.contacts.snoozed_until is
  'Until when the owner has postponed the contact; it counts until they are in touch. Null for not at all.';
comment on column kith.contacts.snoozed_after is 'Derived: a contact after that ends what snoozed_until says.';
comment on column kith.contacts.active_snooze is 'Derived: snoozed_until, unless they were in touch since it was set.';
comment on column kith.contacts.sort_name is 'Derived: "last first", the phonetic ones where they are given, else the nickname or the company.';
comment on column kith.contacts.middle_name is 'At most 255 characters.';
comment on column kith.contacts.name_prefix is 'At most 100 characters. Shown before the name, such as a title, and not sorted by.';
comment on column kith.contacts.name_suffix is 'At most 100 characters. Shown after the name, and not sorted by.';
comment on column kith.contacts.phonetic_first_name is 'At most 255 characters. How the first name is said; sorted by.';
comment on column kith.contacts.phonetic_last_name is 'At most 255 characters. How the last name is said; sorted by.';
comment on column kith.contacts.department is 'At most 255 characters. Within the company.';
comment on column kith.contacts.pronouns is 'At most 100 characters.';
comment on column kith.contacts.dates is
  'At most 20 {kind, label, date}: anniversary, nameDay, death, memorial or other; YYYY-MM-DD, --MM-DD, YYYY-MM or YYYY; no duplicates.';
comment on column kith.contacts.next_contact_on_utc is
  'Derived: the day in UTC on which the contact is due again; in the owner''s time zone it may be a day earlier or later.';
comment on column kith.contacts.search_text is
  'Derived: the text that search reads, without accents and in lower case; null where it is too long for an index entry.';
comment on column kith.contacts.long_search_text is 'Derived: the text that search reads, where it is too long for search_text.';
comment on column kith.contacts.created_at is 'When the contact was created.';
comment on column kith.contacts.updated_at is 'When the contact or its networks were last changed by the owner.';

comment on column kith.contacts.custom is 'Values of fields of one''s own by their keys; at most 16,384 bytes.';
comment on column kith.contacts.card is
  'The card as a phone sent it: its name and UID in the address book, its text, and of what state of the contact it is. Null where none did.';
comment on column kith.contacts.vcard_lines is 'Properties of vCards that Kith does not know, a line each; at most 16,384 characters.';

-- Lists are read with index-only scans: the index of each sort order includes the columns that filters use, and the index
-- for search stores the texts of one owner next to each other. (A trigram index would not help: row-level security lets
-- Postgres use it only after the owner was checked, and its response time would reveal what other owners have written.)
create index contacts_display_name_idx on kith.contacts (owner_id, display_name collate "und-x-icu", id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
create index contacts_search_idx on kith.contacts (owner_id, display_name collate "und-x-icu", id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc, search_text);
create index contacts_sort_name_idx on kith.contacts (owner_id, sort_name collate "und-x-icu", id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
create index contacts_created_at_idx on kith.contacts (owner_id, created_at, id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
create index contacts_updated_at_idx on kith.contacts (owner_id, updated_at, id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
-- Contacts without a last contact are sorted last in both directions, which needs two indexes.
create index contacts_last_contacted_at_idx on kith.contacts (owner_id, last_contacted_at, id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
create index contacts_last_contacted_at_desc_idx on kith.contacts (owner_id, last_contacted_at desc nulls last, id desc)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
-- The day in the owner's time zone is computed from the columns that are included.
create index contacts_next_contact_on_idx on kith.contacts (owner_id, next_contact_on_utc, id)
  include (is_favorite, is_archived, birthday_month, contact_frequency_days, last_contacted_at, created_at, active_snooze);
-- Whether a contact names a photo, so that its file stays.
create index contacts_photo_path_idx on kith.contacts (owner_id, photo_path) where photo_path is not null;
-- A card of the address book by its name and by its UID, where it is not called by the id of the contact.
create index contacts_card_name_idx on kith.contacts (owner_id, (card ->> 'name')) where card is not null;
create index contacts_card_uid_idx on kith.contacts (owner_id, (card ->> 'uid')) where card is not null;
create index contacts_birthday_idx on kith.contacts (owner_id, birthday, id) include (display_name, is_archived) where birthday is not null;
create index contacts_dates_idx on kith.contacts (owner_id, id) where dates <> '[]';
-- Who has died is never due.
create index contacts_died_idx on kith.contacts (owner_id, id) where dates @> '[{"kind":"death"}]';

call pg_temp.follow_columns('kith.contacts', 'contact', read_only => '{last_noted_at,photo_path,search_text,long_search_text,snoozed_after,sort_name,card}');
call pg_temp.compare_columns('kith.contacts', ignored => '{last_noted_at,search_text,long_search_text,updated_at,snoozed_after,sort_name,card}');
call pg_temp.log_resource('contact', 'kith.contacts', scope => 'contacts', seen_by => 'itself', unlogged => '{last_noted_at,search_text,long_search_text,snoozed_after,sort_name}');
insert into kith_private.quotas (name, maximum) values ('contacts', 100000);
create policy "Owners reach their contacts" on kith.contacts
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- The city, region, postal code and country of an address, with their English names where those are known and others.
create function kith_private.place_of(address jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return concat_ws(E'\n', address ->> 'city', kith_private.city_name(kith_private.folded(address ->> 'city')), address ->> 'region',
    address ->> 'postalCode', address ->> 'country', kith_private.country_name(kith_private.folded(address ->> 'country')));
end
$$;

-- Whether the first and the last name of a contact are in Han, Kana or Hangul alone.
create function kith_private.is_east_asian_name(contact kith.contacts) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return contact.first_name is not null and contact.last_name is not null
    and concat(contact.first_name, contact.middle_name, contact.last_name) ~ '^[\u1100-\u11ff\u3040-\u9fff\uac00-\ud7ff]+$';
end
$$;

-- The name of a contact as it is shown: prefix, first, middle and last name, and the suffix; without first and last name the display name.
-- A name in Han, Kana or Hangul begins with the last name and has no space, unless the owner's profile says otherwise.
create function kith_private.shown_name(contact kith.contacts) returns text
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  person text;
begin
  if contact.first_name is null and contact.last_name is null then
    return contact.display_name;
  end if;
  if kith_private.is_east_asian_name(contact) and kith_private.east_asian_names(contact.owner_id) = 'lastName' then
    person := concat(contact.last_name, contact.first_name, contact.middle_name);
  else
    person := concat_ws(' ', contact.first_name, contact.middle_name, contact.last_name);
  end if;
  return concat_ws(', ', concat_ws(' ', contact.name_prefix, person), contact.name_suffix);
end
$$;

-- What search reads of a contact, in order: of each text what it is, as answers name it, and the text, in lines. Names come first; of phone
-- numbers there are the digits, of places the English names too, of labels those that tell something.
-- A test compares it with the fields that functions/kith/contacts/ declares as searched.
create function kith_private.searched_texts(contact kith.contacts) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  usual constant text[] := '{home,work,mobile,cell,main,other,private,personal,business,office,fax,pager,phone,email,website,privat,geschäftlich,mobil}';
  emails text;
  phones text;
  places text;
  streets text;
  labels text;
  customs text;
  list jsonb;
  item jsonb;
begin
  for kind in 0 .. 4 loop
    list := case kind when 0 then contact.emails when 1 then contact.phones when 2 then contact.addresses when 3 then contact.urls
      else contact.dates end;
    -- What is no array is refused afterwards.
    continue when list = '[]' or jsonb_typeof(list) <> 'array';
    for n in 0 .. jsonb_array_length(list) - 1 loop
      item := list -> n;
      case kind
        when 0 then emails := concat_ws(E'\n', emails, item ->> 'value');
        when 1 then phones := concat_ws(E'\n', phones, nullif(regexp_replace(item ->> 'value', '[^0-9]', '', 'g'), ''));
        when 2 then
          places := concat_ws(E'\n', places, nullif(kith_private.place_of(item), ''));
          streets := nullif(concat_ws(E'\n', streets, item ->> 'street'), '');
        else null;
      end case;
      if lower(item ->> 'label') <> all (usual) then
        labels := concat_ws(E'\n', labels, item ->> 'label');
      end if;
    end loop;
  end loop;
  if contact.custom <> '{}' then
    customs := (
      select string_agg(found.text #>> '{}', E'\n') from jsonb_path_query(contact.custom, 'strict $.**') found (text) where jsonb_typeof(found.text) = 'string');
  end if;
  return array[
    'firstName', contact.first_name, 'lastName', contact.last_name, 'nickname', contact.nickname, 'company', contact.company,
    'jobTitle', contact.job_title, 'email', emails, 'phone', phones, 'place', places,
    'middleName', contact.middle_name, 'phoneticFirstName', contact.phonetic_first_name, 'phoneticLastName', contact.phonetic_last_name,
    'department', contact.department, 'namePrefix', contact.name_prefix, 'nameSuffix', contact.name_suffix, 'pronouns', contact.pronouns,
    'description', contact.description, 'street', streets, 'label', labels, 'custom', customs];
end
$$;

-- The text that search reads, before folding. kith_private.folded removes accents and case, and leaves the lines.
create function kith_private.searched_text(contact kith.contacts) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  texts constant text[] := kith_private.searched_texts(contact);
  searched text;
begin
  for place in 2 .. cardinality(texts) by 2 loop
    searched := nullif(concat_ws(E'\n', searched, nullif(texts[place], '')), '');
  end loop;
  return searched;
end
$$;

-- What is kept of a searched text: folded, and where it is long, in a column that the index for search leaves out.
create function kith_private.search_columns(searched text, out search_text text, out long_search_text text)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- Valid fields have at most 46,000 characters together; for more, a constraint refuses the row after clean_contact, and
  -- folding would be wasted. Some characters fold to as many as 18: what search compares is bounded too.
  search_text := case when char_length(searched) <= 46000 then left(kith_private.folded(searched), 20000) end;
  if octet_length(search_text) > 500 then
    long_search_text := search_text;
    search_text := null;
  end if;
end
$$;

-- Refuses what a contact has not had before: a phone number without a digit, and line breaks in what is one line. No constraint,
-- because Postgres would check it at each change of a contact that has such a text since before the rule.
create function kith_private.check_new_texts(written kith.contacts, earlier kith.contacts) returns void
language plpgsql stable set search_path = ''
as $$
declare
  digit constant text := E'[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]';
  violated text;
begin
  violated := (
    select given.name from (values
      ('first_name', to_jsonb(written.first_name), to_jsonb(earlier.first_name)), ('last_name', to_jsonb(written.last_name), to_jsonb(earlier.last_name)),
      ('nickname', to_jsonb(written.nickname), to_jsonb(earlier.nickname)), ('company', to_jsonb(written.company), to_jsonb(earlier.company)),
      ('job_title', to_jsonb(written.job_title), to_jsonb(earlier.job_title)), ('middle_name', to_jsonb(written.middle_name), to_jsonb(earlier.middle_name)),
      ('name_prefix', to_jsonb(written.name_prefix), to_jsonb(earlier.name_prefix)),
      ('name_suffix', to_jsonb(written.name_suffix), to_jsonb(earlier.name_suffix)),
      ('phonetic_first_name', to_jsonb(written.phonetic_first_name), to_jsonb(earlier.phonetic_first_name)),
      ('phonetic_last_name', to_jsonb(written.phonetic_last_name), to_jsonb(earlier.phonetic_last_name)),
      ('department', to_jsonb(written.department), to_jsonb(earlier.department)),
      ('pronouns', to_jsonb(written.pronouns), to_jsonb(earlier.pronouns)),
      ('phones', written.phones, earlier.phones),
      ('emails', written.emails, earlier.emails), ('urls', written.urls, earlier.urls), ('addresses', written.addresses, earlier.addresses),
      ('dates', written.dates, earlier.dates))
      given (name, value, before)
    cross join lateral jsonb_array_elements(case jsonb_typeof(given.value) when 'array' then given.value else jsonb_build_array(given.value) end) item
    where not coalesce(case jsonb_typeof(given.before) when 'array' then given.before else jsonb_build_array(given.before) end @> jsonb_build_array(item), false)
      and (kith_private.has_line_break(case jsonb_typeof(item) when 'string' then item #>> '{}' end)
        or jsonb_typeof(item) = 'object' and (
          kith_private.has_line_break(concat_ws(' ', item ->> 'label', item ->> 'city', item ->> 'region', item ->> 'postalCode', item ->> 'country'))
          or given.name = 'phones' and (item ->> 'value' !~ digit or kith_private.has_line_break(item ->> 'value'))))
    limit 1);
  if violated is null or kith_private.is_restoring() or kith_private.setting('keeps_texts') is not null then
    return;
  end if;
  raise check_violation using schema = 'kith', table = 'contacts', constraint = format('contacts_%s_check', violated),
    message = case violated when 'phones' then 'A phone number is one line with a digit.'
      else 'Names, titles, labels and the parts of an address but its street are one line.' end;
end
$$;

-- Whether a contact's items may be among those that kith_private.check_new_texts refuses, so that most writes do not look further.
create function kith_private.has_odd_items(emails jsonb, phones jsonb, urls jsonb, addresses jsonb, dates jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- JSON has line breaks as escapes. A name with a backslash looks like one, and is looked at then.
  if concat_ws(' ', emails, phones, urls, addresses, dates) ~ E'\\\\[nrf]|\\\\u000b|[\u0085\u2028\u2029]' then
    return true;
  end if;
  for n in 0 .. case jsonb_typeof(phones) when 'array' then jsonb_array_length(phones) else 0 end - 1 loop
    if phones -> n ->> 'value' !~ '[0-9]' then
      return true;
    end if;
  end loop;
  return false;
end
$$;
grant execute on function kith_private.check_new_texts(kith.contacts, kith.contacts), kith_private.has_odd_items(jsonb, jsonb, jsonb, jsonb, jsonb)
  to authenticated, service_role;

-- Trims a contact's texts, derives the text that search reads, and sets updated_at.
create function kith_private.clean_contact() returns trigger
language plpgsql set search_path = ''
as $$
declare
  searched text;
  derived record;
  has_odd_items boolean := false;
begin
  if tg_op = 'UPDATE' and not kith_private.is_edited(old, new) then
    return new; -- the update came from a note or a membership
  end if;
  new := kith_private.trimmed(new);
  if tg_op = 'INSERT' or (new.emails, new.phones, new.urls, new.addresses, new.dates)
    is distinct from (old.emails, old.phones, old.urls, old.addresses, old.dates)
  then
    new.emails := kith_private.clean_items(new.emails, '{value,label}');
    new.phones := kith_private.clean_items(new.phones, '{value,label}');
    new.urls := kith_private.clean_items(new.urls, '{value,label}');
    new.addresses := kith_private.clean_items(new.addresses, '{label,street,city,region,postalCode,country}');
    new.dates := kith_private.clean_items(new.dates, '{kind,label,date}');
    has_odd_items := kith_private.has_odd_items(new.emails, new.phones, new.urls, new.addresses, new.dates);
  end if;
  if has_odd_items or kith_private.has_line_break(concat_ws(' ', new.first_name, new.last_name, new.nickname, new.company, new.job_title,
    new.middle_name, new.name_prefix, new.name_suffix, new.phonetic_first_name, new.phonetic_last_name, new.department, new.pronouns)) then
    perform kith_private.check_new_texts(new, case when tg_op = 'UPDATE' then old end);
  end if;
  if tg_op = 'INSERT' or new.custom is distinct from old.custom then
    new.custom := kith_private.checked_custom(new.owner_id, new.custom, case when tg_op = 'UPDATE' then old.custom end);
  end if;
  if tg_op = 'UPDATE' and kith_private.is_edited(old, new) then
    new.updated_at := now();
  end if;
  -- A contact that is made or restored may get earlier notes afterwards.
  if new.snoozed_until is null then
    new.snoozed_after := null;
  elsif tg_op = 'INSERT' then
    new.snoozed_after := greatest(new.last_contacted_by_hand, new.created_at, now());
  elsif new.snoozed_until is distinct from old.snoozed_until then
    new.snoozed_after := coalesce(greatest(new.last_contacted_by_hand, new.last_noted_at), new.created_at);
  end if;
  new.sort_name := coalesce(coalesce(new.phonetic_last_name, new.last_name) || ' ' || coalesce(new.phonetic_first_name, new.first_name),
    new.phonetic_last_name, new.last_name, new.phonetic_first_name, new.first_name, new.nickname, new.company);
  searched := kith_private.searched_text(new);
  -- Folding a long text takes longer than the rest of a write.
  if tg_op = 'UPDATE' and char_length(searched) > 1000 and searched = kith_private.searched_text(old) then
    return new;
  end if;
  derived := kith_private.search_columns(searched);
  new.search_text := derived.search_text;
  new.long_search_text := derived.long_search_text;
  return new;
end
$$;
create trigger clean_contact before insert or update on kith.contacts
  for each row execute function kith_private.clean_contact();
grant execute on function kith_private.is_east_asian_name(kith.contacts), kith_private.shown_name(kith.contacts), kith_private.place_of(jsonb), kith_private.searched_texts(kith.contacts), kith_private.searched_text(kith.contacts),
  kith_private.search_columns(text) to authenticated, service_role;

-- Derives search_text of contacts anew; as by other derived columns, nothing is logged and updated_at stays.
create function kith_private.derive_search_texts(owner uuid, contacts uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update kith.contacts c set search_text = derived.search_text, long_search_text = derived.long_search_text
  from kith.contacts d
  cross join lateral kith_private.search_columns(kith_private.searched_text(d)) derived
  where d.owner_id = owner and d.id = any (contacts) and c.owner_id = owner and c.id = d.id
    and (c.search_text, c.long_search_text) is distinct from (derived.search_text, derived.long_search_text);
end
$$;

create trigger check_usage after insert on kith.contacts
  referencing new table as written for each statement execute function kith_private.check_usage();

-- Contacts that are never due, and whose birthdays are not celebrated: the user's own, and who has died. Callers ask whether an id is in
-- this, so that Postgres puts them into a hash table, however many they are.
create function kith_private.never_due() returns setof uuid
language plpgsql stable set search_path = ''
as $$
begin
  return query select c.id from kith.contacts c where c.dates @> '[{"kind":"death"}]';
  return query select own from kith_private.own_contact() own where own is not null;
end
$$;
grant execute on function kith_private.never_due() to authenticated;
