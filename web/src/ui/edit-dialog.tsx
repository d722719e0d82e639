import type { ComponentChildren } from "preact";
import type { Problem } from "../api/problem.ts";
import { type EditOptions, useEdit } from "../hooks/use-edit.ts";
import { FormDialog } from "./form-dialog.tsx";

interface Props<T, D extends object, B extends object> extends EditOptions<T, D, B> {
  title: string;
  wide?: boolean;
  /** The text of the button. */
  submit: string;
  /** Members whose problems the form shows beside their fields: the beginnings of their pointers. */
  placed: readonly string[];
  children: (
    draft: D,
    set: (change: Partial<D>) => void,
    fields: Problem["fields"],
  ) => ComponentChildren;
}

/** A form in a dialog that makes a resource, or changes one. */
export function EditDialog<T extends { id: string }, D extends object, B extends object>(
  { title, wide = false, submit, placed, children, ...options }: Props<T, D, B>,
) {
  const { draft, set, dirty, elsewhere, save, giveUp } = useEdit(options);
  return (
    <FormDialog
      title={title}
      wide={wide}
      dirty={dirty}
      elsewhere={elsewhere}
      submit={submit}
      save={save}
      isKept
      onClose={giveUp}
      placed={placed}
    >
      {(fields) => children(draft, set, fields)}
    </FormDialog>
  );
}
