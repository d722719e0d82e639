/** In client/, supabase/ and docs/: the client, the deployment, and the stack on this machine. */
export const faultsAround = String.raw`
The client sends again before Retry-After has passed.
client/src/error.ts: client/retries
-return Math.max(1, Number(value));
+return 1;

The client waits for an answer without end.
client/src/retry.ts: client/retries client/errors
-const timer = afterMilliseconds(timeoutMs, () => {
+const timer = afterMilliseconds(0, () => {

The cursor of a feed is behind a page whose items were not dealt with.
client/src/lists.ts: client/changes
-      yield page;
-      this.#cursor = page.cursor;
+      this.#cursor = page.cursor;
+      yield page;

The client takes an export that broke off for a whole one.
client/src/api.ts: client/round-trip
-if (ending && !isEmpty && !ending.test(tail)) throw broken(undefined);
+if (ending && isEmpty && !ending.test(tail)) throw broken(undefined);

The local stack answers under any name.
local/gateway/gateway.ts: stack/gateway
-if (!ownNames.includes(name.toLowerCase())) {
+if (name === "") {

The local Auth leads an answer to an address that the client did not register.
local/oauth-server/clients.ts: mcp/oauth mcp/connect
-if (!client.redirectUris.includes(redirectUri) || !isAcceptable(redirectUri)) {
+if (!isAcceptable(redirectUri)) {

Exposing the schema takes away the others.
supabase/deploy/install.ts: thorough/programs/deploy
-: [...exposed, names.exposedSchema];
+: [names.exposedSchema];

A dry run deploys.
supabase/deploy/install.ts: thorough/programs/deploy
-const changes = dryRun ? sayChanges(say, options.verbose ?? false) : management;
+const changes = management;

A migration is sent without its row in the history.
supabase/deploy/database.ts: thorough/programs/server-package
-(version, name) values (\${literal(version)}, \${literal(name)});
+(version, name) values ('1', 'kith');

An older version goes over a newer one.
supabase/deploy/database.ts: deploy/what-is-there
-if (later.length > 0 ||
+if (later.length > 9 ||

The function connects in session mode, and uses up the connections.
supabase/deploy/pooler.ts: deploy/pooler
-&& ["", "5432"].includes(url.port)
+&& [""].includes(url.port)

Whoever answers for the database is taken for it.
supabase/deploy/pooler.ts: http/database-connection
-ca: certificate, servername: hostname
+rejectUnauthorized: false

A password of the function's own is not used.
functions/kith/environment.ts: unit/environment
-  if (url.password !== "") return text;
+

Version 1.9 counts as later than 1.10.
supabase/deploy/database.ts: deploy/what-is-there
-version.split(/[.+-]/).slice(0, 3).map(Number);
+version.split(/[.+-]/).slice(0, 3);

Parts of Kith that are left are taken for nothing.
supabase/deploy/database.ts: deploy/what-is-there
-if (hasHistory && schemas.length > 0 && !isBegun) {
+if (hasHistory && schemas.length > 9) {

Uninstalling asks nobody.
supabase/deploy/uninstall.ts: thorough/programs/deploy
-if (found.isInstalled && !dryRun && !options.isConfirmed) {
+if (found.isInstalled && dryRun) {

Uninstalling takes secrets of others along.
supabase/deploy/function.ts: thorough/programs/deployed-project thorough/programs/deploy
-    name.startsWith("KITH_")
+    name !== ""

A deployment goes over something else of the same name.
supabase/deploy/database.ts: thorough/programs/deploy thorough/programs/deployed-project
-if (taken.length > 0) {
+if (taken.length > 9) {
`;
