import { useEffect, useRef } from "preact/hooks";

/** Single keys that do something while nothing is typed into and no dialog is open. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, dialog, [popover]")) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Keeps the browser from opening a file that is dropped where nothing takes it: the page would be left. */
export function useFileGuard(): void {
  useEffect(() => {
    const guard = (event: DragEvent) => {
      const taken = event.defaultPrevented || (event.target as Element).closest?.("[type=file]");
      if (taken || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", guard);
    addEventListener("drop", guard);
    return () => {
      removeEventListener("dragover", guard);
      removeEventListener("drop", guard);
    };
  }, []);
}
