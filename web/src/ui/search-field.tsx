/** The field that searches a list. */
import { useEffect, useRef, useState } from "preact/hooks";
import { longestSearch } from "../base/limits.ts";
import { Icon } from "./icon.tsx";

interface Props {
  label: string;
  placeholder: string;
  /** What is searched for now, as the address has it. */
  search: string;
  onSearch: (search: string) => void;
  /** The arrow goes on to what was found. */
  onLeave?: () => void;
}

/** Gives the focus to the field of the view, what is typed in it selected. */
export function focusSearch(): void {
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  input?.focus();
  input?.select();
}

/** Milliseconds without a keystroke after which a search is sent. */
const pause = 250;

/** Sends what is typed after a pause. It has the text itself, so that typing draws nothing else. */
export function SearchField({ label, placeholder, search, onSearch, onLeave }: Props) {
  const [text, setText] = useState(search);
  // What was sent last: any other search comes from the address.
  const sent = useRef(search);
  if (sent.current !== search) {
    sent.current = search;
    setText(search);
  }
  const send = (value: string) => {
    const next = value.trim();
    if (next === search) return;
    sent.current = next;
    onSearch(next);
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(() => latest.current(text), pause);
    return () => clearTimeout(timer);
  }, [text, search]);
  const press = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key === "Escape") {
      event.preventDefault();
      if (!text) return event.currentTarget.blur();
      setText("");
      send("");
    } else if (event.key === "ArrowDown" && onLeave) {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <div class="search">
      <Icon name="search" />
      <input
        type="search"
        class="input"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={longestSearch}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
    </div>
  );
}
