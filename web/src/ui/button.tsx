import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

type Props = Omit<JSX.IntrinsicElements["button"], "icon" | "type"> & {
  children: ComponentChildren;
  /** At most one button of a group is primary. */
  kind?: "primary" | "quiet" | "plain" | "danger";
  icon?: IconName | undefined;
  /** Its action is running: shows a spinner and ignores clicks. */
  busy?: boolean;
  submit?: boolean;
};

export function Button({ kind = "quiet", icon, busy, submit, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={submit ? "submit" : "button"}
      class={`button button-${kind}`}
      aria-disabled={busy ? "true" : undefined}
      aria-busy={busy ? "true" : undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span class="spinner" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}
