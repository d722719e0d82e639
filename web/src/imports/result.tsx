import type { AppliedFile } from "@kith/client";
import { Button } from "../ui/buttons.tsx";
import { Notice } from "../ui/states.tsx";
import { hrefOf } from "../shell/router.ts";
import { Rows } from "./rows.tsx";
import type { ImportWork } from "./work.ts";

interface Props {
  work: ImportWork;
  applied: AppliedFile;
}

/** What an import did, with a button that undoes all of it. */
export function Result({ work, applied }: Props) {
  const { busy, problem, undone, found } = work.state;
  const { created, merged, skipped, failed, activityIds } = applied;
  const isConflict = problem?.code === "conflict";
  return (
    <>
      <Notice>
        {undone
          ? "The import is undone."
          : `Created ${created}, merged ${merged}, skipped ${skipped}.`}{" "}
        {!undone && <a href={hrefOf("contacts")}>Show the contacts</a>}
      </Notice>
      {failed > 0 && !undone && (
        <>
          <p>{failed} could not be written:</p>
          <Rows work={work} found={found!} filter="failed" />
        </>
      )}
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      <div class="data-actions">
        {activityIds.length > 0 && !undone && (
          <Button
            icon="undo"
            busy={busy === "undo"}
            onClick={() => void work.undo(isConflict)}
          >
            {isConflict ? "Undo what can be undone" : "Undo the import"}
          </Button>
        )}
        <Button disabled={busy !== undefined} onClick={() => work.reset()}>
          Import another file
        </Button>
      </div>
    </>
  );
}
