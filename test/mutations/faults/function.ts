/** In functions/kith/: what each request passes, and the resources. */
export const functionFaults = String.raw`
The signature of an access token is not verified.
functions/kith/auth/access-token.ts: http/authentication-property
-      const { payload } = await jwtVerify(token, key, {
-        algorithms: [header.alg],
-        clockTolerance,
-      });
-      return payload;
+      return key && decodeJwt(token);

The issuer of an access token is not compared.
functions/kith/auth/access-token.ts: http/authentication-property
-settings.issuers.includes(iss) &&
+(typeof iss === "string" || settings.issuers.includes(iss)) &&

A token whose signature was verified once never expires.
functions/kith/auth/access-token.ts: unit/known-tokens
-      if (!isCurrent(known, settings)) throw problems.unauthorized(expired);

The cache of verified tokens is never emptied.
functions/kith/auth/access-token.ts: unit/known-tokens
-      this.#claims.delete(oldest!);
+      void oldest;

A body without a length may be longer than 1 MB.
functions/kith/http/body.ts: http/bodies http/hostile-input-property
-      if (length > limit) throw problems.payloadTooLarge(limit);

A body is waited for without end.
functions/kith/http/body.ts: http/error-examples
-      timeouts.start(onTimeout, Math.min(timeoutsMs.idle, end - Date.now()));

A large body is looked at before its credential was checked.
functions/kith/http/serve.ts: http/nothing-read-unchecked
-const isLarge = file !== undefined || (text?.length ?? 0) > largeBody;
+const isLarge = file === null || text === null;

An invalid request is answered without looking at its credential.
functions/kith/http/serve.ts: http/api-keys http/authentication-property
-    if (error instanceof Problem && !runner.ran) await runner.countRefused(route.operation!);

An error repeats a part of the body that it could not read.
functions/kith/core/json.ts: http/bodies
-\`The body is not valid JSON\${position ? \` at position \${position}\` : ""}.\`,
+\`The body is not valid JSON\${position}: \${error}\`,

Unknown query parameters are ignored.
functions/kith/core/validate.ts: http/lists
-.filter((name) => !known.includes(name) && !platformParameters.has(name))
+.filter((name) => !known.includes(name) && name.length > 50)

Whoever has another representation gets 304.
functions/kith/http/arguments.ts: http/safe-requests
-tagsOf(tags).includes(tag)
+!tagsOf(tags).includes(tag)

Answers may be stored by caches.
functions/kith/http/respond.ts: http/every-answer
-  headers["cache-control"] ??= "no-store";

A key that is repeated for an Idempotency-Key shows another secret.
functions/kith/api-keys/routes.ts: http/every-route
-key: answer.replayed ? null : key };
+key };

A request of two statements counts twice.
functions/kith/http/runner.ts: http/bodies http/every-route
-const once: Credential = ran ? { ...sent, counted: true } : sent;
+const once: Credential = sent;

A connection goes back to the pool although its statement is still running.
functions/kith/db/postgres.ts: thorough/outages http/database-connection sql/undo-property
-      connection.close();
-      throw statementFailure(error);
+      pool.give(connection);
+      throw statementFailure(error);

A read-only database is answered with 500.
functions/kith/db/postgres.ts: unit/problems
-|57014|25P04|25006|
+|57014|25P04|

The certificate of the database is not verified.
functions/kith/db/connections.ts: http/database-connection
-ssl: certificate ? { ca: certificate } : { rejectUnauthorized: false },
+ssl: { rejectUnauthorized: false },

An upload becomes a photo whatever it is.
functions/kith/contacts/photos/run.ts: http/photos
-    if (!bytes) throw problems.invalidPhoto();
+    if (!bytes) return await call.run({ ...call.arguments, photo: path }, "attach_photo");

A photo keeps its metadata.
functions/kith/contacts/photos/store.ts: http/photos
-  if (cleaned !== start) await storage.put(\`\${bucket}/\${path}\`, contentType, cleaned);

A photo may have any number of pixels.
functions/kith/contacts/photos/image.ts: unit/photo-headers-property
- &&
-    width * height <= pixelLimit;
+;

A sweep leaves the files where they are.
functions/kith/contacts/photos/store.ts: http/photos-removal http/photos-storage
-      await photos.remove(paths);

The writes of one account take all connections.
functions/kith/db/postgres.ts: http/database-connection
-account: { total: 4, longRead: 1, write: 1, snapshot: 1 },
+account: { total: 6, longRead: 1, write: 6, snapshot: 1 },

A cell of a CSV file runs as a formula.
functions/kith/exports/csv.ts: http/export
-quoted(harmless(cell))
+quoted(harmless && cell)

A semicolon in a company makes two parts of it.
functions/kith/core/content-lines.ts: http/export client/round-trip
-special = /[\\,;]/g
+special = /[\\,]/g

An export that breaks off ends as if it were whole.
functions/kith/exports/run.ts: http/export-stream
-"export_failed", error);
-    throw error;
+"export_failed", error);

The title of a reminder is read as escapes in the calendar feed.
functions/kith/calendar/feed.ts: http/calendar http/hostile-input-property
-\`SUMMARY:\${escapeText(summary)}\`
+\`SUMMARY:\${summary}\`

A batch of MCP messages is carried out.
functions/kith/mcp/endpoint.ts: mcp/hostile
-  if (Array.isArray(parsedBody)) return await refuseBatch(runner, trace);
+  if (parsedBody === null) return await refuseBatch(runner, trace);

Pages of any origin use the MCP endpoint.
functions/kith/mcp/endpoint.ts: mcp/connect mcp/hostile
-  if (foreign) {
+  if (foreign?.ok) {

A folded line of a vCard keeps the space in front.
functions/kith/imports/parse/vcard-lines.ts: imports/parse/vcard imports/parse/samples
-open.chunks.push(open.isOld ? next : next.slice(1));
+open.chunks.push(next);

What is done in parts ends after the first one.
functions/kith/http/parts.ts: http/activity sql/parts
-  while (isPart(answer)) {
+  while (answer === undefined) {

An undo of all or nothing leaves what it did before it found a conflict.
functions/kith/http/parts.ts: sql/parts
-        await takeBack(send, activityId);
+        void takeBack;

A secret in X-Request-Id is logged.
functions/kith/core/trace.ts: http/every-answer
- && !secretLike.test(given);
+;

A smaller copy of a photo says where it was taken.
functions/kith/contacts/photos/preview.ts: http/carddav-writing
-return cardPhoto(withoutMetadata(bytes));
+return cardPhoto(bytes);

A smaller copy may be as large as it likes.
functions/kith/contacts/photos/preview.ts: http/carddav-writing
-if (bytes.length > previewLimit || isImage
+if (isImage
`;
