import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface Props {
  title: string;
  /** Also called by Escape. */
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * A modal dialog: the browser keeps the focus inside while it is there, and gives it back to where
 * it was when it goes.
 */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // What opened it may go with what was done in it, in this same drawing.
      queueMicrotask(() => {
        const target = before?.isConnected ? before : document.querySelector<HTMLElement>("h1");
        target?.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
