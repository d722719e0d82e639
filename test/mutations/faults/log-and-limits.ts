/** In sql/: the log of changes, undo and erasing; and what keys with limits may do. */
export const logAndLimitFaults = String.raw`
What a deletion in an earlier part of the log did is undone before it.
sql/80_activity/undo.sql: sql/parts
-coalesce(c.set_number = portion.last_set and cause.position < portion.last_position, false) as is_early
+false as is_early

A request that is sent again after its first part begins anew.
sql/90_request/idempotency.sql: sql/parts
-  elsif found and kept.status = 202 and kept.body is not null then
+  elsif found and kept.status = 202 then null; elsif false then

Each part of an operation is a change set of its own.
sql/90_request/handle.sql: sql/parts
-, 'partOf', arguments #> '{progress,activityId}')
+)

Renaming a network changes the cards of its people, and the sync token does not tell it.
sql/78_dav/cards.sql: http/carddav-sync
-resource = 'network' and after ? 'name' then
+resource = 'network' and false then

A phone overwrites a card that has changed since it was read.
sql/78_dav/operations.sql: http/carddav-writing
-if arguments ? 'ifNoCard' and is_there or arguments ? 'ifCard' and not
+if arguments ? 'ifNoCard' and is_there or false and not

Deletions are not logged.
sql/80_activity/logging.sql: http/activity sql/log
-create trigger log_change after insert or delete on %s for each row
+create trigger log_change after insert on %s for each row

What an API key did is logged as the owner's.
sql/90_request/handle.sql: http/activity http/undo
-'actorId', coalesce(key_id, case when asked.only_for is not null then kith_private.actor_of(credential) end, owner_id), 'actorName'
+'actorId', owner_id, 'actorName'

Writers of one account do not wait for each other.
sql/80_activity/logging.sql: sql/log-order-property
-perform pg_advisory_xact_lock(kith_private.log_lock_key(u.id)) from auth.users u
+perform from auth.users u

The log shows changes that are older than it is kept.
sql/80_activity/operations.sql: sql/log-retention
-      'at > (select kith_private.log_start())',

Old changes are never purged.
sql/92_clock/clock.sql: sql/log-retention
-    perform kith_private.purge_changes(owner, cutoff, 0, most);
+    null;

Undo forgets the nickname.
sql/80_activity/restoring.sql: http/undo sql/undo-property
-where b.key <> 'updated_at' and (change.action
+where b.key not in ('updated_at', 'nickname') and (change.action

Undo overwrites what was changed since.
sql/80_activity/restoring.sql: http/undo
-when change.action = 'update' and not kith_private.is_same_value(item.now, item.became) then 'changed'
+when false then 'changed'

An API key undoes what others did.
sql/80_activity/undo.sql: http/undo
-  perform kith_private.check_may_undo(change_set.actor_id);

Emptying the trash leaves the names in the log.
sql/80_activity/trash.sql: sql/log-retention http/activity
-set before = null, after = null, name = null
+set before = null, after = null

Erasing the trash leaves the photos until a later sweep.
functions/kith/contacts/photos/run.ts: http/activity http/photos-removal
-  if (answer.ownerId) waitUntil(photos.sweep(call.dependencies, answer.ownerId));

Erasing leaves the answers of earlier undoing.
sql/80_activity/trash.sql: sql/log-retention http/activity sql/retention
-  where c.owner_id = owner and c.resource_id = any (ids) and (c.before is not null or c.after is not null);
-  perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
+  where c.owner_id = owner and c.resource_id = any (ids) and (c.before is not null or c.after is not null);

The log of an account stays that an administrator deletes.
sql/80_activity/table.sql: sql/log-retention
-  delete from kith_private.changes c where c.owner_id = old.owner_id;

The feed of changes begins one change late.
sql/80_activity/changes.sql: http/changes
-and (c.set_number, c.position) > (after_set, after_position)
+and (c.set_number, c.position) > (after_set, after_position + 1)

A cursor is accepted that was given for other limits.
sql/80_activity/changes.sql: http/changes http/limited-keys
-if (cursor = kith_private.cursor_text(id, change_position) and set_number
+if (set_number

The role of limited keys may do everything where its claims have no limits.
sql/85_limited_keys/limits.sql: sql/limited-role-property
-    return '{"scopes":[],"networkIds":[]}';
+    return limits;

Operations are not refused for scopes that the key lacks.
sql/90_request/handle.sql: http/limited-keys http/api-keys
-and not limits -> 'scopes' @> to_jsonb(asked.scopes) then
+and false then

A key that is limited to networks deletes any note or reminder.
sql/85_limited_keys/policies.sql: sql/limited-role-property http/limited-keys
-format('Limited keys delete %s %s', nouns, whose), source, may_write, is_seen);
+format('Limited keys delete %s %s', nouns, whose), source, may_write, 'true');

A key that is limited to networks changes networks.
sql/85_limited_keys/policies.sql: sql/limited-role-property http/limited-keys
-case when seen_by = 'contacts' then is_seen else 'true' end, may_write, is_seen);
+case when seen_by = 'contacts' then is_seen else 'true' end, 'true', 'true');

A list of reminders shows a limited key those that are also about others.
sql/85_limited_keys/policies.sql: sql/limited-reads-property sql/limited-role-property
-in (select m.contact_id from kith.contact_networks m) and (cardinality(%1$s) < 2 or (
+in (select m.contact_id from kith.contact_networks m) and (true or (

A definer function for photos does not ask for the scope.
sql/30_contacts/photos.sql: sql/limited-functions
-if not kith_private.has_scope('contacts:write') or not (kith_private.has_all_networks()
+if not (kith_private.has_all_networks()

Erasing the log does not refuse limited keys itself.
sql/80_activity/trash.sql: sql/limited-functions
-  perform kith_private.refuse_limits();
-  is_complete :=
+  is_complete :=

Limited keys share the Idempotency-Keys of the account.
sql/90_request/handle.sql: http/limited-keys thorough/limits/writes
-      arguments := kith_private.with_own_idempotency_key(arguments, key_id, asking.limits);
+      null;
`;
