/** In sql/: whose rows they are, credentials, and the resources. */
export const databaseFaults = String.raw`
The policy that lets owners read their networks asks for no owner.
sql/05_core/resources.sql: sql/limited-role-property
-for all to authenticated using ((select kith_private.owner_id()) = owner_id)'
+for all to authenticated using (true)'

Whoever inserts a contact may name any owner.
sql/30_contacts/table.sql: sql/limited-role-property
-for all to authenticated using ((select kith_private.owner_id()) = owner_id);
+for all to authenticated using ((select kith_private.owner_id()) = owner_id) with check (true);

Deleting an account takes the uploads of all accounts along.
sql/30_contacts/photos.sql: http/photos-removal
-select u.path from kith_private.photo_uploads u where u.owner_id = (select auth.uid())
+select u.path from kith_private.photo_uploads u

The sub-select of a policy is evaluated for each row.
sql/05_core/resources.sql: sql/catalog sql/plans-property thorough/programs/advisors
-for all to authenticated using ((select kith_private.owner_id()) = owner_id)'
+for all to authenticated using (kith_private.owner_id() = owner_id)'

Owners may read the hashes of their keys.
sql/15_api_keys/table.sql: sql/privileges
-grant select (id, owner_id, name, key_prefix,
+grant select (id, owner_id, name, hash, key_prefix,

Everybody may execute the functions of kith_private.
sql/99_privileges.sql: sql/privileges
-revoke execute on all functions in schema kith, kith_api, kith_private from public;
+revoke execute on all functions in schema kith, kith_api from public;

The tables keep statistics.
sql/99_privileges.sql: sql/estimates
-alter column %I set statistics 0', a.attname
+alter column %I set statistics -1', a.attname

A banned account goes on.
sql/05_core/session.sql: http/authentication-property http/refused-everywhere
- and (u.banned_until is null or u.banned_until <= now());
+;

PostgREST accepts the access token of an OAuth client.
sql/05_core/session.sql: http/refused-everywhere http/connections
-if claims ? 'client_id' or not kith_private.is_active(
+if not kith_private.is_active(

A token of an OAuth client's session counts as the owner's where it lacks the claim.
sql/05_core/session.sql: http/refused-everywhere
-and coalesce(to_jsonb(s) ->> 'oauth_client_id', client, '') = coalesce(client, '');
+;

An expired key is accepted.
sql/90_request/handle.sql: http/api-keys
-from kith_private.api_keys k where k.hash = secret and (k.expires_at is null or k.expires_at > now());
+from kith_private.api_keys k where k.hash = secret;

The secret before a rotation works on after its overlap.
sql/90_request/handle.sql: http/api-keys
-where k.previous_hash = secret and k.previous_expires_at > now() and
+where k.previous_hash = secret and

A client without a connection is treated as the owner's own app.
sql/90_request/handle.sql: http/connections http/refused-everywhere
-if key_id is null and credential ? 'clientId' then
+if false then

An API key may do what only access tokens may.
sql/90_request/handle.sql: http/every-route
-if key_id is not null and asked.needs_access_token then
+if false then

The second factor is not asked for.
sql/90_request/handle.sql: http/authentication-property
-if asked.needs_access_token and not credential ? 'secondFactor' then
+if false then

A statement of the API has no time limit.
sql/90_request/handle.sql: sql/time-limits
-set transaction_timeout = '4500ms'
+set transaction_timeout = '45000ms'

A key may send 121 requests a minute.
sql/15_api_keys/requests.sql: http/rate-limit
-allowed := cardinality(counted) < rate;
+allowed := cardinality(counted) <= rate;

Requests of a key are counted without a lock.
sql/15_api_keys/requests.sql: http/rate-limit sql/races
-where r.api_key_id = key_id for update;
-  if not found then
-    begin
+where r.api_key_id = key_id;
+  if not found then
+    begin

An account may have 21 keys.
sql/15_api_keys/table.sql: http/error-examples
-k.owner_id = new.owner_id and k.client_id is null) >= 20 then
+k.owner_id = new.owner_id and k.client_id is null) > 20 then

A sign-up fails where its profile cannot be made.
sql/10_profiles/table.sql: sql/sign-up
-  raise warning 'kith: no profile was made for a new account (%: %)', sqlstate, sqlerrm;
+  raise;

An account may hold one row more than its quota.
sql/05_core/quotas.sql: sql/retention
-  if total > most then
+  if total > most + 1 then

A page of a list has one item too many.
sql/05_core/answers.sql: http/lists
-ids[skipped + 1 : skipped + size]
+ids[skipped + 1 : skipped + size + 1]

An answer may have 50 MiB.
sql/05_core/answers.sql: http/lists
-if octet_length(joined) > 5242880 then
+if octet_length(joined) > 52428800 then

PostgREST takes a job title of any length.
sql/30_contacts/table.sql: http/postgrest
-check (char_length(job_title) <= 255)
+check (char_length(job_title) <= 2550)

A nickname is not trimmed.
sql/05_core/columns.sql: http/postgrest http/every-field
-a.attname <> all (verbatim)
+a.attname <> all (verbatim || array['nickname'])

An update of a contact forgets the company.
sql/30_contacts/operations.sql: http/every-field http/contacts
-row_of(body - '{lastContactedAt,custom}'::text[], earlier)
+row_of(body - '{lastContactedAt,custom,company}'::text[], earlier)

The index of birthdays lacks what its query reads.
sql/30_contacts/table.sql: sql/plans-property
-(owner_id, birthday, id) include (display_name, is_archived) where
+(owner_id, birthday, id) where

The index of notes by their creation is in another order.
sql/50_notes/table.sql: sql/plans-property
-notes_created_at_idx on kith.notes (owner_id, created_at, id) include (contact_ids)
+notes_created_at_idx on kith.notes (owner_id, id, created_at) include (contact_ids)

A search for % finds every note.
sql/50_notes/operations.sql: http/notes http/hostile-input-property
-'%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
+'%' || word || '%'

A search of notes goes on for 30 seconds.
sql/50_notes/operations.sql: http/notes sql/time-limits
-statement_timestamp() + interval '3 seconds'
+statement_timestamp() + interval '30 seconds'

A reminder that is completed at its next occurrence recurs at that same instant.
sql/60_reminders/recurrence.sql: sql/recurrence-property http/reminders
-exit when item.instant > after;
+exit when item.instant >= after;

The calendar feed has completed reminders.
sql/76_calendar/operations.sql: http/calendar
-where not r.completed and r.due_at is not null order by
+where r.due_at is not null order by

The calendar feed has the birthdays of all whatever was chosen.
sql/76_calendar/operations.sql: http/calendar
-        and (wanted = 'all' or c.is_favorite or c.contact_frequency_days is not null)
-      order by right(c.birthday, 5) < today
+        and wanted is not null
+      order by right(c.birthday, 5) < today

A row of a file without a name is another person than whoever has its address.
sql/72_imports/matching.sql: http/imports
-  return methods @> jsonb_build_array(jsonb_build_object('value', name));
+  return false;

A middle name is sorted by.
sql/30_contacts/table.sql: http/names-in-full
-coalesce(new.phonetic_first_name, new.first_name),
+coalesce(new.middle_name, new.phonetic_first_name, new.first_name),

Merging leaves the duplicate's networks behind.
sql/32_duplicates/merging.sql: http/merging
-from kith.contact_networks m where m.contact_id = duplicate order by 2
+from kith.contact_networks m where m.contact_id = target order by 2

Of several contacts with an e-mail address an import takes the first.
sql/72_imports/matching.sql: http/imports
-action = case when cardinality(same.ids) = 1 then 'match' else 'conflict' end,
+action = 'match',

An import matches a shared address whatever the names are.
sql/72_imports/matching.sql: http/imports
-left join compared same on
+left join found same on

A key fills the whole log.
sql/80_activity/logging.sql: sql/log-shares
-  if share > room / 4 or (
+  if share > room or (

An upload URL counts for nothing after its upload was attached.
sql/30_contacts/photos.sql: http/photos-removal
-select u.attached, u.created_at > now() - interval '3 hours' as is_open
+select u.attached, not u.attached as is_open

A number that a spreadsheet has shortened is compared with others.
sql/05_core/phone_numbers.sql: sql/calling-codes
-if number ~ '[0-9][Ee][+-]?[0-9]' then
+if false then

A name that assistants send is found by letters within words.
sql/30_contacts/named_in_requests.sql: mcp/tools sql/names-property
-char_length(word) > 2 and starts_with(name, word)
+strpos(name, word) > 0

An export repeats the last row of each page.
sql/74_exports/operations.sql: http/export-stream
-case when after is not null then '{id > $3}'::text[] end
+case when after is not null then '{id >= $3}'::text[] end

An Idempotency-Key is repeated for another request.
sql/90_request/idempotency.sql: http/error-examples
-if found and kept.fingerprint <> kith_private.fingerprint(operation.name, arguments) then
+if false then

A stored answer keeps the text of what was deleted.
sql/90_request/idempotency.sql: sql/retention http/safe-requests
-r set body = null where r.owner_id = old.owner_id and r.resource_id = old.id;
+r set body = r.body where r.owner_id = old.owner_id and r.resource_id = old.id;

Stored answers are never deleted.
sql/92_clock/clock.sql: sql/retention sql/clock
-select old.ctid from kith_private.idempotent_requests old where old.created_at < day_ago limit most
+select old.ctid from kith_private.idempotent_requests old where old.created_at < day_ago limit 0

The sweep removes photos that undoing would bring back.
sql/80_activity/sweep.sql: http/photos-removal sql/photo-sweep
-      and not exists (select from kith_private.changes l where l.owner_id = f.owner and l.before ->> 'photo_path' = f.path offset 0)

Any path may be attached as a photo.
sql/30_contacts/photos.sql: sql/photo-sweep
-u.contact_id = contact and u.photo_path = set_photo.path and not u.attached
+u.contact_id = contact and not u.attached
`;
