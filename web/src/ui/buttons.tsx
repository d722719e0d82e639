/** Buttons. */
import { inSentence, t } from "../base/texts.ts";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Pages } from "../hooks/load.ts";
import { announce } from "./announce.tsx";
import { Icon, type IconName } from "./icon.tsx";

type ButtonProps = Omit<JSX.IntrinsicElements["button"], "icon" | "type"> & {
  children: ComponentChildren;
  /** At most one button of a group is primary. */
  kind?: "primary" | "quiet" | "plain" | "danger";
  icon?: IconName | undefined;
  /** Its action is running: shows a spinner and ignores clicks. */
  busy?: boolean;
  submit?: boolean;
};

export function Button({ kind = "quiet", icon, busy, submit, children, ...rest }: ButtonProps) {
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

interface LinkButtonProps {
  onClick: () => void;
  children: ComponentChildren;
}

/** A button that looks like a link, within or below a text. */
export const LinkButton = ({ onClick, children }: LinkButtonProps) => (
  <button type="button" class="link" onClick={onClick}>{children}</button>
);

interface IconButtonProps {
  icon: IconName;
  /** What it does, and with which thing, for screen readers. */
  label: string;
  /** What it does, where the mouse points at it. */
  title?: string | undefined;
  /** Whether it is on, where it is one that switches something. */
  pressed?: boolean;
  /** Whether its icon is drawn filled. */
  filled?: boolean;
  onClick: () => void;
}

/** A button that is only an icon, as beside the things of a list. */
export const IconButton = (
  { icon, label, title, pressed, filled = false, onClick }: IconButtonProps,
) => (
  <button
    type="button"
    class="icon-button"
    aria-label={label}
    aria-pressed={pressed}
    title={title}
    onClick={onClick}
  >
    <Icon name={icon} filled={filled} />
  </button>
);

interface ChipProps {
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  children: ComponentChildren;
}

/** A small button that is chosen or not, such as a filter. */
export function Chip({ chosen, onChoose, children }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={chosen} onClick={() => onChoose(!chosen)}>
      {children}
    </button>
  );
}

interface CopyableProps {
  label: string;
  text: string;
  /** Called when it was copied, by the button or by the keyboard. */
  onCopied?: () => void;
}

/** Copies a text, and says for a while whether that was done. */
function useCopy(label: string, text: string, onCopied?: () => void) {
  const [state, setState] = useState<"" | "copied" | "failed">("");
  useEffect(() => {
    const timer = state && setTimeout(() => setState(""), 4000);
    return () => clearTimeout(timer || undefined);
  }, [state]);
  const copy = async () => {
    const next = await navigator.clipboard.writeText(text).then(() => "copied", () => "failed");
    setState(next as "copied" | "failed");
    if (next === "copied") onCopied?.();
    announce(next === "copied" ? t("{0} copied.", label) : t("Copying failed; select the text."));
  };
  return { state, copy: () => void copy() };
}

/** A button that copies the text beside it. */
export function CopyButton(
  { text, label = t("Copy {0}", text) }: { text: string; label?: string },
) {
  const { state, copy } = useCopy(text, text);
  return (
    <IconButton
      icon={state === "copied" ? "check" : state === "failed" ? "alert" : "copy"}
      label={label}
      title={t("Copy")}
      onClick={copy}
    />
  );
}

/** Text with a button that copies it; the user can select it where the clipboard is not available. */
export function Copyable({ label, text, onCopied }: CopyableProps) {
  const { state, copy } = useCopy(label, text, onCopied);
  return (
    <div class="stack start">
      <pre class="code break sunken" onCopy={onCopied}><code>{text}</code></pre>
      <Button icon={state === "copied" ? "check" : "copy"} onClick={copy}>
        {state === "copied"
          ? t("Copied")
          : state === "failed"
          ? t("Select the text")
          : t("Copy {0}", inSentence(label))}
      </Button>
    </div>
  );
}

/** The button that loads the next page of a list. */
export function LoadMore<T extends { id: string }>(
  { pages, what }: { pages: Pages<T>; what: string },
) {
  const { data, hasMore, loadingMore, moreProblem } = pages;
  if (!data || !hasMore) return null;
  const load = () => void pages.more().then(() => announce(t("More {0} loaded.", t(what))));
  return (
    <div class="more flow gap-3">
      {moreProblem && <p class="field-problem" role="alert">{moreProblem.detail}</p>}
      <Button busy={loadingMore} onClick={load}>{t("Load more {0}", t(what))}</Button>
      <span class="fine">{t("{0} of {1}", data.data.length, data.total)}</span>
    </div>
  );
}
