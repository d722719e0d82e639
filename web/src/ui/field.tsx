import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { takeInvalid } from "./validity.ts";

type Props = Omit<JSX.IntrinsicElements["input"], "id" | "onInput" | "value"> & {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  problem?: string | undefined;
};

/** A label, an input, a hint and an error message. */
export function Field({ label, value, onValue, hint, problem, ...rest }: Props) {
  const id = useId();
  const [invalid, setInvalid] = useState<string>();
  const shown = problem ?? invalid;
  const about = [hint && `${id}-hint`, shown && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...rest}
        id={id}
        class="input"
        value={value}
        onInput={(event) => {
          setInvalid(undefined);
          onValue(event.currentTarget.value);
        }}
        onInvalid={(event) => setInvalid(takeInvalid(event))}
        aria-invalid={shown ? "true" : undefined}
        aria-describedby={about || undefined}
      />
      {hint && <p id={`${id}-hint`} class="hint">{hint}</p>}
      {shown && <p id={`${id}-problem`} class="field-problem">{shown}</p>}
    </div>
  );
}

/** A field for a password, with a button that shows it. */
export function PasswordField(props: Omit<Props, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div class="password">
      <Field {...props} type={shown ? "text" : "password"} spellcheck={false} />
      <button
        type="button"
        class="password-eye"
        aria-pressed={shown}
        aria-label={`Show the ${props.label.toLowerCase()}`}
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" />
      </button>
    </div>
  );
}
