import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { enterDialog } from "./dialog-history.ts";

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
