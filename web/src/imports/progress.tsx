import type { ImportProgress } from "@kith/client";
import type { ImportState } from "./work.ts";

const words = { preview: "Reading the file", apply: "Importing", undo: "Undoing" };

interface Props {
  busy: ImportState["busy"];
  progress: ImportProgress | undefined;
}

/** How far an import is. The live region is always there, so that screen readers hear of changes. */
export function Progress({ busy, progress }: Props) {
  const { rows, total } = progress ?? {};
  return (
    <div role="status" class={busy ? "progress" : undefined}>
      {busy && (
        <>
          <span>
            {words[busy]}
            {total ? `: ${rows} of ${total}` : ""}…
          </span>
          <progress aria-label={words[busy]} {...(total ? { value: rows, max: total } : {})} />
        </>
      )}
    </div>
  );
}
