import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

type Props = Omit<JSX.IntrinsicElements["input"], "id" | "label" | "onChange"> & {
  type: "radio" | "checkbox";
  label: ComponentChildren;
  /** One sentence about it. */
  hint?: string | undefined;
  onChoose: (checked: boolean) => void;
};

/** A radio button or a checkbox with its label and a sentence; a click anywhere on it counts. */
export function Choice({ label, hint, onChoose, ...rest }: Props) {
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
        {hint && <span id={`${id}-hint`} class="hint">{hint}</span>}
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
    <fieldset class="choices" aria-describedby={problem ? id : undefined}>
      <legend>{legend}</legend>
      {children}
      {problem && <p id={id} class="field-problem">{problem}</p>}
    </fieldset>
  );
}
