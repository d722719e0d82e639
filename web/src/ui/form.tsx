/** Forms that keep what was typed, and ask before it is given up. */
import { rich, t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Problem } from "../base/problem.ts";
import { useAction } from "../hooks/load.ts";
import { type EditOptions, type Elsewhere, useEdit } from "../hooks/use-edit.ts";
import { announce, retract } from "./announce.tsx";
import { capitalized, nameInWords } from "../base/words.ts";
import { Button, LinkButton } from "./buttons.tsx";
import { Dialog, Question } from "./dialog.tsx";
import { Notice } from "./states.tsx";

/** The browser asks before it leaves the page or loads it again. */
export function useUnloadQuestion(ask: boolean): void {
  // In time with what is shown: at once when there is nothing left to lose.
  useLayoutEffect(() => {
    if (!ask) return;
    const prevent = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", prevent);
    return () => removeEventListener("beforeunload", prevent);
  }, [ask]);
}

interface FormOptions {
  /** Sends it. What it throws is said in the form, such as a `Refused`. */
  save: () => Promise<unknown>;
  /** Whether something was typed that is not saved. */
  dirty?: boolean;
  onClose?: () => void;
  /** Whether what was typed is still there when the page was left or loaded again. */
  isKept?: boolean;
  /** Members whose problems the form shows beside their fields: the beginnings of their pointers. */
  placed?: readonly string[];
  /** What was typed: a refusal of it goes away when it changes. */
  of?: unknown;
}

type Form = ReturnType<typeof useForm>;

const noFields: Problem["fields"] = {};
const sending = t("Sending…");

/** A form whose text stays when it cannot be saved, and is given up only after a question. */
export function useForm(
  { save, dirty = false, onClose = () => {}, isKept, placed = [], of }: FormOptions,
) {
  const { busy, problem, run, clear } = useAction();
  const [asking, setAsking] = useState(false);
  useUnloadQuestion(dirty && !isKept);
  useLayoutEffect(clear, [of]);
  const fields = problem?.fields ?? noFields;
  const isPlaced = Object.keys(fields).some((pointer) =>
    placed.some((member) => pointer.startsWith(member))
  );
  return {
    busy,
    /** Whether the question is open that comes before what was typed is given up, from which `back` leads here. */
    asking,
    back: () => setAsking(false),
    /** Closes the form, after that question where something was typed. */
    close: () => dirty ? setAsking(true) : onClose(),
    submit: (event: Event) => {
      event.preventDefault();
      if (busy) return;
      announce(sending);
      void run(save).then(() => retract(sending));
    },
    /** What is wrong, by field. */
    fields,
    /** What to say below the form when it could not be saved. */
    refusal: isPlaced ? t("Some of it cannot be saved. Look at what is marked.") : problem?.detail,
  };
}

interface FormBodyProps {
  form: Form;
  /** The text of the button. */
  submit: string;
  /** What was changed elsewhere since the form was opened. */
  elsewhere?: Elsewhere | undefined;
  children: ComponentChildren;
}

/** What a member holds, in short. */
function valueInWords(value: unknown): string {
  if (Array.isArray(value)) {
    const texts = value.map((each) => typeof each === "object" ? Object.values(each)[0] : "");
    return texts.every(Boolean) && texts.length > 0
      ? texts.join(", ")
      : t("{0} chosen", value.length);
  }
  const text = String(value ?? "").trim();
  return text ? `“${text.length > 120 ? `${text.slice(0, 120)}…` : text}”` : t("nothing");
}

/** The fields of a form, with what there is to know about it and its buttons. */
export function FormBody({ form, submit, elsewhere, children }: FormBodyProps) {
  return (
    <>
      {elsewhere && (
        <Notice tone="danger">
          <p>
            {t(
              "This was changed elsewhere meanwhile. What you typed is kept: look at it, and save it again.",
            )}
          </p>
          {elsewhere.conflicts.map(({ name, mine, theirs }) => (
            <div key={name} class="conflict stack gap-1">
              <p class="label">
                {rich(
                  "{0} elsewhere: {1}. Here: {2}.",
                  <strong>{capitalized(nameInWords(name))}</strong>,
                  valueInWords(theirs),
                  valueInWords(mine),
                )}
              </p>
              <LinkButton
                onClick={() =>
                  elsewhere.take(name)}
              >
                {t("Take that from elsewhere")}
              </LinkButton>
            </div>
          ))}
        </Notice>
      )}
      {children}
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <div class="dialog-actions">
        <Button onClick={form.close}>{t("Cancel")}</Button>
        <Button submit kind="primary" busy={form.busy}>{submit}</Button>
      </div>
    </>
  );
}

/** Asks before what was typed is given up. */
export function CloseQuestion({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  return (
    <Question
      title={t("Close without saving?")}
      keep={t("Back to the form")}
      action={t("Close without saving")}
      run={onClose}
      onClose={onBack}
    >
      <p>{t("What you typed is not saved yet.")}</p>
    </Question>
  );
}

interface FormDialogProps extends FormOptions, Omit<FormBodyProps, "form" | "children"> {
  title: string;
  wide?: boolean;
  onClose: () => void;
  children: (fields: Problem["fields"]) => ComponentChildren;
}

/** A form in a dialog. */
export function FormDialog(
  { title, wide, submit, elsewhere, children, ...options }: FormDialogProps,
) {
  const form = useForm(options);
  if (form.asking) return <CloseQuestion onBack={form.back} onClose={options.onClose} />;
  return (
    <Dialog title={title} wide={wide ?? false} onClose={form.close}>
      <form class="form stack gap-5" onSubmit={form.submit}>
        <FormBody form={form} submit={submit} elsewhere={elsewhere}>
          {children(form.fields)}
        </FormBody>
      </form>
    </Dialog>
  );
}

interface EditDialogProps<T, D extends object, B extends object> extends EditOptions<T, D, B> {
  title: string;
  wide?: boolean;
  /** The text of the button. */
  submit: string;
  placed: readonly string[];
  children: (
    draft: D,
    set: (change: Partial<D>) => void,
    bind: Bind<D>,
    fields: Problem["fields"],
  ) => ComponentChildren;
}

/** Connects a field with a member of the draft, and with the problems of the body's member, which may have another name. */
type Bind<D> = <Name extends keyof D & string>(name: Name, member?: string) => {
  value: D[Name];
  onValue: (value: D[Name]) => void;
  problem: string | undefined;
};

/** A form in a dialog that makes a resource, or changes one. */
export function EditDialog<T extends { id: string }, D extends object, B extends object>(
  { title, wide = false, submit, placed, children, ...options }: EditDialogProps<T, D, B>,
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
      of={draft}
    >
      {(fields) => {
        const bind: Bind<D> = (name, member = name) => ({
          value: draft[name],
          onValue: (value) => set({ [name]: value } as unknown as Partial<D>),
          // The pointer may be that of one of several.
          problem: Object.entries(fields).find(([pointer]) => pointer.split("/")[0] === member)
            ?.[1],
        });
        return children(draft, set, bind, fields);
      }}
    </FormDialog>
  );
}
