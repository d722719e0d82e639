/** The apps that the owner has allowed. */
import { rich, t } from "../base/texts.ts";
import type { Connection, Network } from "@kith/client";
import { kith, listConnections } from "../api/kith.ts";
import { unlessGone } from "../base/problem.ts";
import { useLoad } from "../hooks/load.ts";
import type { LimitedResource } from "./key-fields.tsx";
import { LimitedRow } from "./limited-row.tsx";
import { auth } from "../session/auth.ts";
import { mcpUrl } from "../base/settings.ts";
import { Copyable } from "../ui/buttons.tsx";
import { Failed } from "../ui/states.tsx";

/** They are made by consent only. */
const resource: Omit<LimitedResource<Connection>, "create"> = kith.connections;

/** The apps that were approved by OAuth, and how to connect one. */
export function Connections({ networks }: { networks: Network[] }) {
  const connections = useLoad(listConnections, []);
  const { data = [], problem } = connections;
  if (problem) return <Failed problem={problem} retry={connections.reload} />;
  const disconnect = async ({ id, clientId }: Connection) => {
    await kith.connections.delete(id).catch(unlessGone);
    // So that the app has to ask again; without it its tokens are refused all the same.
    await auth.oauth.revokeGrant({ clientId }).catch(() => {});
  };
  return (
    <section class="section">
      <h2 class="section-title">
        {rich("Connections {0}", data.length > 0 && <span class="count">{data.length}</span>)}
      </h2>
      <ul class="card rows" hidden={data.length === 0}>
        {data.map((each) => (
          <LimitedRow
            key={each.id}
            of={each}
            what="connection"
            list={connections}
            networks={networks}
            resource={resource}
            begun={t("Connected")}
            about={each.redirectHost}
            removal={{
              icon: "leave",
              verb: t("Disconnect"),
              object: each.name,
              action: t("Disconnect"),
              run: () => disconnect(each),
              said: t("{0} is disconnected.", each.name),
              words: t(
                "The app loses access at once. It can ask you again. Your contacts are not changed.",
              ),
            }}
          />
        ))}
      </ul>
      <div class="card card-body data-card stack gap-4">
        <h3>{t("Connect an app")}</h3>
        <p>
          {t(
            "Give it this address. It sends you here, and you decide what it may do. An app that asks for a key instead needs one of the keys above.",
          )}
        </p>
        <Copyable label={t("Server address")} text={mcpUrl} />
      </div>
    </section>
  );
}
