import { createKey } from "../api/kith.ts";
import { toProblem } from "../api/problem.ts";
import type { CreatedApiKey, Network } from "../api/types.ts";
import { useTimeZone } from "../shell/context.tsx";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { bodyOf, newDraft } from "./draft.ts";
import { KeyForm } from "./key-form.tsx";
import { useKeyForm } from "./use-key-form.ts";

interface Props {
  networks: Network[];
  onCreated: (key: CreatedApiKey) => void;
  /** The API reports that the limit is reached, because a key was created elsewhere. */
  onFull: () => void;
  onClose: () => void;
}

export function CreateKey({ networks, onCreated, onFull, onClose }: Props) {
  const timeZone = useTimeZone();
  const form = useKeyForm(newDraft, async (draft) => {
    try {
      onCreated(await createKey(bodyOf(draft, timeZone)));
    } catch (error) {
      if (toProblem(error).code !== "api_key_limit_reached") throw error;
      onFull();
    }
  });
  return (
    <Dialog title="New key" onClose={onClose}>
      <KeyForm form={form} networks={networks}>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" icon="key" busy={form.busy}>Create key</Button>
      </KeyForm>
    </Dialog>
  );
}
