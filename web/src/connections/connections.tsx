import { useState } from "preact/hooks";
import { deleteConnection, listConnections } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Connection, Network } from "../api/types.ts";
import { useLoad } from "../hooks/load.ts";
import { LimitedCells, LimitedTable, RowAction } from "../keys/limited-table.tsx";
import { auth } from "../session/auth.ts";
import { mcpUrl } from "../settings.ts";
import { announce } from "../ui/announce.tsx";
import { Button, Copyable } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Notice } from "../ui/states.tsx";
import { EditConnection } from "./edit-connection.tsx";

/** The apps that were approved by OAuth, and how to connect one. */
export function Connections({ networks }: { networks: Network[] }) {
  const connections = useLoad(listConnections, []);
  const [leaving, setLeaving] = useState<Connection>();
  const [editing, setEditing] = useState<Connection>();
  const { data = [], problem } = connections;
  if (problem) return <Failed problem={problem} retry={connections.reload} />;
  return (
    <section class="section">
      <h2 class="section-title">
        Connections {data.length > 0 && <span class="count">{data.length}</span>}
      </h2>
      {data.length > 0 && (
        <LimitedTable first="App" actions="Edit or disconnect">
          {data.map((connection) => (
            <Row
              key={connection.id}
              connection={connection}
              networks={networks}
              onEdit={setEditing}
              onDisconnect={setLeaving}
            />
          ))}
        </LimitedTable>
      )}
      <div class="card card-body data-card">
        <h3>Connect an app</h3>
        <p>
          Give it this address. It sends you here, and you decide what it may do. An app that asks
          for a key instead needs one of the keys above.
        </p>
        <Copyable label="Server address" text={mcpUrl} />
      </div>
      {editing && (
        <EditConnection
          connection={editing}
          networks={networks}
          onSaved={(saved) => {
            setEditing(undefined);
            connections.edit((now) => now.map((each) => each.id === saved.id ? saved : each));
            announce(`The connection ${saved.name} is saved.`);
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {leaving && (
        <Disconnect
          connection={leaving}
          onDone={() => {
            setLeaving(undefined);
            connections.change(data.filter(({ id }) => id !== leaving.id));
            announce(`${leaving.name} is disconnected.`);
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

interface RowProps {
  connection: Connection;
  networks: Network[];
  onEdit: (connection: Connection) => void;
  onDisconnect: (connection: Connection) => void;
}

function Row({ connection, networks, onEdit, onDisconnect }: RowProps) {
  const { name, redirectHost } = connection;
  return (
    <tr>
      <th scope="row">
        {name}
        <p class="hint break">{redirectHost}</p>
      </th>
      <LimitedCells of={connection} networks={networks} begun="Connected" />
      <td class="keys-action">
        <RowAction
          icon="edit"
          verb="Edit"
          object={`the connection ${name}`}
          onClick={() => onEdit(connection)}
        />
        <RowAction
          icon="leave"
          verb="Disconnect"
          object={name}
          onClick={() => onDisconnect(connection)}
        />
      </td>
    </tr>
  );
}

interface DisconnectProps {
  connection: Connection;
  onDone: () => void;
  onClose: () => void;
}

function Disconnect({ connection, onDone, onClose }: DisconnectProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const disconnect = async () => {
    setBusy(true);
    try {
      await deleteConnection(connection.id).catch((error) => {
        if (toProblem(error).code !== "not_found") throw error;
      });
      // So that the app has to ask again; without it its tokens are refused all the same.
      await auth.oauth.revokeGrant({ clientId: connection.clientId }).catch(() => {});
      onDone();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      setProblem(toProblem(error).detail);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Disconnect “${connection.name}”?`} onClose={onClose}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <p>The app loses access at once. It can ask you again. Your contacts are not changed.</p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" busy={busy} onClick={() => void disconnect()}>Disconnect</Button>
      </div>
    </Dialog>
  );
}
