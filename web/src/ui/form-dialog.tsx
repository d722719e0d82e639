import type { ComponentChildren } from "preact";
import type { Problem } from "../api/problem.ts";
import { Dialog } from "./dialog.tsx";
import { CloseQuestion, FormBody } from "./form-body.tsx";
import { type FormOptions, useForm } from "./use-form.ts";

interface Props extends FormOptions {
  title: string;
  wide?: boolean;
  /** The text of the button. */
  submit: string;
  /** Whether what is edited was changed elsewhere since the form was opened. */
  elsewhere?: boolean;
  children: (fields: Problem["fields"]) => ComponentChildren;
}

/** A form in a dialog. What was typed stays when it cannot be saved, and is given up only after a question. */
export function FormDialog({ title, wide, submit, elsewhere, children, ...options }: Props) {
  const form = useForm(options);
  if (form.asking) return <CloseQuestion onBack={form.back} onClose={options.onClose} />;
  return (
    <Dialog title={title} wide={wide ?? false} onClose={form.close}>
      <form class="form" onSubmit={form.submit}>
        <FormBody form={form} submit={submit} elsewhere={elsewhere ?? false}>
          {children(form.fields)}
        </FormBody>
      </form>
    </Dialog>
  );
}
