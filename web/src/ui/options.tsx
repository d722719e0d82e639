import { useEffect, useRef, useState } from "preact/hooks";

export interface Option {
  key: string;
  label: string;
  /** What it is told apart by beside its label. */
  about: string;
}

interface Choice {
  /** That of the input, with which those of the list and its options begin. */
  id: string;
  open: boolean;
  /** How many options there are. */
  count: number;
  /** Called for an arrow while the list is closed. */
  onOpen: () => void;
  onChoose: (index: number) => void;
  onClose: () => void;
}

/** An input with a list of options, by the combobox pattern of ARIA: its keys, and what it says of the list. */
export function useOptions({ id, open, count, onOpen, onChoose, onClose }: Choice) {
  const [active, setActive] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && open) setActive((active + step + count) % Math.max(1, count));
    else if (step) onOpen();
    else if (event.key === "Enter" && open) onChoose(active);
    else if (event.key === "Escape" && open) onClose();
    else return;
    event.preventDefault();
  };
  const input = {
    id,
    class: "input",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": open,
    "aria-controls": `${id}-list`,
    "aria-activedescendant": open && active < count ? `${id}-${active}` : undefined,
    autocomplete: "off",
    spellcheck: false,
    onBlur: onClose,
    onKeyDown,
  } as const;
  return { active, setActive, input };
}

interface ListProps {
  /** That of the input. */
  id: string;
  label: string;
  open: boolean;
  options: Option[];
  active: number;
  /** What is said below the options, or instead of them. */
  rest?: string | undefined;
  onChoose: (index: number) => void;
}

/** The list of `useOptions`. */
export function OptionList({ id, label, open, options, active, rest, onChoose }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const keys = options.map(({ key }) => key).join();
  useEffect(() => {
    if (!open) return;
    // In a dialog it may be below what is seen.
    list.current?.scrollIntoView({ block: "nearest" });
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, keys, active]);
  return (
    <ul
      id={`${id}-list`}
      ref={list}
      class="options"
      role="listbox"
      aria-label={label}
      hidden={!open}
    >
      {options.map(({ key, label, about }, index) => (
        <li
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Before the input loses the focus, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          <span>{label}</span>
          <span class="fine">{about}</span>
        </li>
      ))}
      {open && rest && (
        <li role="option" aria-disabled="true" aria-selected="false" class="options-rest">
          {rest}
        </li>
      )}
    </ul>
  );
}
