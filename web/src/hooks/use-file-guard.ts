import { useEffect } from "preact/hooks";

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
