import type { ComponentChildren } from "preact";

interface Props {
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  children: ComponentChildren;
}

/** A small button that is chosen or not, such as a filter. */
export function Chip({ chosen, onChoose, children }: Props) {
  return (
    <button type="button" class="chip" aria-pressed={chosen} onClick={() => onChoose(!chosen)}>
      {children}
    </button>
  );
}
