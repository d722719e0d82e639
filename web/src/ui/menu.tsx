/** A button that opens a list of actions. */
import { useId, useRef } from "preact/hooks";
import { useListener } from "../hooks/events.ts";
import { Icon, type IconName } from "./icon.tsx";

/** Something to do, or a place to go to. */
export type MenuAction = {
  label: string;
  icon?: IconName;
} & ({ run: () => void } | { href: string; current?: boolean });

interface Props {
  /** What it is about, for screen readers. */
  label: string;
  /** What the button shows instead of an icon; the label begins with it. */
  text?: string;
  icon?: IconName;
  /** A class of its own for the button that shows a text. */
  kind?: string;
  /** Whether it is one of the tabs of a phone, where its label is shown too: with a class of its own. */
  tab?: string;
  /** What stands above the actions. */
  head?: string;
  actions: MenuAction[];
}

/** A button that opens a list of actions. The browser closes it by Escape or a press elsewhere. */
export function Menu(
  { label, text, icon = "more", kind = "button-plain", tab, head, actions }: Props,
) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = () => {
    const menu = list.current;
    // Told after it is closed too, when it may not be there any more.
    if (!menu?.matches(":popover-open")) return;
    const { bottom, top, right } = button.current!.getBoundingClientRect();
    const below = bottom + menu.offsetHeight + 8 <= innerHeight;
    menu.style.top = `${below ? bottom + 4 : Math.max(8, top - menu.offsetHeight - 4)}px`;
    menu.style.left = `${Math.max(8, right - menu.offsetWidth)}px`;
  };
  useListener(globalThis, "resize", place);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...list.current!.querySelectorAll<HTMLElement>(".menu-item")];
    const next = items.indexOf(document.activeElement as HTMLElement) + step;
    items[(next + items.length) % items.length]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={tab ? `tab-button ${tab}` : text ? `button ${kind}` : "icon-button"}
        aria-label={label}
        title={text ? undefined : label}
        popovertarget={id}
      >
        {text ?? <Icon name={icon} />}
        {tab && <span class="tab-label">{label}</span>}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        popover="auto"
        onToggle={() => {
          place();
          list.current?.querySelector<HTMLElement>(":popover-open > .menu-item")?.focus();
        }}
        onKeyDown={move}
      >
        {head && <p class="menu-head fine clip">{head}</p>}
        {actions.map((action) => {
          const shared = {
            class: "menu-item line gap-3",
            onClick: () => {
              list.current?.hidePopover();
              if ("run" in action) action.run();
            },
          };
          const parts = (
            <>
              {action.icon && <Icon name={action.icon} />}
              {action.label}
            </>
          );
          if ("run" in action) {
            return <button key={action.label} {...shared} type="button">{parts}</button>;
          }
          const current = action.current ? "page" : undefined;
          return (
            <a key={action.label} {...shared} href={action.href} aria-current={current}>{parts}</a>
          );
        })}
      </div>
    </>
  );
}
