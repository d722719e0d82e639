/** The list of what is found while one types. */
import { useEffect, useState } from "preact/hooks";
import { Avatar } from "./avatar.tsx";
import { Icon, type IconName } from "./icon.tsx";

export interface Option {
  key: string;
  label: string;
  /** What it is told apart by beside its label. */
  about?: string | undefined;
  /** Shown before the label; people have a photo or initials instead. */
  icon?: IconName | undefined;
  photoUrl?: string | null | undefined;
  /** Stays the first whatever else is found, so that Enter need not wait. */
  sure?: boolean;
  /** Not what was asked for: it is only taken once it was seen. */
  guess?: boolean;
  run: () => void;
}

export interface Group {
  title: string;
  options: Option[];
}

interface Choice {
  /** That of the input, with which those of the list and its options begin. */
  id: string;
  open: boolean;
  options: Option[];
  /** More is being searched for: Enter waits for it. */
  waiting?: boolean;
  /** The search failed: what is shown is not what was asked for. */
  failed?: boolean;
  /** Called for an arrow while the list is closed. */
  onOpen?: () => void;
  /** Called for Escape, and where the input loses the focus. */
  onClose?: () => void;
}

/** An input with a list of options, by the combobox pattern of ARIA: its keys, and what it says of the list. The focus stays in the input. */
export function useOptions(
  { id, open, options, waiting = false, failed = false, onOpen, onClose }: Choice,
) {
  /** That of the option that is chosen: the first one, until somebody moves. */
  const [key, setKey] = useState<string>();
  const [entered, setEntered] = useState(false);
  const at = Math.max(0, options.findIndex((option) => option.key === key));
  const point = (key?: string) => {
    setEntered(false);
    setKey(key);
  };
  useEffect(() => {
    if (!entered || waiting) return;
    setEntered(false);
    const option = options[at];
    if (option && !option.guess && !failed) option.run();
  }, [entered, waiting]);
  useEffect(() => {
    if (!open) return;
    // In a dialog the list may be below what is seen.
    for (const part of ["list", at]) {
      document.getElementById(`${id}-${part}`)?.scrollIntoView({ block: "nearest" });
    }
  }, [open, options.map((option) => option.key).join(), at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[at];
    if (step && open) point(options[(at + step + options.length) % options.length]?.key);
    else if (step && onOpen) onOpen();
    else if (event.key === "Enter" && open) {
      if (waiting && key === undefined && !option?.sure) setEntered(true);
      else option?.run();
    } else if (event.key === "Escape" && open && onClose) onClose();
    else return;
    event.preventDefault();
  };
  const input = {
    id,
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": open,
    "aria-controls": `${id}-list`,
    "aria-activedescendant": open && options.length > 0 ? `${id}-${at}` : undefined,
    autocomplete: "off",
    spellcheck: false,
    onBlur: onClose,
    onKeyDown,
  } as const;
  return { at, point, input };
}

interface ListProps {
  /** That of the input. */
  id: string;
  label: string;
  open: boolean;
  /** Those without a title stand alone. */
  groups: Group[];
  at: number;
  /** What is said below the options, or instead of them. */
  rest?: string | undefined;
  /** Whether each shows its icon or who it is, as in the palette. */
  look?: "palette";
  /** Called when the pointer moves over one. */
  onPoint?: (key: string) => void;
}

/** The list of `useOptions`. */
export function OptionList({ id, label, open, groups, at, rest, look, onPoint }: ListProps) {
  let count = 0;
  const drawn = ({ key, label, about, icon, photoUrl, run }: Option) => {
    const index = count++;
    return (
      <div
        key={key}
        id={`${id}-${index}`}
        class={look ? "palette-option line gap-3" : "line gap-3 spread"}
        role="option"
        aria-selected={index === at}
        onPointerMove={() => onPoint?.(key)}
        // The focus stays in the input, which would close the list.
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      >
        {look &&
          (icon ? <Icon name={icon} /> : <Avatar name={label} photoUrl={photoUrl ?? null} />)}
        <span class={look && "clip"}>{label}</span>
        {about && <span class={look ? "palette-about fine clip" : "fine"}>{about}</span>}
      </div>
    );
  };
  return (
    <div
      id={`${id}-list`}
      class={look ? "palette-list" : "options"}
      role="listbox"
      aria-label={label}
      hidden={!open}
    >
      {groups.filter(({ options }) => options.length > 0).map(({ title, options }, group) =>
        title
          ? (
            <div key={title} role="group" aria-labelledby={`${id}-title-${group}`}>
              <p id={`${id}-title-${group}`} class="palette-title fine strong">{title}</p>
              {options.map(drawn)}
            </div>
          )
          : options.map(drawn)
      )}
      {open && rest && (
        <div role="option" aria-disabled="true" aria-selected="false" class="options-rest">
          {rest}
        </div>
      )}
    </div>
  );
}
