import { useRef, useState } from "preact/hooks";
import { useKeptEdit } from "./form/use-contact-edit.ts";

/** Whether the details of a contact are edited, and where the focus goes. */
export function useDetailsEdit(id: string) {
  const kept = useKeptEdit(id);
  const [editing, setEditing] = useState(kept);
  // How often a button asked for it: each time the focus goes to the fields.
  const [asked, setAsked] = useState(0);
  const opener = useRef<HTMLElement>();
  const button = useRef<HTMLDivElement>(null);
  return {
    editing,
    asked,
    /** Around the button of the details, which is not there while they are edited. */
    button,
    open: (by: HTMLElement) => {
      opener.current = by;
      setEditing(true);
      setAsked((times) => times + 1);
    },
    close: () => {
      setEditing(false);
      // After the question whether to close, which takes the focus with it.
      setTimeout(() => {
        const by = opener.current?.isConnected ? opener.current : undefined;
        (by ?? button.current?.querySelector("button"))?.focus();
      });
    },
  };
}

export type DetailsEdit = ReturnType<typeof useDetailsEdit>;
