import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./states.tsx";
import type { Form } from "./use-form.ts";

interface Props {
  form: Form;
  /** The text of the button. */
  submit: string;
  /** Whether what is edited was changed elsewhere since the form was opened. */
  elsewhere: boolean;
  children: ComponentChildren;
}

/** The fields of a form, with what there is to know about it and its buttons. */
export function FormBody({ form, submit, elsewhere, children }: Props) {
  return (
    <>
      {elsewhere && (
        <Notice tone="danger">
          This was changed elsewhere meanwhile. What you typed is kept: look at it, and save it
          again.
        </Notice>
      )}
      {children}
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <div class="dialog-actions">
        <Button onClick={form.close}>Cancel</Button>
        <Button submit kind="primary" busy={form.busy}>{submit}</Button>
      </div>
    </>
  );
}

/** Asks before what was typed is given up. */
export function CloseQuestion({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  return (
    <Dialog title="Close without saving?" onClose={onBack}>
      <p>What you typed is lost then.</p>
      <div class="dialog-actions">
        <Button onClick={onBack}>Back to the form</Button>
        <Button kind="danger" onClick={onClose}>Close without saving</Button>
      </div>
    </Dialog>
  );
}
