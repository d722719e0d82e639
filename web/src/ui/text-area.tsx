import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

type Props = Omit<JSX.IntrinsicElements["textarea"], "id" | "label" | "onInput" | "value"> & {
  label: string;
  /** Without a label that is seen. */
  quiet?: boolean;
  value: string;
  onValue: (value: string) => void;
  problem?: string | undefined;
};

/** A field for longer text, which grows with it. */
export function TextArea({ label, quiet, value, onValue, problem, ...rest }: Props) {
  const id = useId();
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = element.current!;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, 480)}px`;
  }, [value]);
  return (
    <div class="field">
      <label for={id} class={quiet ? "unseen" : undefined}>{label}</label>
      <textarea
        {...rest}
        ref={element}
        id={id}
        class="input"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        aria-invalid={problem ? "true" : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
      />
      {problem && <p id={`${id}-problem`} class="field-problem">{problem}</p>}
    </div>
  );
}
