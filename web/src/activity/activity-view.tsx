import { useState } from "preact/hooks";
import type { ListActivityQuery } from "@kith/client";
import { given, kith, listConnections, listKeys } from "../api/kith.ts";
import { useLoad, usePages } from "../hooks/load.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { SelectField } from "../ui/fields.tsx";
import { Listing } from "../ui/listing.tsx";
import { Empty } from "../ui/states.tsx";
import { ActivityRow } from "./activity-row.tsx";
import { ActivityTabs } from "./trash-view.tsx";
import { UndoAll } from "./undo-all.tsx";

type Filter = Pick<ListActivityQuery, "actorId" | "resource">;

const kinds: [NonNullable<Filter["resource"]> | "", string][] = [
  ["", "Everything"],
  ["contact", "Contacts"],
  ["network", "Networks"],
  ["membership", "Members of networks"],
  ["note", "Notes"],
  ["note_type", "Note types"],
  ["reminder", "Reminders"],
  ["profile", "Your profile"],
];

/** Who did what, and a way back. */
export function ActivityView({ accountId }: { accountId: string }) {
  const actors = useLoad((signal) => actorsOf(accountId, signal), []);
  const [filter, setFilter] = useState<{ [Name in keyof Filter]: Filter[Name] | undefined }>({});
  const [undoing, setUndoing] = useState(false);
  const { actorId, resource } = filter;
  const log = usePages(
    (page, signal) => kith.activity.list({ ...given(filter), page, pageSize: 30 }, { signal }),
    [actorId, resource],
  );
  const actor = actors.data?.find(({ id }) => id === actorId);
  const others = actors.data?.map(({ id, name }) => [id, name] as const) ?? [];
  const filtered = actorId !== undefined || resource !== undefined;
  return (
    <View title="Activity">
      <ActivityTabs current="activity" />
      <p class="lead">
        Everything that you and your agents changed in the last 30 days. All of it can be undone.
      </p>
      <div class="filters">
        <SelectField
          label="Who"
          value={actorId ?? ""}
          onValue={(id) => setFilter({ ...filter, actorId: id || undefined })}
          options={[["", "Everybody"], ...others]}
        />
        <SelectField
          label="What"
          value={resource ?? ""}
          onValue={(kind) => setFilter({ ...filter, resource: kind || undefined })}
          options={kinds}
        />
      </div>
      {actor && actor.id !== accountId && (
        <p>
          <Button icon="undo" onClick={() => setUndoing(true)}>
            Undo what {actor.name} did…
          </Button>
        </p>
      )}
      <Listing
        pages={log}
        what="the activity"
        more="changes"
        empty={
          <Empty icon="activity" title={filtered ? "Nothing of that kind" : "Nothing yet"}>
            <p>Changes by you, your keys and connected apps appear here.</p>
          </Empty>
        }
      >
        {(changes) => (
          <ul class="rows card">
            {changes.map((each) => <ActivityRow key={each.id} activity={each} />)}
          </ul>
        )}
      </Listing>
      {undoing && actor && <UndoAll actor={actor} onClose={() => setUndoing(false)} />}
    </View>
  );
}

/** Whoever may have changed something: the owner, keys and connections. */
async function actorsOf(accountId: string, signal: AbortSignal) {
  const [keys, connections] = await Promise.all([listKeys(signal), listConnections(signal)]);
  return [
    { id: accountId, name: "You" },
    ...[...keys, ...connections].map(({ id, name }) => ({ id, name })),
  ];
}
