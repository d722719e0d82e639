/** The clock, channels, the outbox, digests and webhooks. */
export const noticeFaults = String.raw`
Any secret ticks.
functions/kith/service/tick.ts: sql/clock
-if (!secret || sha256(secret) !== dependencies.tickSha256)
+if (!secret)

The clock wakes the function each minute.
sql/92_clock/clock.sql: sql/clock
-  if kith_private.is_due() then
+  if true then

A digest goes to addresses that nobody has confirmed.
sql/77_notices/channels.sql: sql/notices
-    select from kith_private.channels c where c.owner_id = owner and c.is_enabled and c.verified_at is not null and
+    select from kith_private.channels c where c.owner_id = owner and c.is_enabled and

A code has as many tries as one likes.
sql/77_notices/operations.sql: sql/notices
- and c.code_tries < 5
+

A code is good for ever.
sql/77_notices/operations.sql: sql/notices
- and c.code_made_at > now() - interval '1 hour'
+

An address gets as many codes as there are accounts.
sql/77_notices/operations.sql: sql/notices
-  if (select count(*) from kith_private.outbox o where o.address = recipient and
+  if (select count(*) from kith_private.outbox o where o.owner_id = auth.uid() and o.address = recipient and

What was taken by a process that was killed is lost.
sql/77_notices/outbox.sql: sql/notices
-      state = case when o.tries < 6 then 'waiting' else 'failed' end, error
+      state = case when o.tries < 1 then 'waiting' else 'sent' end, error

Two ticks send the same.
sql/77_notices/outbox.sql: sql/notices
-    update kith_private.outbox o set due_at = now() + interval '2 minutes', tries
+    update kith_private.outbox o set tries

What a provider refuses is tried again and again.
sql/77_notices/outbox.sql: sql/notices
-given.error in ('refused_address', 'gone') or o.tries > cardinality(waits)
+o.tries > cardinality(waits)

A digest is written as HTML without escaping it.
functions/kith/notices/digest.ts: sql/notices
-style="color:inherit">\${escaped(words)}</a>
+style="color:inherit">\${words}</a>

A message is about the first of those who share an address.
sql/79_inbox/operations.sql: http/inbox
-jsonb_agg(distinct c.id) as ids
+jsonb_build_array(min(c.id::text)) as ids

The secret of a calendar feed posts messages.
sql/90_request/handle.sql: http/inbox
-select i.owner_id, 'Mail' into owner_id, key_name from kith_private.inboxes i where i.hash = secret;
+select i.owner_id, 'Mail' into owner_id, key_name from kith_private.inboxes i where i.hash = secret or i.owner_id = (select c.owner_id from kith_private.calendars c where c.hash = secret);

A message is about its owner, too.
sql/79_inbox/operations.sql: http/inbox
-<> all (own)
+<> 'x'

A name that leads inside is connected to.
functions/kith/outside/reach.ts: outside/reach
-if (inside) throw
+if (inside === "") throw

Of a name that leads to both, the public address is connected to.
functions/kith/outside/reach.ts: outside/reach
-const inside = addresses.find((address) => !isPublic(address));
+const inside = addresses.every((address) => !isPublic(address)) ? addresses[0] : undefined;

A certificate is for another name.
functions/kith/outside/reach.ts: outside/reach
-await secured.handshake();
+await secured.handshake().catch(() => {});

What was dismissed is suggested again.
sql/81_meetings/meetings.sql: sql/meetings
-set state = 'dismissed' where
+set event = md5(m.event) || md5(m.event), state = 'dismissed' where

A note that the owner has changed follows its event.
sql/81_meetings/meetings.sql: sql/meetings
- and n.content = earlier.written
+

A name that two have means one of them.
sql/81_meetings/meetings.sql: sql/meetings
- having count(*) = 1) found
+) found

What somebody met is logged as what the owner did.
sql/90_request/handle.sql: sql/meetings
-when credential ->> 'kind' = 'clock' then 'calendar'
+when credential ->> 'kind' = 'clock' then 'access_token'

A calendar that has not changed is not read, though an event of it has ended.
functions/kith/meetings/read.ts: sql/meetings
-...(isSame && etag && {
+...(etag && {

A webhook is told of what its own receiver writes.
sql/82_webhooks/telling.sql: sql/webhooks
-    continue when change_set.actor_id = any (webhook.ignored_actor_ids);
+

A webhook's turn reads all that has changed at once.
sql/82_webhooks/telling.sql: sql/rows-read
-    exit when jsonb_array_length(messages) = 50 or looked_at > 20000;
+    exit when jsonb_array_length(messages) = 50;

Two ticks at once tell a webhook twice.
sql/82_webhooks/telling.sql: sql/webhooks
-    update kith_private.webhooks w set due_at = now() + interval '1 minute' * (w.tries + 1) * (w.tries + 1), tries
+    update kith_private.webhooks w set tries

What a webhook's owner wants told again is forgotten.
sql/82_webhooks/telling.sql: sql/webhooks
-    told_number = case when w.told_number = (result ->> 'toldTo')::bigint then (result ->> 'readTo')::bigint else w.told_number end,
+    told_number = (result ->> 'readTo')::bigint,

A webhook that fails goes on with the message after it.
functions/kith/webhooks/tell.ts: sql/webhooks
-  if (status < 200 || status > 299) throw new NotTaken(status === 410 ? "gone" : "status", status);
+  if (status === 410) throw new NotTaken("gone", status);

A new secret of a webhook ends the one before at once.
functions/kith/webhooks/tell.ts: sql/webhooks
-      "webhook-signature": secrets.map(
+      "webhook-signature": secrets.slice(0, 1).map(

The secret of a webhook is in every answer to its request.
sql/90_request/idempotency.sql: http/every-route
-'{idempotencyKey,requestId,hash,keyPrefix,secret,progress}'
+'{idempotencyKey,requestId,hash,keyPrefix,progress}'

Messages to a browser go wherever its endpoint says.
sql/77_notices/channels.sql: sql/messages
-      when 'webPush' then char_length(target) <= 1000 and target ~
+      when 'webPush' then true or target ~

A topic is told names that its owner has not allowed.
sql/77_notices/operations.sql: sql/messages
-    coalesce((body ->> 'withNames')::boolean, kind <> 'ntfy'))
+    coalesce((body ->> 'withNames')::boolean, true))

A browser that has forgotten Kith keeps its channel.
sql/77_notices/outbox.sql: sql/messages
-c.kind = 'webPush' and m.error = 'gone')
+c.kind = 'webPush' and m.error = 'never')

A reminder that was moved is told at its old time.
functions/kith/notices/deliver.ts: sql/messages
-  if (!reminder || reminder.completed || reminder.dueAt !== dueAt) return null;
+  if (!reminder || reminder.completed || !dueAt) return null;

A new channel is told of reminders of before.
sql/77_notices/outbox.sql: sql/messages
-      where r.owner_id = c.owner_id and r.due_at > greatest(told, c.verified_at) and
+      where r.owner_id = c.owner_id and r.due_at > told and

Keys with limits see meetings.
sql/85_limited_keys/policies.sql: sql/meetings
-create policy "Limited keys do not reach meetings" on kith_private.meetings as restrictive
+create policy "Limited keys do not reach meetings" on kith_private.meetings as permissive

One account's deliveries go before everybody else's.
sql/77_notices/outbox.sql: sql/messages
-      order by o.due_at limit least(5, most - cardinality(due)) for update skip locked);
+      order by o.due_at limit most - cardinality(due) for update skip locked);

An account is told of any number of reminders.
sql/77_notices/outbox.sql: sql/messages
-  most_of_account constant integer := 200;
+  most_of_account constant integer := 200000;

A channel that fails is tried for each thing that waits for it.
sql/77_notices/outbox.sql: sql/messages
-    and o.state = 'waiting' and o.kind in ('digest', 'reminder') and o.due_at < tried.due_at;
+    and false;

A sweep removes a picture of a card before it is the photo.
sql/78_dav/photos.sql: sql/card-photos
-  insert into kith_private.photo_uploads (path, contact_id, photo_path) values (path, contact, path);
+  insert into kith_private.photo_uploads (path, contact_id) values (path, contact);

Pictures of cards are stored beyond the quota.
sql/78_dav/photos.sql: sql/card-photos
-    return null;
+    null;

A card says again what was changed while its picture was stored.
sql/78_dav/operations.sql: sql/card-photos
-  if is_as_sent then
+  if true then

A key for one network reads the names of others in a card.
functions/kith/dav/sent-card.ts: http/carddav-writing
-    if (!first || !(isWritten || isOfNetworks)) return
+    if (!first || !isWritten) return

A photo of a phone says in cards where it was taken.
functions/kith/dav/sent-card.ts: http/carddav-writing
-  const bytes = withoutMetadata(photo.bytes);
+  const bytes = photo.bytes;

The rule of an event is searched until the time for the calendar is over.
functions/kith/meetings/events.ts: unit/events
-    if (this.steps > mostSteps) throw new Error("The rule has no further occurrence.");
+
`;
