import type { CreatedApiKey } from "../api/types.ts";
import { apiUrl } from "../settings.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { formatInstant } from "../ui/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/states.tsx";

/** Shows a new key, which cannot be shown again. */
export function NewKey({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const { name, key, previousKeyExpiresAt } = created;
  const timeZone = useTimeZone();
  return (
    <Dialog title={`Your new key: ${name}`} onClose={onClose}>
      <Notice tone="danger">
        <strong>Copy it now.</strong>{" "}
        It is shown now and never again: Kith does not store it. If you lose it, rotate it, or
        delete it and create another one.
      </Notice>
      {previousKeyExpiresAt && (
        <p>The old key works until {formatInstant(previousKeyExpiresAt, timeZone)}.</p>
      )}
      <Copyable label="Key" text={key} />
      <p class="dialog-label">Try it in a terminal:</p>
      <Copyable
        label="Command"
        text={`curl -H "Authorization: Bearer ${key}" "${apiUrl}/contacts"`}
      />
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>I have copied it</Button>
      </div>
    </Dialog>
  );
}
