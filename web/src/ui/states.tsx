/** What stands where nothing is, yet or at all. */
import { t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import type { Problem } from "../base/problem.ts";
import type { Loaded, Pages } from "../hooks/load.ts";
import { Button, LinkButton, LoadMore } from "./buttons.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** A placeholder while a list is loading. */
export function Loading({ what, rows = 3 }: { what: string; rows?: number }) {
  return (
    <div class="loading" role="status">
      <span class="unseen">{t("Loading {0}…", t(what))}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton line gap-4">
          <span class="avatar skeleton-disc" />
          <span class="skeleton-lines" />
        </div>
      ))}
    </div>
  );
}

/** An error with its reason and a button to try again. */
export function Failed({ problem, retry }: { problem: Problem; retry?: (() => void) | undefined }) {
  return (
    <div class="state stack quiet centre" role="alert">
      <Icon name={problem.code === "unreachable" ? "offline" : "alert"} />
      <p class="state-title">{problem.title}</p>
      <p>{problem.detail}</p>
      {problem.requestId && <p class="fine">{t("Request {0}", problem.requestId)}</p>}
      {retry && <Button onClick={retry}>{t("Try again")}</Button>}
    </div>
  );
}

export function Empty(
  { icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren },
) {
  return (
    <div class="state stack quiet centre">
      <Icon name={icon} />
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

interface BannerProps {
  icon: IconName;
  /** A button at its end. */
  action?: string | undefined;
  onAction?: () => void;
  children: ComponentChildren;
}

/** A line above the whole page. */
export function Banner({ icon, action, onAction = () => {}, children }: BannerProps) {
  return (
    <p class="offline line label">
      <Icon name={icon} />
      <span class="break">{children}</span>
      {action && <LinkButton onClick={onAction}>{action}</LinkButton>}
    </p>
  );
}

/** One line above or inside a form: what was done, what there is to know, or what went wrong. */
export function Notice(
  { tone = "calm", children }: {
    tone?: "calm" | "info" | "warning" | "danger";
    children: ComponentChildren;
  },
) {
  return (
    <div class={`notice notice-${tone} label break`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={tone === "calm" ? "check" : "alert"} />
      <div>{children}</div>
    </div>
  );
}

interface ShownProps<T> {
  of: Pick<Loaded<T>, "data" | "problem" | "reload">;
  /** What is loaded, in words for screen readers. */
  what: string;
  /** How many rows the placeholder has. */
  rows?: number;
  children: (data: T) => ComponentChildren;
}

/** What was loaded, a placeholder until it is there, or why it is not. */
export function Shown<T>({ of: { data, problem, reload }, what, rows, children }: ShownProps<T>) {
  if (problem) return <Failed problem={problem} retry={reload} />;
  if (data === undefined) return <Loading what={what} {...(rows && { rows })} />;
  return <>{children(data)}</>;
}

interface ListingProps<T extends { id: string }> extends Omit<ShownProps<T[]>, "of"> {
  pages: Pages<T>;
  /** What more of is loaded by the button; the same as `what` unless it is said. */
  more?: string;
  /** What stands there instead of an empty list. */
  empty: ComponentChildren;
}

/** A list that is loaded page by page. */
export function Listing<T extends { id: string }>(props: ListingProps<T>) {
  const { pages, what, rows = 4, more = what, empty, children } = props;
  return (
    <Shown of={pages} what={what} rows={rows}>
      {({ data, total }) =>
        total === 0
          ? empty
          : (
            <div aria-busy={pages.loading} class={pages.loading ? "section stale" : "section"}>
              {children(data)}
              <LoadMore pages={pages} what={more} />
            </div>
          )}
    </Shown>
  );
}
