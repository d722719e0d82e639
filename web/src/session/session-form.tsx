import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { hrefOf, type View as ViewName } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { Field, PasswordField } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import type { FormState } from "./use-form.ts";

interface Props {
  title: string;
  form: FormState;
  /** The text of the button. */
  submit: string;
  /** Links to other views: the view and the text of each. */
  links: Partial<Record<ViewName, string>>;
  before?: ComponentChildren;
  after?: ComponentChildren;
  children: ComponentChildren;
}

/** A view with one form: error message, fields, button and links to other views. */
export function SessionForm({ title, form, submit, links, before, after, children }: Props) {
  return (
    <View title={title}>
      {before}
      <form class="form" onSubmit={form.onSubmit}>
        {form.problem && <Notice tone="danger">{form.problem}</Notice>}
        {children}
        <Button submit kind="primary" busy={form.busy}>{submit}</Button>
      </form>
      {after}
      <Links to={links} />
    </View>
  );
}

/** Links to other views, at the end of a view. */
export function Links({ to }: { to: Props["links"] }) {
  return (
    <p class="links">
      {Object.entries(to).map(([view, text]) => (
        <a key={view} href={hrefOf(view as ViewName)}>{text}</a>
      ))}
    </p>
  );
}

/** The e-mail address that was typed last, to fill in the next form. */
let typedAddress = "";

export function forgetAddress(): void {
  typedAddress = "";
}

export function useAddress() {
  const [address, setAddress] = useState(typedAddress);
  const keep = (value: string) => {
    typedAddress = value;
    setAddress(value);
  };
  return { address, keep, forget: () => keep("") };
}

interface FieldProps {
  value: string;
  onValue: (value: string) => void;
}

export function AddressField(
  { value, onValue, label = "E-mail address" }: FieldProps & { label?: string },
) {
  return (
    <Field
      label={label}
      type="email"
      autocomplete="username"
      required
      value={value}
      onValue={onValue}
    />
  );
}

/** A field to choose a new password. */
export function NewPasswordField({ label, value, onValue }: FieldProps & { label: string }) {
  return (
    <PasswordField
      label={label}
      autocomplete="new-password"
      required
      minLength={6}
      hint="At least 6 characters. A few words in a row are easy to remember."
      value={value}
      onValue={onValue}
    />
  );
}
