import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { UndoResult } from "@kith/client";
import { useAction } from "../hooks/action.ts";
import { refresh } from "../hooks/load.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";

/** Since when, in hours. */
const spans: [hours: string, words: string][] = [
  ["1", "The last hour"],
  ["24", "The last day"],
  ["168", "The last week"],
  ["720", "The last 30 days"],
];

interface Props {
  actor: { id: string; name: string };
  onClose: () => void;
}

/** Undoes everything that a key or a connection did since then, after it was shown what that is. */
export function UndoAll({ actor, onClose }: Props) {
  const [hours, setHours] = useState("24");
  const [since, setSince] = useState("");
  const [preview, setPreview] = useState<UndoResult>();
  const { busy, problem, run } = useAction();
  const look = async () => {
    const from = new Date(Date.now() - Number(hours) * 3_600_000).toISOString();
    const body = { actorId: actor.id, since: from, dryRun: true, partial: true };
    setPreview(await kith.activity.undoActor(body));
    setSince(from);
  };
  const undo = async () => {
    const body = { actorId: actor.id, since, partial: true };
    const { activityId } = await kith.activity.undoActor(body);
    onClose();
    toast({ text: `What ${actor.name} did is undone.`, activityId });
    refresh();
  };
  return (
    <Dialog title={`Undo what ${actor.name} did?`} onClose={onClose}>
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      <SelectField
        label="Since when"
        value={hours}
        onValue={(value) => {
          setHours(value);
          setPreview(undefined);
        }}
        options={spans}
      />
      {preview && <Preview result={preview} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        {preview && preview.changeCount > 0
          ? (
            <Button kind="danger" busy={busy} onClick={() => void run(undo)}>
              Undo it
            </Button>
          )
          : (
            <Button kind="primary" busy={busy} onClick={() => void run(look)}>
              Show what that is
            </Button>
          )}
      </div>
    </Dialog>
  );
}

/** Names that are listed. */
const most = 10;
const verbs: Record<string, string> = {
  create: "comes back",
  update: "is as before",
  delete: "goes away",
};

function Preview(
  { result: { changes, changeCount, conflicts, conflictCount } }: { result: UndoResult },
) {
  if (changeCount === 0) return <p>There is nothing to undo.</p>;
  return (
    <div class="to-delete">
      <ul>
        {changes.slice(0, most).map(({ resource, id, name, action }) => (
          <li key={`${resource} ${id}`} class="break">
            {name ?? resource.replace("_", " ")} {verbs[action] ?? action}
          </li>
        ))}
      </ul>
      {changeCount > most && <p>And {changeCount - most} more.</p>}
      {conflictCount > 0 && (
        <p>
          Changed since, and left as it is:{" "}
          {conflicts.slice(0, most).map(({ name, resource }) => name ?? resource).join(", ")}
          {conflictCount > most && ` and ${conflictCount - most} more`}.
        </p>
      )}
    </div>
  );
}
