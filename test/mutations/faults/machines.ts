/** Accounts on several databases, and what phones are told and scan. */
export const machineFaults = String.raw`
An account is looked for on the first database only.
functions/kith/db/machines.ts: thorough/machines
-  const machineOf = (id: string) => placement[parseInt(id.slice(0, 2), 16)]!;
+  const machineOf = (_id: string) => placement[0]!;

A key from before is looked for on the database alone that its hash names.
functions/kith/db/machines.ts: unit/machines thorough/machines
-new Set([machineOf(credential.hash), ...machines])) {
+new Set([machineOf(credential.hash)])) {

Rows that were left behind where an account was moved still serve it.
functions/kith/db/machines.ts: thorough/machines
-      else if (machineOf(found) === machine) return machine;
+      else return machine;

The sweep of one database removes the photos of another one's accounts.
functions/kith/db/machines.ts: unit/machines thorough/machines
-isOfAccount(path) && machineOf(path) === machine);
+isOfAccount(path));

An account that is deleted stays at home.
functions/kith/db/machines.ts: thorough/machines
-      if (!isGone || machine === home) return answer;
+      if (isGone || machine !== null) return answer;

A deletion that was broken off is never finished at home.
functions/kith/db/machines.ts: thorough/machines
-        (answer.status === 204 || isRefused(answer));
+        answer.status === 204;

The clock does the work of one database only.
functions/kith/db/machines.ts: thorough/machines
-    takeWebhooks: (most) => takeFromAll(most, (machine, rest) => machine.takeWebhooks(rest)),
+    takeWebhooks: (most) => home.takeWebhooks(most),

A sign-up that has not arrived yet is refused for good.
functions/kith/db/machines.ts: thorough/machines
-    if (known.ownerId !== null) throw
+    if (known.ownerId === "") throw

A database that is down keeps the clock from all others.
functions/kith/db/machines.ts: unit/machines
-    if (failure && taken.length === 0) throw failure;
+    if (failure) throw failure;

An upload is removed that only another database names.
functions/kith/db/machines.ts: unit/machines
-          if (other !== machine && uploads.length > 0) uploads =
+          if (other === machine && uploads.length > 0) uploads =

A byte may be on two databases.
functions/kith/db/machines.ts: unit/environment
-      if (urls[byte] !== undefined) throw new Error
+      if (urls[256] !== undefined) throw new Error

A new key does not lead to its account.
functions/kith/core/secret.ts: thorough/machines
-    if (hash.startsWith(begin)) return { secret, hash };
+    if (hash.startsWith("")) return { secret, hash };

An account that is deleted at home leaves its rows on another database.
tools/machines/prepare.ts: thorough/machines
-  for (const { statement } of rows) await machine.query(statement);
+  void rows;

A move goes on while the last writes are on their way.
tools/machines/move.ts: thorough/machines
-    await refuseWrites(source, tables, name, owners);
+

Old rows go though the accounts were not moved.
tools/machines/move.ts: thorough/machines
-    if (await stateOf(source, name) !== "moved") {
+    if (name === "") {

A phone is told the id of a contact in the place of the card's name when its making is undone.
sql/78_dav/cards.sql: http/carddav-sync
-when s.sequence = excluded.sequence then coalesce(s.name, excluded.name) else
+else

A phone is told of the name that a card had before it had its own.
sql/78_dav/cards.sql: http/carddav-sync
-    earlier_name := case when is_new then '' when
+    earlier_name := case when is_new then null when

The code for a phone has another address.
web/src/keys/connect-panel.tsx: browser/keys
-  [t("iPhone, iPad, Mac: a profile")]: \`\${davUrl}profile.mobileconfig\`,
+  [t("iPhone, iPad, Mac: a profile")]: davUrl,

A code to scan has its dark and light turned.
web/src/keys/qr-code.tsx: browser/keys
-.toCanvas(canvas);
+.toCanvas(canvas, { on: [255, 255, 255] });
`;
