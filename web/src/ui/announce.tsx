/** What is only said to screen readers. */
import { useEffect, useState } from "preact/hooks";

let say: (text: string) => void = () => {};

let last = "";

/** Announces an event to users of screen readers. */
export function announce(text: string): void {
  last = text;
  say(text);
}

/** Takes back what is true no longer, unless something else was announced since. */
export function retract(text: string): void {
  if (last === text) announce("");
}

/** The live region for announcements. It must exist before its text changes, or screen readers ignore it. */
export function Announcer() {
  const [text, setText] = useState("");
  useEffect(() => {
    say = (next) => {
      // Emptied first, so that the same text is announced again.
      setText("");
      setTimeout(() => setText(next), 50);
    };
  }, []);
  return <div class="unseen" role="status" aria-live="polite">{text}</div>;
}
