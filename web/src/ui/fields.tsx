/** Fields with their label, hint and problem. */
import { inSentence, t } from "../base/texts.ts";
import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "./buttons.tsx";

/** What is wrong with the value of a field, in the words of the page instead of a bubble of the browser. */
function problemOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  const { validity, value, minLength, type } = field;
  if (validity.valueMissing || (validity.patternMismatch && !value.trim())) {
    return t("Fill this in.");
  }
  if (validity.typeMismatch && type === "email") return t("This is not an e-mail address.");
  if (validity.tooShort) return t("At least {0} characters are needed.", minLength);
  if (validity.badInput && type === "date") return t("This is not a date.");
  return field.validationMessage;
}

/**
 * Keeps the browser from showing its bubble for a field of a form that is sent, and returns the words
 * to show beside it. The first such field of the form gets the focus, as the browser would give it.
 */
function takeInvalid(event: Event): string {
  const field = event.currentTarget as HTMLInputElement;
  event.preventDefault();
  const first = field.form?.querySelector(":is(input, textarea, select):invalid");
  if (first === field) field.focus();
  return problemOf(field);
}

/** What connects a control with its label and with what is said of it. */
export interface Control {
  id: string;
  class: string;
  "aria-invalid": "true" | undefined;
  "aria-describedby": string | undefined;
}

interface LabelledProps {
  label: string;
  /** Without a label that is seen. */
  quiet?: boolean | undefined;
  hint?: string | undefined;
  problem?: string | undefined;
  children: (control: Control) => ComponentChildren;
}

/** A label, a control, a hint and an error message. */
export function Labelled({ label, quiet, hint, problem, children }: LabelledProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field stack gap-1">
      <label for={id} class={quiet ? "unseen" : "label strong break"}>{label}</label>
      {children({
        id,
        class: "input",
        "aria-invalid": problem ? "true" : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {hint && <p id={`${id}-hint`} class="fine">{hint}</p>}
      {problem && <p id={`${id}-problem`} class="field-problem">{problem}</p>}
    </div>
  );
}

type FieldProps = Omit<JSX.IntrinsicElements["input"], "id" | "onInput" | "value"> & {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Why its form cannot be sent, which is shown once somebody tries. */
  invalid?: string | undefined;
};

/** A field for one line. */
export function Field({ label, value, onValue, hint, problem, invalid = "", ...rest }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current!.setCustomValidity(invalid), [invalid]);
  const [refused, setRefused] = useState<string>();
  return (
    <Labelled label={label} hint={hint} problem={problem ?? refused}>
      {(control) => (
        <input
          {...rest}
          {...control}
          ref={input}
          value={value}
          onInput={(event) => {
            setRefused(undefined);
            onValue(event.currentTarget.value);
          }}
          onInvalid={(event) => setRefused(takeInvalid(event))}
        />
      )}
    </Labelled>
  );
}

/** A field for a password, with a button that shows it. */
export function PasswordField(props: Omit<FieldProps, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div class="password">
      <Field {...props} type={shown ? "text" : "password"} spellcheck={false} />
      <IconButton
        icon="eye"
        label={t("Show the {0}", inSentence(props.label))}
        pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

interface CodeFieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  onValue: (code: string) => void;
}

/** A code of a few digits, from an app or a mail. */
export function CodeField({ label, hint, value, onValue }: CodeFieldProps) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      autocomplete="one-time-code"
      required
      maxLength={10}
      hint={hint}
      value={value}
      // Apps show it in groups.
      onValue={(typed) => onValue(typed.replace(/\D/g, ""))}
    />
  );
}

interface SelectFieldProps<Value extends string> extends Omit<LabelledProps, "children"> {
  value: Value;
  onValue: (value: Value) => void;
  options: readonly (readonly [value: Value, words: string])[];
  disabled?: boolean;
}

/** A label with a list to choose from. */
export function SelectField<Value extends string>(
  { value, onValue, options, disabled, ...rest }: SelectFieldProps<Value>,
) {
  return (
    <Labelled {...rest}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onValue(event.currentTarget.value as Value)}
        >
          {options.map(([each, words]) => <option key={each} value={each}>{words}</option>)}
        </select>
      )}
    </Labelled>
  );
}

type TextAreaProps =
  & Omit<JSX.IntrinsicElements["textarea"], "id" | "label" | "onInput" | "value">
  & Omit<LabelledProps, "hint" | "children">
  & { value: string; onValue: (value: string) => void };

/** A field for longer text, which grows with it. */
export function TextArea({ label, quiet, value, onValue, problem, ...rest }: TextAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = element.current!;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, 480)}px`;
  }, [value]);
  return (
    <Labelled label={label} quiet={quiet} problem={problem}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          ref={element}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

type ChoiceProps = Omit<JSX.IntrinsicElements["input"], "id" | "label" | "onChange"> & {
  type: "radio" | "checkbox";
  label: ComponentChildren;
  /** One sentence about it. */
  hint?: string | undefined;
  onChoose: (checked: boolean) => void;
};

/** A radio button or a checkbox with its label and a sentence; a click anywhere on it counts. */
export function Choice({ label, hint, onChoose, ...rest }: ChoiceProps) {
  const id = useId();
  return (
    <label class="choice">
      <input
        {...rest}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span>
        <span id={id} class="choice-label">{label}</span>
        {hint && <span id={`${id}-hint`} class="fine">{hint}</span>}
      </span>
    </label>
  );
}

interface GroupProps {
  legend: string;
  problem?: string | undefined;
  children: ComponentChildren;
}

/** Choices that belong together. */
export function ChoiceGroup({ legend, problem, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset class="choices stack gap-1" aria-describedby={problem ? id : undefined}>
      <legend class="label strong break">{legend}</legend>
      {children}
      {problem && <p id={id} class="field-problem">{problem}</p>}
    </fieldset>
  );
}
