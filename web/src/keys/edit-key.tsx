import { useState } from "preact/hooks";
import type { ApiKey, Network } from "../api/types.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/states.tsx";
import { changesOf, draftOf } from "./draft.ts";
import { KeyForm } from "./key-form.tsx";
import { ChangedElsewhere, saveKey } from "./save-key.ts";
import { useKeyForm } from "./use-key-form.ts";

interface Props {
  apiKey: ApiKey;
  networks: Network[];
  onSaved: (key: ApiKey) => void;
  onClose: () => void;
}

/** Changes everything of a key but its secret. */
export function EditKey({ apiKey, networks, onSaved, onClose }: Props) {
  const timeZone = useTimeZone();
  const [shown, setShown] = useState(apiKey);
  const form = useKeyForm(draftOf(apiKey), async (draft) => {
    try {
      onSaved(await saveKey(shown, changesOf(draft, shown, timeZone)));
    } catch (error) {
      if (!(error instanceof ChangedElsewhere)) throw error;
      setShown(error.now);
      form.change(draftOf(error.now));
    }
  });
  const unchanged = Object.keys(changesOf(form.draft, shown, timeZone)).length === 0;
  return (
    <Dialog title={`Edit “${shown.name}”`} onClose={onClose}>
      {shown !== apiKey && (
        <Notice tone="danger">
          This key was changed elsewhere meanwhile. This is how it is now; make your changes again.
        </Notice>
      )}
      <KeyForm
        draft={form.draft}
        onChange={form.change}
        networks={networks}
        apiKey={shown}
        problem={form.problem}
        onSubmit={form.onSubmit}
      >
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" busy={form.busy} disabled={unchanged}>Save</Button>
      </KeyForm>
    </Dialog>
  );
}
