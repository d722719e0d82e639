import type { ComponentChildren } from "preact";
import type { Problem } from "../api/problem.ts";
import { Button, LinkButton } from "./buttons.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** A placeholder while a list is loading. */
export function Loading({ what, rows = 3 }: { what: string; rows?: number }) {
  return (
    <div class="loading" role="status">
      <span class="unseen">Loading {what}…</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton line gap-4">
          <span class="skeleton-disc" />
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
      {problem.requestId && <p class="fine">Request {problem.requestId}</p>}
      {retry && <Button onClick={retry}>Try again</Button>}
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
  { tone = "calm", children }: { tone?: "calm" | "info" | "danger"; children: ComponentChildren },
) {
  return (
    <div class={`notice notice-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={tone === "calm" ? "check" : "alert"} />
      <div>{children}</div>
    </div>
  );
}
