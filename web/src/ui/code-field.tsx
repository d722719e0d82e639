import { Field } from "./field.tsx";

interface Props {
  label: string;
  hint?: string | undefined;
  value: string;
  onValue: (code: string) => void;
}

/** A code of a few digits, from an app or a mail. */
export function CodeField({ label, hint, value, onValue }: Props) {
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
