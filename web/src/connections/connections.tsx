import { useState } from "preact/hooks";
import { kith, listConnections } from "../api/kith.ts";
import { unlessGone } from "../api/problem.ts";
import type { Connection, Network } from "@kith/client";
import { useLoad } from "../hooks/load.ts";
import { LimitedForm, type LimitedResource } from "../keys/key-fields.tsx";
import { LimitedRow } from "../keys/limited-row.tsx";
import { auth } from "../session/auth.ts";
import { mcpUrl } from "../settings.ts";
import { announce } from "../ui/announce.tsx";
import { Copyable } from "../ui/buttons.tsx";
import { Question } from "../ui/dialog.tsx";
import { Failed } from "../ui/states.tsx";

/** They are made by consent only. */
const resource: Omit<LimitedResource<Connection>, "create"> = kith.connections;

/** The apps that were approved by OAuth, and how to connect one. */
export function Connections({ networks }: { networks: Network[] }) {
  const connections = useLoad(listConnections, []);
  const [leaving, setLeaving] = useState<Connection>();
  const [editing, setEditing] = useState<Connection>();
  const { data = [], problem } = connections;
  if (problem) return <Failed problem={problem} retry={connections.reload} />;
  const disconnect = async ({ id, clientId, name }: Connection) => {
    await kith.connections.delete(id).catch(unlessGone);
    // So that the app has to ask again; without it its tokens are refused all the same.
    await auth.oauth.revokeGrant({ clientId }).catch(() => {});
    setLeaving(undefined);
    connections.edit((now) => now.filter((each) => each.id !== id));
    announce(`${name} is disconnected.`);
  };
  return (
    <section class="section">
      <h2 class="section-title">
        Connections {data.length > 0 && <span class="count">{data.length}</span>}
      </h2>
      {data.length > 0 && (
        <ul class="card rows">
          {data.map((each) => (
            <LimitedRow
              key={each.id}
              of={each}
              networks={networks}
              begun="Connected"
              about={each.redirectHost}
              actions={[
                ["edit", "Edit", `the connection ${each.name}`, () => setEditing(each)],
                ["leave", "Disconnect", each.name, () => setLeaving(each)],
              ]}
            />
          ))}
        </ul>
      )}
      <div class="card card-body data-card stack gap-4">
        <h3>Connect an app</h3>
        <p>
          Give it this address. It sends you here, and you decide what it may do. An app that asks
          for a key instead needs one of the keys above.
        </p>
        <Copyable label="Server address" text={mcpUrl} />
      </div>
      {editing && (
        <LimitedForm
          shown={editing}
          networks={networks}
          resource={resource}
          onSaved={({ value: saved }) => {
            setEditing(undefined);
            connections.edit((now) => now.map((each) => each.id === saved.id ? saved : each));
            announce(`The connection ${saved.name} is saved.`);
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {leaving && (
        <Question
          title={`Disconnect “${leaving.name}”?`}
          action="Disconnect"
          run={() => disconnect(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>The app loses access at once. It can ask you again. Your contacts are not changed.</p>
        </Question>
      )}
    </section>
  );
}
