import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";

/** What was typed and not saved yet, by where: in memory, and of one account only. */
export const DraftsContext = createContext<Map<string, string> | undefined>(undefined);

/** A text that is still there when its view is opened again. */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const drafts = useContext(DraftsContext);
  if (!drafts) throw new Error("There are no drafts outside of an account.");
  const [text, setText] = useState(drafts.get(key) ?? "");
  const keep = (next: string) => {
    if (next) drafts.set(key, next);
    else drafts.delete(key);
    setText(next);
  };
  return [text, keep];
}
