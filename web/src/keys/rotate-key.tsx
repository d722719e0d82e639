import { useId, useState } from "preact/hooks";
import { rotateKey } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { ApiKey, CreatedApiKey } from "../api/types.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/states.tsx";

/** How long the old secret still works, in seconds. */
const overlaps: [seconds: number, words: string][] = [
  [0, "Not at all: it may have leaked"],
  [3_600, "For an hour"],
  [86_400, "For a day"],
  [604_800, "For a week"],
];

interface Props {
  apiKey: ApiKey;
  onRotated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** Asks how long the old secret still works, and replaces it. */
export function RotateKey({ apiKey, onRotated, onClose }: Props) {
  const id = useId();
  const [seconds, setSeconds] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const rotate = async () => {
    setBusy(true);
    try {
      onRotated(await rotateKey(apiKey.id, seconds));
    } catch (error) {
      if (error instanceof SessionEnded) return;
      setProblem(toProblem(error).detail);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Rotate “${apiKey.name}”?`} onClose={onClose}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <p>
        You get a new key, which takes the place of the one that begins with{" "}
        <code>{apiKey.keyPrefix}…</code>.
        {apiKey.previousKeyExpiresAt && " The one before that ends now."}
      </p>
      {apiKey.expiresAt && Date.parse(apiKey.expiresAt) <= Date.now() && (
        <p>It has expired, so the new one does not work either until you change when it expires.</p>
      )}
      <div class="field">
        <label for={id}>The old key still works</label>
        <select
          id={id}
          class="input"
          value={seconds}
          onChange={(event) => setSeconds(Number(event.currentTarget.value))}
        >
          {overlaps.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
        </select>
      </div>
      <div class="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="primary" busy={busy} onClick={rotate}>Rotate the key</Button>
      </div>
    </Dialog>
  );
}
