/** Listens to events of the browser while a component is there. */
import { useEffect, useRef, useState } from "preact/hooks";

/** Calls the function for events of these types, which spaces part, while the component is there. */
export function useListener<E extends Event>(
  target: EventTarget | undefined,
  types: string,
  callback: (event: E) => void,
  options?: AddEventListenerOptions,
): void {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const call = (event: Event) => latest.current(event as E);
    const names = types.split(" ");
    for (const name of names) target?.addEventListener(name, call, options);
    return () => names.forEach((name) => target?.removeEventListener(name, call, options));
  }, []);
}

/** Whether the window is as a media query says. */
export function useMedia(query: string): boolean {
  const [media] = useState(() => matchMedia(query));
  const [matches, setMatches] = useState(media.matches);
  useListener(media, "change", () => setMatches(media.matches));
  return matches;
}

/** Single keys that do something while nothing is typed into and no dialog is open. */
export function useKeys(keys: Record<string, () => void>): void {
  useListener<KeyboardEvent>(globalThis, "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, dialog, [popover]")) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/**
 * Keeps keys of an input method, such as the Enter that takes a Japanese word, from everything on the page. Safari says
 * of the last one only by its code 229 that it was the input method's.
 */
export function useInputMethodGuard(): void {
  useListener<KeyboardEvent>(globalThis, "keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  }, { capture: true });
}

/** Keeps the browser from opening a file that is dropped where nothing takes it: the page would be left. */
export function useFileGuard(): void {
  useListener<DragEvent>(globalThis, "dragover drop", (event) => {
    const taken = event.defaultPrevented || (event.target as Element).closest?.("[type=file]");
    if (taken || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  });
}
