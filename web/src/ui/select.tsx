import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  children: ComponentChildren;
}

/** A label with a list to choose from. */
export function SelectField({ label, value, onValue, hint, children }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {children}
      </select>
      {hint && <p id={`${id}-hint`} class="hint">{hint}</p>}
    </div>
  );
}
