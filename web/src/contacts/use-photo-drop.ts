import { useEffect, useRef, useState } from "preact/hooks";

/** Where a dragged file is: anywhere on the page, or over the element. */
type Drag = "near" | "over" | undefined;

const hasFiles = (data: DataTransfer | null) => data?.types.includes("Files") ?? false;

/** The first picture; else the first file, so that its problem is told. */
function fileOf(data: DataTransfer | null): File | undefined {
  const files = [...data?.files ?? []];
  return files.find(({ type }) => type.startsWith("image/")) ?? files[0];
}

/** Takes a file that is dropped on an element. Elsewhere on the page nothing happens: see useFileGuard. */
export function usePhotoDrop(onFile: (file: File) => void) {
  const [drag, setDrag] = useState<Drag>();
  useEffect(() => {
    const enter = ({ dataTransfer }: DragEvent) => {
      if (hasFiles(dataTransfer)) setDrag((now) => now ?? "near");
    };
    // Without an element that is entered instead, the pointer has left the window.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget ?? setDrag(undefined);
    const end = () => setDrag(undefined);
    addEventListener("dragenter", enter);
    addEventListener("dragleave", leave);
    addEventListener("drop", end);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", end);
    };
  }, []);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDrag("over");
    },
    onDragLeave: (event: DragEvent) => {
      const inside = (event.currentTarget as Element).contains(event.relatedTarget as Node | null);
      if (!inside) setDrag((now) => now && "near");
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const file = fileOf(event.dataTransfer);
      if (file) onFile(file);
    },
  };
  return { drag, handlers };
}

/** Takes a picture that is pasted, unless it is pasted into a field or while a dialog is open. */
export function usePhotoPaste(onFile: (file: File) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target as Element | null;
      const typing = target?.closest("input, textarea, select, [contenteditable]");
      if (typing || document.querySelector("dialog[open]")) return;
      const file = [...event.clipboardData?.files ?? []]
        .find(({ type }) => type.startsWith("image/"));
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);
}
