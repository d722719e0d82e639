import { hrefOf, type View } from "./router.ts";

interface Props {
  label: string;
  /** The views with their names. */
  tabs: Partial<Record<View, string>>;
  current: View;
}

/** Leads between the views of one place. */
export function Tabs({ label, tabs, current }: Props) {
  return (
    <nav class="tabs" aria-label={label}>
      {(Object.keys(tabs) as View[]).map((view) => (
        <a key={view} href={hrefOf(view)} aria-current={view === current ? "page" : undefined}>
          {tabs[view]}
        </a>
      ))}
    </nav>
  );
}
