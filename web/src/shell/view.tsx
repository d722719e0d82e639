/** The heading of a view, its title and its focus. */
import { t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { hrefOf, type View } from "./router.ts";

interface ViewProps {
  title: string;
  /** Buttons beside the heading. */
  actions?: ComponentChildren;
  /** Whether what is in it returns to where it was, and takes the focus there. */
  returns?: boolean;
  children: ComponentChildren;
}

let isFirst = true;

/**
 * A view sets the title of the document and moves the focus to its heading, so that a screen reader
 * announces it and the next Tab continues from there. Both happen before the view is painted.
 */
export function View({ title, actions, returns = false, children }: ViewProps) {
  const element = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isFirst && !returns) {
      // A person beside the list does not take that to its top.
      if (!element.current?.closest(".side-person")) scrollTo(0, 0);
      element.current?.focus({ preventScroll: true });
    }
    isFirst = false;
  }, []);
  useLayoutEffect(() => {
    const before = document.title;
    document.title = `${title} · Kith`;
    // Where two views stand side by side, the title is that of the one that is left.
    return () => void (document.title = before);
  }, [title]);
  const h1 = <h1 ref={element} tabIndex={-1}>{title}</h1>;
  return (
    <>
      {actions ? <div class="flow gap-3 spread">{h1}{actions}</div> : h1}
      {children}
    </>
  );
}

/** Views that lead to each other. */
const groups: { label: string; tabs: Partial<Record<View, string>> }[] = [
  { label: t("Activity"), tabs: { activity: t("What was done"), trash: t("Trash") } },
  { label: t("Notes and reminders"), tabs: { notes: t("Notes"), reminders: t("Reminders") } },
];

/** Leads between the views of one place. */
export function Tabs({ current }: { current: View }) {
  const { label, tabs } = groups.find(({ tabs }) => current in tabs)!;
  return (
    <nav class="tabs line gap-4" aria-label={label}>
      {(Object.keys(tabs) as View[]).map((view) => (
        <a key={view} href={hrefOf(view)} aria-current={view === current ? "page" : undefined}>
          {tabs[view]}
        </a>
      ))}
    </nav>
  );
}
