import { useEffect, useState } from "preact/hooks";

let say: (text: string) => void = () => {};

/** Tells who cannot see the page what has just happened. */
export const announce = (text: string) => say(text);

/** The one place where that is said; there from the start, or it would not be heard. */
export function Announcer() {
  const [text, setText] = useState("");
  useEffect(() => {
    say = (next) => {
      // The same words twice are two events.
      setText("");
      setTimeout(() => setText(next), 50);
    };
  }, []);
  return <div class="unseen" role="status" aria-live="polite">{text}</div>;
}
