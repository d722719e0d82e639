/** A dialog, and a question in one. */
import { t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useAction } from "../hooks/load.ts";
import { Button } from "./buttons.tsx";
import { enterDialog } from "./dialog-history.ts";
import { Notice } from "./states.tsx";

interface DialogProps {
  title: string;
  /** For two columns. */
  wide?: boolean;
  /** Another look: `palette` stands at the top, and its title is for screen readers only. */
  look?: "palette";
  /** Also called by Escape and by going back. The dialog stays open until it is not rendered any more. */
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * A modal dialog. The browser keeps the focus inside; when the dialog is closed, the focus returns to
 * the element that had it before.
 */
export function Dialog({ title, wide, look, onClose, children }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => enterDialog(() => latest.current()), []);
  // Before it is painted: a key that is pressed at once belongs to it.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // After this render, which may also remove the element that opened the dialog.
      queueMicrotask(() => {
        const target = before?.isConnected ? before : document.querySelector<HTMLElement>("h1");
        target?.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={look ?? (wide ? "dialog dialog-wide" : "dialog")}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // Prevented by a list or a dialog inside, which it has closed.
        if (event.key !== "Escape" || event.defaultPrevented) return;
        // Otherwise the browser closes the dialog by itself at the second Escape.
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Closed by the browser, such as by the second press of a phone's back button.
        if (!element.current?.isConnected) return;
        element.current.showModal();
        onClose();
      }}
    >
      <h2 id={id} class={look && "unseen"}>{title}</h2>
      {children}
    </dialog>
  );
}

interface QuestionProps {
  title: string;
  /** The words of the button that does it. */
  action: string;
  /** The words of the one that does not. */
  keep?: string;
  kind?: "danger" | "primary";
  run: () => unknown;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks before something is done. Where that fails, it stays open and says why. */
export function Question(
  { title, action, keep = t("Keep it"), kind = "danger", run, onClose, children }: QuestionProps,
) {
  const { busy, problem, run: start } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      {children}
      <div class="dialog-actions">
        <Button onClick={onClose}>{keep}</Button>
        <Button kind={kind} busy={busy} onClick={() => void start(run)}>{action}</Button>
      </div>
    </Dialog>
  );
}
