/** In web/: the page. What single modules decide is tested without a browser. */
export const pageFaults = String.raw`
The page keeps signed URLs of photos.
web/src/offline/kept-answers.ts: unit/page
-'"photoUrl":null'
+"$&"

What was typed is lost when others have changed the same.
web/src/hooks/drafts.ts: unit/page
-  ...now,
-  ...changed(draft, base),
+  ...changed(draft, base),
+  ...now,

A link with tokens is accepted and stays in the address.
web/src/session/arrival.ts: browser/links
-if (["access_token", "refresh_token"].some((name) => part.has(name))) {
+if (["refresh_token"].some((name) => part.has(name) && !part.has("access_token"))) {

A link from a mail replaces a standing session without a question.
web/src/sign-in/open-link.tsx: browser/links
-standing ? standing.id !== result.account.id : !result.isOwn;
+standing ? false : !result.isOwn;

A link signs in without naming the account, where nobody is signed in.
web/src/sign-in/open-link.tsx: browser/links
-standing ? standing.id !== result.account.id : !result.isOwn;
+standing ? standing.id !== result.account.id : false;

What was drafted for one account is there for the next.
web/src/app.tsx: browser/switched-account
-<SignedIn key={state.account.id} account={state.account} route={route} />
+<SignedIn account={state.account} route={route} />

What one account saw is kept when another one signs in.
web/src/session/session.ts: browser/offline browser/switched-account
-    if (state.kind === "signed-in") void eraseSeen(state.account.id);
-    else if (state.kind === "signed-out") void eraseSeen();
+    void eraseSeen;

An answer for one account is shown to the next.
web/src/api/session-fetch.ts: browser/switched-account
-  if (account && account !== shownAccountId()) {
+  if (!account && account !== shownAccountId()) {

A draft of a note is dropped with its view.
web/src/hooks/kept-drafts.ts: browser/forms
-      if (text) localStorage.setItem(this.#at(key),
+      if (!text) localStorage.setItem(this.#at(key),

A deleted contact has no Undo.
web/src/contacts/contact-view.tsx: browser/contact
-toast({ text: t("{0} is deleted.", displayName), activityId });
+toast({ text: t("{0} is deleted.", displayName) });
+      void activityId;

An account is deleted without typing its address.
web/src/profile/profile-view.tsx: browser/profile
-disabled={!same}

Something in the trash is erased without a question.
web/src/activity/trash-view.tsx: browser/activity
-onClick={() => setErasing(true)}
+onClick={() => void erase()}

The consent view leads the browser to a script.
web/src/connections/consent-view.tsx: browser/connect
-  if (!isSafe(uri)) throw new ConsentError
+  if (!isSafe(uri) && !uri) throw new ConsentError

What was undone is not done again.
web/src/ui/toast.tsx: browser/shell
-onRedone((await undoChanges(redoId!)).activityId);
+onRedone(await Promise.resolve(redoId!));

A browser in German has English dates.
web/src/base/dates.ts: browser/language
-new Intl.DateTimeFormat(locale, {
+new Intl.DateTimeFormat("en-GB", {

A consent that Auth remembers is one for Kith.
web/src/connections/request.ts: browser/connect
-if (isKnown || clients.length === 0) return redirectUri;
+if (isKnown || clients.length >= 0) return redirectUri;

Saving overwrites what others have changed meanwhile.
web/src/hooks/use-edit.ts: browser/forms
-      if (!equal(draftOf(now), base)) return
+      if (!equal(now, now)) return
`;
