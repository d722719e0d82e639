import { updateConnection } from "../api/kith.ts";
import type { Connection, Network } from "../api/types.ts";
import { changesOf, draftOf } from "../keys/draft.ts";
import { EditDialog } from "../keys/edit-dialog.tsx";
import { useKeyForm } from "../keys/use-key-form.ts";
import { useTimeZone } from "../shell/context.tsx";

interface Props {
  connection: Connection;
  networks: Network[];
  onSaved: (connection: Connection) => void;
  onClose: () => void;
}

/** Changes what a connected app may do. */
export function EditConnection({ connection, networks, onSaved, onClose }: Props) {
  const timeZone = useTimeZone();
  const form = useKeyForm(draftOf(connection), async (draft) => {
    const changes = changesOf(draft, connection, timeZone);
    onSaved(await updateConnection(connection.id, changes));
  });
  return <EditDialog edited={connection} form={form} networks={networks} onClose={onClose} />;
}
