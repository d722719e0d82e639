import { useState } from "preact/hooks";
import type { CreatedApiKey } from "../api/types.ts";
import { useTimeZone } from "../shell/context.tsx";
import { Button, Copyable } from "../ui/buttons.tsx";
import { formatInstant } from "../ui/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/states.tsx";
import { ConnectPanel } from "./connect-panel.tsx";
import { useUnloadQuestion } from "../ui/form.tsx";

interface Props {
  created: CreatedApiKey;
  /** It took the place of another secret. */
  rotated: boolean;
  onClose: () => void;
}

/** Shows a new key, which cannot be shown again; asks before it closes while the key was not copied. */
export function NewKey({ created, rotated, onClose }: Props) {
  const { name, key, scopes, previousKeyExpiresAt } = created;
  const timeZone = useTimeZone();
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  useUnloadQuestion(!copied);
  const onCopied = () => setCopied(true);
  const path = scopes === null || scopes.includes("contacts:read") ? "contacts" : "me";
  if (asking) return <Question onBack={() => setAsking(false)} onClose={onClose} />;
  return (
    <Dialog
      title={`Your new key: ${name}`}
      onClose={() => copied ? onClose() : setAsking(true)}
    >
      <Notice tone="info">
        <strong>Copy it now.</strong>{" "}
        It is shown now and never again: Kith does not store it. If you lose it, rotate it, or
        delete it and create another one.
      </Notice>
      {rotated && (
        <p>
          {previousKeyExpiresAt
            ? `The old key works until ${formatInstant(previousKeyExpiresAt, timeZone)}.`
            : "The old key does not work any more."}
        </p>
      )}
      <Copyable label="Key" text={key} onCopied={onCopied} />
      <ConnectPanel secret={key} path={path} onCopied={onCopied} />
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>I have copied it</Button>
      </div>
    </Dialog>
  );
}

function Question({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  return (
    <Dialog title="Close without copying the key?" onClose={onBack}>
      <p>It cannot be shown again. You would have to rotate the key, or delete it.</p>
      <div class="dialog-actions">
        <Button onClick={onBack}>Back to the key</Button>
        <Button kind="danger" onClick={onClose}>Close without it</Button>
      </div>
    </Dialog>
  );
}
