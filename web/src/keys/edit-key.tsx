import { useState } from "preact/hooks";
import type { ApiKey, Network } from "../api/types.ts";
import { useTimeZone } from "../shell/context.tsx";
import { Notice } from "../ui/states.tsx";
import { changesOf, draftOf } from "./draft.ts";
import { EditDialog } from "./edit-dialog.tsx";
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
  return (
    <EditDialog edited={shown} form={form} networks={networks} onClose={onClose}>
      {shown !== apiKey && (
        <Notice tone="danger">
          This key was changed elsewhere meanwhile. This is how it is now; make your changes again.
        </Notice>
      )}
    </EditDialog>
  );
}
