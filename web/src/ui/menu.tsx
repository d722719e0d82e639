import { useId, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

export interface MenuAction {
  label: string;
  icon?: IconName;
  run: () => void;
}

interface Props {
  /** What it is about, for screen readers. */
  label: string;
  /** What the button shows instead of an icon; the label begins with it. */
  text?: string;
  icon?: IconName;
  actions: MenuAction[];
}

/** A button that opens a list of actions. The browser closes it by Escape or a press elsewhere. */
export function Menu({ label, text, icon = "more", actions }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = () => {
    const menu = list.current!;
    if (!menu.matches(":popover-open")) return;
    const { bottom, top, right } = button.current!.getBoundingClientRect();
    const below = bottom + menu.offsetHeight + 8 <= innerHeight;
    menu.style.top = `${below ? bottom + 4 : Math.max(8, top - menu.offsetHeight - 4)}px`;
    menu.style.left = `${Math.max(8, right - menu.offsetWidth)}px`;
    menu.querySelector("button")?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...list.current!.querySelectorAll("button")];
    const next = items.indexOf(document.activeElement as HTMLButtonElement) + step;
    items[(next + items.length) % items.length]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={text ? "button button-plain" : "icon-button"}
        aria-label={label}
        title={text ? undefined : label}
        popovertarget={id}
      >
        {text ?? <Icon name={icon} />}
      </button>
      <div ref={list} id={id} class="menu" popover="auto" onToggle={place} onKeyDown={move}>
        {actions.map(({ label, icon, run }) => (
          <button
            key={label}
            type="button"
            class="menu-item"
            onClick={() => {
              list.current?.hidePopover();
              run();
            }}
          >
            {icon && <Icon name={icon} />}
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
