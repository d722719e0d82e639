/** Dialogs that are opened from anywhere. */
import { rich, t } from "../base/texts.ts";
import { useEffect, useState } from "preact/hooks";
import { addToNote } from "../notes/composer.tsx";
import { useKeys } from "../hooks/events.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Toasts } from "../ui/toast.tsx";
import { changes } from "../api/kith.ts";
import { type Form, setOpener, show } from "../shell/open.ts";
import { lazy } from "../ui/lazy.tsx";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { replaceQuery, type Route } from "../shell/router.ts";

const people = () => import("../views/people.ts");
const Networks = lazy(() => people().then((file) => file.Networks), "networks");
const NoteTypes = lazy(() => people().then((file) => file.NoteTypes), "note types");
const Fields = lazy(() => people().then((file) => file.Fields), "fields");
const Compose = lazy(() => people().then((file) => file.Compose), "the form");

/** What another app has shared with this one (`share_target` of the manifest), until it is in the form of a note. */
let shared = takeShared();

function takeShared(): string {
  const query = new URLSearchParams(location.search);
  const parts = ["share-title", "share-text", "share-url"].map((name) => query.get(name)?.trim());
  const text = [...new Set(parts.filter(Boolean))].join("\n").slice(0, 10_000);
  if (text) history.replaceState(null, "", location.pathname + location.hash);
  return text;
}

/** Where these dialogs appear: one place for each account. An address with `new` opens a form too. */
export function Managers({ route: { view, query } }: { route: Route }) {
  const drafts = useDrafts();
  // A form stays below what is managed from it.
  const [form, setForm] = useState<Form>();
  const [shown, setShown] = useState<keyof typeof dialogs>();
  const close = () => setShown(undefined);
  useKeys({ "?": () => setShown("keyboard") });
  useEffect(() => {
    return setOpener((name) =>
      name in dialogs ? setShown(name as keyof typeof dialogs) : setForm(name as Form)
    );
  }, []);
  useEffect(() => {
    const forms: Record<string, Form> = {
      contacts: "contact",
      notes: "note",
      reminders: "reminder",
    };
    const wanted = query.has("new") && forms[view];
    if (wanted) replaceQuery({});
    if (wanted) show(wanted);
    if (!shared) return;
    addToNote(drafts, shared);
    shared = "";
    show("note");
  }, [view, query]);
  const [title, Content] = shown ? dialogs[shown] : [];
  return (
    <>
      {form && <Compose kind={form} onClose={() => setForm(undefined)} />}
      {title && Content && (
        <Dialog key={shown} title={title} onClose={close}>
          <Content />
          {shown === "networks" || shown === "note-types" || shown === "fields"
            ? <Toasts {...changes} />
            : null}
          <div class="dialog-actions">
            <Button onClick={close}>{t("Done")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl ";

const keys: [key: string, words: string][] = [
  [`${command}K`, t("Search everything, and do anything")],
  [`${command}Z`, t("Undo what was done last")],
  [`${command}${t("Shift")} Z`, t("Do again what was undone")],
  ["n", t("Something new: a person, a note or a reminder, where these are listed")],
  ["e", t("Edit the person who is open")],
  ["/", t("Search in the list")],
  ["j k", t("Down and up in the list, like the arrows")],
  ["?", t("These keys")],
];

const Keyboard = () => (
  <dl class="keys-help">
    {keys.map(([key, words]) => [
      <dt key={key}>
        <kbd>{key}</kbd>
      </dt>,
      <dd key={words}>{words}</dd>,
    ])}
  </dl>
);

const Install = () => (
  <p>
    {rich(
      "Press Share at the edge of Safari, then {0}. Kith then opens like an app, also without a connection.",
      <strong>{t("Add to Home Screen")}</strong>,
    )}
  </p>
);

const dialogs = {
  networks: [t("Networks"), Networks],
  "note-types": [t("Note types"), NoteTypes],
  "fields": [t("Fields"), Fields],
  keyboard: [t("Keyboard"), Keyboard],
  install: [t("Install Kith"), Install],
} as const;
