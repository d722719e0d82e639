import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { addToNote } from "../notes/composer.tsx";
import { useKeys } from "../hooks/keys.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Toasts } from "../ui/toast.tsx";
import { lazy } from "../views/views.tsx";
import { useDrafts } from "./context.tsx";
import { replaceQuery, type Route } from "./router.ts";

const people = () => import("../views/people.ts");
const Networks = lazy(() => people().then((file) => file.Networks), "networks");
const NoteTypes = lazy(() => people().then((file) => file.NoteTypes), "note types");
const Compose = lazy(() => people().then((file) => file.Compose), "the form");

type Shown = "networks" | "note-types" | "contact" | "note" | "reminder" | "keyboard" | "install";

let open: (shown: Shown) => void = () => {};

/** Opens a dialog above whatever is open: a list that is managed, the form for something new, or a help. */
export const show = (shown: Shown) => open(shown);

/** The dialog in which networks or note types are made, changed and deleted. */
export const manage = (managed: "networks" | "note-types") => open(managed);

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
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  useKeys({ "?": () => setShown("keyboard") });
  useEffect(() => {
    open = setShown;
    return () => open = () => {};
  }, []);
  useEffect(() => {
    const wanted = query.has("new") && { notes: "note", reminders: "reminder" }[view as string];
    if (wanted) replaceQuery({});
    if (wanted) show(wanted as Shown);
    if (!shared) return;
    addToNote(drafts, shared);
    shared = "";
    show("note");
  }, [view, query]);
  switch (shown) {
    case undefined:
      return null;
    case "networks":
      return (
        <Closing title="Networks" onClose={close}>
          <Networks />
          <Toasts />
        </Closing>
      );
    case "note-types":
      return (
        <Closing title="Note types" onClose={close}>
          <NoteTypes />
          <Toasts />
        </Closing>
      );
    case "keyboard":
      return (
        <Closing title="Keyboard" onClose={close}>
          <dl class="keys-help">
            {keys.map(([key, words]) => [
              <dt key={key}>
                <kbd>{key}</kbd>
              </dt>,
              <dd key={words}>{words}</dd>,
            ])}
          </dl>
        </Closing>
      );
    case "install":
      return (
        <Closing title="Install Kith" onClose={close}>
          <p>
            Press Share at the edge of Safari, then{" "}
            <strong>Add to Home Screen</strong>. Kith then opens like an app, also without a
            connection.
          </p>
        </Closing>
      );
    default:
      return <Compose kind={shown} onClose={close} />;
  }
}

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl ";

const keys: [key: string, words: string][] = [
  [`${command}K`, "Search everything, and do anything"],
  [`${command}Z`, "Undo what was done last"],
  ["n", "Something new: a person, a note or a reminder, where these are listed"],
  ["e", "Edit the person who is open"],
  ["/", "Search in the list"],
  ["j k", "Down and up in the list, like the arrows"],
  ["?", "These keys"],
];

interface ClosingProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

function Closing({ title, onClose, children }: ClosingProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div class="dialog-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
