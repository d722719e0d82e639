import type { ComponentChildren } from "preact";
import type { Network } from "../api/types.ts";
import { useTimeZone } from "../shell/context.tsx";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { changesOf, type Limited } from "./draft.ts";
import { KeyForm } from "./key-form.tsx";
import type { KeyFormState } from "./use-key-form.ts";

interface Props {
  /** The key or the connection that is edited, as it is now. */
  edited: Limited;
  form: KeyFormState;
  networks: Network[];
  onClose: () => void;
  /** What is shown above the form. */
  children?: ComponentChildren;
}

/** The form of a key or a connection that exists; only what was changed can be saved. */
export function EditDialog({ edited, form, networks, onClose, children }: Props) {
  const timeZone = useTimeZone();
  const unchanged = Object.keys(changesOf(form.draft, edited, timeZone)).length === 0;
  return (
    <Dialog title={`Edit “${edited.name}”`} onClose={onClose}>
      {children}
      <KeyForm form={form} networks={networks} edited={edited}>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" busy={form.busy} disabled={unchanged}>Save</Button>
      </KeyForm>
    </Dialog>
  );
}
