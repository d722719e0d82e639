import { useState } from "preact/hooks";
import { deleteKey } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { ApiKey } from "../api/types.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/states.tsx";

interface Props {
  apiKey: ApiKey;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteKey({ apiKey, onDeleted, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    setBusy(true);
    try {
      await deleteKey(apiKey.id);
      onDeleted();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const { code, detail } = toProblem(error);
      // Already deleted elsewhere.
      if (code === "not_found") return onDeleted();
      setProblem(detail);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Delete “${apiKey.name}”?`} onClose={onClose}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <p>
        Programs that use the key that begins with <code>{apiKey.keyPrefix}…</code>{" "}
        lose access at once, and the key cannot be restored. Your contacts are not changed.
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" busy={busy} onClick={remove}>Delete the key</Button>
      </div>
    </Dialog>
  );
}
